"""Mauerhüpfen: every way in which one piece can use both dice, from one field, on one layout.

Decided here: walks, wall jumps, entering, on which field between two steps the piece stands and which it only passes,
and which moves are the same. Left out: the other pieces; `mauer` decides what blocks a route and what is captured.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .layout import Layout

WAITING = 0
NO_FIELD = 0
FORWARD, BACKWARD, JUMP = MARKS = "+-^"

Dice = tuple[int, int]


class Step(NamedTuple):
    """One die, and what it is used for."""

    mark: str
    die: int

    def __str__(self) -> str:
        return f"{self.mark}{self.die}"


class Origin(NamedTuple):
    """Where a piece stands (WAITING or a track field), and the start field of its colour."""

    field: int
    start: int


class Route(NamedTuple):
    """Two steps of one piece, both of which lead somewhere."""

    steps: str  # as written: "+2^2"
    end: int
    visits: tuple[int, ...]  # where the piece stands after each step, in order: foreign pieces there are captured
    barred: tuple[int, ...]  # where an own piece makes it impossible: the same without the field it began on


def reach(layout: Layout, origin: Origin, step: Step) -> int:
    """The field that one step leads to, NO_FIELD if it leads nowhere."""
    mark, die = step
    if origin.field == WAITING:
        target = origin.start - 1 + die if mark == FORWARD else NO_FIELD  # the start field counts
    elif mark == JUMP:
        return layout.across.get((origin.field, die), NO_FIELD)
    else:
        target = origin.field + die if mark == FORWARD else origin.field - die
    return target if 1 <= target <= layout.track else NO_FIELD


def passes(first: Step, second: Step) -> bool:
    """Whether the field between the two steps is only passed: both walk in the same direction."""
    return first.mark == second.mark != JUMP


@lru_cache(maxsize=1 << 15)
def routes(layout: Layout, origin: Origin, dice: Dice) -> tuple[Route, ...]:
    """All routes of a piece with these two dice."""
    return tuple(_routes(layout, origin, dice))


def _routes(layout: Layout, origin: Origin, dice: Dice) -> Iterator[Route]:
    for first, second in sequences(dice):
        station = reach(layout, origin, first)
        end = station and reach(layout, Origin(station, origin.start), second)
        if end:
            visits = (end,) if passes(first, second) else (station, end)
            barred = tuple([field for field in visits if field != origin.field])
            yield Route(f"{first}{second}", end, visits, barred)


@lru_cache
def sequences(dice: Dice) -> tuple[tuple[Step, Step], ...]:
    """Every use of the two dice in every order, each once; two walks the same way only with the smaller die first."""
    return tuple(
        [
            (first, second)
            for one, other in sorted({dice, dice[::-1]})
            for first in [Step(mark, one) for mark in MARKS]
            for second in [Step(mark, other) for mark in MARKS]
            if one <= other or not passes(first, second)
        ]
    )
