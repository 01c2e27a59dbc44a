"""How we play here: the rules of one tournament, for everybody."""

from django.http import HttpResponse
from django.shortcuts import render

from referee.house_rules.queries import sections_of
from tournament.core import find
from tournament.core.access import gate
from tournament.core.actors import Request
from tournament.core.languages import spoken
from tournament.models import Tournament


@gate("public.see", find.tournament)
def how_we_play(request: Request, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "sections": sections_of(tournament, spoken())}
    return render(request, "referee/house_rules/page.html", context)
