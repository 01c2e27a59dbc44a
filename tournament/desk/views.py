"""The organiser's desk: their clubs and tournaments, the next step of each, alarms."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.alarms import alarms_for
from tournament.core.pages.qr import qr_image
from tournament.core.pages.requests import Request, address_for_others
from tournament.entries import queries
from tournament.erasing import notice
from tournament.models import Tournament
from tournament.rounds.queries import now


@gate("account.own")
def home(request: Request) -> HttpResponse:
    clubs = list(queries.clubs_of(request.actor))
    tournaments = list(queries.tournaments_of(request.actor))
    return render(
        request,
        "desk/home.html",
        {
            "clubs": [(club, may(request.actor, "tournament.create", club)) for club in clubs],
            "tournaments": [one for one in tournaments if one.archived_at is None],
            "archived": [one for one in tournaments if one.archived_at is not None],
            "alarms": notice.of_all(request.actor, queries.tournaments_of(request.actor)),
            "may_make_clubs": may(request.actor, "club.create"),
        },
    )


@gate("tournament.see", find.tournament)
def tournament(request: Request, tournament: Tournament) -> HttpResponse:
    """The desk of one tournament: its next step first, everything else one tap away."""
    actor, address = request.actor, address_for_others(request, reverse("tournament", args=[tournament.public_id]))
    state = now(tournament)
    context = {
        "tournament": tournament,
        "stream": tournament.stream,
        "step": state.step,
        "with_gaps": state.with_gaps,
        "alarms": alarms_for(tournament, actor),
        "heads": state.heads,
        "address": address,
        "qr": qr_image(address),
        "may_draw": may(actor, "rounds.draw", tournament),
        "may_confirm": may(actor, "results.confirm", tournament),
    }
    return render(request, "desk/tournament.html", context)
