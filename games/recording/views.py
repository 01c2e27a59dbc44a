"""The recorder's pages, and the address that takes lines, from forms and from the queue of a phone."""

import json
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.models import Game
from games.recording import find, queries
from games.recording.actions import add_line, is_reported, open_game, report_end
from games.recording.importing import import_record, read_record, unlike
from games.recording.on_phone import kept_on_phone
from games.recording.places import place_of
from tournament.core import find as find_in
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request, action_id, number
from tournament.core.refusals import UNREADABLE
from tournament.core.whole_numbers import whole_number
from tournament.models import Table, Tournament
from tournament.rounds.queries import current_rounds, round_view
from tournament.stages.options import Played, how_played

WORDS = ("kind", "colour", "roll", "played", "touched", "position")
MOST_AT_ONCE = 500
TOGETHER = 25  # entries in one transaction: other writers wait for it
LONGEST = 200


@kept_on_phone
@gate("games.record", find_in.tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """The tables that are played now, and the recorded games."""
    views = [round_view(round_, full=True) for round_ in current_rounds(tournament)]
    context = {"tournament": tournament, "views": views, "games": queries.game_lines(tournament)}
    return render(request, "games/recording/overview.html", context)


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
    """What the record says of another table or of other people is said before it is taken (`sure`: it was read)."""
    text = request.POST.get("record", "")
    found = [] if "sure" in request.POST else unlike(read_record(text), table)
    if found:
        context = {"tournament": table.tournament, "table": table, "found": found, "text": text}
        return render(request, "games/recording/unlike.html", context)
    game = import_record(table, text, by=request.actor)
    messages.success(request, _("The record is read."))
    return redirect("recorder", table.tournament.public_id, game.public_id)


def _recorder(request: Request, game: Game) -> HttpResponse:
    context = _context(request, game, request.GET.get("roll", "")[:3])
    return render(
        request, "games/recording/recorder_part.html" if request.htmx else "games/recording/recorder.html", context
    )


recorder = kept_on_phone(gate("games.record", find.game)(_recorder))
free_recorder = kept_on_phone(gate("games.record", find.free_game)(_recorder))


def _context(request: HttpRequest, game: Game, rolled: str = "") -> dict[str, Any]:
    state, place = queries.recorder(game, rolled), place_of(game)
    return {
        "place": place,
        "home": place.home,
        "game": game,
        "state": state,
        "options": json.dumps(game.options),
        "how_played": how_played(Played(game.rules, game.options)),
        "board": mark_safe(state.board),  # noqa: S308  (our drawing)
        "rolled": rolled,
        "names": place.names(full=True),
        "is_reported": lambda: is_reported(game),  # asked when the page is rendered: it may be reported in between
        "ruling": place.ruling(state.newest.ruling) if state.newest and state.newest.ruling else "",
    }


def _lines(request: Request, game: Game) -> HttpResponse:
    """JSON: a queue of entries, stored in order up to the first that is refused, each id only once. A form: one entry."""
    if request.content_type == "application/json":
        return _queue(request, game)
    fields: dict[str, str | int | None] = {name: request.POST.get(name, "").strip()[:LONGEST] for name in WORDS}
    fields |= {"number": number(request, "number"), "seen": number(request, "seen")}
    add_line(game, by=request.actor, action_id=action_id(request), **fields)
    if trouble := _report(request, game):
        messages.warning(request, trouble)
    return redirect(place_of(game).recorder)


lines = gate("games.record", find.game)(_lines)
free_lines = gate("games.record", find.free_game)(_lines)


def _queue(request: Request, game: Game) -> HttpResponse:
    done: list[str] = []
    try:
        entries, trouble = _entries(request.body), None
    except Refused as refusal:
        entries, trouble = [], refusal
    while trouble is None and len(done) < len(entries):
        saved, trouble = _saved(request, game, entries[len(done) :][:TOGETHER])
        done += saved
    game.refresh_from_db(fields=["version"])
    game.stream.refresh_from_db(fields=["seq"])
    context = _context(request, game)
    unreported = _report(request, game) if done and context["state"].phase == "over" else ""
    answer = {
        "game": game.public_id,
        "version": game.version,
        "done": done,
        "code": trouble.code if trouble else "",
        "trouble": str(trouble) if trouble else unreported,
        "html": render_to_string("games/recording/recorder_part.html", context, request),
    }
    return JsonResponse(answer, status=trouble.status if trouble else 200)


@transaction.atomic
def _saved(request: Request, game: Game, entries: list[tuple[str, dict[str, Any]]]) -> tuple[list[str], Refused | None]:
    """Store entries up to the first refusal. One transaction for all, because every commit waits for the disk."""
    done: list[str] = []
    for sent_id, fields in entries:
        try:
            add_line(game, by=request.actor, action_id=sent_id, **fields)
        except Refused as refusal:
            return done, refusal
        done.append(sent_id)
    return done, None


def _entries(body: bytes) -> list[tuple[str, dict[str, Any]]]:
    try:
        sent = json.loads(body)["lines"][:MOST_AT_ONCE]
        return [(_checked_id(entry["id"]), _checked_fields(entry)) for entry in sent]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UNREADABLE() from None


def _checked_id(value: Any) -> str:
    if not isinstance(value, str) or not value.isascii() or not value.isalnum() or not 8 <= len(value) <= 64:
        raise ValueError
    return value


def _checked_fields(entry: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {name: entry.get(name, "") for name in WORDS}
    if not all(isinstance(text, str) and len(text) <= LONGEST and text.isprintable() for text in fields.values()):
        raise ValueError
    for name in ("number", "seen"):
        value = entry.get(name)
        fields[name] = None if value in (None, "") else whole_number(str(value), 10**6 - 1)
        if fields[name] is None and value not in (None, ""):
            raise ValueError
    return fields


def _report(request: Request, game: Game) -> str:
    """Report the table's result if the game is over; the sentence of the refusal if that fails."""
    try:
        report_end(game, by=request.actor)
    except Refused as refusal:
        return str(refusal)
    return ""


def _report_again(request: Request, game: Game) -> HttpResponse:
    """Report the result again where it failed before, for example in a closed round."""
    if not report_end(game, by=request.actor):
        raise Refused("not_over", _("The game is not over."))
    messages.success(request, _("The result is kept.") if game.free else _("The table's result is reported."))
    return redirect(place_of(game).recorder)


report = gate("games.record", find.game)(_report_again)
free_report = gate("games.record", find.free_game)(_report_again)
