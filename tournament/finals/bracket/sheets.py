"""A bracket on several sheets: parted between groups, so that none is cut, or as one large sheet to tape together."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tournament.finals.bracket.groups import Group, cut_at
from tournament.finals.bracket.ink import EDGE
from tournament.finals.bracket.steps import Fitting
from tournament.finals.bracket.trying import Steps

TAPE = 10.0  # mm at the edge of a sheet that the next sheet repeats
MOST_SHEETS = 6  # in a row and in a column


class Part(NamedTuple):
    """One sheet. `roots`: the groups on it that lead on, or that it begins with."""

    steps: Steps
    roots: tuple[Group, ...]


class Parts(NamedTuple):
    """The last of the sheets holds the finals; the others lead to it."""

    sheets: tuple[Part, ...]

    @property
    def letters(self) -> float:
        return min(part.steps.letters for part in self.sheets)


class Taped(NamedTuple):
    """`windows`: the upper left corner of each sheet, row by row, in mm."""

    steps: Steps
    columns: int
    rows: int
    windows: tuple[tuple[float, float], ...]


def in_parts(fitting: Fitting, across: float, down: float, readable: float) -> Parts | None:
    """The fewest sheets on which all letters are large enough, else those with the largest; None if there is one round only."""
    best: Parts | None = None
    for cut in sorted(_cuts(fitting.roots), key=len):
        if best is not None and best.letters >= readable:
            break
        found = Parts(tuple(_part(fitting, roots, across, down, readable) for roots in cut))
        best = found if best is None or found.letters > best.letters else best
    return best


def _cuts(roots: Sequence[Group]) -> Iterator[list[tuple[Group, ...]]]:
    """The groups on each sheet, the finals last. Only tables of the first round stand on several sheets for one group."""
    for column in range(max((root.column for root in roots), default=0)):
        before, rest = cut_at(roots, column)
        for pieces in (1, 2, 4, 8) if column == 0 else (1,):
            parted = [(piece,) for group in before for piece in _pieces(group, pieces)]
            yield [*parted, rest]


def _pieces(group: Group, count: int) -> Iterator[Group]:
    each = -(-len(group.boxes) // count)
    for at in range(0, len(group.boxes), each):
        yield Group(group.boxes[at : at + each], group.feeders)


def _part(fitting: Fitting, roots: tuple[Group, ...], across: float, down: float, readable: float) -> Part:
    return Part(fitting.of(roots).on(across, down, readable=readable), roots)


def taped(fitting: Fitting, across: float, down: float, readable: float) -> Taped:
    """On the fewest sheets of this size that make it readable, else on the maximum number of sheets."""
    grids = sorted(product(range(1, MOST_SHEETS + 1), repeat=2), key=lambda grid: (grid[0] * grid[1], -grid[0]))
    for columns, rows in grids:
        steps = fitting.on(_together(columns, across) - 2 * EDGE, _together(rows, down) - 2 * EDGE, readable=readable)
        if steps.letters >= readable:
            break
    return Taped(steps, columns, rows, tuple(_corners(columns, rows, across, down)))


def _together(sheets: int, size: float) -> float:
    return sheets * (size - TAPE) + TAPE


def _corners(columns: int, rows: int, across: float, down: float) -> Iterator[tuple[float, float]]:
    for row, column in product(range(rows), range(columns)):
        yield column * (across - TAPE), row * (down - TAPE)
