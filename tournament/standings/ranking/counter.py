"""What a board is worth when the clock ends a table: each method's count of every colour, and the places that follow.

Decided here: what a waiting piece needs. `steps` counts what is left until all four pieces stand home; entering is a step of
its own, so that a waiting piece is one behind one on its start field. Left out: which entries are possible at all
(`games.engine.rules` reads the position), who sat with which colour.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.engine.rules.boards import RingBoard
from games.engine.rules.notation import GOAL, PIECES, WAITING

Fields = Sequence[str]

START, HOME = 10, 75  # `fields`: a piece on its start field, a piece home


class Method(NamedTuple):
    """How a count reads: is more of it better, and does a share of the table's sum say how well somebody stood?"""

    more_is_better: bool
    is_a_sum: bool


METHODS: Mapping[str, Method] = {
    "fields": Method(more_is_better=True, is_a_sum=True),
    "steps": Method(more_is_better=False, is_a_sum=False),
    "home": Method(more_is_better=True, is_a_sum=False),
}


def progress(board: RingBoard, colour: str, field: str) -> int:
    """How far a piece has come: -1 waiting, 0 on its own start field, the track's length and on in the goal."""
    if field == WAITING:
        return -1
    if field in GOAL:
        return board.track + GOAL.index(field)
    return (int(field) - board.starts[colour]) % board.track


def count(method: str, board: RingBoard, colour: str, fields: Fields) -> int:
    far = [progress(board, colour, field) for field in fields]
    if method == "fields":
        return sum(_worth(way, board.track) for way in far)
    left = _all_home(board.track) - sum(far)
    if method == "steps":
        return left
    home = sum(way >= board.track for way in far)
    return home * _all_home(board.track) * 2 - left


def _worth(way: int, track: int) -> int:
    if way < 0:
        return 0
    return HOME if way >= track else START + way


def _all_home(track: int) -> int:
    return sum(track + i for i in range(PIECES))


def places(method: str, counted: Mapping[str, int], finished: Iterable[str] = ()) -> dict[str, int]:
    """Place by colour: first who brought all home, in that order, then by the count; equal counts share a place."""
    first = list(finished)
    found = {colour: place for place, colour in enumerate(first, 1)}
    sign = -1 if METHODS[method].more_is_better else 1
    rest = {colour: sign * value for colour, value in counted.items() if colour not in found}
    ranks = sorted(rest.values())
    return found | {colour: len(first) + 1 + ranks.index(value) for colour, value in rest.items()}
