"""Who really sits at a table of a published round: somebody has not come, comes late, plays for another, sat elsewhere."""

from collections import defaultdict
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament import find, schemes
from tournament.access import gate, may
from tournament.actions import entries, seats
from tournament.errors import Refused
from tournament.forms import split_name
from tournament.importing import known_person
from tournament.models import Entry, Seat, Table
from tournament.models.stages import RoundState
from tournament.names import full_name
from tournament.queries_rounds import DONE, SeatLine, table_view
from tournament.views.requests import Request, action_id, version


@gate("results.confirm", find.table)
def table_seats(request: Request, table: Table) -> HttpResponse:
    if request.method == "POST":
        messages.success(request, _changed(request, table))
        return redirect("table_seats", table.tournament.public_id, table.public_id)
    return render(request, "tournament/rounds/seats.html", _shown(request, table))


def _changed(request: Request, table: Table) -> str:
    """What was done, as a sentence. `to`: left, taken, swapped, substitute, joined or reseated."""
    tournament, post = table.tournament, request.POST
    act: dict[str, Any] = {"by": request.actor, "action_id": action_id(request)}
    of_round = {"round_id": table.round_id, "version": version(request), **act}
    to, entry, other = post.get("to", ""), post.get("entry", ""), post.get("other", "")
    if to == "left":
        seats.leave_seat(tournament, entry_id=entry, **of_round)
        return _("The table goes on as three.")
    if to == "taken":
        seats.take_seat(tournament, instead_of=entry, entry_id=other, **of_round)
        return _("The seat is taken by another.")
    if to == "swapped":
        seats.swap_seats(tournament, one=entry, other=other, **of_round)
        return _("The two have changed seats.")
    if to == "joined":
        seats.join_table(tournament, table_id=table.public_id, entry_id=other, version=version(request), **act)
        return _("The table is one of four now.")
    if to == "reseated":
        order = {key.removeprefix("seat_"): value for key, value in post.items() if key.startswith("seat_")}
        seats.reseat(tournament, table_id=table.public_id, order=order, version=version(request), **act)
        return _("The seats are as they really sat.")
    if to == "substitute":
        given, family = split_name(" ".join(post.get("name", "").split())[:160])
        if not given:
            raise Refused("name_missing", _("Please give a name."))
        known = known_person(tournament, given, family)
        act |= {"is_minor": "is_minor" in post, "person": known.public_id if known else ""}
        entries.substitute(tournament, entry_id=entry, given_name=given, family_name=family, **act)
        return _("The substitute plays on with seat and points.")
    raise Refused("to", _("Please choose what has happened."))


def _shown(request: Request, table: Table) -> dict[str, Any]:
    tournament, round_ = table.tournament, table.round
    view = table_view(table, full=True)
    spare = list(tournament.entries.present().exclude(seats__round=round_).select_related("person").order_by("number"))
    elsewhere = list(_elsewhere(table))
    met = _met(table, [*spare, *elsewhere], view.seats)
    scheme = schemes.of_stage(round_.stage)
    return {
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


def _elsewhere(table: Table) -> QuerySet[Entry]:
    """Who sits at the other tables of the round that have no result yet."""
    open_tables = table.round.tables.unconfirmed().exclude(pk=table.pk)
    seated = Entry.objects.filter(seats__table__in=open_tables)
    return seated.select_related("person").order_by("number")


def _met(table: Table, others: list[Entry], here: tuple[SeatLine, ...]) -> dict[int, int]:
    """How many of this table each of the others has met before."""
    wanted = {entry.pk for entry in others} | {seat.entry for seat in here}
    rows = Seat.objects.filter(entry__in=wanted).exclude(round=table.round_id).exclude(round__state=RoundState.DRAFT)
    together: dict[int, set[int]] = defaultdict(set)
    for at, entry in rows.values_list("table", "entry"):
        together[at].add(entry)
    sitting = {seat.entry for seat in here}
    return {
        entry.pk: len(set().union(*(who & sitting for who in together.values() if entry.pk in who))) for entry in others
    }
