"""A confirmed result corrected, in three steps, or taken back."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, version
from tournament.models import Entry, Table
from tournament.people.names import full_name
from tournament.results.corrections.actions import correct_result, take_back_result
from tournament.results.corrections.effects import effect_of
from tournament.results.desk.views import table_context
from tournament.results.typed import parsing
from tournament.results.typed.taking import is_by_count
from tournament.rounds.queries import (
    TableLine,
)
from tournament.standings.ranking.places import Places


@gate("results.confirm", find.table)
def take_back(request: Request, table: Table) -> HttpResponse:
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    reason = request.POST.get("reason", "")
    take_back_result(table.tournament, table_id=table.public_id, reason=reason, **act)
    return redirect("desk_table", table.tournament.public_id, table.public_id)


@gate("results.confirm", find.table)
def correct(request: Request, table: Table) -> HttpResponse:
    """Three steps before anything changes: the new places, a preview of their effect, the reason."""
    context = table_context(request, table)
    colours = [seat.colour for seat in context["table"].seats]
    if request.method == "POST":
        correct_result(
            table.tournament,
            by=request.actor,
            action_id=action_id(request),
            table_id=table.public_id,
            places=parsing.from_fields(request.POST, colours, by_count=is_by_count(table.round)),
            reason=request.POST.get("reason", ""),
            seen=request.POST.get("seen", ""),
            then=request.POST.get("then", "keep"),
            version=version(request),
        )
        messages.success(request, _("The result of table %(table)d is corrected.") % {"table": table.number})
        return redirect("desk_table", table.tournament.public_id, table.public_id)
    return render(request, "results/correct.html", {**context, **_effect_context(request, table, context["table"])})


def _effect_context(request: Request, table: Table, view: TableLine) -> dict[str, Any]:
    """The effect of the places in the query (form fields, or as typed at the desk); without any, the current places."""
    colours = [seat.colour for seat in view.seats]
    try:
        places = _places_in_query(request, table, colours)
        if not places:
            return {"seats": [(seat, seat.place, seat.counted) for seat in view.seats]}
        seats = [(seat, places[seat.colour]["place"], places[seat.colour]["counted"]) for seat in view.seats]
        return {"seats": seats, **_changes(table, places)}
    except Refused as error:
        return {"seats": [(seat, seat.place, seat.counted) for seat in view.seats], "trouble": error.sentence}


def _places_in_query(request: Request, table: Table, colours: Sequence[str]) -> Places:
    if "typed" in request.GET:
        return parsing.places_of(parsing.Typed(table.number, request.GET["typed"][:8]), colours)
    is_asked = any(f"{name}_{colours[0]}" in request.GET for name in ("place", "counted"))
    return parsing.from_fields(request.GET, colours, by_count=is_by_count(table.round)) if is_asked else {}


def _changes(table: Table, places: Places) -> dict[str, Any]:
    effect = effect_of(table, places)
    entries = Entry.objects.filter(tournament=table.tournament).select_related("person")
    people = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in entries}
    return {
        "effect": effect,
        "moves": [(people[entry], before, after) for entry, before, after in effect.moves],
        "cut_in": [people[entry] for entry in effect.cut_in],
        "cut_out": [people[entry] for entry in effect.cut_out],
    }
