"""For a team: its four pawns on a step with their names."""

from html import escape

from tournament.paper.certificates.pieces import PLUM, medal, metal, pawn
from tournament.paper.certificates.placing import place_in
from tournament.paper.certificates.shapes import INK, ORDER, box, mark, spots
from tournament.paper.certificates.sheet import Facts, Sheet, fitted

EDGE = 10.0
RIBBON = "#d42b2b"


def team(sheet: Sheet, facts: Facts) -> None:
    wide, high, is_wide = sheet.wide, sheet.high, sheet.is_landscape
    deep = 46.0 if is_wide else 58.0
    _banner(sheet, facts, deep)
    y = EDGE + deep + (16 if is_wide else 22)
    middle, room = ((78 + wide - EDGE) / 2, wide - EDGE - 84) if is_wide else (wide / 2, wide - 2 * EDGE - 24)
    if facts.above:
        sheet.write((middle, y), 6, escape(facts.above))
    last = sheet.name((middle, y + (18 if is_wide else 22)), 20 if is_wide else 22, room, facts.name)
    step = high - (49 if is_wide else 53)
    pawns = 38.0 if is_wide else 44.0
    room *= 0.92
    depth = step - pawns - last - (16 if is_wide else 64)
    size, below = (6.0, 11.5) if is_wide else (6.8, 14.0)
    said = sheet.words((middle, last + below), size, room, facts.words, depth=max(depth, 17))
    if is_wide:
        x, y, r = EDGE + 34, EDGE + deep + 8, 30.0
    else:
        r = max(12.0, min(27.0, (step - pawns + 16 - said - 7) / 2.35))
        x, y = wide / 2, said + 7 + r
    sheet.draw(medal(x, y, r, facts.place, RIBBON))
    place_in(sheet, (x, y), r, facts)
    _members(sheet, facts, step, pawns)
    sheet.signatures(EDGE + 12, wide - EDGE - 12, high - 20, facts)


def _banner(sheet: Sheet, facts: Facts, deep: float) -> None:
    wide, is_metal = sheet.wide - 2 * EDGE, facts.place in (1, 2, 3)
    sheet.draw(box(EDGE, EDGE, wide, deep, metal(facts.place)[0] if is_metal else PLUM, INK, 0.8))
    number = 21 if sheet.is_landscape else 15
    step = wide / number
    fields = [(EDGE + step * (n + 0.5), EDGE + deep) for n in range(number)]
    sheet.draw(spots(fields, step * 0.36, "#fff", INK, 0.8))
    starts = (1, number // 3, number - 1 - number // 3, number - 2)
    sheet.draw(*(mark(colour, *fields[n], step * 0.52) for n, colour in zip(starts, ORDER, strict=True)))
    room = (sheet.wide - 66, EDGE + 6, 48, 24) if sheet.is_landscape else (EDGE + 6, EDGE + 6, 44, 34)
    sheet.emblem(*room, facts)
    look = f"color:{INK if is_metal else '#fff'}"
    y = EDGE + (22 if sheet.is_landscape else 27)
    size = fitted(facts.heading, 20 if sheet.is_landscape else 22, wide - 20)
    sheet.write((sheet.wide / 2, y), size, escape(facts.heading), look=f"font-weight:700;{look}", tag="h1")
    sheet.write((sheet.wide / 2, y + 10), fitted(facts.club, 5.4, wide - 30), escape(facts.club), look=look)


def _members(sheet: Sheet, facts: Facts, step: float, high: float) -> None:
    """At most six names stand on the step; of a larger team only pawns do."""
    wide = sheet.wide - 2 * EDGE - 12
    sheet.draw(box(EDGE + 6, step, wide, 12, metal(facts.place)[2], INK, 1, r=2))
    names = facts.members if 1 <= len(facts.members) <= 6 else ("",) * 4
    each = (wide - 12) / len(names)
    colours = (*ORDER, "B", "W")
    for n, name in enumerate(names):
        x = EDGE + 12 + each * (n + 0.5)
        sheet.draw(pawn(x, step + 1, min(high, each * 1.25), colours[n], sign=True))
        if name:
            sheet.write((x, step + 8.2), fitted(name, 6.0, each - 3), escape(name), look="font-weight:700")
