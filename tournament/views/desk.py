"""The organiser's desk: what there is, what is next, a new tournament, its entries."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import find, queries, story
from tournament.access import gate, may
from tournament.actions.clubs import create_club
from tournament.actions.entries import add_entry, restore_entry, withdraw_entry
from tournament.actions.tournaments import change_tournament
from tournament.forms import ClubForm, EntryForm, TournamentForm, split_name
from tournament.models import Tournament
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
    return render(request, "tournament/desk_tournament.html", _desk(request, tournament, EntryForm()))


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


@gate("entries.change", find.tournament)
def entries(request: Request, tournament: Tournament) -> HttpResponse:
    """A walk-in typed in one line; the cursor stays in the field for the next."""
    form = EntryForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given, family = split_name(form.cleaned_data["name"])
        add_entry(
            tournament,
            by=request.actor,
            action_id=action_id(request),
            given_name=given,
            family_name=family,
            is_minor=form.cleaned_data["is_minor"],
            is_hidden=form.cleaned_data["is_hidden"],
        )
        form = EntryForm()
    return _entries_answer(request, tournament, form)


@gate("entries.change", find.tournament)
def entry_state(request: Request, tournament: Tournament) -> HttpResponse:
    """Withdraw somebody, or take it back."""
    act = withdraw_entry if request.POST.get("to") == "withdrawn" else restore_entry
    entry_id = request.POST.get("entry", "")
    act(tournament, by=request.actor, action_id=action_id(request), entry_id=entry_id, version=version(request))
    return _entries_answer(request, tournament, EntryForm())


def _entries_answer(request: Request, tournament: Tournament, form: EntryForm) -> HttpResponse:
    if request.htmx:
        shown = {**_desk(request, tournament, form), "is_beside": True}
        return render(request, "tournament/entries_part.html", shown)
    if form.errors:
        return render(request, "tournament/desk_tournament.html", _desk(request, tournament, form), status=422)
    return redirect("desk_tournament", tournament_id=tournament.public_id)


def _desk(request: Request, tournament: Tournament, form: EntryForm) -> dict[str, object]:
    tournament.stream.refresh_from_db()
    lines = queries.entry_lines(tournament, full=True)
    public = reverse("tournament", args=[tournament.public_id])
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "lines": lines,
        "players": sum(not line.is_withdrawn for line in lines),
        "form": form,
        "address": address_for_others(request, public),
        "here": reverse("desk_tournament", args=[tournament.public_id]),
        "may_change": may(request.actor, "entries.change", tournament),
        "may_settings": may(request.actor, "tournament.change", tournament),
        "may_people": may(request.actor, "role.grant", tournament),
        "may_print": may(request.actor, "papers.make", tournament),
        "may_log": may(request.actor, "log.see", tournament),
        "paper": tournament.jobs.filter(kind="papers.name_list").order_by("-created_at").first(),
    }


@gate("log.see", find.tournament)
def log(request: Request, tournament: Tournament) -> HttpResponse:
    lines = story.lines(tournament, most=500)
    return render(request, "tournament/log.html", {"tournament": tournament, "lines": lines})
