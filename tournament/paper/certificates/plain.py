"""Plain, for a club's own paper: nothing above (but a logo, if the club has one here) and below; one ink."""

from html import escape

from games.engine.drawing.marks import SHAPES
from tournament.paper.certificates.pieces import pawn
from tournament.paper.certificates.shapes import INK, ORDER, at, path, spots, wreath
from tournament.paper.certificates.sheet import Facts, Sheet, fitted


def plain(sheet: Sheet, facts: Facts) -> None:
    wide, middle, is_wide = sheet.wide, sheet.wide / 2, sheet.is_landscape
    y = 58.0 if is_wide else 94.0
    sheet.emblem(middle - 36, y - 38, 72, 22, facts)
    size = fitted(facts.heading, 13 if is_wide else 15, wide - 80, is_bold=False)
    sheet.write((middle, y), size, escape(facts.heading), look="letter-spacing:1.2mm", tag="h1")
    if facts.above:
        sheet.write((middle, y + (9 if is_wide else 13)), 5.4, escape(facts.above))
    lower = 8 if is_wide and facts.above else 0
    last = sheet.name((middle, y + lower + (27 if is_wide else 36)), 20, wide - 60, facts.name)
    room = wide * (0.64 if is_wide else 0.74)
    way = sheet.high - (68 if is_wide else 100)
    sheet.words(
        (middle, last + (12 if is_wide else 16)), 6.1 if is_wide else 6.9, room, facts.words, depth=way - last - 28
    )
    _way(sheet, facts, (middle, way))
    sheet.signatures(34, wide - 34, sheet.high - (40 if is_wide else 58), facts)


def _way(sheet: Sheet, facts: Facts, place: tuple[float, float]) -> None:
    """A line of fields with the place in the middle of them."""
    x, y = place
    r, step = (11.0 if sheet.is_landscape else 14.0), 9.2
    for side in (-1, 1):
        sheet.draw(path(f"M{x + side * r:.2f} {y:.2f}H{x + side * (r + 6.48 * step):.2f}", "none", INK, 0.5))
        sheet.draw(spots([(x + side * (r + 6 + n * step), y) for n in range(6)], 2.6, "#fff", INK, 0.5))
    for (side, n), colour in zip(((-1, 5), (-1, 2), (1, 2), (1, 5)), ORDER, strict=True):
        start = spots([(0, 0)], 42, "#fff", INK, 5) + at(0, 0, 0.6, path(SHAPES[colour], INK))
        sheet.draw(at(x + side * (r + 6 + n * step), y, 0.1, start))
    if facts.place in (1, 2, 3):
        sheet.draw(spots([place], r * 1.3, "#fff", "none"), wreath(x, y, r * 1.22, "#fff", INK))
    sheet.draw(spots([place], r, "#fff", INK, 1.3), spots([place], r - 2.2, "#fff", INK, 0.4))
    if facts.place is None:
        sheet.draw(pawn(x, y + r * 0.6, r * 1.25, "K"))
        return
    size = r * {1: 1.07, 2: 0.86}.get(len(str(facts.place)), 0.64)
    sheet.write((x, y + size * 0.34), size, escape(facts.place_text), look="font-weight:700", is_beside=True)
