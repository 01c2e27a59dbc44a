"""Quick entry at the desk: results typed line by line. A page that runs scripts keeps each line and sends it on by itself
(results.js, outbox.js); without one the form brings one line at a time."""

import json
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, as_action_id
from tournament.core.refusals import UNREADABLE
from tournament.models import Table, Tournament
from tournament.results.typed import parsing
from tournament.results.typed.taking import chosen_round, colours_of, is_by_count, round_with_id, table_of, take
from tournament.rounds.queries import (
    DISPUTED,
    OPEN,
    REPORTED,
    ReportLine,
    TableLine,
    current_rounds,
    is_settled,
    reports_of,
    round_view,
    table_view,
)

LONGEST = 80  # characters of a line
MOST_AT_ONCE = 50  # lines of one request; the page sends the others again
HELPS = ("correct", "meant", "sure")  # what a refusal offers


@gate("results.confirm", find.tournament)
def typing(request: Request, tournament: Tournament) -> HttpResponse:
    """The page, and one line by its form."""
    context: dict[str, Any] = {"line": "", "trouble": "", "done": None}
    status = 200
    if request.method == "POST":
        line, key = _clean(request.POST.get("line", "")), action_id(request)
        try:
            context["done"] = take(tournament, line, request.POST.get("round", ""), by=request.actor, action_id=key)
        except Refused as error:
            context |= {"line": line, "trouble": error.sentence, **_helps(error)}
            status = error.status
    context |= _context(request, tournament)
    return render(
        request, "results/typing_part.html" if request.htmx else "results/typing.html", context, status=status
    )


@gate("results.confirm", find.tournament)
def lines(request: Request, tournament: Tournament) -> HttpResponse:
    """JSON: lines that a page has kept, in order. Each is counted or refused for itself, and each id counts only once."""
    is_json = request.content_type == "application/json"
    try:
        sent = _sent(request.body if is_json else b"")
    except Refused as refusal:
        return JsonResponse({"done": [], "trouble": str(refusal)}, status=refusal.status)
    counted, refused = {}, {}
    for key, round_id, line in sent:
        try:
            done = take(tournament, line, round_id, by=request.actor, action_id=key)
        except Refused as refusal:
            refused[key] = {"trouble": str(refusal), **_helps(refusal)}
        else:
            counted[key] = render_to_string("results/done.html", {"tournament": tournament, "done": done}, request)
    return JsonResponse({"done": list(counted), "counted": counted, "refused": refused})


def _sent(body: bytes) -> list[tuple[str, str, str]]:
    """(id, round, line) of each."""
    try:
        entries = [(entry["id"], entry["round"], entry["line"]) for entry in json.loads(body)["lines"][:MOST_AT_ONCE]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UNREADABLE() from None
    if not all(isinstance(text, str) for entry in entries for text in entry):
        raise UNREADABLE()
    if not all(as_action_id(key) for key, _round, _line in entries):
        raise UNREADABLE()
    return [(key, round_id, _clean(line)) for key, round_id, line in entries]


def _clean(line: str) -> str:
    return " ".join(line.split())[:LONGEST]


def _helps(refusal: Refused) -> dict[str, Any]:
    return {name: refusal.data.get(name, "") for name in HELPS}


def _context(request: Request, tournament: Tournament) -> dict[str, Any]:
    if request.method == "POST":
        tournament.stream.refresh_from_db()  # something has just been written
    rounds = current_rounds(tournament)
    views = [round_view(round_, full=True) for round_ in rounds]
    tables = [(view, table) for view in views for table in view.tables]
    chosen = round_with_id(rounds, request.POST.get("round", "")) or next(iter(rounds), None)
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "views": views,
        "chosen": chosen.pk if chosen else None,
        "open": [(view, [t for t in view.tables if t.state in (OPEN, REPORTED)]) for view in views],
        "all": [(view, sorted(view.tables, key=is_settled)) for view in views],  # what is missing first
        "left": sum(not is_settled(table) for _view, table in tables),
        "wrong": [table for _view, table in tables if table.problem],
        "disputed": [(table, sides(table)) for _view, table in tables if table.state == DISPUTED],
        "count": len(tables),
        "agreeing": sum(table.state == REPORTED and not table.problem for _view, table in tables),
        "by_count": any(map(is_by_count, rounds)),
        "here": reverse("results", args=[tournament.public_id]),
    }


def sides(table: TableLine) -> list[ReportLine]:
    """The reports of the table that are not set aside."""
    return [report for report in reports_of(Table.objects.get(pk=table.id)) if not report.is_set_aside]


@gate("results.confirm", find.tournament)
def preview(request: Request, tournament: Tournament) -> HttpResponse:
    """While a line is typed: which place each player would get."""
    context: dict[str, Any] = {}
    try:
        parsed = parsing.read(request.GET.get("line", "")[:LONGEST])
        rounds = current_rounds(tournament)
        table = table_of(chosen_round(rounds, request.GET.get("round", "")), rounds, parsed.table)
        line = table_view(table, full=True)
        context = {"table": line, "seats": _with_digits(line, _digits(parsed, table))}
    except Refused:
        pass  # the line is incomplete: errors are shown only when it is sent
    return render(request, "results/preview.html", context)


def _digits(parsed: parsing.Typed, table: Table) -> str:
    """The places typed so far; of counts, the places that follow from them once all are there."""
    if not is_by_count(table.round):
        return parsed.places
    colours = colours_of(table)
    try:
        places = parsing.places_of(parsed, colours, by_count=True)
    except Refused:
        return ""
    return "".join(str(places[colour]["place"]) for colour in colours if places)


def _with_digits(line: TableLine, places: str) -> list[tuple[Any, str]]:
    is_number = places.isascii() and places.isdigit()
    return [(seat, places[n : n + 1] if is_number else "") for n, seat in enumerate(line.seats)]
