"""The page of a club's webhooks: list and create them, show a new secret once, and show the deliveries."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament.core import find, guard, jobs
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id
from tournament.models import Club, Webhook
from tournament.models.jobs import JobState
from tournament.out.webhooks import actions, sending
from tournament.out.webhooks.forms import WebhookForm


@gate("club.change", find.club)
def webhooks(request: Request, club: Club) -> HttpResponse:
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            done = actions.make_webhook(club, by=request.actor, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error("url" if refusal.code == "address" else None, str(refusal))
        else:
            return _with_secret(request, club, done.result)
    context = {"club": club, "form": form, "webhooks": club.webhooks.all(), "deliveries": _deliveries(club)}
    return render(request, "out/webhooks.html", context, status=422 if form.errors else 200)


def _with_secret(request: Request, club: Club, hook: Webhook | None) -> HttpResponse:
    if hook is None:  # a second click: the secret is in the first response
        messages.warning(request, _("It is made. Its secret was shown once already."))
        return redirect("webhooks", club.public_id)
    context = {"club": club, "hook": hook, "secret": sending.secret_of(hook)}
    return render(request, "out/webhook_secret.html", context)


def _deliveries(club: Club) -> list[dict[str, Any]]:
    urls = {hook.pk: hook.url for hook in club.webhooks.all()}
    return [
        {
            "job": job,
            "url": urls.get(job.args["webhook"], ""),
            "what": sending.event_of(job),
            "answer": job.error or (f"HTTP {job.result['status']}" if job.result else ""),
            "is_again": job.state == JobState.QUEUED and job.attempts > 0,
            "is_over": job.state in (JobState.FAILED, JobState.CANCELLED),
        }
        for job in sending.deliveries(club)
    ]


@gate("club.change", find.club)
def one(request: Request, club: Club) -> HttpResponse:
    """Carry out the button pressed beside a webhook (`to`)."""
    act = {"by": request.actor, "action_id": action_id(request), "webhook_id": request.POST.get("webhook", "")}
    match request.POST.get("to", ""):
        case "test":
            guard.take(guard.outside_door(club.public_id))
            actions.test_webhook(club, **act)
            messages.success(request, _("A test is on its way. Load this page again to see what came of it."))
        case "on" | "off" as to:
            actions.switch_webhook(club, is_active=to == "on", **act)
        case "secret":
            return _with_secret(request, club, actions.renew_secret(club, **act).result)
        case "remove":
            actions.remove_webhook(club, **act)
            messages.success(request, _("Removed."))
    return redirect("webhooks", club.public_id)


@gate("club.change", find.club)
def again(request: Request, club: Club) -> HttpResponse:
    """Retry a failed delivery."""
    try:
        job = get_object_or_404(club.jobs, kind=sending.KIND, pk=request.POST.get("delivery", ""))
    except ValidationError:
        raise Refused("no_such_delivery", _("This delivery is gone.")) from None
    guard.take(guard.outside_door(club.public_id))
    jobs.retry(job)
    return redirect("webhooks", club.public_id)
