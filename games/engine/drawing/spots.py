"""Draws one field: its ring, its letter, the pieces on it, and whether something may be moved from or to it."""

from typing import NamedTuple

from . import words
from .marks import piece, shape
from .palette import paint, worn
from .plan import RADIUS, Plan, Spot
from .svg import centred, safe
from .view import View

RING = 46  # radius of the rings around a field: a little less than half a cell
LETTER, NUMBER, SMALL = 40, 36, 27
HOME = "Z"


class Signs(NamedTuple):
    """What is on each field, by its place in the plan's spots."""

    pieces: dict[int, list[str]]  # colours
    leaving: dict[int, list[str]]  # permitted moves from here
    reaching: dict[int, list[str]]  # permitted moves to here
    last: set[int]  # where the last move ended


def draw_spot(plan: Plan, index: int, signs: Signs, view: View) -> str:
    spot, pieces = plan.spots[index], signs.pieces.get(index, [])
    leaving, reaching = signs.leaving.get(index), signs.reaching.get(index)
    parts = [
        _opening(spot, pieces, leaving, reaching, view),
        _cell(plan, spot),
        _base(spot, bool(pieces)),
        "" if pieces else _inscription(plan, spot, view),
        _pieces(spot, pieces),
    ]
    if reaching:
        parts.append(_ring(spot, "to"))
    if leaving:
        parts.append(_ring(spot, "from"))
    elif index in signs.last and not reaching:
        parts.append(_ring(spot, "last"))
    return "".join(parts) + "</g>"


def _opening(spot: Spot, pieces: list[str], leaving: list[str] | None, reaching: list[str] | None, view: View) -> str:
    parts = [f'<g class="ag-field" data-field="{spot.name}"']
    if spot.colour:
        parts.append(f' data-colour="{spot.colour}"')
    if leaving:
        parts.append(f' data-from="{safe(" ".join(leaving))}"')
    if reaching:
        parts.append(f' data-to="{safe(" ".join(reaching))}"')
    if view.is_focusable:
        name = words.spot_name(spot.colour, spot.name, pieces, view.language)
        parts.append(f' role="button" tabindex="0" aria-label="{safe(name)}"')
    return "".join(parts) + ">"


def _cell(plan: Plan, spot: Spot) -> str:
    if plan.is_square:
        return f'<rect {paint("hit")} x="{spot.x - 50}" y="{spot.y - 50}" width="100" height="100"/>'
    return f'<circle {paint("hit")} cx="{spot.x}" cy="{spot.y}" r="50"/>'


def _base(spot: Spot, is_held: bool) -> str:
    is_start = len(spot.starts) == 1
    look = worn("start", spot.starts) if is_start else paint("held" if is_held else "spot")
    radius = RADIUS - 3 if is_start else RADIUS
    disc = f'<circle {look} cx="{spot.x}" cy="{spot.y}" r="{radius}"/>'
    if spot.is_home:
        disc += f'<circle {paint("spot")} cx="{spot.x}" cy="{spot.y}" r="{RADIUS - 9}"/>'
    if not spot.colour or is_held:
        return disc
    return f'{disc}<g transform="translate({spot.x} {spot.y}) scale(0.92)">{shape("tint", spot.colour)}</g>'


def _inscription(plan: Plan, spot: Spot, view: View) -> str:
    letters = _letters(plan, spot) if view.with_letters else ""
    number = spot.name if view.with_numbers and not spot.colour else ""
    if letters and number:
        size = min(SMALL, round(84 / len(letters)))
        return _text(spot, -14, letters, size, "letter") + _text(spot, 15, number, SMALL, "letter")
    if spot.colour and letters:
        return _text(spot, 3, letters, LETTER - 4, "letter")
    if letters:
        return _text(spot, 0, letters, min(LETTER, round(96 / len(letters))), "letter")
    return _text(spot, 0, number, NUMBER, "number") if number else ""


def _letters(plan: Plan, spot: Spot) -> str:
    """The letters of a field. Where all colours start there are none, the arrow is enough."""
    if spot.colour:
        return spot.name
    if spot.is_home:
        return HOME
    return "" if len(spot.starts) == len(plan.starts) else spot.starts


def _text(spot: Spot, lower: int, text: str, size: int, look: str) -> str:
    return centred(text, spot.x, spot.y + lower, size, paint(look))


def _pieces(spot: Spot, colours: list[str]) -> str:
    """One piece, or a pair side by side and held together. More than two are drawn too, though no rules allow them."""
    if len(colours) < 2:
        return "".join(piece(colour, spot.x, spot.y) for colour in colours)
    count = len(colours)
    hold = f'<rect {paint("pair")} x="{spot.x - 49}" y="{spot.y - 31}" width="98" height="62" rx="31"/>'
    return hold + "".join(
        piece(colour, spot.x - 44 + round(88 * (i + 0.5) / count), spot.y, round(1.16 / count, 2))
        for i, colour in enumerate(colours)
    )


def _ring(spot: Spot, look: str) -> str:
    return f'<circle {paint(look)} cx="{spot.x}" cy="{spot.y}" r="{RING}"/>'
