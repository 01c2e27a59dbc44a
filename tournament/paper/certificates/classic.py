"""Classic: a border of interlaced rings, light capitals, a seal. For adults."""

from html import escape

from tournament.paper.certificates.pieces import PLUM, seal
from tournament.paper.certificates.pieces import metal as metal_of
from tournament.paper.certificates.placing import place_in
from tournament.paper.certificates.shapes import ORDER, along, box, disc, frame, mark, path
from tournament.paper.certificates.sheet import Facts, Sheet, fitted

EDGE, RING = 11.0, 4.2


def classic(sheet: Sheet, facts: Facts) -> None:
    wide, middle = sheet.wide, sheet.wide / 2
    colour = metal_of(facts.place)[1] if facts.place in (1, 2, 3) else PLUM
    _border(sheet, colour)
    is_wide = sheet.is_landscape
    y = EDGE + (19 if is_wide else 30)
    sheet.write((middle, y), fitted(facts.club, 5.2, wide - 60), escape(facts.club))
    room = (26.0, 24, 44, 22) if is_wide else (middle - 32, 22, 64, 14)
    sheet.emblem(*room, facts)
    y += 24 if is_wide else 34
    _heading(sheet, facts.heading, (middle, y), 21 if is_wide else 22, colour)
    y += 9
    _rule(sheet, (middle, y), colour)
    if facts.above:
        sheet.write((middle, y + (10 if is_wide else 16)), 6, escape(facts.above))
    y += (33 if facts.above else 26) if is_wide else 42
    last = sheet.name((middle, y), 20 if is_wide else 22, wide - 74, facts.name)
    r = 23 if is_wide else 31
    at = (middle, sheet.high - (43 if is_wide else 88))
    depth = at[1] - r - last - (13 if is_wide else 18)
    sheet.words(
        (middle, last + (12 if is_wide else 18)),
        6.4 if is_wide else 7.2,
        wide * (0.66 if is_wide else 0.72),
        facts.words,
        depth=depth,
    )
    sheet.draw(seal(*at, r, facts.place))
    place_in(sheet, at, r, facts, share=0.66)
    sheet.signatures(30, wide - 30, sheet.high - 36, facts, gap=0.3 if is_wide else 0.12)


def _border(sheet: Sheet, colour: str) -> None:
    wide, high = sheet.wide - 2 * EDGE, sheet.high - 2 * EDGE
    rings = "".join(disc(x, y, RING) for x, y in along(frame(EDGE, EDGE, wide, high), RING)[:-1])
    sheet.draw(path(rings, "none", colour, 0.28))
    for inwards, width in ((-RING - 1, 0.5), (RING + 1, 1.1), (RING + 3, 0.3)):
        sheet.draw(box(EDGE + inwards, EDGE + inwards, wide - 2 * inwards, high - 2 * inwards, "none", colour, width))


def _heading(sheet: Sheet, heading: str, at: tuple[float, float], size: float, colour: str) -> None:
    said, spacing = heading.upper(), 0.22
    size = min(size, fitted(said + "M" * round(len(said) * spacing), size, sheet.wide - 60, is_bold=False))
    look = f"color:{colour};letter-spacing:{size * spacing:.2f}mm;text-indent:{size * spacing:.2f}mm"
    sheet.write(at, size, escape(said), look=look, tag="h1")


def _rule(sheet: Sheet, at: tuple[float, float], colour: str) -> None:
    x, y = at
    sheet.draw(path(f"M{x - 58} {y}H{x - 22}M{x + 22} {y}H{x + 58}", "none", colour, 0.6))
    sheet.draw(*(mark(one, x - 15 + n * 10, y, 5.4) for n, one in enumerate(ORDER)))
