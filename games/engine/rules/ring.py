"""A ring board as tables: one number for every place a piece can be.

Decided here: the numbers of the cells, and where a throw takes a piece on an empty board. Left out: every rule that
depends on who stands where (`turnier`, `classic`).

Cells, for k colours and L track fields: 0…k-1 waiting (one a colour, however many wait there) · then the track · then
four goal cells a colour. In a list of owners by cell a waiting cell is EMPTY.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from .boards import RingBoard
from .notation import GOAL, PIECES, WAITING

EMPTY = -1
# The progress of a waiting piece; the progress on, and the number of, a cell that a colour cannot reach.
WAITS, NOWHERE = -1, -2

T = TypeVar("T")
# By colour, by throw (0: any), by cell.
Ways = list[list[list[tuple[T, ...]]]]
ROLLS = ((1, 2, 3, 4, 5, 6), (1,), (2,), (3,), (4,), (5,), (6,))


class Ring:
    """The tables of one board."""

    def __init__(self, board: RingBoard) -> None:
        self.board = board
        self.colours = board.colours
        count = len(self.colours)
        self.index = {colour: i for i, colour in enumerate(self.colours)}
        self.track = count
        self.goals = count + board.track
        self.size = self.goals + count * PIECES
        self.start = [self.track + board.starts[colour] - 1 for colour in self.colours]
        self.bare = [EMPTY] * self.size
        self.names = [WAITING] * count + [str(n + 1) for n in range(board.track)] + list(GOAL) * count
        self.cells = [self._cells_by_name(colour) for colour in range(count)]
        self.known = {colour: (i, self.cells[i]) for i, colour in enumerate(self.colours)}
        self.progress = [[self._progress(colour, cell) for cell in range(self.size)] for colour in range(count)]

    def _cells_by_name(self, colour: int) -> dict[str, int]:
        """The cells that a piece of this colour can stand on, by the field's name."""
        cells = {name: self.track + n for n, name in enumerate(self.names[self.track : self.goals])}
        cells |= {name: self.goal(colour) + n for n, name in enumerate(GOAL)}
        return cells | {WAITING: colour}

    def goal(self, colour: int) -> int:
        """The first goal cell of a colour."""
        return self.goals + colour * PIECES

    def is_track(self, cell: int) -> bool:
        return self.track <= cell < self.goals

    def _progress(self, colour: int, cell: int) -> int:
        """0 on the own start field, counted up into the goal."""
        if self.is_track(cell):
            return (cell - self.start[colour]) % self.board.track
        if self.goal(colour) <= cell < self.goal(colour) + PIECES:
            return self.board.track + cell - self.goal(colour)
        return WAITS if cell == colour else NOWHERE

    def _cell_at(self, colour: int, progress: int) -> int:
        """The cell that a colour reaches with this progress."""
        if progress >= self.board.track:
            return self.goal(colour) + progress - self.board.track
        return self.track + (self.start[colour] - self.track + progress) % self.board.track

    def ahead(self, colour: int, cell: int, count: int) -> int:
        """The cell `count` fields on (or back, on the track only); NOWHERE if there is none, as for a waiting piece."""
        progress, end = self.progress[colour][cell], self.board.track + PIECES
        if progress < 0 or progress + count >= end:
            return NOWHERE
        if count < 0 and not 0 < progress + count < progress < self.board.track:
            return NOWHERE
        return self._cell_at(colour, progress + count)

    def between(self, colour: int, cell: int, count: int) -> tuple[int, ...]:
        """The cells passed on that way, without both ends."""
        first = self.progress[colour][cell]
        way = range(first + 1, first + count) if count > 0 else range(first + count + 1, first)
        return tuple([self._cell_at(colour, progress) for progress in way])

    def _table(self, way: Callable[[int, int, int], Iterable[T]]) -> Ways[T]:
        """The ways of each colour from each cell, for each throw; throw 0 has those of all six."""
        colours, cells = range(len(self.colours)), range(self.size)
        return [
            [[tuple([w for n in rolls for w in way(colour, cell, n)]) for cell in cells] for rolls in ROLLS]
            for colour in colours
        ]

    @cached_property
    def ways(self) -> Ways[tuple[int, int, tuple[int, ...]]]:
        """Steps forward: throw, target, the goal cells jumped."""

        def way(colour: int, cell: int, throw: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
            to = self.ahead(colour, cell, throw)
            if to != NOWHERE:
                yield throw, to, tuple([x for x in self.between(colour, cell, throw) if x >= self.goals])

        return self._table(way)

    @cached_property
    def back_ways(self) -> Ways[tuple[int, int]]:
        """Steps back on the track, not onto or past the own start field: throw and target."""

        def way(colour: int, cell: int, throw: int) -> Iterator[tuple[int, int]]:
            to = self.ahead(colour, cell, -throw)
            if to != NOWHERE:
                yield throw, to

        return self._table(way)
