"""Who did what when: the log of a tournament as a page."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.core import find, story
from tournament.core.access import gate
from tournament.core.pages.requests import Request
from tournament.models import Tournament


@gate("log.see", find.tournament)
def log(request: Request, tournament: Tournament) -> HttpResponse:
    lines = story.lines(tournament, most=500)
    return render(request, "desk/log.html", {"tournament": tournament, "lines": lines})
