"""Public pages: recorded games as they are played, the board as a picture, the record as text."""

from collections.abc import Callable
from typing import Any

from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.engine.records import record
from games.live.branch import LONGEST
from games.live.missed import by_colour, missed
from games.live.queries import NOTHING_ELSE, WhatIf, board_svg, watched
from games.models import Game
from games.plugins.paper import free_game_pdf
from games.recording import find, queries
from games.recording.game import sheet
from games.recording.places import place_of
from tournament.core import find as find_in
from tournament.core.access import gate, may
from tournament.core.actors import Request
from tournament.core.cache import Kept
from tournament.core.errors import Refused
from tournament.core.guard import of_network, take
from tournament.core.languages import spoken
from tournament.core.pages.everybody import kept_page
from tournament.core.whole_numbers import MOST_ID, whole_number
from tournament.hall.public.queries import about_me, frame
from tournament.models import Tournament
from tournament.paper.printing import print_out

PICTURE = 1200  # pixels wide
PICTURES_PER_WINDOW = 100
BRANCHES_PER_WINDOW = 600  # asked by one network: each is worked out for its reader
LONGEST_STEP = 40  # letters
_pictures: Kept[bytes] = Kept(most=100)  # a network may ask for so many within minutes: no more are held for it


@gate("public.see", find_in.tournament)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "stream": tournament.stream, "games": queries.game_lines(tournament)}
    return render(request, "games/live/games.html", {**context, "at": "games", **frame(request, tournament)})


@gate("public.see", find.public_game)
def game(request: Request, game: Game) -> HttpResponse:
    """The page, or for htmx the part that changes; cached for each state of the game and of the club, but for branches."""
    at, what_if = _at(request, game), _what_if(request)
    template = "games/live/game_part.html" if request.htmx else "games/live/game.html"

    def context(tournament: Tournament) -> dict[str, Any]:
        shown = {"tournament": tournament, "round": game.at_table.round}
        return {**shown, **_watched(game, at, what_if), **about_me(request, tournament)}

    if what_if != NOTHING_ELSE:
        return render(request, template, context(game.tournament))
    chances = game.chances.aggregate(newest=Max("seq"), count=Count("pk"))
    return kept_page(request, game.tournament, template, context, game.version, *chances.values(), at)


def _free_game(request: Request, game: Game) -> HttpResponse:
    template = "games/live/game_part.html" if request.htmx else "games/live/game.html"
    return render(request, template, _watched(game, _at(request, game), _what_if(request)))


def _watched(game: Game, at: int | None, what_if: WhatIf) -> dict[str, Any]:
    return {"game": game, "place": place_of(game), **watched(game, at, what_if)}


def _what_if(request: HttpRequest) -> WhatIf:
    steps = tuple(step[:LONGEST_STEP] for step in request.GET.getlist("if")[:LONGEST])
    if not steps and "roll" not in request.GET:
        return NOTHING_ELSE
    take(of_network("what_if", request, BRANCHES_PER_WINDOW))
    return WhatIf(steps, request.GET.get("roll", "")[:3])


@gate("public.see", find.public_game)
def game_throws(request: Request, game: Game) -> HttpResponse:
    """Every throw, and what was missed."""

    def context(tournament: Tournament) -> dict[str, Any]:
        shown = {"tournament": tournament, "round": game.at_table.round}
        return {**shown, **_throws(game), **about_me(request, tournament)}

    return kept_page(request, game.tournament, "games/live/throws.html", context, game.version)


def _free_game_throws(request: Request, game: Game) -> HttpResponse:
    return render(request, "games/live/throws.html", _throws(game))


def _throws(game: Game) -> dict[str, Any]:
    place, whole = place_of(game), sheet(game)
    found, names = missed(whole), place.names(full=False)
    return {
        "game": game,
        "place": place,
        "names": names,
        "duties": [one for one in found if one.is_duty],
        "others": [one for one in found if not one.is_duty],
        "by_colour": by_colour(found),
        "throws": queries.all_throws(whole),
    }


def _at(request: HttpRequest, game: Game) -> int | None:
    """The line to show; None follows the game live."""
    line = whole_number(request.GET.get("at", ""), MOST_ID)
    return None if line is None else min(line, game.version)


def _picture(request: HttpRequest, game: Game) -> HttpResponse:
    """The board as SVG, to share."""
    recorded, at = sheet(game), _at(request, game)
    svg = board_svg(recorded if at is None else recorded.upto(at), width="1200")
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": _kept_by(game)})


def _kept_by(game: Game) -> str:
    """By any cache on the way what everybody may see; by the reader's own what is the club's."""
    is_public = game.free is None or (game.free.is_shown and not game.free.is_dropped)
    return f"{'public' if is_public else 'private'}, max-age=5"


def _picture_png(request: HttpRequest, game: Game) -> HttpResponse:
    """The board as PNG, for programs that show no SVG; cached for each state of the game."""
    at = _at(request, game)

    def draw() -> bytes:
        take(of_network("picture", request, PICTURES_PER_WINDOW))
        recorded = sheet(game)
        try:
            return as_png(board_svg(recorded if at is None else recorded.upto(at)))
        except Refused:
            return b""

    made = _pictures.get((game.public_id, game.version if at is None else at, spoken()), draw)
    if not made:  # the libraries for it are missing here
        return redirect(place_of(game).picture)
    headers = {"Cache-Control": _kept_by(game), "Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(made, content_type="image/png", headers=headers)


def as_png(drawn: str) -> bytes:
    frame = "@page { size: 12cm; margin: 0 } body { margin: 0 } svg { display: block; width: 12cm; height: 12cm }"
    return print_out([f"<!doctype html><style>{frame}</style>{drawn}"], picture=PICTURE)[1]


def _paper(request: Request, game: Game) -> HttpResponse:
    """The record on paper; whoever records for the club gets whole names."""
    take(of_network("picture", request, PICTURES_PER_WINDOW))
    made = free_game_pdf(game, spoken(), full=may(request.actor, "games.record", game.home))
    name = f"game-{game.public_id}.pdf"
    return HttpResponse(
        made, content_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )


def _text(_request: HttpRequest, game: Game) -> HttpResponse:
    """The record, in the names that the public may see (docs/record.md)."""
    recorded, place = sheet(game), place_of(game)
    names = place.names(full=False)
    head = {
        "event": place.event,
        "table": place.written_table,
        "date": place.day.isoformat(),
        "players": tuple((colour, names[colour]) for colour in game.colours),
    }
    result = recorded.replay.ranked if recorded.is_over else ()
    written = record.write(record.Record(**{**vars(recorded.record), **head, "result": result}))
    return HttpResponse(written, content_type="text/plain; charset=utf-8")


def _of_free(view: Callable[[Request, Game], HttpResponse]) -> Callable[..., HttpResponse]:
    """For a game outside every tournament, whom it is shown to."""

    @gate("public.see")
    def inner(request: Request, club_id: str, free_id: str) -> HttpResponse:
        return view(request, find.seen_free_game(club_id, free_id, request.actor))

    return inner


free_game, free_game_throws = _of_free(_free_game), _of_free(_free_game_throws)
picture, free_picture = gate("public.see", find.public_game)(_picture), _of_free(_picture)
picture_png, free_picture_png = gate("public.see", find.public_game)(_picture_png), _of_free(_picture_png)
free_paper = _of_free(_paper)
text, free_text = gate("public.see", find.public_game)(_text), _of_free(_text)
