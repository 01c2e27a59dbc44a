"""For an examination, or any honour without a place: a band with the board's track and a tick."""

import math
from html import escape

from games.engine.drawing.marks import SHAPES
from games.engine.drawing.palette import SOLID
from tournament.paper.certificates.pieces import PLUM
from tournament.paper.certificates.shapes import ORDER, at, box, path, spots
from tournament.paper.certificates.sheet import Facts, Sheet, fitted

EDGE = 10.0


def examination(sheet: Sheet, facts: Facts) -> None:
    wide, high, is_wide = sheet.wide, sheet.high, sheet.is_landscape
    band = (EDGE, EDGE, 62.0, high - 2 * EDGE) if is_wide else (EDGE, EDGE, wide - 2 * EDGE, 70.0)
    sheet.draw(box(*band, PLUM))
    middle = (band[0] + band[2] / 2, band[1] + band[3] / 2)
    _tick(sheet, middle, 24.0 if is_wide else 28.0)
    _shapes(sheet, band, middle)
    x, room = (EDGE + 76, wide - 2 * EDGE - 84) if is_wide else (EDGE + 12, wide - 2 * EDGE - 24)
    y = EDGE + (14 if is_wide else 94)
    sheet.write((x, y), fitted(facts.club, 5.2, room), escape(facts.club), anchor="start")
    sheet.emblem(x + room - 44, y - 12, 44, 20, facts)
    y += 21 if is_wide else 25
    size = fitted(facts.heading, 22, room)
    sheet.write((x, y), size, escape(facts.heading), look=f"font-weight:700;color:{PLUM}", anchor="start", tag="h1")
    y += 11
    if facts.above:
        sheet.write((x, y), fitted(facts.above, 6.4, room), escape(facts.above), anchor="start")
    last = sheet.name((x, y + (25 if is_wide else 32)), 18, room, facts.name, anchor="start")
    foot = high - EDGE - 14
    said = sheet.words((x, last + 12), 6 if is_wide else 6.4, room, facts.words, depth=foot - last - 44, anchor="start")
    if facts.place is not None:
        sheet.draw(box(x, said + 8, 46, 18, "#fff", PLUM, 0.5, r=2))
        sheet.write(
            (x + 4, said + 20.4),
            8,
            escape(f"{facts.place_text} {facts.place_word}"),
            look="font-weight:700",
            anchor="start",
        )
    sheet.signatures(x, x + room - 3, foot, facts)


def _tick(sheet: Sheet, middle: tuple[float, float], r: float) -> None:
    x, y = middle
    for n in range(40):
        angle = 2 * math.pi * n / 40
        is_start = n % 10 == 0
        fill, line = (SOLID[ORDER[n // 10]], "#fff") if is_start else ("#fff", PLUM)
        sheet.draw(
            spots(
                [(x + r * math.sin(angle), y - r * math.cos(angle))], r * (0.1 if is_start else 0.062), fill, line, 0.5
            )
        )
    sheet.draw(spots([middle], r * 0.78, "#fff", "none"))
    sheet.draw(at(x, y, r / 100, path("M-38 2L-10 32L42 -34", "none", PLUM, 19, 'stroke-linecap="round"')))


def _shapes(sheet: Sheet, band: tuple[float, float, float, float], middle: tuple[float, float]) -> None:
    left, _top, wide, _high = band
    if sheet.is_landscape:
        places, scale = [(left + 12.8 + n * 12.2, sheet.high - EDGE - 13) for n in range(4)], 0.09
    else:
        places, scale = [(x, middle[1]) for x in (left + 14, left + 29, left + wide - 29, left + wide - 14)], 0.12
    for place, colour in zip(places, ORDER, strict=True):
        sheet.draw(at(*place, scale, path(SHAPES[colour], SOLID[colour], "#fff", 8)))
