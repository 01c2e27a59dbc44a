"""A club's webhooks: which there are, a new one with its secret shown once, and what became of what was sent."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament import find, guard, hooks, jobs
from tournament.access import gate
from tournament.actions import webhooks as actions
from tournament.club_forms import WebhookForm
from tournament.errors import Refused
from tournament.models import Club, Webhook
from tournament.models.jobs import JobState
from tournament.views.requests import Request, action_id


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
    shown = {"club": club, "form": form, "webhooks": club.webhooks.all(), "deliveries": _deliveries(club)}
    return render(request, "tournament/club/webhooks.html", shown, status=422 if form.errors else 200)


def _with_secret(request: Request, club: Club, hook: Webhook | None) -> HttpResponse:
    if hook is None:  # a second click: the secret stands in the first answer
        messages.warning(request, _("It is made. Its secret was shown once already."))
        return redirect("webhooks", club.public_id)
    shown = {"club": club, "hook": hook, "secret": hooks.secret_of(hook)}
    return render(request, "tournament/club/webhook_secret.html", shown)


def _deliveries(club: Club) -> list[dict[str, Any]]:
    urls = {hook.pk: hook.url for hook in club.webhooks.all()}
    return [
        {
            "job": job,
            "url": urls.get(job.args["webhook"], ""),
            "what": hooks.event_of(job),
            "answer": job.error or (f"HTTP {job.result['status']}" if job.result else ""),
            "is_again": job.state == JobState.QUEUED and job.attempts > 0,
            "is_over": job.state in (JobState.FAILED, JobState.CANCELLED),
        }
        for job in hooks.deliveries(club)
    ]


@gate("club.change", find.club)
def one(request: Request, club: Club) -> HttpResponse:
    """What a button beside a webhook says."""
    asked = {"by": request.actor, "action_id": action_id(request), "webhook_id": request.POST.get("webhook", "")}
    match request.POST.get("to", ""):
        case "test":
            guard.take(guard.outside_door(club.public_id))
            actions.test_webhook(club, **asked)
            messages.success(request, _("A test is on its way. Load this page again to see what came of it."))
        case "on" | "off" as to:
            actions.switch_webhook(club, is_active=to == "on", **asked)
        case "secret":
            return _with_secret(request, club, actions.renew_secret(club, **asked).result)
        case "remove":
            actions.remove_webhook(club, **asked)
            messages.success(request, _("Removed."))
    return redirect("webhooks", club.public_id)


@gate("club.change", find.club)
def again(request: Request, club: Club) -> HttpResponse:
    """A delivery that failed, once more."""
    try:
        job = get_object_or_404(club.jobs, kind=hooks.KIND, pk=request.POST.get("delivery", ""))
    except ValidationError:
        raise Refused("no_such_delivery", _("This delivery is gone.")) from None
    guard.take(guard.outside_door(club.public_id))
    jobs.retry(job)
    return redirect("webhooks", club.public_id)
