"""For everybody: games as they are played, what one may do in a position, and a trainer."""

import secrets
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games import find, queries, record, trainer
from games.chances import games_from_here
from games.curve import curve
from games.drawing import View, draw
from games.models import Game, LineKind
from games.recording import Sheet, read_roll, sheet
from games.rules import registry, wording
from games.rules.contract import Position, Roll, Rules
from games.rules.errors import GameError
from tournament import find as find_in
from tournament.access import gate
from tournament.documents.printing import print_out
from tournament.errors import Refused
from tournament.guard import Door, network, take
from tournament.models import Tournament
from tournament.names import entry_name
from tournament.queries_rounds import table_view
from tournament.views.everybody import kept_page
from tournament.views.public import frame

KEPT = 60 * 60  # seconds; a newer version is another key
PICTURE = 1200  # points wide
PICTURES_PER_WINDOW = 100
PER_WINDOW = 1500  # questions of one network in a quarter of an hour: a hall shares one address


@gate("public.see", find_in.tournament)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    shown = {"tournament": tournament, "stream": tournament.stream, "games": queries.game_lines(tournament)}
    return render(request, "games/games.html", {**shown, "at": "games", **frame(tournament)})


@gate("public.see", find.public_game)
def game(request: HttpRequest, game: Game) -> HttpResponse:
    """The page, or for htmx its living part: made once for each state of the game and of the club, however many watch."""
    at = _at(request, game)
    chances = game.chances.aggregate(newest=Max("seq"), count=Count("pk"))
    template = "games/game_part.html" if request.htmx else "games/game.html"  # type: ignore[attr-defined]

    def shown(tournament: Tournament) -> dict[str, Any]:
        frame = {"tournament": tournament, "game": game, "table": game.table, "round": game.table.round}
        return {**frame, **watched(game, at)}

    return kept_page(request, game.tournament, template, shown, game.version, *chances.values(), at)


def _names(game: Game) -> dict[str, str]:
    """As the public may read them now: whoever hides the name is hidden at once, also in what was kept before."""
    seats = game.table.seats.select_related("entry__person")
    return {seat.colour: entry_name(seat.entry, full=False) for seat in seats}


def _at(request: HttpRequest, game: Game) -> int | None:
    """The line to look at; None: the newest, and whatever comes."""
    said = request.GET.get("at", "")
    return min(int(said), game.version) if said.isascii() and said.isdigit() and len(said) < 6 else None


def watched(game: Game, at: int | None) -> dict[str, Any]:
    whole = sheet(game)
    found = whole if at is None else whole.upto(at)
    names = _names(game)
    seqs = [line.seq for line in whole.lines if line.kind != LineKind.OPENING]
    now = game.version if at is None else at
    wins = {chance.seq: chance.wins for chance in game.chances.all()}
    stopped, lang = found.replay.stopped, queries.language()
    last = max([seq for seq in wins if seq <= now], default=0)
    shown = [wins[seq] for seq in seqs if seq in wins and seq <= now]
    return {
        "board": mark_safe(_board(found)),  # noqa: S308  (our drawing)
        "mover": found.rules.view(found.position).to_move,
        "names": names,
        "last": queries.last_throws(found, 12),
        "trouble": stopped.sentence(lang) if stopped else "",
        "missed": [stop.sentence(lang) for stop in found.replay.settled][-5:],
        "placed": found.replay.placed,
        "is_over": found.is_over,
        "at": at,
        "now": now,
        "total": game.version,
        "before": max([seq for seq in seqs if seq < now], default=None),
        "after": min([seq for seq in seqs if seq > now], default=None),
        "chances": [(colour, names.get(colour, ""), wins[last].get(colour, 0) / 10) for colour in game.colours]
        if last in wins
        else [],
        "played_on": games_from_here(game),
        "is_waiting": bool(seqs) and at is None and last != seqs[-1],
        "curve": mark_safe(  # noqa: S308  (our drawing)
            curve(
                shown, {c: wording.colour_name(c, lang) for c in game.colours}, _("Chances to win, throw after throw")
            )
        ),
    }


def _board(found: Sheet, *, width: str = "") -> str:
    replayed = found.replay
    last = replayed.plies[-1] if replayed.plies and not replayed.stopped else None
    move = last.move if last and last.after == found.position else None
    look = View(language=queries.language(), width=width)  # type: ignore[arg-type]
    return draw(found.rules.view(found.position), last_move=move, view=look)


@gate("public.see", find.public_game)
def picture(request: HttpRequest, game: Game) -> HttpResponse:
    """The board as a picture to share."""
    found, at = sheet(game), _at(request, game)
    svg = _board(found if at is None else found.upto(at), width="1200")
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": "public, max-age=5"})


@gate("public.see", find.public_game)
def picture_png(request: HttpRequest, game: Game) -> HttpResponse:
    """The same as points, for those who show no drawings; made once for each state of the game."""
    at = _at(request, game)
    key = f"game-picture-{game.public_id}-{game.version if at is None else at}-{queries.language()}"
    made: bytes | None = cache.get(key)
    if made is None:
        take(Door("picture", network(request), PICTURES_PER_WINDOW))
        found = sheet(game)
        try:
            made = as_points(_board(found if at is None else found.upto(at)))
        except Refused:  # the libraries for it are missing here
            return redirect("game_picture", game.tournament.public_id, game.public_id)
        cache.set(key, made, KEPT)
    headers = {"Cache-Control": "public, max-age=5", "Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(made, content_type="image/png", headers=headers)


def as_points(drawn: str) -> bytes:
    frame = "@page { size: 12cm; margin: 0 } body { margin: 0 } svg { display: block; width: 12cm; height: 12cm }"
    return print_out([f"<!doctype html><style>{frame}</style>{drawn}"], picture=PICTURE)[1]


@gate("public.see", find.public_game)
def text(request: HttpRequest, game: Game) -> HttpResponse:
    """The record, in the names that the public may see (docs/record.md)."""
    found = sheet(game)
    view = table_view(game.table, full=False)
    head = {
        "event": game.tournament.name,
        "table": str(view.number),
        "date": game.tournament.played_on.isoformat(),
        "players": tuple(
            (seat.colour, seat.name) for seat in sorted(view.seats, key=lambda s: game.colours.index(s.colour))
        ),
    }
    result = tuple((colour,) for colour in found.replay.placed) if found.is_over else ()
    written = record.write(record.Record(**{**vars(found.record), **head, "result": result}))
    return HttpResponse(written, content_type="text/plain; charset=utf-8")


# Learning


def _let_in(request: HttpRequest) -> None:
    take(Door("learn", network(request), PER_WINDOW))


@gate("public.see")
def learn(request: HttpRequest) -> HttpResponse:
    """A position and a throw: what may be played, and why nothing else."""
    _let_in(request)
    rules = _rules(request.GET.get("rules", ""))
    said = request.GET.get("position", "").strip()[:160]
    rolled = request.GET.get("roll", "").strip()[:3]
    shown = {**_choices_of_rules(rules), "position": said, "rolled": rolled, "players": str(_players(rules, request))}
    try:
        position = rules.read(said) if said else rules.start(_players(rules, request))
        roll = read_roll(rules, rolled) if rolled else None
    except GameError as error:
        shown["trouble"] = error.sentence(queries.language())
        position, roll = rules.start(_players(rules, request)), None
    shown["position"] = said or rules.write(position)
    shown["colours"] = [colour for colour, _fields in rules.view(position).groups]
    permitted = rules.permitted(position, roll) if roll else ()
    look = View(language=queries.language(), with_numbers=True, is_focusable=True)  # type: ignore[arg-type]
    shown["board"] = mark_safe(draw(rules.view(position), permitted=permitted, view=look))  # noqa: S308
    if roll:
        shown["answers"] = _answered(rules, position, roll)
        shown["is_lapsed"] = not permitted
    return render(request, "games/learn.html", shown)


def _answered(rules: Rules, position: Position, roll: Roll) -> list[trainer.Answer]:
    """Every move that the dice allow, those that are permitted first."""
    found = [
        trainer.explain(rules, position, roll, move.text, queries.language()) for move in rules.legal(position, roll)
    ]
    return sorted(found, key=lambda answer: not answer.is_permitted)


def _rules(rules_id: str) -> Rules:
    return registry.rules(rules_id if rules_id in registry.RULE_SETS else "turnier")


def _players(rules: Rules, request: HttpRequest) -> int:
    said = request.GET.get("players", "")
    least, most = rules.players
    return int(said) if said in set("23456") and least <= int(said) <= most else min(4, most)


def _choices_of_rules(rules: Rules) -> dict[str, Any]:
    sets = [(rules_id, registry.rule_class(rules_id).names[queries.language()]) for rules_id in registry.RULE_SETS]
    return {"sets": sets, "rules": rules, "dice": "123456", "counts": range(rules.players[0], rules.players[1] + 1)}


@gate("public.see")
def trainer_page(request: HttpRequest) -> HttpResponse:
    """Which of these may be played? The question is in the address: it can be sent to a friend."""
    _let_in(request)
    rules = _rules(request.GET.get("rules", ""))
    seed = request.GET.get("seed", "")[:24] or secrets.token_hex(4)
    if not seed.isalnum():
        raise Http404
    asked = trainer.question(rules.id, seed, queries.language())
    ticked = set(request.GET.getlist("answer")[:20])
    is_answered = "answered" in request.GET
    wrong = [answer for answer in asked.answers if answer.is_permitted != (answer.text in ticked)]
    position = asked.rules.read(asked.position)
    look = View(language=queries.language(), with_numbers=True)  # type: ignore[arg-type]
    shown = {
        **_choices_of_rules(rules),
        "asked": asked,
        "roll": record.written_roll(asked.roll),
        "mover": asked.rules.view(position).to_move,
        "board": mark_safe(draw(asked.position, view=look)),  # noqa: S308  (our drawing)
        "seed": seed,
        "answers": [(answer, answer.text in ticked) for answer in asked.answers],
        "is_answered": is_answered,
        "is_right": is_answered and not wrong,
        "next_seed": secrets.token_hex(4),
    }
    return render(request, "games/trainer.html", shown)
