"""The vote on an appeal; how long a player may appeal."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from referee.appeals import actions as appeals
from referee.appeals.actions import set_terms
from referee.claims import find
from referee.models import Claim
from referee.rulings import queries
from referee.rulings.told import tell_of_the_record
from tournament.core import find as find_in
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id, number
from tournament.models import Tournament


@gate("appeals.decide", find.claim)
def vote(request: Request, claim: Claim) -> HttpResponse:
    record = queries.if_revoked(claim)
    done = appeals.vote(
        claim.tournament,
        by=request.actor,
        action_id=action_id(request),
        appeal_id=number(request, "appeal") or 0,
        upholds=request.POST.get("upholds") == "1",
        is_panel=request.POST.get("is_panel") == "1",
        words=request.POST.get("words", ""),
    )
    if done.result and done.result.is_upheld:
        tell_of_the_record(request, record)
    return redirect("ruling", claim.tournament.public_id, claim.number)


@gate("tournament.change", find_in.tournament)
def terms(request: Request, tournament: Tournament) -> HttpResponse:
    set_terms(tournament, by=request.actor, action_id=action_id(request), minutes=number(request, "minutes") or 0)
    messages.success(request, _("Saved."))
    return redirect("referee", tournament.public_id)
