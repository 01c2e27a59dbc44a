"""The counter page: the pieces of an unfinished board, tapped or typed by colour, are drawn and counted before confirming.

counter.js turns taps on the drawn fields into the text one would type, and requests a board that can be tapped (`taps`)."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe

from games.engine.drawing import View, draw
from games.engine.rules.errors import GameError
from tournament.core import find
from tournament.core.access import gate, may
from tournament.core.errors import Refused
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request
from tournament.models import Table
from tournament.results.board_count.counting import Counted, count_position, own_boards_at
from tournament.results.desk.views import confirm_or_report
from tournament.rounds.queries import TableLine, table_view
from tournament.stages import schemes
from tournament.standings.ranking.figures import points
from tournament.standings.ranking.model import Seat
from tournament.standings.ranking.model import Table as Scored
from tournament.standings.ranking.places import Places
from tournament.standings.ranking.points import table_parts

PIECES = 4
WAITING = "B"


@gate("results.report", find.table)
def counter(request: Request, table: Table) -> HttpResponse:
    view = table_view(table, full=True)
    fields = request.POST if request.method == "POST" else request.GET
    context = {
        "tournament": table.tournament,
        "round": table.round,
        "table": view,
        **_counter_context(table, view, fields),
    }
    context["may_confirm"] = may(request.actor, "results.confirm", table.tournament)
    if request.POST.get("to") == "confirm" and context["counted"]:
        return _confirm(request, table, context)
    if request.htmx:
        return render(request, "results/counter_part.html", context)
    status = 422 if request.method == "POST" and context["trouble"] else 200
    return render(request, "results/counter.html", context, status=status)


def _counter_context(table: Table, view: TableLine, fields: Any) -> dict[str, Any]:
    typed = {seat.colour: " ".join(fields.get(f"fields_{seat.colour}", "").split())[:40] for seat in view.seats}
    position = " ".join(f"{colour}:{','.join(_pieces(text))}" for colour, text in typed.items())
    finished = [letter for letter in fields.get("finished", "").upper() if letter in typed]
    context: dict[str, Any] = {
        "lines": [(seat, typed[seat.colour]) for seat in view.seats],
        "finished": "".join(finished),
        "position": position,
        "board": _board(table, view, position, can_be_tapped=fields.get("taps") == "1"),
        "counted": [],
        "trouble": "",
        "asks_order": bool(finished),
        "taps": "1" if fields.get("taps") == "1" else "",
    }
    if not any(typed.values()):
        return context
    try:
        return {**context, "counted": _lines(table, view, count_position(table, position, finished))}
    except Refused as error:
        return {**context, "trouble": error.sentence, "asks_order": context["asks_order"] or error.code == "finished"}


def _pieces(text: str) -> list[str]:
    """The fields typed; pieces not named are waiting. A capital B is a waiting piece, a small b the second goal field."""
    words = text.replace(",", " ").split()
    words = [word if word == WAITING else word.lower() for word in words]
    return words + [WAITING] * (PIECES - len(words))


def _board(table: Table, view: TableLine, position: str, *, can_be_tapped: bool) -> SafeString:
    """The drawn board; empty while the position cannot be parsed."""
    first = view.seats[0].colour
    look = View(language=spoken(), with_numbers=True, is_focusable=can_be_tapped)
    try:
        return mark_safe(draw(f"{view.kind} {position} {first} 0", boards=own_boards_at(table), view=look))  # noqa: S308  (our drawing)
    except GameError:
        return mark_safe("")


def _lines(table: Table, view: TableLine, counted: dict[str, Counted]) -> list[tuple[Any, Counted, str]]:
    """(seat, count and place, points) per seat."""
    scheme = schemes.of_stage(table.round.stage)
    seats = tuple(Seat(n, counted[s.colour].place, counted[s.colour].counted) for n, s in enumerate(view.seats))
    parts = table_parts(scheme, Scored(table.round.number, table.number, seats))
    return [(seat, counted[seat.colour], points(parts[n])) for n, seat in enumerate(view.seats)]


def _confirm(request: Request, table: Table, context: dict[str, Any]) -> HttpResponse:
    places: Places = {
        seat.colour: {"place": one.place, "counted": one.counted} for seat, one, _points in context["counted"]
    }
    return confirm_or_report(request, table, places, position=context["position"])
