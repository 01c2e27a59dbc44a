"""Pawn, dice and medals of certificates."""

import math

from games.engine.drawing.marks import SHAPES
from games.engine.drawing.palette import SOLID
from tournament.paper.certificates.shapes import INK, ORDER, at, path, spots

PLUM, PALE_PLUM, DEEP_PLUM = "#4d2a86", "#ece4f8", "#2b1552"
METAL = {  # of a place: full, dark, light
    1: ("#e2ae1c", "#7d5a00", "#fbe9a6"),
    2: ("#cdd3da", "#4d535d", "#f1f3f5"),
    3: ("#c0793b", "#6b3b12", "#f0cfae"),
}
LAUREL = {1: "#e9c64a", 2: "#ccd1d8", 3: "#d9a273"}
ROUND = 'stroke-linecap="round"'


def metal(place: int | None) -> tuple[str, str, str]:
    return METAL.get(place or 0, (PLUM, DEEP_PLUM, PALE_PLUM))


def pawn(
    x: float,
    y: float,
    high: float,
    colour: str,
    *,
    face: str = "",
    arms: bool = False,
    crown: bool = False,
    sign: bool = False,
) -> str:
    """`face`: "smile" or "laugh". `sign`: its colour's shape on the body."""
    fill, light = SOLID[colour], "#fff" if colour in "KB" else INK
    body = _arms(fill) if arms else ""
    body += path("M-8 -62C-9 -42 -27 -24 -30 -9Q-31 0 -23 0H23Q31 0 30 -9C27 -24 9 -42 8 -62z", fill, INK, 3.2)
    body += path("M-17 -10C-14 -24 -5 -36 -3 -50", "none", "#fff", 4, f'{ROUND} opacity=".55"')
    body += f'<circle cy="-76" r="19" fill="{fill}" stroke="{INK}" stroke-width="3.2"/>'
    body += _face(face, light) if face else '<circle cx="-6" cy="-82" r="4.2" fill="#fff" opacity=".6"/>'
    if sign:
        body += at(2, -17, 0.2, path(SHAPES[colour], "#fff", INK, 9))
    if crown:
        body += path("M-17 -92L-21 -113L-9 -103L0 -119L9 -103L21 -113L17 -92z", METAL[1][0], INK, 3)
    return at(x, y, high / 100, body)


def _arms(fill: str) -> str:
    raised = "M-12 -46C-30 -50 -38 -64 -40 -78M12 -46C30 -50 38 -64 40 -78"
    return path(raised, "none", INK, 11, ROUND) + path(raised, "none", fill, 5.5, ROUND)


def _face(face: str, light: str) -> str:
    eyes = f'<circle cx="-6.5" cy="-79" r="2.7" fill="{light}"/><circle cx="6.5" cy="-79" r="2.7" fill="{light}"/>'
    if face == "smile":
        return eyes + path("M-8 -71Q0 -62 8 -71", "none", light, 2.4, ROUND)
    return eyes + path("M-9 -72Q0 -57 9 -72z", light, light, 2.4)


_CORNERS = [(-1, -1), (1, 1), (1, -1), (-1, 1)]
_PIPS = {4: _CORNERS, 5: [*_CORNERS, (0, 0)], 6: [*_CORNERS, (-1, 0), (1, 0)]}


def die(x: float, y: float, size: float, turn: float = 0) -> str:
    """Seen from above one of its corners."""
    faces = (
        (".866,.5,-.866,.5,0,-.5", 6, "#fff"),
        (".866,.5,0,1,-.433,.25", 4, "#f1eee6"),
        (".866,-.5,0,1,.433,.25", 5, "#ddd8cc"),
    )
    return at(x, y, size, "".join(_side(*face) for face in faces), turn)


def _side(matrix: str, number: int, fill: str) -> str:
    pips = "".join(f'<circle cx="{a * 0.26:.2f}" cy="{b * 0.26:.2f}" r=".105" fill="{INK}"/>' for a, b in _PIPS[number])
    edge = f'<rect x="-.5" y="-.5" width="1" height="1" rx=".12" fill="{fill}" stroke="{INK}" stroke-width=".045"/>'
    return f'<g transform="matrix({matrix})">{edge}{pips}</g>'


def medal(x: float, y: float, r: float, place: int | None, ribbon: str) -> str:
    """The track of the board as a medal: fields about a disc, with a ribbon."""
    full, dark, light = metal(place)
    body = "".join(
        path(f"M{s * 8} 50L{s * 62} 150L{s * 40} 143L{s * 30} 166L{s * -6} 70z", ribbon, INK, 2.4) for s in (-1, 1)
    )
    body += _ring(24, 100, 12.4, dark, 2.4)
    for radius, fill, width in ((91, full, 3), (76, light, 2)):
        body += f'<circle r="{radius}" fill="{fill}" stroke="{dark}" stroke-width="{width}"/>'
    return at(x, y, r / 112, body)


def seal(x: float, y: float, r: float, place: int | None) -> str:
    """A round seal with rays and the forty fields of the board."""
    full, dark, _light = metal(place)
    body = path("".join(_ray(2 * math.pi * n / 36) for n in range(36)), full, dark, 1.4)
    for radius, fill, width in ((94, full, 2), (80, "#fff", 1.6)):
        body += f'<circle r="{radius}" fill="{fill}" stroke="{dark}" stroke-width="{width}"/>'
    return at(x, y, r / 112, body + _ring(40, 72, 4, dark, 1.2))


def _ray(angle: float) -> str:
    (ax, ay), (bx, by), (cx, cy) = (
        (reach * math.sin(angle + lean), -reach * math.cos(angle + lean))
        for reach, lean in ((92, -0.087), (112, 0), (92, 0.087))
    )
    return f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}L{cx:.1f} {cy:.1f}z"


def _ring(number: int, reach: float, r: float, line: str, width: float) -> str:
    """Fields in a circle, the start fields of the four colours among them."""
    places = [
        (reach * math.sin(2 * math.pi * n / number), -reach * math.cos(2 * math.pi * n / number)) for n in range(number)
    ]
    starts = "".join(spots([places[k * number // 4]], r, SOLID[colour], line, width) for k, colour in enumerate(ORDER))
    return spots(places, r, "#fff", line, width) + starts
