"""Faces of a die."""

from .palette import paint
from .svg import extent, safe

_CORNERS = {1: "", 2: "ad", 3: "ad", 4: "abcd", 5: "abcd", 6: "abcdlr"}
_AT = {"a": (-26, -26), "b": (26, -26), "c": (-26, 26), "d": (26, 26), "l": (-26, 0), "r": (26, 0)}


def die(number: int, *, title: str = "", width: str = "") -> str:
    """The face of a die that shows 1 to 6. Its accessible name is the number unless a title says more."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ag-dice" viewBox="-50 -50 100 100" role="img"'
        f' aria-label="{safe(title or str(number))}" data-die="{number}"{extent(width, 100, 100)}>'
        f"{face(number)}</svg>"
    )


def face(number: int) -> str:
    """The face alone, around the origin."""
    if number not in _CORNERS:
        raise ValueError(f"no face of a die: {number!r}")
    pips = [_AT[place] for place in _CORNERS[number]] + [(0, 0)] * (number % 2)
    dots = "".join(f'<circle {paint("pip")} cx="{x}" cy="{y}" r="11"/>' for x, y in pips)
    return f'<rect {paint("die")} x="-46" y="-46" width="92" height="92" rx="20"/>{dots}'
