"""Draws a position: the plan of its board, the pieces on it, the last move, what may be moved.

Decided here: what lies over what (ground, the last move's trail, houses, ways and walls, fields with their pieces,
captured pieces, text below) and how moves are marked. Left out: where things lie (`plan`), how they look
(`palette`), what is legal.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..rules import boards as ring_boards
from ..rules import layout as layouts
from ..rules.boards import RingBoard
from ..rules.contract import Move
from ..rules.errors import BadPosition, PositionFault
from ..rules.layout import Layout
from ..rules.notation import WAITING, Written, parse
from ..rules.speech import SOURCE, Language
from . import words
from .lanes import lane_plan
from .marks import ghost, taken
from .palette import ROOT, paint
from .plan import Plan, polyline
from .rings import ring_plan
from .scenery import ground, houses, scenery
from .spots import RING, Signs, draw_spot
from .svg import centred, extent, lines, safe
from .traces import fallen, trace, waiting_of
from .view import PLAIN, View

Board = RingBoard | Layout
SHIPPED: Mapping[str, object] = {}
CAPTION, NOTE = 54, 54  # sizes of the text below the board: to be read on a phone, where a unit is a quarter of a pixel


def draw(
    position: str | Written,
    *,
    layout: Board | None = None,
    boards: Mapping[str, object] = SHIPPED,
    last_move: Move | None = None,
    permitted: Iterable[Move] = (),
    view: View = PLAIN,
) -> str:
    """The position as SVG text. `layout` takes the place of the shipped board, and so do those of
    `boards` (`Rules.own_boards`); `last_move` led to this position,
    `permitted` are moves from it. Raises BadPosition for an unknown board, colour or field."""
    written = parse(position) if isinstance(position, str) else position
    own = boards.get(written.board)
    board = layout or (own if isinstance(own, RingBoard | Layout) else shipped(written.board))
    plan, moves = plan_of(board), tuple(permitted)
    signs = _signs(plan, written, last_move, moves)
    layers = [
        ground(plan),
        _trail(plan, written, last_move),
        houses(plan, written.to_move),
        scenery(plan),
        *(draw_spot(plan, index, signs, view) for index in range(len(plan.spots))),
        _departed(plan, written, last_move, signs),
    ]
    heading = words.title(plan.board, plan.track, written.to_move, view.language)
    description = words.description(written, last_move, moves, view.language)
    return _frame(plan, heading, description, "".join(layers), _texts(plan, board, view), view)


@lru_cache
def shipped(board_id: str) -> Board:
    if board_id == layouts.BOARD:
        return layouts.shipped()
    if board_id not in ("4", "6"):
        raise BadPosition(PositionFault.BOARD, board=board_id, rules="Augengenau")
    return ring_boards.shipped(board_id)


def plan_of(board: Board) -> Plan:
    if isinstance(board, RingBoard):
        return ring_plan(board.id, board.track, tuple(board.starts.items()))
    return lane_plan(board.track, tuple(board.start.items()), board.z, board.walls)


def _signs(plan: Plan, written: Written, last_move: Move | None, permitted: tuple[Move, ...]) -> Signs:
    """What is on each field, by its place in the plan."""
    signs = Signs(defaultdict(list), defaultdict(list), defaultdict(list), set())
    for colour, fields in written.groups:
        for count, field in enumerate(sorted(fields, key=_is_not_waiting)):
            places = plan.indices(colour, field)
            signs.pieces[places[count % len(places)]].append(colour)
    for move in permitted:
        for place in plan.indices(move.colour, move.origin):
            if move.colour in signs.pieces.get(place, ()):
                signs.leaving[place].append(move.text)
        signs.reaching[plan.indices(move.colour, move.target)[0]].append(move.text)
    if last_move:
        signs.last.add(plan.indices(last_move.colour, last_move.target)[0])
    return signs


def _is_not_waiting(field: str) -> bool:
    """Sort key: waiting pieces first, so that counting them gives the number of their waiting field."""
    return field != WAITING


def _trail(plan: Plan, written: Written, move: Move | None) -> str:
    if not move:
        return ""
    points = [plan.spots[place].point for place in trace(plan, move, waiting_of(written))]
    return f'<path {paint("trail")} d="{polyline(points)}"/>'


def _departed(plan: Plan, written: Written, move: Move | None, signs: Signs) -> str:
    """Drawn over the pieces: the outline of the moved piece where it came from; captured pieces, struck out where they
    stood and ringed where they now wait."""
    if not move:
        return ""
    waiting = waiting_of(written)
    first = trace(plan, move, waiting)[0]
    parts = [] if signs.pieces.get(first) else [ghost(move.colour, *plan.spots[first].point)]
    for colour, stood, lies in fallen(plan, move, waiting):
        x, y = plan.spots[lies].point
        parts.append(f'<circle {paint("left")} cx="{x}" cy="{y}" r="{RING}"/>')
        x, y = plan.spots[stood].point
        parts.append(taken(colour, x + 40, y - 40))
    return "".join(parts)


def _texts(plan: Plan, board: Board, view: View) -> list[tuple[str, int]]:
    """The lines of text below the board, with their sizes."""
    room = plan.width - 80
    note = _note(board, view.language) if view.with_note else ""
    captions = [(text, CAPTION) for text in lines(view.caption, room, CAPTION)]
    return captions + [(text, NOTE) for text in lines(note, room, NOTE)]


def note_of(board_id: str, language: Language, *, boards: Mapping[str, object] = SHIPPED) -> str:
    """What a board says about itself, for a page or paper where it could not be read in the drawing; mostly nothing."""
    own = boards.get(board_id)
    return _note(own if isinstance(own, RingBoard | Layout) else shipped(board_id), language)


def _note(board: Board, language: Language) -> str:
    return str(board.note.get(language) or board.note.get(SOURCE, ""))


def _frame(plan: Plan, heading: str, description: str, body: str, texts: list[tuple[str, int]], view: View) -> str:
    middle, below = plan.left + plan.width // 2, plan.top + plan.height + (15 if texts else 0)
    captions = []
    for text, size in texts:
        captions.append(centred(safe(text), middle, below + round(0.65 * size), size, paint("caption")))
        below += round(1.3 * size)
    height = below + (20 if texts else 0) - plan.top
    role = "group" if view.is_focusable else "img"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-board" {ROOT} role="{role}" lang="{view.language}"'
        f' aria-label="{safe(heading)}" viewBox="{plan.left} {plan.top} {plan.width} {height}"'
        f"{extent(view.width, plan.width, height)}>"
        f"<title>{safe(heading)}</title><desc>{safe(description)}</desc>{body}{''.join(captions)}</svg>"
    )
