"""The counter: a board that the clock ended, tapped or typed colour by colour, drawn and counted before it is confirmed.

counter.js turns taps on the drawn fields into what would be typed, and asks for a board whose fields can be tapped (`taps`)."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.drawing import View, draw
from games.rules.errors import GameError
from tournament import find, schemes
from tournament.access import gate, may
from tournament.counting import Counted, count_position
from tournament.errors import Refused
from tournament.models import Table
from tournament.queries_rounds import TableLine, table_view
from tournament.standings import wording
from tournament.standings.model import Seat
from tournament.standings.model import Table as Scored
from tournament.standings.points import table_parts
from tournament.views.requests import Request
from tournament.views.results import keep

PIECES = 4
WAITING = "B"


@gate("results.report", find.table)
def counter(request: Request, table: Table) -> HttpResponse:
    view = table_view(table, full=True)
    fields = request.POST if request.method == "POST" else request.GET
    shown = {"tournament": table.tournament, "round": table.round, "table": view, **_counted(table, view, fields)}
    shown["may_confirm"] = may(request.actor, "results.confirm", table.tournament)
    if request.POST.get("to") == "confirm" and shown["counted"]:
        return _confirm(request, table, shown)
    if request.htmx:
        return render(request, "tournament/results/counter_part.html", shown)
    status = 422 if request.method == "POST" and shown["trouble"] else 200
    return render(request, "tournament/results/counter.html", shown, status=status)


def _counted(table: Table, view: TableLine, fields: Any) -> dict[str, Any]:
    said = {seat.colour: " ".join(fields.get(f"fields_{seat.colour}", "").split())[:40] for seat in view.seats}
    position = " ".join(f"{colour}:{','.join(_pieces(text))}" for colour, text in said.items())
    finished = [letter for letter in fields.get("finished", "").upper() if letter in said]
    shown: dict[str, Any] = {
        "lines": [(seat, said[seat.colour]) for seat in view.seats],
        "finished": "".join(finished),
        "position": position,
        "board": _board(view, position, can_be_tapped=fields.get("taps") == "1"),
        "counted": [],
        "trouble": "",
        "asks_order": bool(finished),
        "taps": "1" if fields.get("taps") == "1" else "",
    }
    if not any(said.values()):
        return shown
    try:
        return {**shown, "counted": _lines(table, view, count_position(table, position, finished))}
    except Refused as error:
        return {**shown, "trouble": error.sentence, "asks_order": shown["asks_order"] or error.code == "finished"}


def _pieces(text: str) -> list[str]:
    """Fields as they are typed; pieces that are not named wait. A capital B waits, a small b is the second goal field."""
    words = text.replace(",", " ").split()
    words = [word if word == WAITING else word.lower() for word in words]
    return words + [WAITING] * (PIECES - len(words))


def _board(view: TableLine, position: str, *, can_be_tapped: bool) -> SafeString:
    """The board as far as it can be read; empty while it cannot."""
    first = view.seats[0].colour
    look = View(language="en" if get_language() == "en" else "de", with_numbers=True, is_focusable=can_be_tapped)
    try:
        return mark_safe(draw(f"{view.kind} {position} {first} 0", view=look))  # noqa: S308  (our drawing)
    except GameError:
        return mark_safe("")


def _lines(table: Table, view: TableLine, found: dict[str, Counted]) -> list[tuple[Any, Counted, str]]:
    """Seat, count and place, points."""
    scheme = schemes.of_stage(table.round.stage)
    seats = tuple(Seat(n, found[s.colour].place, found[s.colour].counted) for n, s in enumerate(view.seats))
    parts = table_parts(scheme, Scored(table.round.number, table.number, seats))
    return [(seat, found[seat.colour], wording.points(parts[n])) for n, seat in enumerate(view.seats)]


def _confirm(request: Request, table: Table, shown: dict[str, Any]) -> HttpResponse:
    places = {seat.colour: {"place": one.place, "counted": one.counted} for seat, one, _points in shown["counted"]}
    return keep(request, table, places, position=shown["position"])
