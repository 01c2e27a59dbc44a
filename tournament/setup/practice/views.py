"""A sample tournament at one tap."""

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.core.access import gate
from tournament.core.pages.requests import Request
from tournament.entries import queries
from tournament.setup.practice.sample import played, sample_of


@gate("club.create")
def sample(request: Request) -> HttpResponse:
    """Make a sample tournament, for accounts without one of their own."""
    made = None if queries.tournaments_of(request.actor).exists() else sample_of(request.actor.signed_in_account)
    if made is None:
        return redirect("desk")
    for _step in played(made, "round2"):
        pass
    return redirect("desk_tournament", tournament_id=made.public_id)
