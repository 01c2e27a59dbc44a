"""Recording: the recorder's page, and the one address that takes lines, from forms and from the queue of a phone."""

import json
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games import find, queries
from games.actions.importing import import_record
from games.actions.record import add_line, is_reported, open_game, report_end
from games.kept import kept_on_phone
from games.models import Game
from tournament import find as find_in
from tournament.access import gate
from tournament.errors import Refused
from tournament.models import Table, Tournament
from tournament.queries_rounds import current_rounds, round_view, table_view
from tournament.views.requests import Request, action_id, number

WORDS = ("kind", "colour", "roll", "played", "touched", "position")
MOST_AT_ONCE = 500
TOGETHER = 25  # in one transaction: whoever else writes waits for it
LONGEST = 200


@kept_on_phone
@gate("games.record", find_in.tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """Tables that are played now, and what is recorded."""
    views = [round_view(round_, full=True) for round_ in current_rounds(tournament)]
    shown = {"tournament": tournament, "views": views, "games": queries.game_lines(tournament)}
    return render(request, "games/overview.html", shown)


@gate("games.record", find_in.table)
def begin(request: Request, table: Table) -> HttpResponse:
    """The record of a table: the one there is, else a new one."""
    game = queries.latest_game(table)
    if game is None or request.POST.get("anew"):
        opened = open_game(table.tournament, by=request.actor, action_id=action_id(request), table_id=table.public_id)
        return redirect("recorder", table.tournament.public_id, opened.receipt["game"])
    return redirect("recorder", table.tournament.public_id, game.public_id)


@gate("games.record", find_in.table)
def from_text(request: Request, table: Table) -> HttpResponse:
    game = import_record(table, request.POST.get("record", ""), by=request.actor)
    messages.success(request, _("The record is read."))
    return redirect("recorder", table.tournament.public_id, game.public_id)


@kept_on_phone
@gate("games.record", find.game)
def recorder(request: Request, game: Game) -> HttpResponse:
    shown = _shown(request, game, request.GET.get("roll", "")[:3])
    return render(request, "games/recorder_part.html" if request.htmx else "games/recorder.html", shown)


def _shown(request: HttpRequest, game: Game, rolled: str = "") -> dict[str, Any]:
    state = queries.recorder(game, rolled)
    return {
        "tournament": game.tournament,
        "game": game,
        "table": game.table,
        "round": game.table.round,
        "state": state,
        "options": json.dumps(game.options),
        "board": mark_safe(state.board),  # noqa: S308  (our drawing)
        "rolled": rolled,
        "names": {seat.colour: seat.name for seat in table_view(game.table, full=True).seats},
        "is_reported": lambda: is_reported(game),  # when the page is made: it may be reported in between
        "claim": _if_there("claim", game.table.public_id, of=game),
        "ruling": _if_there("ruling", state.newest.ruling, of=game) if state.newest else "",
        "here": reverse("recorder", args=[game.tournament.public_id, game.public_id]),
    }


def _if_there(page: str, which: object, *, of: Game) -> str:
    """The address of a referee's page, if there is such a page."""
    try:
        return reverse(page, args=[of.tournament.public_id, which])
    except NoReverseMatch:
        return ""


@gate("games.record", find.game)
def lines(request: Request, game: Game) -> HttpResponse:
    """JSON: a queue of entries, taken in order up to the first that is refused; each once, by its own id. A form: one."""
    if request.content_type == "application/json":
        return _queue(request, game)
    said = {name: request.POST.get(name, "").strip()[:LONGEST] for name in WORDS}
    said |= {"number": number(request, "number"), "seen": number(request, "seen")}
    add_line(game, by=request.actor, action_id=action_id(request), **said)
    if trouble := _report(request, game):
        messages.warning(request, trouble)
    return redirect("recorder", game.tournament.public_id, game.public_id)


def _queue(request: Request, game: Game) -> HttpResponse:
    done: list[str] = []
    try:
        entries, trouble = _entries(request.body), None
    except Refused as refusal:
        entries, trouble = [], refusal
    while trouble is None and len(done) < len(entries):
        taken, trouble = _taken(request, game, entries[len(done) :][:TOGETHER])
        done += taken
    game.refresh_from_db(fields=["version"])
    shown = _shown(request, game)
    unreported = _report(request, game) if done and shown["state"].phase == "over" else ""
    answer = {
        "game": game.public_id,
        "version": game.version,
        "done": done,
        "code": trouble.code if trouble else "",
        "trouble": str(trouble) if trouble else unreported,
        "html": render_to_string("games/recorder_part.html", shown, request),
    }
    return JsonResponse(answer, status=trouble.status if trouble else 200)


@transaction.atomic
def _taken(request: Request, game: Game, entries: list[tuple[str, dict[str, Any]]]) -> tuple[list[str], Refused | None]:
    """Those before the first that is refused, and why it is. On the disk once for all: each alone would wait for it."""
    done: list[str] = []
    for sent_id, said in entries:
        try:
            add_line(game, by=request.actor, action_id=sent_id, **said)
        except Refused as refusal:
            return done, refusal
        done.append(sent_id)
    return done, None


def _entries(body: bytes) -> list[tuple[str, dict[str, Any]]]:
    try:
        sent = json.loads(body)["lines"][:MOST_AT_ONCE]
        return [(_id(entry["id"]), _said(entry)) for entry in sent]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("unreadable", _("This cannot be read.")) from None


def _id(value: Any) -> str:
    if not isinstance(value, str) or not value.isascii() or not value.isalnum() or not 8 <= len(value) <= 64:
        raise ValueError
    return value


def _said(entry: dict[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {name: entry.get(name, "") for name in WORDS}
    if not all(isinstance(text, str) and len(text) <= LONGEST and text.isprintable() for text in said.values()):
        raise ValueError
    for name in ("number", "seen"):
        value = entry.get(name)
        said[name] = None if value in (None, "") else int(str(value))
        if said[name] is not None and not 0 <= said[name] < 10**6:
            raise ValueError
    return said


def _report(request: Request, game: Game) -> str:
    """A game that is over reports its table; why it could not, if it could not."""
    try:
        report_end(game, by=request.actor)
    except Refused as refusal:
        return str(refusal)
    return ""


@gate("games.record", find.game)
def report(request: Request, game: Game) -> HttpResponse:
    """Once more, where it failed before: the round was closed, say."""
    if not report_end(game, by=request.actor):
        raise Refused("not_over", _("The game is not over."))
    messages.success(request, _("The table's result is reported."))
    return redirect("recorder", game.tournament.public_id, game.public_id)
