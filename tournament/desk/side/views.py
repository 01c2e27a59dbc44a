"""The side bar alone, for pages that hear that something changed."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request
from tournament.desk.side.queries import side_of
from tournament.models import Tournament


@gate("tournament.see", find.tournament)
def side(request: Request, tournament: Tournament) -> HttpResponse:
    """`?here=`: the page beside which it stands. `?own=`: that page shows the next step itself."""
    shown = side_of(tournament, request.actor, request.GET.get("here", "")[:300])
    return render(request, "desk/side.html", {"side": shown, "step": bool(request.GET.get("own"))})
