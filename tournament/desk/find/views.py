"""What the one field of the side bar finds: as a page, and while somebody types."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request
from tournament.desk.find.queries import LONGEST, found
from tournament.models import Tournament


@gate("tournament.see", find.tournament)
def find_all(request: Request, tournament: Tournament) -> HttpResponse:
    sought = " ".join(request.GET.get("q", "").split())[:LONGEST]
    context = {"tournament": tournament, "sought": sought, "kinds": found(tournament, request.actor, sought)}
    return render(request, "desk/found.html" if request.htmx else "desk/find.html", context)
