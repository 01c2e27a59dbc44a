"""A pawn that cheers, in a colour of the game and with its shape on the body: for the ceremony."""

from games.engine.drawing.marks import shape
from games.engine.drawing.palette import worn

PLAIN = 'fill="#b9a7d6" stroke="#1c1c1e" stroke-width="8"'  # of whoever had no colour in the final
ARMS = "M-52 -8C-92 -20-104 -60-108 -96M52 -8C92 -20 104 -60 108 -96"
BODY = "M-22 -40H22C26 20 70 70 70 112Q70 128 54 128H-54Q-70 128-70 112C-70 70-26 20-22 -40z"
CROWN = "M-46 -142L-54 -196L-24 -172L0 -208L24 -172L54 -196L46 -142z"


def pawn(colour: str, *, is_first: bool = False) -> str:
    """SVG without a title: the name stands beside it."""
    look = worn("solid", colour) if colour else PLAIN
    crown = (
        f'<path d="{CROWN}" fill="#e0ad1c" stroke="#1c1c1e" stroke-width="8" stroke-linejoin="round"/>'
        if is_first
        else ""
    )
    ink = "#ffffff" if colour in ("K", "B") else "#1c1c1e"
    badge = f'<g transform="translate(0 84) scale(.5)">{shape("solid", colour)}</g>' if colour else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="pawn" viewBox="-120 -216 240 350" aria-hidden="true">'
        f'<path d="{ARMS}" fill="none" stroke="#1c1c1e" stroke-width="30" stroke-linecap="round"/>'
        f'<path d="{ARMS}" fill="none" stroke="{_fill(look)}" stroke-width="18" stroke-linecap="round"/>'
        f'<path d="{BODY}" {look}/><circle cy="-90" r="58" {look}/>{crown}'
        f'<circle cx="-20" cy="-100" r="7" fill="{ink}"/><circle cx="20" cy="-100" r="7" fill="{ink}"/>'
        f'<path d="M-24 -78Q0 -50 24 -78" fill="none" stroke="{ink}" stroke-width="8" stroke-linecap="round"/>{badge}</svg>'
    )


def _fill(look: str) -> str:
    return look.split('fill="')[1].split('"')[0]
