"""A laid out bracket as SVG: boxes with their seats, and lines from seat to seat. Colours come from the page (currentColor).

Names and words are given; who sits where is told to those who cannot see it by the list beside the picture.
"""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple, Protocol

from tournament.bracket.layout import Picture, Spot, Wire
from tournament.bracket.model import Box, Slot

EDGE = 2  # room for the lines at the border
PAD = 8
BOLD = 1.06  # times as wide
BELOW = 0.34  # of the size of the letters: how far their line lies under the middle of their row
NARROW, WIDE, LATIN_END = "fijlrtI1 .,:;-'’()|!·", "mwMW@%…", "\u0250"  # letters that take less and more than others


class Words(Protocol):
    """What stands in the picture, in the reader's language and with the names that the reader may see."""

    def heading(self, box: Box) -> str: ...
    def seat(self, slot: Slot) -> str: ...
    def mark(self, slot: Slot) -> str:
        """What is said of somebody beside the name: the place, or that the loser was drawn."""


class Window(NamedTuple):
    """A part of a picture."""

    x: float
    y: float
    width: float
    height: float

    def shows(self, left: float, top: float, right: float, bottom: float) -> bool:
        return left <= self.x + self.width and right >= self.x and top <= self.y + self.height and bottom >= self.y


class Line(NamedTuple):
    """What stands at a seat, cut to its room."""

    said: str
    mark: str
    is_known: bool
    is_bold: bool


def whole(picture: Picture) -> Window:
    return Window(-EDGE, -EDGE, picture.width + 2 * EDGE, picture.height + 2 * EDGE)


def svg(picture: Picture, words: Words | None, title: str, size: str = "", window: Window | None = None) -> str:
    """`size`: attributes of width and height, where it shall be another than one unit a pixel (`width="570mm" …`).
    Without `words` the boxes are empty: a page writes into them itself (`spots_in`, `heading`, `lines`)."""
    part = window or whole(picture)
    size = size or f'width="{part.width:g}" height="{part.height:g}"'
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img"',
            f' viewBox="{part.x:g} {part.y:g} {part.width:g} {part.height:g}" {size}',
            ' font-size="14" fill="currentColor">',
            f"<title>{escape(title)}</title>",
            _lines([_way(wire) for wire in picture.wires if part.shows(*_around(wire))], width=1.2, opacity=0.6),
            *(each for spot in spots_in(picture, part) for each in _box(spot, words)),
            "</svg>",
        ]
    )


def _around(wire: Wire) -> tuple[float, float, float, float]:
    x1, x2 = sorted((wire.x1, wire.x2))
    y1, y2 = sorted((wire.y1, wire.y2))
    swing = abs(wire.bulge)
    return x1 - swing, y1 - swing, x2 + swing, y2 + swing


def spots_in(picture: Picture, part: Window) -> list[Spot]:
    edges = ((spot, spot.x + spot.measure.width, spot.y + spot.height) for spot in picture.spots)
    return [spot for spot, right, bottom in edges if part.shows(spot.x, spot.y, right, bottom)]


def _lines(ways: list[str], *, width: float, opacity: float) -> str:
    """In one go: where two cross they are no darker, and a press is done sooner."""
    look = f'fill="none" stroke="currentColor" stroke-width="{width:g}" stroke-opacity="{opacity:g}"'
    return f'<path d="{"".join(ways)}" {look}/>'


def _way(wire: Wire) -> str:
    way = f"M{wire.x1:g} {wire.y1:g}"
    x, y = wire.x1, wire.y1
    if wire.lane:
        near, far, height = wire.lane
        way += f"{_curve(x, y, near, height)}H{far:g}"
        x, y = far, height
    if wire.bulge:
        return f"{way}C{x + wire.bulge:g} {y:g} {wire.x2 + wire.bulge:g} {wire.y2:g} {wire.x2:g} {wire.y2:g}"
    return way + _curve(x, y, wire.x2, wire.y2)


def _curve(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (x1 + x2) / 2
    return f"C{middle:g} {y1:g} {middle:g} {y2:g} {x2:g} {y2:g}"


def _box(spot: Spot, words: Words | None) -> Iterator[str]:
    box, measure, x, y = spot.box, spot.measure, spot.x, spot.y
    dash = "" if box.is_drawn else ' stroke-dasharray="5 4"'
    width = 2 if box.kind == "final" else 1.2
    yield f'<g class="box {box.state}"><rect x="{x:g}" y="{y:g}" width="{measure.width}" height="{spot.height}" rx="6"'
    yield f' fill="none" stroke="currentColor" stroke-width="{width:g}"{dash}/>'
    rows = [y + measure.head + measure.row * row for row in range(len(box.slots))]
    yield _lines([f"M{x:g} {line:g}h{measure.width}" for line in rows], width=0.6, opacity=0.5)
    if words is not None:
        line = y + measure.head / 2 + BELOW * measure.small
        yield _text(x + PAD, line, heading(spot, words), size=measure.small, is_bold=True)
        for top, said in zip(rows, lines(spot, words), strict=True):
            yield from _seat(spot, said, top + measure.row / 2 + BELOW * measure.letters)
    yield "</g>"


def _seat(spot: Spot, line: Line, y: float) -> Iterator[str]:
    measure, size = spot.measure, spot.measure.letters if line.is_known else spot.measure.small
    yield _text(spot.x + PAD, y, line.said, size=size, is_bold=line.is_bold, is_soft=not line.is_known)
    if line.mark:
        right = spot.x + measure.width - PAD
        yield _text(right, y, line.mark, size=measure.small, is_bold=line.is_bold, anchor="end")


def heading(spot: Spot, words: Words) -> str:
    return _cut(words.heading(spot.box), spot.measure.width - 2 * PAD, spot.measure.small, is_bold=True)


def lines(spot: Spot, words: Words) -> Iterator[Line]:
    measure = spot.measure
    for slot in spot.box.slots:
        is_known, is_bold = slot.player is not None, spot.box.goes_on(slot)
        mark = _cut(words.mark(slot), measure.width / 2, measure.small, is_bold=is_bold)
        room = measure.width - 2 * PAD - (breadth(mark, measure.small, is_bold=is_bold) + PAD if mark else 0)
        said = _cut(words.seat(slot), room, measure.letters if is_known else measure.small, is_bold=is_bold)
        yield Line(said, mark, is_known, is_bold)


def needed(spot: Spot, words: Words) -> float:
    """How wide a box would have to be so that everything in it is said in full."""
    box, measure = spot.box, spot.measure
    room = breadth(words.heading(box), measure.small, is_bold=True)
    for slot in box.slots:
        is_bold = box.goes_on(slot)
        said = breadth(words.seat(slot), measure.letters if slot.player is not None else measure.small, is_bold=is_bold)
        mark = words.mark(slot)
        room = max(room, said + (breadth(mark, measure.small, is_bold=is_bold) + PAD if mark else 0))
    return room + 2 * PAD


def breadth(text: str, size: float, *, is_bold: bool = False) -> float:
    """About as many units as the text takes, rather more than less."""
    return sum(map(_em, text)) * size * (BOLD if is_bold else 1)


def _em(char: str) -> float:
    if char in NARROW:
        return 0.35
    if char in WIDE:
        return 0.87
    if char.isdigit() or char.isupper():
        return 0.65
    return 0.56 if char < LATIN_END else 1.0


def _cut(said: str, room: float, size: float, *, is_bold: bool) -> str:
    while len(said) > 1 and breadth(said, size, is_bold=is_bold) > room + 0.01:
        said = f"{said.removesuffix('…')[:-1].rstrip()}…"
    return said


def _text(x: float, y: float, said: str, *, size: int, is_bold: bool, anchor: str = "", is_soft: bool = False) -> str:
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="700"' if is_bold else ""
    more += ' fill-opacity="0.75"' if is_soft else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{more}>{escape(said)}</text>'
