"""For children: a podium in the green or the way to the goal, the own pawn largest and laughing, and words to the child."""

import math
from html import escape

from games.engine.drawing.palette import SOLID
from tournament.paper.certificates.pieces import METAL, die, pawn
from tournament.paper.certificates.shapes import INK, ORDER, Point, along, at, box, curve, mark, path, track
from tournament.paper.certificates.sheet import Facts, Sheet, fitted

EDGE, ROUNDED, FIELD = 9.0, 9.0, 6.2
NAMES = {"Y": "#7a5200", "G": "#1c6a33", "R": "#a81818", "K": INK, "B": "#17458f", "W": INK}


def children(sheet: Sheet, facts: Facts) -> None:
    sheet.draw(*_country(sheet))
    way = _way(sheet)
    start = {0: facts.colour}
    sheet.draw(track(way, FIELD, coloured=start))
    if facts.colour != "Y":  # its shape is the field itself
        sheet.draw(mark(facts.colour, *way[0], 7.5))
    if facts.place in METAL:
        _podium(sheet, facts, facts.place)
    else:
        _on_the_way(sheet, facts, way)
    x, y = (
        (sheet.wide * 0.135, sheet.high - EDGE - 58)
        if sheet.is_landscape
        else (sheet.wide * 0.13 + 6, sheet.high * 0.655)
    )
    sheet.draw(die(x, y, 17.5, -12))
    _say(sheet, facts)
    sheet.emblem(sheet.wide - EDGE - 40, EDGE + 40, 32, 13, facts)


def _say(sheet: Sheet, facts: Facts) -> None:
    wide, middle, look = sheet.wide, sheet.wide / 2, f"color:{NAMES[facts.colour]}"
    if sheet.is_landscape:
        size = fitted(facts.heading, 15, wide - 130)
        sheet.write((middle, EDGE + 19), size, escape(facts.heading), look="font-weight:700", tag="h1")
        last = sheet.name((middle, EDGE + 42), 21, wide * 0.58, facts.name, look=look)
        said = sheet.words((middle, last + 11.5), 6.3, wide * 0.6, facts.words, depth=26)
        sheet.signatures(wide * 0.2, wide * 0.8, said + 13, facts, size=3.6)
        return
    size = fitted(facts.heading, 22, wide - 2 * EDGE - 66)
    sheet.write((EDGE + 12, EDGE + 32), size, escape(facts.heading), look="font-weight:700", anchor="start", tag="h1")
    last = sheet.name((middle, EDGE + 70), 25, wide - 2 * EDGE - 20, facts.name, look=look)
    said = sheet.words((middle, last + 15), 7.5, wide * 0.78, facts.words, depth=34)
    sheet.signatures(EDGE + 16, wide - EDGE - 16, said + 17, facts, size=3.6)


def _country(sheet: Sheet) -> list[str]:
    """Sky, sun, two hills, firs (the green triangle)."""
    wide, high = sheet.wide, sheet.high
    line = high * (0.6 if sheet.is_landscape else 0.64)
    far = f"M0 {line + 8:.1f}C{wide * 0.2:.1f} {line - 16:.1f} {wide * 0.35:.1f} {line - 14:.1f} {wide * 0.55:.1f} {line + 2:.1f}"
    far += f"S{wide * 0.85:.1f} {line - 14:.1f} {wide} {line - 6:.1f}V{high}H0z"
    near = f"M0 {line + 30:.1f}C{wide * 0.3:.1f} {line + 12:.1f} {wide * 0.6:.1f} {line + 30:.1f}"
    near += f" {wide} {line + 14:.1f}V{high}H0z"
    sky = [box(0, 0, wide, high, "#eaf4fc"), _sun(wide - EDGE - 24, EDGE + 24)]
    hills = [path(far, "#cfe9c9", INK, 0.9), path(near, "#b4dcae", INK, 0.9)]
    firs = [_fir(wide * x, line + 5, size) for x, size in ((0.07, 26), (0.155, 18), (0.955, 24))]
    border = box(EDGE, EDGE, wide - 2 * EDGE, high - 2 * EDGE, "none", INK, 1.6, r=ROUNDED)
    return [*sky, *hills, *firs, _outside(wide, high), border]


def _outside(wide: float, high: float) -> str:
    """White paper about the rounded picture."""
    r, across, down = ROUNDED, wide - 2 * EDGE - 2 * ROUNDED, high - 2 * EDGE - 2 * ROUNDED
    inner = f"M{EDGE + r} {EDGE}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1 {-r} {r}"
    inner += f"h{-across}a{r} {r} 0 0 1 {-r} {-r}v{-down}a{r} {r} 0 0 1 {r} {-r}z"
    return path(f"M0 0h{wide}v{high}h{-wide}z{inner}", "#fff", more='fill-rule="evenodd"')


def _sun(x: float, y: float) -> str:
    rays = ""
    for n in range(12):
        a, b = math.sin(2 * math.pi * n / 12), math.cos(2 * math.pi * n / 12)
        rays += f"M{x + 16.5 * a:.1f} {y - 16.5 * b:.1f}L{x + 21.5 * a:.1f} {y - 21.5 * b:.1f}"
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{SOLID["Y"]}" stroke="{INK}" stroke-width="1"/>'
    return disc + path(rays, "none", INK, 1.1, 'stroke-linecap="round"')


def _fir(x: float, y: float, size: float) -> str:
    tree = path("M0 -62L17 -34H9L22 -10H-22L-9 -34H-17z", SOLID["G"], INK, 2.6)
    return at(x, y, size / 40, tree + box(-4, -10, 8, 12, "#8b5a2b", INK, 2.2))


def _way(sheet: Sheet) -> list[Point]:
    wide, base = sheet.wide, sheet.high - EDGE - 15
    if sheet.is_landscape:
        through = [(0.055, -8), (0.3, 2), (0.5, 10), (0.69, 7), (0.84, 17), (0.93, 38)]
        points = [(wide * x + (8 if not n else 0), base - (0 if not n else up)) for n, (x, up) in enumerate(through)]
    else:
        through = [(24 / wide, 0), (0.42, -1), (0.74, 7), (0.86, 26), (0.7, 41), (0.48, 47)]
        points = [(wide * x, base - up) for x, up in through]
    return along(curve(points), FIELD * 2.35)


def _podium(sheet: Sheet, facts: Facts, place: int) -> None:
    wide = sheet.wide
    x, y = (wide * 0.5, sheet.high - EDGE - 34) if sheet.is_landscape else (wide * 0.5, sheet.high - EDGE - 62)
    each, heights = (27, {1: 34, 2: 25, 3: 18}) if sheet.is_landscape else (30, {1: 42, 2: 30, 3: 21})
    others = iter(colour for colour in ORDER if colour != facts.colour)
    stands = {step: facts.colour if step == place else next(others) for step in (1, 2, 3)}
    for step, side in ((2, -1), (3, 1), (1, 0)):
        left, top = x + side * each, y - heights[step] + 14
        is_own = step == place
        sheet.draw(
            box(left - each / 2, top, each, heights[step] + 4, METAL[step][0] if is_own else "#fff", INK, 1.1, r=1.5)
        )
        sheet.write((left, top + (13 if step == 1 else 11.5)), 12, str(step), look="font-weight:700", is_beside=True)
        face = "laugh" if is_own else "smile"
        sheet.draw(
            pawn(left, top, 40 if is_own else 27, stands[step], face=face, crown=is_own and step == 1, arms=is_own)
        )


def _on_the_way(sheet: Sheet, facts: Facts, way: list[Point]) -> None:
    others = [colour for colour in ORDER if colour != facts.colour]
    for field, colour in zip((2, 5, 8, len(way) - 2), (others[0], facts.colour, others[1], others[2]), strict=True):
        x, y = way[min(field, len(way) - 1)]
        is_own = colour == facts.colour
        sheet.draw(pawn(x, y + 2, 44 if is_own else 27, colour, face="laugh" if is_own else "smile", arms=is_own))
