"""A few fields in a row: what an option decides, in the smallest picture that shows it.

Decided here: which fields are drawn (the way of one move, and one field more at each end), and how a move that is permitted
differs from one that is not. Left out: which move shows an option (`examples`).
"""

from collections.abc import Iterator
from typing import NamedTuple

from .drawing.dice import face
from .drawing.marks import piece
from .drawing.palette import ROOT, paint, worn
from .examples import Example
from .rules import registry
from .rules.boards import RingBoard, shipped
from .rules.contract import Move
from .rules.notation import GOAL, WAITING, Written

STEP, TOP, HEIGHT = 100, 150, 205  # a field's width, the line of the fields, the height of all
RING_BOARDS = ("4", "6")


class Spot(NamedTuple):
    field: str
    looks: str  # the attributes of its circle


def strip(example: Example | None) -> str:
    """The picture of an example; without one two ways to go, and which of them is open."""
    if example is None:
        return _framed(4, _two_ways())
    rules = registry.rules(example.rules, {example.name: example.value})
    written = rules.view(rules.read(example.position))
    if example.move is None or written.board not in RING_BOARDS:
        return _framed(4, _thrown_again(written.to_move, example.roll))
    spots = list(_way(shipped(written.board), example.move))
    return _framed(len(spots), _moved(spots, written, example.move, example.is_permitted))


def _framed(count: int, parts: str) -> str:
    box = f"0 0 {max(count, 4) * STEP} {HEIGHT}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-strip" viewBox="{box}" {ROOT} aria-hidden="true">{parts}</svg>'


def _way(board: RingBoard, move: Move) -> Iterator[Spot]:
    """The fields in the order in which this colour passes them."""
    if move.origin == WAITING:
        yield Spot(WAITING, worn("tint", move.colour))
    ends = sorted(_progress(board, move.colour, field) for field in (move.origin, move.target) if field != WAITING)
    for at in range(max(ends[0] - 1, 0), min(ends[-1] + 1, board.track + len(GOAL) - 1) + 1):
        yield _spot(board, move.colour, at)


def _progress(board: RingBoard, colour: str, field: str) -> int:
    if field in GOAL:
        return board.track + GOAL.index(field)
    return (int(field) - board.starts[colour]) % board.track


def _spot(board: RingBoard, colour: str, progress: int) -> Spot:
    if progress >= board.track:
        return Spot(GOAL[progress - board.track], worn("tint", colour))
    field = (board.starts[colour] + progress - 1) % board.track + 1
    starts = {start: other for other, start in board.starts.items()}
    return Spot(str(field), worn("start", starts[field]) if field in starts else paint("spot"))


def _moved(spots: list[Spot], written: Written, move: Move, is_permitted: bool) -> str:
    fields = [spot.field for spot in spots]
    start, end = fields.index(move.origin), fields.index(move.target)
    parts = [f'<circle {spot.looks} cx="{_x(at)}" cy="{TOP}" r="42"/>' for at, spot in enumerate(spots)]
    parts += [_standing(written, move, field, _x(at)) for at, field in enumerate(fields)]
    parts.append(_arc(_x(start), _x(end)))
    if not is_permitted:
        parts.append(_cross((_x(start) + _x(end)) // 2))
    return "".join(parts)


def _x(at: int) -> int:
    return STEP // 2 + at * STEP


def _standing(written: Written, move: Move, field: str, x: int) -> str:
    """Who stands on a field: own goal and waiting fields are those of the colour that moves."""
    here = [
        colour for colour, fields in written.groups for one in fields if one == field and _is_seen(colour, one, move)
    ]
    if len(here) > 1 and field != WAITING:
        return piece(here[0], x - 16, TOP) + piece(here[1], x + 16, TOP)
    struck = bool(here) and field == move.target and here[0] != move.colour
    return (piece(here[0], x, TOP) if here else "") + (_strokes(f"M{x - 38} {TOP + 38}l76-76") if struck else "")


def _is_seen(colour: str, field: str, move: Move) -> bool:
    return field.isdigit() or colour == move.colour


def _arc(start: int, end: int) -> str:
    top, turn = TOP - 52, 1 if end > start else -1
    line = f"M{start} {top}Q{(start + end) // 2} {top - 110} {end} {top}"
    head = f"M{end - 22 * turn} {top - 26}L{end} {top}L{end + 8 * turn} {top - 32}"
    return f'<path {paint("last")} d="{line}{head}"/>'


def _cross(x: int) -> str:
    return _strokes(f"M{x - 34} {TOP - 141}l68 68M{x + 34} {TOP - 141}l-68 68")


def _strokes(lines: str) -> str:
    return "".join(f'<path {paint(look)} d="{lines}"/>' for look in ("struck", "strike"))


def _thrown_again(colour: str, roll: object) -> str:
    """The same colour throws, throws again, and has the 6."""
    shown = roll if isinstance(roll, int) else 1
    dice = [
        f'<g transform="translate({_x(at)} {HEIGHT // 2}) scale(.8)">{face(number)}</g>'
        for at, number in enumerate((shown, 2, 6), 1)
    ]
    return piece(colour, STEP // 2, HEIGHT // 2) + "".join(dice)


def _two_ways() -> str:
    spots = "".join(f'<circle {paint("spot")} cx="{x}" cy="{y}" r="42"/>' for x, y in ((330, 50), (330, 155)))
    ways = "".join(f'<path {paint("to")} d="M110 102L270 {y}"/>' for y in (60, 145))
    return spots + ways + piece("Y", 60, 102)
