"""The six colours as shapes, so that nobody needs to see a colour to know whose piece it is.

Decided here: the shape of each colour (round as the sun, a fir, the red rhombus, the black square, a blue cross, a
white star), all of about one weight, all inside a field's circle but for their corners; and the piece, which is the
shape seen from above with its round head. Left out: where it stands.
"""

from functools import lru_cache
from math import cos, pi, sin

from ..rules.notation import COLOURS
from .palette import ROOT, paint, worn
from .svg import extent, safe


def _star(points: int, outer: int, inner: int) -> str:
    turns = [(outer if i % 2 == 0 else inner, pi * i / points) for i in range(2 * points)]
    return "M" + " ".join(f"{round(r * sin(a))} {round(2 - r * cos(a))}" for r, a in turns) + "z"


SHAPES = {
    "Y": "M-33 0a33 33 0 1 0 66 0a33 33 0 1 0-66 0z",
    "G": "M0-39 38 26H-38z",
    "R": "M0-41 35 0 0 41-35 0z",
    "K": "M-29-29H29V29H-29z",
    "B": "M-15-36H15V-15H36V15H15V36H-15V15H-36V-15H-15z",
    "W": _star(5, 42, 23),
}
HEAD = {colour: 6 if colour == "G" else 0 for colour in COLOURS}


def mark(colour: str, *, title: str = "", width: str = "") -> str:
    """The shape of a colour as an SVG of its own. Without a title it is decoration beside the colour's name."""
    accessible = f'role="img" aria-label="{safe(title)}"' if title else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-mark" viewBox="-50 -50 100 100" {ROOT} {accessible}'
        f"{extent(width, 100, 100)}>{_halo(colour)}{shape('solid', colour)}</svg>"
    )


def shape(look: str, colour: str) -> str:
    return f'<path {worn(look, colour)} d="{SHAPES[colour]}"/>'


def _halo(colour: str) -> str:
    return f'<path {paint("halo")} d="{SHAPES[colour]}"/>'


@lru_cache
def body(colour: str) -> str:
    """A piece around the origin: a light rim that separates it from the background, its shape, its head."""
    return f'{_halo(colour)}{shape("solid", colour)}<circle {worn("head", colour)} cy="{HEAD[colour]}" r="9"/>'


def piece(colour: str, x: int, y: int, scale: float = 1) -> str:
    size = "" if scale == 1 else f" scale({scale:g})"
    return (
        f'<g class="ag-piece ag-{colour}" data-piece="{colour}" transform="translate({x} {y}){size}">{body(colour)}</g>'
    )


def ghost(colour: str, x: int, y: int) -> str:
    """The outline of a piece where it stood before."""
    return f'<path {paint("left")} d="{SHAPES[colour]}" transform="translate({x} {y})"/>'


def taken(colour: str, x: int, y: int) -> str:
    """A captured piece, small and struck out, at the edge of a field."""
    strike = "".join(f'<path {paint(look)} d="M-40 40 40-40"/>' for look in ("struck", "strike"))
    return (
        f'<g class="ag-captured ag-{colour}" data-captured="{colour}" transform="translate({x} {y}) scale(0.56)">'
        f"{body(colour)}{strike}</g>"
    )
