"""What a PDF looks like, measured: letters that are cut off, letters that lie on each other, letters outside the page."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pypdfium2 as pdfium

SCALE = 2.5  # pixels to a point
PAPER = 235  # lighter than this is no ink
CELL = 24.0
FOOT = 45.0  # points: below it stands what every page says
LEAST = 2.0  # points: a dot has no upper and lower part


class Letter(NamedTuple):
    at: int
    char: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.top - self.bottom)

    def common(self, other: "Letter") -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(wide, 0) * max(high, 0)


def problems(content: bytes, *, each: int = 1) -> list[str]:
    """Of all pages, or of the first, the last and each so-manieth between them."""
    found, pages = [], pdfium.PdfDocument(content)
    for index in sorted({*range(0, len(pages), each), len(pages) - 1}):
        number, page = index + 1, pages[index]
        letters = list(_letters(page))
        for what, say in (("outside", _outside), ("cut off", _cut), ("on each other", _overlapping)):
            bad = list(say(page, letters))
            if bad:
                found.append(f"page {number}: {what}: {''.join(bad)[:60]!r}")
    return found


def orphans(content: bytes) -> list[str]:
    """Headings at the foot of a page: what stands lowest, but for the line at the edge, is larger than nearly all the rest.
    (A list may have letters of two sizes: names, and smaller ones in its columns. Neither is a heading.)"""
    lowest, sizes = [], []
    for page in pdfium.PdfDocument(content):
        textpage = page.get_textpage()
        letters = [one for one in _letters(page) if one.bottom > FOOT]
        size = {one.at: pdfium.raw.FPDFText_GetFontSize(textpage.raw, one.at) for one in letters}
        sizes += size.values()
        last = min(letters, key=lambda one: one.bottom, default=None)
        line = [one for one in letters if last and abs(one.bottom - last.bottom) < 3]
        lowest.append(("".join(one.char for one in line), min((size[one.at] for one in line), default=0)))
    usual = sorted(sizes)[len(sizes) * 85 // 100] if sizes else 0
    return [said for said, size in lowest[:-1] if size > 1.15 * usual]


def text(content: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content))


def inside(page: Any) -> str:
    """What can be read on a page, without what lies behind its edge."""
    width, height = page.get_size()
    return page.get_textpage().get_text_bounded(0, 0, width, height)


def smallest(content: bytes, *, below: float = 0) -> float:
    """The height of the smallest digit or capital, in mm; `below` so many mm from the upper edge of the page."""
    heights = [
        one.top - one.bottom
        for page in pdfium.PdfDocument(content)
        for one in _letters(page)
        if (one.char.isdigit() or one.char.isupper()) and one.top < page.get_height() - below * 72 / 25.4
    ]
    return min(heights) * 25.4 / 72


def _letters(page: Any) -> Iterator[Letter]:
    textpage = page.get_textpage()
    chars = textpage.get_text_range()
    for at in range(textpage.count_chars()):
        char = chars[at] if at < len(chars) else "?"
        box = textpage.get_charbox(at)
        if not char.isspace() and box[2] - box[0] > 0.2 and box[3] - box[1] > 0.2:
            yield Letter(at, char, *box)


def _outside(page: Any, letters: list[Letter]) -> Iterator[str]:
    width, height = page.get_size()
    for one in letters:
        if one.left < 0 or one.bottom < 0 or one.right > width or one.top > height:
            yield one.char


def _cut(page: Any, letters: list[Letter]) -> Iterator[str]:
    """A letter whose upper or lower part has left no ink is hidden behind an edge."""
    height = page.get_height()
    ink = page.render(scale=SCALE).to_pil().convert("L")
    for one in (one for one in letters if one.top - one.bottom > LEAST):
        third = (one.top - one.bottom) / 3
        for low, high in ((one.top - third, one.top), (one.bottom, one.bottom + third)):
            box = (one.left - 0.3, height - high - 0.3, one.right + 0.3, height - low + 0.3)
            if ink.crop(tuple(round(edge * SCALE) for edge in box)).getextrema()[0] > PAPER:
                yield one.char
                break


def _overlapping(_page: Any, letters: list[Letter]) -> Iterator[str]:
    cells: dict[tuple[int, int], list[Letter]] = defaultdict(list)
    for one in letters:
        if unicodedata.category(one.char) not in ("Mn", "Me", "Cf") and one.area > 1:
            for x in range(int(one.left // CELL), int(one.right // CELL) + 1):
                for y in range(int(one.bottom // CELL), int(one.top // CELL) + 1):
                    cells[x, y].append(one)
    for near in cells.values():
        for one, other in combinations(near, 2):
            if abs(one.at - other.at) > 3 and one.common(other) > 0.25 * min(one.area, other.area):
                yield one.char
