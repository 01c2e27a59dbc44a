"""Festive: a frame of fields, medal with laurel and confetti, the winner's pawn."""

import math
from html import escape

from games.engine.drawing.palette import SOLID
from tournament.paper.certificates.pieces import LAUREL, PLUM, medal, metal, pawn
from tournament.paper.certificates.placing import place_in
from tournament.paper.certificates.shapes import INK, ORDER, along, box, confetti, frame, mark, spots, track, wreath
from tournament.paper.certificates.sheet import Facts, Sheet

EDGE, CREAM = 12.0, "#fffdf6"


def festive(sheet: Sheet, facts: Facts) -> None:
    wide, high, is_first_three = sheet.wide, sheet.high, facts.place in LAUREL
    dark = metal(facts.place)[1]
    sheet.draw(
        box(EDGE + 5.5, EDGE + 5.5, wide - 2 * EDGE - 11, high - 2 * EDGE - 11, CREAM if is_first_three else "#fff")
    )
    sheet.draw(
        track(along(frame(EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE), 7.4), 2.9, line=dark), *_corners(wide, high)
    )
    x, y, r = (wide * 0.225, high * 0.5, 31.0) if sheet.is_landscape else (wide / 2, 107.0, 31.0)
    _strew(sheet, facts, (x, y), is_pale=not is_first_three)
    if facts.place in LAUREL:
        sheet.draw(wreath(x, y, r * 1.33, LAUREL[facts.place], dark))
    sheet.draw(medal(x, y - 3, r, facts.place, _ribbon(facts.colour)))
    place_in(sheet, (x, y - 3), r, facts)
    middle, room = (wide * 0.655, wide * 0.54) if sheet.is_landscape else (wide / 2, wide - 52)
    _say(sheet, facts, middle, room, dark if is_first_three else PLUM)


def _say(sheet: Sheet, facts: Facts, middle: float, room: float, colour: str) -> None:
    wide, high = sheet.wide, sheet.high
    size = min(24.0, room / (0.56 * max(len(facts.heading), 1)))
    top, first = (56, high * 0.46) if sheet.is_landscape else (55, 187)
    sheet.write((middle, top), size, escape(facts.heading), look=f"font-weight:700;color:{colour}", tag="h1")
    sheet.emblem(middle - 30, top - 35, 60, 16, facts)
    if facts.above:
        sheet.write((middle, first - 22), 6.4, escape(facts.above))
    last = sheet.name((middle, first), 20 if sheet.is_landscape else 24, room, facts.name)
    foot = high - 34
    if sheet.is_landscape:
        sheet.words((middle, last + 13), 6.4, room * 0.95, facts.words, depth=foot - last - 22)
        sheet.signatures(wide * 0.40, wide - 30, foot, facts)
    else:
        sheet.words((middle, last + 15), 7.4, room * 0.96, facts.words, depth=foot - last - 36)
        sheet.signatures(26, wide - 26, foot, facts, gap=0.2)
        sheet.draw(pawn(wide / 2, high - 25, 30, facts.colour, crown=facts.place == 1, sign=True))


def _corners(wide: float, high: float) -> list[str]:
    places = ((EDGE, EDGE), (wide - EDGE, EDGE), (wide - EDGE, high - EDGE), (EDGE, high - EDGE))
    return [
        spots([place], 7.2, "#fff", INK, 0.9) + mark(colour, *place, 9.6)
        for place, colour in zip(places, ORDER, strict=True)
    ]


def _strew(sheet: Sheet, facts: Facts, medal_at: tuple[float, float], *, is_pale: bool) -> None:
    wide, high, inner = sheet.wide, sheet.high, EDGE + 11
    heading = (wide * 0.655, 70, 120) if sheet.is_landscape else (wide / 2, 60, 66)

    def is_taken(x: float, y: float) -> bool:
        in_frame = not (inner < x < wide - inner and inner < y < high - inner)
        in_words = abs(x - heading[0]) < heading[1] and y < heading[2]
        return in_frame or in_words or math.dist((x, y), medal_at) < 60

    seed = 11 + (facts.place or 0)
    sheet.draw(confetti(14, wide - 14, inner, 78 if sheet.is_landscape else 100, 40, seed, is_taken, is_pale=is_pale))
    if sheet.is_landscape:
        sheet.draw(confetti(14, wide * 0.38, high * 0.74, high - inner, 12, seed + 60, is_taken, is_pale=is_pale))


def _ribbon(colour: str) -> str:
    return SOLID[colour]
