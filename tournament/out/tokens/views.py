"""The account's API tokens, one for each program or device: list, create and revoke them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.forms import TokenForm
from tournament.core.pages.requests import Request, action_id, number
from tournament.out.tokens.actions import make_token, places_of, revoke_token


@gate("account.own", confirmed=True)
def tokens(request: Request) -> HttpResponse:
    form = TokenForm(request.POST or None, places=places_of(request.actor))
    if request.method == "POST" and form.is_valid():
        try:
            done = make_token(None, by=request.actor, action_id=action_id(request), **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return _made(request, done.result, form.cleaned_data["name"])
    account = request.actor.signed_in_account
    context = {"form": form, "tokens": account.tokens.filter(revoked_at=None).order_by("-created_at")}
    return render(request, "people/tokens.html", context, status=422 if form.errors else 200)


def _made(request: Request, secret: str | None, name: str) -> HttpResponse:
    if secret is None:  # a second click: the secret is in the first response
        messages.warning(request, _("The token is made. It was shown once already."))
        return redirect("tokens")
    return render(request, "people/token_made.html", {"secret": secret, "name": name})


@gate("account.own")
def revoke(request: Request) -> HttpResponse:
    token_id = number(request, "token") or 0
    revoke_token(None, by=request.actor, action_id=action_id(request), token_id=token_id)
    messages.success(request, _("The token is taken back. Whoever has it can do nothing with it any more."))
    return redirect("tokens")
