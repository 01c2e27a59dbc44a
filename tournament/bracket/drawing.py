"""A laid out bracket as SVG: boxes with their seats, and lines from seat to seat. Colours come from the page (currentColor).

Names and words are given; who sits where is told to those who cannot see it by the list beside the picture.
"""

from collections.abc import Iterator
from html import escape
from typing import Protocol

from tournament.bracket.layout import HEAD, ROW, WIDTH, Picture, Spot, Wire
from tournament.bracket.model import Box, Slot

EDGE = 2  # room for the lines at the border
PAD = 8
LETTER = 7.4  # units that a letter of the usual size takes on average


class Words(Protocol):
    """What stands in the picture, in the reader's language and with the names that the reader may see."""

    def heading(self, box: Box) -> str: ...
    def seat(self, slot: Slot) -> str: ...
    def mark(self, slot: Slot) -> str:
        """What is said of somebody beside the name: the place, or that the loser was drawn."""


def svg(picture: Picture, words: Words, title: str, size: str = "") -> str:
    """`size`: attributes of width and height, where it shall be another than one unit a pixel (`width="570mm" …`)."""
    width, height = picture.width + 2 * EDGE, picture.height + 2 * EDGE
    size = size or f'width="{width:g}" height="{height:g}"'
    return "".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" class="bracket" role="img"',
            f' viewBox="{-EDGE} {-EDGE} {width:g} {height:g}" {size} font-size="14" fill="currentColor">',
            f"<title>{escape(title)}</title>",
            *map(_wire, picture.wires),
            *(part for spot in picture.spots for part in _box(spot, words)),
            "</svg>",
        ]
    )


def _wire(wire: Wire) -> str:
    middle = (wire.x1 + wire.x2) / 2
    way = f"M{wire.x1:g} {wire.y1:g}C{middle:g} {wire.y1:g} {middle:g} {wire.y2:g} {wire.x2:g} {wire.y2:g}"
    return f'<path class="wire" d="{way}" fill="none" stroke="currentColor" stroke-width="1.2" opacity="0.6"/>'


def _box(spot: Spot, words: Words) -> Iterator[str]:
    box, x, y = spot.box, spot.x, spot.y
    dash = "" if box.is_drawn else ' stroke-dasharray="5 4"'
    width = 2 if box.kind == "final" else 1.2
    yield f'<g class="box {box.state}"><rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{spot.height}" rx="6"'
    yield f' fill="none" stroke="currentColor" stroke-width="{width:g}"{dash}/>'
    yield _text(x + PAD, y + 16, words.heading(box), WIDTH - 2 * PAD, size=12, weight=700)
    for row, slot in enumerate(box.slots):
        line = y + HEAD + ROW * row
        yield f'<path d="M{x:g} {line:g}h{WIDTH}" stroke="currentColor" stroke-width="0.6" opacity="0.5"/>'
        yield from _seat(box, slot, x, line + 17, words)
    yield "</g>"


def _seat(box: Box, slot: Slot, x: float, y: float, words: Words) -> Iterator[str]:
    mark = words.mark(slot)
    room = WIDTH - 2 * PAD - (len(mark) * LETTER * 0.85 + PAD if mark else 0)
    is_known = slot.player is not None
    weight = 700 if box.goes_on(slot) else 400
    yield _text(x + PAD, y, words.seat(slot), room, size=14 if is_known else 12, weight=weight, is_soft=not is_known)
    if mark:
        yield _text(x + WIDTH - PAD, y, mark, WIDTH / 2, size=12, weight=weight, anchor="end")


def _text(
    x: float, y: float, said: str, room: float, *, size: int, weight: int = 400, anchor: str = "", is_soft: bool = False
) -> str:
    most = int(room / (LETTER * size / 14))
    shown = said if len(said) <= most else f"{said[: max(most - 1, 1)].rstrip()}…"
    more = f' text-anchor="{anchor}"' if anchor else ""
    more += ' font-weight="700"' if weight == 700 else ""
    more += ' opacity="0.75"' if is_soft else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{more}>{escape(shown)}</text>'
