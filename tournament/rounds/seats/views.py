"""The page that changes who sits at a table: a player is missing, comes late, plays for another, or sat elsewhere."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, version
from tournament.core.person_names import split_name
from tournament.draw.swap import Change, effect_of, joined, left, reseated, swapped
from tournament.entries.address_book import known_person
from tournament.entries.substitutes.actions import substitute
from tournament.models import Entry, Seat, Table
from tournament.models.stages import RoundState
from tournament.people.names import full_name
from tournament.rounds.queries import DONE, SeatLine, TableLine, table_view
from tournament.rounds.seats import actions
from tournament.rounds.seats import actions as seats
from tournament.stages import schemes

LOOKED = ("to", "entry", "other")


@gate("results.confirm", find.table)
def table_seats(request: Request, table: Table) -> HttpResponse:
    if request.method == "POST" and "look" in request.POST:
        asked = {name: word[:40] for name, word in request.POST.items() if name in LOOKED or name.startswith("seat_")}
        return redirect(
            f"{reverse('table_seats', args=[table.tournament.public_id, table.public_id])}?{urlencode(asked)}"
        )
    if request.method == "POST":
        messages.success(request, _change_seats(request, table))
        return redirect("table_seats", table.tournament.public_id, table.public_id)
    return render(request, "rounds/seats.html", _context(request, table))


def _change_seats(request: Request, table: Table) -> str:
    """Run the action named by `to` (left, taken, swapped, substitute, joined or reseated); the sentence that confirms it."""
    tournament, post = table.tournament, request.POST
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request)}
    of_round = {"round_id": table.round_id, "version": version(request), **act}
    to, entry, other = post.get("to", ""), post.get("entry", ""), post.get("other", "")
    if to == "left":
        actions.leave_seat(tournament, entry_id=entry, **of_round)
        return _("The table goes on as three.")
    if to == "taken":
        actions.take_seat(tournament, instead_of=entry, entry_id=other, **of_round)
        return _("The seat is taken by another.")
    if to == "swapped":
        actions.swap_seats(tournament, one=entry, other=other, **of_round)
        return _("The two have changed seats.")
    if to == "joined":
        actions.join_table(tournament, table_id=table.public_id, entry_id=other, version=version(request), **act)
        return _("The table is one of four now.")
    if to == "reseated":
        order = {key.removeprefix("seat_"): value for key, value in post.items() if key.startswith("seat_")}
        actions.reseat(tournament, table_id=table.public_id, order=order, version=version(request), **act)
        return _("The seats are as they really sat.")
    if to == "substitute":
        given, family = split_name(" ".join(post.get("name", "").split())[:160])
        if not given:
            raise Refused("name_missing", _("Please give a name."))
        known = known_person(request.actor, tournament, given, family)
        act |= {"is_minor": "is_minor" in post, "person": known.public_id if known else ""}
        substitute(tournament, entry_id=entry, given_name=given, family_name=family, **act)
        return _("The substitute plays on with seat and points.")
    raise Refused("to", _("Please choose what has happened."))


def _context(request: Request, table: Table) -> dict[str, Any]:
    tournament, round_ = table.tournament, table.round
    view = table_view(table, full=True)
    spare = list(tournament.entries.present().exclude(seats__round=round_).select_related("person").order_by("number"))
    elsewhere = list(_elsewhere(table))
    met = _met(table, [*spare, *elsewhere], view.seats)
    scheme = schemes.of_stage(round_.stage)
    return {
        **_foreseen(request, table, view),
        "tournament": tournament,
        "table": view,
        "round": round_,
        "is_open": round_.state != RoundState.CLOSED and view.state != DONE,
        "spare": [(entry, full_name(entry.person), met[entry.pk]) for entry in spare],
        "elsewhere": [(entry, full_name(entry.person), met[entry.pk]) for entry in elsewhere],
        "may_draw": may(request.actor, "rounds.draw", tournament),
        "points": {"three": "-".join(map(str, scheme.three)), "four": "-".join(map(str, scheme.four))},
        "is_counted": scheme.by_count,
    }


def _foreseen(request: Request, table: Table, view: TableLine) -> dict[str, Any]:
    """What the change that is looked at would do to the report of the draw (`?to=…&entry=…&other=…`)."""
    entries = {entry.public_id: entry for entry in table.tournament.entries.select_related("person")}
    one, other = (entries.get(request.GET.get(name, "")) for name in ("entry", "other"))
    change = _change(request, view, one, other, entries)
    if change is None:
        return {}
    people = {entry.pk: f"{entry.number} {full_name(entry.person)}" for entry in entries.values()}
    sent = [(name, word) for name, word in request.GET.items() if name in LOOKED or name.startswith("seat_")]
    who = [people[entry.pk] for entry in (one, other) if entry]
    return {
        "looks": True,
        "effect": effect_of(table.round, change, people),
        "sent": sent,
        "who": who,
        "moves_table": not one,
    }


def _change(
    request: Request, view: TableLine, one: Entry | None, other: Entry | None, entries: Mapping[str, Entry]
) -> Change | None:
    to = request.GET.get("to")
    if to == "left" and one:
        return lambda tables: left(tables, one.pk)
    if to in ("taken", "swapped") and one and other:
        return lambda tables: swapped(tables, one.pk, other.pk)
    if to == "joined" and other:
        mate = view.seats[0].entry
        return lambda tables: joined(tables, mate, other.pk)
    if to == "reseated":
        named = [entries.get(request.GET.get(f"seat_{seat.colour}", "")) for seat in view.seats]
        order = [entry.pk for entry in named if entry]
        return (lambda tables: reseated(tables, order)) if len(order) == len(view.seats) else None
    return None


def _elsewhere(table: Table) -> QuerySet[Entry]:
    """The players at other tables of the round that have no result yet."""
    open_tables = table.round.tables.unconfirmed().exclude(pk=table.pk)
    seated = Entry.objects.filter(seats__table__in=open_tables)
    return seated.select_related("person").order_by("number")


def _met(table: Table, others: list[Entry], here: tuple[SeatLine, ...]) -> dict[int, int]:
    """How many of the players at this table each of the others has met before."""
    entries = {entry.pk for entry in others} | {seat.entry for seat in here}
    rows = Seat.objects.filter(entry__in=entries).exclude(round=table.round_id).exclude(round__state=RoundState.DRAFT)
    together: dict[int, set[int]] = defaultdict(set)
    for at, entry in rows.values_list("table", "entry"):
        together[at].add(entry)
    sitting = {seat.entry for seat in here}
    return {
        entry.pk: len(set().union(*(who & sitting for who in together.values() if entry.pk in who))) for entry in others
    }


@gate("rounds.draw", find.table)
def choose_colour(request: Request, table: Table) -> HttpResponse:
    """In a final players choose their colours in the order of the seeds."""
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    entry_id, colour = request.POST.get("entry", ""), request.POST.get("colour", "")
    seats.choose_colour(table.tournament, table_id=table.public_id, entry_id=entry_id, colour=colour, **act)
    return redirect("round", table.tournament.public_id, table.round_id)
