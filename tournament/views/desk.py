"""The organiser's desk: what there is, what is next, what cannot wait, and the way to everything else."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import find, queries, story
from tournament.access import gate, may
from tournament.actions.clubs import create_club
from tournament.actions.tournaments import change_tournament
from tournament.alarms import alarms_for
from tournament.forms import ClubForm, TournamentForm
from tournament.models import Tournament
from tournament.queries_rounds import step_now
from tournament.sample import played, sample_of
from tournament.views.accounts import qr_image
from tournament.views.requests import Request, action_id, address_for_others, version


@gate("account.own")
def home(request: Request) -> HttpResponse:
    clubs = list(queries.clubs_of(request.actor))
    return render(
        request,
        "tournament/desk.html",
        {
            "clubs": [(club, may(request.actor, "tournament.create", club)) for club in clubs],
            "tournaments": queries.tournaments_of(request.actor),
            "may_make_clubs": may(request.actor, "club.create"),
        },
    )


@gate("club.create")
def sample(request: Request) -> HttpResponse:
    """A sample to look around in, for whoever has nothing of their own yet."""
    assert request.actor.account is not None, "the gate lets nobody else in"
    made = None if queries.tournaments_of(request.actor).exists() else sample_of(request.actor.account)
    if made is None:
        return redirect("desk")
    for _said in played(made, "round2"):
        pass
    return redirect("desk_tournament", tournament_id=made.public_id)


@gate("club.create")
def new_club(request: Request) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        create_club(None, by=request.actor, action_id=action_id(request), name=name, admin=request.actor.account)
        messages.success(request, _("%(name)s is made.") % {"name": name})
        return redirect("desk")
    return render(request, "tournament/new_club.html", {"form": form})


@gate("tournament.see", find.tournament)
def tournament(request: Request, tournament: Tournament) -> HttpResponse:
    """One clear next step; everything else is one tap away."""
    actor, address = request.actor, address_for_others(request, reverse("tournament", args=[tournament.public_id]))
    shown = {
        "tournament": tournament,
        "stream": tournament.stream,
        "step": step_now(tournament),
        "alarms": alarms_for(tournament, actor),
        "heads": queries.heads(tournament),
        "address": address,
        "qr": qr_image(address),
        "may_draw": may(actor, "rounds.draw", tournament),
        "may_confirm": may(actor, "results.confirm", tournament),
    }
    return render(request, "tournament/desk_tournament.html", shown)


@gate("tournament.change", find.tournament)
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    form = TournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        change_tournament(
            tournament, by=request.actor, action_id=action_id(request), version=version(request), **form.cleaned_data
        )
        messages.success(request, _("Saved."))
        return redirect("desk_tournament", tournament_id=tournament.public_id)
    return render(request, "tournament/settings.html", {"tournament": tournament, "form": form})


@gate("log.see", find.tournament)
def log(request: Request, tournament: Tournament) -> HttpResponse:
    lines = story.lines(tournament, most=500)
    return render(request, "tournament/log.html", {"tournament": tournament, "lines": lines})
