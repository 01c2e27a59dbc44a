"""Small pictures of which certificates are made: fields, tracks of fields, leaves, confetti. In mm; no words."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random

from games.engine.drawing.marks import SHAPES
from games.engine.drawing.palette import SOLID, TINT

INK = "#1c1c1e"
ORDER = "YGRK"
Point = tuple[float, float]


def at(x: float, y: float, scale: float, body: str, turn: float = 0) -> str:
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.1f}) scale({scale:.4f})">{body}</g>'


def path(d: str, fill: str = "none", line: str = "none", width: float = 0, more: str = "") -> str:
    look = f' stroke="{line}" stroke-width="{width:.2f}" stroke-linejoin="round"' if line != "none" else ""
    return f'<path d="{d}" fill="{fill}"{look}{" " + more if more else ""}/>'


def box(
    x: float, y: float, wide: float, high: float, fill: str = "none", line: str = "none", width: float = 0, r: float = 0
) -> str:
    look = f' stroke="{line}" stroke-width="{width:.2f}"' if line != "none" else ""
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" fill="{fill}" rx="{r:g}"{look}/>'


def disc(x: float, y: float, r: float) -> str:
    """As part of a path, so that a hundred of them are one."""
    half = f"a{r:.2f} {r:.2f} 0 1 0"
    return f"M{x - r:.2f} {y:.2f}{half} {2 * r:.2f} 0{half} {-2 * r:.2f} 0z"


def spots(places: Sequence[Point], r: float, fill: str = "#fff", line: str = INK, width: float | None = None) -> str:
    return path("".join(disc(x, y, r) for x, y in places), fill, line, r * 0.16 if width is None else width)


def mark(colour: str, x: float, y: float, size: float, width: float = 6) -> str:
    return at(x, y, size / 80, path(SHAPES[colour], SOLID[colour], INK, width))


def frame(x: float, y: float, wide: float, high: float) -> list[Point]:
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]


def along(points: Sequence[Point], step: float) -> list[Point]:
    """Points at equal steps along a line of straight pieces, as near to the step as comes out even."""
    pieces = [(a, b, math.dist(a, b)) for a, b in pairwise(points)]
    total = sum(long for _a, _b, long in pieces)
    number = max(1, round(total / step))
    found, index, used = [], 0, 0.0
    for k in range(number + 1):
        reach = k * total / number
        while index < len(pieces) - 1 and reach > used + pieces[index][2] + 1e-6:
            used += pieces[index][2]
            index += 1
        (ax, ay), (bx, by), long = pieces[index]
        part = (reach - used) / long
        found.append((ax + (bx - ax) * part, ay + (by - ay) * part))
    return found


def track(places: Sequence[Point], r: float, *, line: str = INK, coloured: Mapping[int, str] | None = None) -> str:
    """The fields of a board, joined; some in a colour of the game."""
    joined = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in places)
    solid = "".join(spots([places[n]], r, SOLID[colour], line) for n, colour in (coloured or {}).items())
    return path(joined, "none", line, r * 0.3) + spots(places, r, "#fff", line) + solid


def curve(points: Sequence[Point], steps: int = 40) -> list[Point]:
    """A smooth line through all points (Catmull-Rom)."""
    held = [points[0], *points, points[-1]]
    found = []
    for four in zip(held, held[1:], held[2:], held[3:], strict=False):
        found += [
            (_between([p[0] for p in four], n / steps), _between([p[1] for p in four], n / steps)) for n in range(steps)
        ]
    return [*found, points[-1]]


def _between(four: Sequence[float], t: float) -> float:
    a, b, c, d = four
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def wreath(x: float, y: float, r: float, fill: str, line: str) -> str:
    leaf = "M0 0C9 -8 10 -24 0 -34C-10 -24 -9 -8 0 0z"
    body = ""
    for side in (-1, 1):
        for n in range(11):
            angle = math.radians(98 + n * 14.2)
            px, py, turn = -side * r * math.cos(angle), r * math.sin(angle), side * (n * 14.2 - 72)
            body += "".join(
                at(px, py, r / 100, path(leaf, fill, line, 1.6), turn + lean * 30 * side) for lean in (-1, 1)
            )
    return at(x, y, 1, body)


def confetti(
    left: float,
    right: float,
    top: float,
    low: float,
    number: int,
    seed: int,
    is_taken: Callable[[float, float], bool],
    *,
    is_pale: bool,
) -> str:
    """The shapes of the four colours, strewn about, none on another and none where `is_taken`; by a seed, so always alike."""
    chance = Random(seed)
    lying: list[tuple[float, float, float]] = []
    drawn = ""
    for _try in range(number * 12):
        x, y, size = chance.uniform(left, right), chance.uniform(top, low), chance.uniform(2.2, 4.4)
        colour, turn = chance.choice(ORDER), chance.uniform(0, 360)
        if is_taken(x, y) or any(math.dist((x, y), (a, b)) < size + other + 2.2 for a, b, other in lying):
            continue
        lying.append((x, y, size))
        look = path(SHAPES[colour], TINT[colour]) if is_pale else path(SHAPES[colour], SOLID[colour], INK, 4)
        drawn += at(x, y, size / 40, look, turn)
        if len(lying) == number:
            break
    return drawn
