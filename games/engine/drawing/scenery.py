"""The empty board: ground, ways, walls, arrows, houses."""

from functools import lru_cache

from .palette import paint, worn
from .plan import RADIUS, Arrow, Plan, Section
from .svg import centred

DIGIT, BRICK, BAND = 46, 60, 36  # a wall section's number, its height, the height of the wall beside it


def ground(plan: Plan) -> str:
    return f'<path {paint("ground")} d="{plan.ground}"/>'


def houses(plan: Plan, to_move: str) -> str:
    """The waiting places, that of the colour to move with a strong edge, and goals that have a place of their own."""
    quiet = [_house("panel", colour, path) for colour, path in plan.houses.items() if colour != to_move]
    quiet += [f'<path {paint("panel")} d="{path}"/>' for path in plan.goals.values()]
    if to_move in plan.houses:
        quiet.append(_house("turn", to_move, plan.houses[to_move]))
    return "".join(quiet)


def _house(look: str, colour: str, path: str) -> str:
    return f'<path {paint(look)} data-house="{colour}" d="{path}"/>'


@lru_cache(maxsize=32)
def scenery(plan: Plan) -> str:
    """The other parts that never change: ways, walls, sections, arrows."""
    parts = [f'<path {paint("way")} d="{plan.way}"/>']
    parts += [_band(*wall) for wall in plan.walls]
    parts += [_link(section) for section in plan.sections if section.apart]
    parts += [_section(section) for section in plan.sections]
    parts += [_arrow(arrow) for arrow in plan.arrows]
    return "".join(parts)


def _arrow(arrow: Arrow) -> str:
    look = worn("arrow", arrow.colour) if arrow.colour else paint("entry")
    size = "" if arrow.scale == 1 else f" scale({arrow.scale:g})"
    turn = f" rotate({arrow.angle})" if arrow.angle else ""
    return f'<path {look} d="M-20-24 20 0-20 24z" transform="translate({arrow.x} {arrow.y}){turn}{size}"/>'


def _band(left: int, right: int, y: int) -> str:
    return f'<rect {paint("wall")} x="{left}" y="{y - BAND // 2}" width="{right - left}" height="{BAND}" rx="8"/>'


def _link(section: Section) -> str:
    (a_x, a_y), (b_x, b_y) = section.ends
    return f'<path {paint("link")} d="M{a_x} {a_y}L{section.x} {section.y} {b_x} {b_y}"/>'


def _section(section: Section) -> str:
    """A block in the wall; a gate on each side shows which field it belongs to."""
    count = len(section.numbers)
    text = "·".join(str(number) for number in section.numbers)
    size = min(DIGIT if not section.apart else 34, round(84 / (0.6 * count + 0.35 * (count - 1))))
    half = 22 if section.apart else BRICK // 2
    width = half if count == 1 else 46
    block = (
        f'<rect {paint("section")} x="{section.x - width}" y="{section.y - half}" width="{2 * width}"'
        f' height="{2 * half}" rx="{half if section.apart else 8}"/>'
    )
    label = centred(text, section.x, section.y, size, paint("digit"))
    return f"{_gates(section, half)}{block}{label}"


def _gates(section: Section, half: int) -> str:
    if section.apart:
        return ""
    reach = abs(section.ends[0][1] - section.ends[1][1]) // 2 - RADIUS - half
    x, y = section.x, section.y
    return f'<path {paint("gate")} d="M{x} {y - half}v{-reach}M{x} {y + half}v{reach}"/>'
