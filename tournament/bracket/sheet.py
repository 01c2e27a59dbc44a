"""How a bracket fills a sheet: the shape in which it can be drawn largest, and how high its letters become.

Letters count by the height of a small x, as that is what the eye reads: on a wall nobody reads less than 2 mm. Every box is
as wide as the longest name asks; only where the letters would be lower than that, long names are cut.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import ceil
from typing import NamedTuple

from tournament.bracket.drawing import EDGE, Window, Words, needed
from tournament.bracket.layout import Measure, Picture, Shape, lay_out
from tournament.bracket.model import Bracket

READABLE, LARGEST = 2.0, 12.0  # mm
X_HEIGHT = 0.496  # of the size of the letters, in the project's font
PAPER = Measure(gap=44, head=20, row=20, space=12, letters=14, small=14)
NARROWEST, WIDEST = 140, 250  # boxes
MORE_GAP, MORE_SPACE = 66, 24
SHAPES = [Shape(*chosen) for chosen in product((False, True), repeat=3)]
EASY = 1.1  # whatever is not folded and not close is read more easily: it may be drawn so much smaller


TAPE = 10.0  # mm at the edge of a sheet that the next one shows again
MOST_SHEETS = 6  # beside each other, and one under the other


class Sheet(NamedTuple):
    """A picture on a sheet: so many mm to a unit."""

    picture: Picture
    scale: float

    @property
    def letters(self) -> float:
        """The height of the lowest x, in mm."""
        return self.scale * _x(self.picture.measure)

    @property
    def is_readable(self) -> bool:
        return self.letters >= READABLE


class Taped(NamedTuple):
    """A picture on several sheets, each of so many mm: which part of it lies on which, row by row, in units."""

    sheet: Sheet
    columns: int
    rows: int
    windows: tuple[Window, ...]


def _x(measure: Measure) -> float:
    return X_HEIGHT * min(measure.letters, measure.small)


def for_page(bracket: Bracket, width: float, height: float) -> Sheet:
    """For a screen: the one of all shapes that can be drawn largest on a page of this size."""
    return _best([(shape, _on(lay_out(bracket, shape, PAPER), width, height)) for shape in SHAPES])[1]


def _on(picture: Picture, width: float, height: float) -> Sheet:
    return Sheet(picture, min(width / (picture.width + 2 * EDGE), height / (picture.height + 2 * EDGE)))


def _best(sheets: list[tuple[Shape, Sheet]]) -> tuple[Shape, Sheet]:
    return max(sheets, key=lambda one: one[1].scale * EASY ** (2 - one[0].folded - one[0].close))


class Fitting:
    """One bracket with its words, for any sheet."""

    def __init__(self, bracket: Bracket, words: Words) -> None:
        self._bracket = bracket
        spots = lay_out(bracket, measure=PAPER).spots
        wide = max((needed(spot, words) for spot in spots), default=NARROWEST)
        self._measure = PAPER._replace(width=ceil(min(max(wide, NARROWEST), WIDEST)))
        self._pictures = {shape: lay_out(bracket, shape, self._measure) for shape in SHAPES}

    def on(self, width: float, height: float) -> Sheet:
        """Width and height in mm."""
        sheets = [(shape, _on(picture, width, height)) for shape, picture in self._pictures.items()]
        readable = [one for one in sheets if one[1].is_readable] or self._narrowed(width, height)
        shape, sheet = _best(readable or sheets)
        scale = min(sheet.scale, LARGEST / _x(PAPER))
        return Sheet(self._spread(shape, sheet.picture, width / scale - 2 * EDGE, height / scale - 2 * EDGE), scale)

    def _spread(self, shape: Shape, picture: Picture, width: float, height: float) -> Picture:
        """Room that is left makes the lines easier to follow."""
        beside = Counter(spot.x for spot in picture.spots)
        gap = (width - picture.width) / max(len(beside) - 1, 1)
        space = (height - picture.height) / max(*beside.values(), 2)
        wider = picture.measure._replace(
            gap=PAPER.gap + max(int(min(gap, MORE_GAP)), 0), space=PAPER.space + max(int(min(space, MORE_SPACE)), 0)
        )
        spread = lay_out(self._bracket, shape, wider)
        return spread if spread.width <= width and spread.height <= height else picture

    def _narrowed(self, width: float, height: float) -> list[tuple[Shape, Sheet]]:
        """The shape in which most of every name is kept, its letters just high enough; none where that cannot be."""
        most = width * _x(PAPER) / READABLE - 2 * EDGE
        found: dict[int, Shape] = {}
        for shape, picture in self._pictures.items():
            beside = len({spot.x for spot in picture.spots})
            narrow = int(self._measure.width - (picture.width - most) / beside)
            if narrow >= NARROWEST and height / (picture.height + 2 * EDGE) * _x(PAPER) >= READABLE:
                found[narrow] = shape
        if not found:
            return []
        narrow = max(found)
        picture = lay_out(self._bracket, found[narrow], self._measure._replace(width=narrow))
        return [(found[narrow], _on(picture, width, height))]

    def taped(self, width: float, height: float) -> Taped:
        """On the fewest sheets of this size that make it readable, or on as many as there may be."""
        grids = sorted(product(range(1, MOST_SHEETS + 1), repeat=2), key=lambda grid: (grid[0] * grid[1], -grid[0]))
        for columns, rows in grids:
            sheet = self.on(_together(columns, width), _together(rows, height))
            if sheet.is_readable:
                break
        return Taped(sheet, columns, rows, tuple(_windows(sheet, columns, rows, width, height)))


def _together(sheets: int, size: float) -> float:
    return sheets * (size - TAPE) + TAPE


def _windows(sheet: Sheet, columns: int, rows: int, width: float, height: float) -> Iterator[Window]:
    """In the middle of all sheets together."""
    scale, picture = sheet.scale, sheet.picture
    left = (picture.width - _together(columns, width) / scale) / 2
    top = (picture.height - _together(rows, height) / scale) / 2
    for row, column in product(range(rows), range(columns)):
        x, y = left + column * (width - TAPE) / scale, top + row * (height - TAPE) / scale
        yield Window(x, y, width / scale, height / scale)
