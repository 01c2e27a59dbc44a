"""Plans of ring boards: a cross for four, a hexagon for six, in general a star with one arm for each colour.

Decided here: an arm is three lanes wide; a colour enters at the tip of its own arm, walks in along one side, out along
the next arm, and goes home along the middle lane; its waiting fields lie between its arm and the next, in the corner
of the board. The first colour's arm points down, play goes clockwise. Boards that cannot be a star (the start fields
not equally far apart, two colours) become a plain circle.
"""

from functools import lru_cache
from math import cos, pi, sin, tan
from typing import NamedTuple

from ..rules.notation import GOAL, WAITING
from .plan import RADIUS, Arrow, Plan, Point, Spot, around, polyline, rounded

PITCH, GOAL_PITCH, WIDE = 100, 96, 110
HOUSE = 58  # from a waiting field to the edge of its panel
LANES_APART = 114  # from a waiting field to the lanes on both sides of its house
EDGE = 118  # from the tip's fields to the edge of the board: room for the arrow
Starts = tuple[tuple[str, int], ...]


@lru_cache(maxsize=32)
def ring_plan(board: str, track: int, starts: Starts) -> Plan:
    fields = [field for _, field in starts]
    share, rest = divmod(track, len(starts))
    is_even = fields == [fields[0] + i * share for i in range(len(fields))]
    if rest or share % 2 or share < 4 or len(starts) < 3 or not is_even:
        return _plan(board, track, starts, _circle(track, fields))
    return _plan(board, track, starts, _star(len(starts), share // 2 - 1))


class _Outline(NamedTuple):
    """The parts of a plan before they have names: by colour, or by field from the first colour's start on."""

    points: list[Point]
    goals: list[list[Point]]
    houses: list[list[Point]]
    arrows: list[tuple[Point, int]]
    ground: str
    corners: list[tuple[float, float]]  # of the ground
    is_square: bool


def _star(arms: int, steps: int) -> _Outline:
    star, turns = _Star(arms, steps), range(arms)
    far = star.edge / cos(pi / arms)
    corners = [(-far * sin(star.turn(arm + 0.5)), far * cos(star.turn(arm + 0.5))) for arm in turns]
    return _Outline(
        points=[star.at(*place) for arm in turns for place in star.lap(arm)],
        goals=[[star.at(arm, star.tip - n * star.goal_pitch, 0) for n in (1, 2, 3, 4)] for arm in turns],
        houses=[star.house(arm) for arm in turns],
        arrows=[(star.at(arm, star.tip + RADIUS + 33, star.half), round(360 / arms * arm) - 90) for arm in turns],
        ground=rounded(corners, 60),
        corners=corners,
        is_square=arms == 4,
    )


class _Star:
    """The measures of a star board, and points from (arm, along, across): along is outward, across towards the own side."""

    def __init__(self, arms: int, steps: int) -> None:
        self.arms, self.steps, angle = arms, steps, pi / arms
        self.half = PITCH if arms == 4 else WIDE
        self.goal_pitch = PITCH if arms == 4 else GOAL_PITCH
        room = 4 * self.goal_pitch + PITCH / 2 / sin(angle)  # so that the goals' last fields do not meet
        self.half = max(self.half, round((room - steps * PITCH) * tan(angle)))
        self.valley = self.half / tan(angle)
        self.tip = self.valley + steps * PITCH
        self.deep, self.broad = (72, 72) if arms <= 4 else (82, 56)
        clear = (self.half + LANES_APART) / sin(angle) + max(self.broad / tan(angle), self.deep)
        self.edge = max(self.tip + EDGE, (clear + self.deep) * cos(angle) + 100)
        self.middle = (self.edge - 100) / cos(angle) - self.deep

    def turn(self, arm: float) -> float:
        return 2 * pi * arm / self.arms

    def at(self, arm: float, along: float, across: float) -> Point:
        angle = self.turn(arm)
        return (
            round(-along * sin(angle) - across * cos(angle)),
            round(along * cos(angle) - across * sin(angle)),
        )

    def lap(self, arm: int) -> list[tuple[int, float, float]]:
        """The fields from one start to the field before the next."""
        inward = [(arm, self.valley + n * PITCH, self.half) for n in range(self.steps, 0, -1)]
        outward = [(arm + 1, self.valley + n * PITCH, -self.half) for n in range(self.steps + 1)]
        return [*inward, *outward, (arm + 1, self.tip, 0)]

    def house(self, arm: int) -> list[Point]:
        offsets = ((-self.deep, 0), (0, -self.broad), (self.deep, 0), (0, self.broad))
        return [self.at(arm + 0.5, self.middle + deep, broad) for deep, broad in offsets]


def _circle(track: int, fields: list[int]) -> _Outline:
    """Fields on a circle, goals inward from the field before the start, houses outside at the start."""
    first = fields[0]
    narrow = 2 * pi / track * min((field - fields[i - 1]) % track for i, field in enumerate(fields))
    goals_apart = 4 * PITCH + PITCH / 2 / sin(min(narrow, pi) / 2)
    radius = max(PITCH / 2 / sin(pi / track), goals_apart, 260 / narrow)

    def at(field: float, out: float, across: float = 0) -> Point:
        angle = 2 * pi * (field - first) / track
        x, y = -(radius + out) * sin(angle), (radius + out) * cos(angle)
        return round(x - across * cos(angle)), round(y - across * sin(angle))

    edge = round(radius + 340)
    half = f"a{edge} {edge} 0 1 0"
    return _Outline(
        points=[at(field, 0) for field in range(first, first + track)],
        goals=[[at(field - 1, -n * PITCH) for n in (1, 2, 3, 4)] for field in fields],
        houses=[[at(f, out, c) for out, c in ((150, 52), (150, -52), (254, -52), (254, 52))] for f in fields],
        arrows=[(at(field, 72), round(360 * (field - first) / track) - 90) for field in fields],
        ground=f"M{-edge} 0{half} {2 * edge} 0{half} {-2 * edge} 0z",
        corners=[(-edge, -edge), (edge, edge)],
        is_square=False,
    )


def _plan(board: str, track: int, starts: Starts, outline: _Outline) -> Plan:
    """The plan: all parts with their names, and the lines between the fields."""
    colours, first = [colour for colour, _ in starts], starts[0][1]
    at = {(first - 1 + i) % track + 1: point for i, point in enumerate(outline.points)}
    before = {colour: (field - 2) % track + 1 for colour, field in starts}
    lanes = [polyline([at[before[c]], goal[-1]]) for c, goal in zip(colours, outline.goals, strict=True)]
    left, top = (round(min(corner[axis] for corner in outline.corners)) - 4 for axis in (0, 1))
    right, bottom = (round(max(corner[axis] for corner in outline.corners)) + 4 for axis in (0, 1))
    arrows = zip(colours, outline.arrows, strict=True)
    return Plan(
        board=board,
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        ground=outline.ground,
        way=polyline(outline.points) + "z" + "".join(lanes),
        spots=tuple(_spots(starts, at, outline)),
        houses={c: around(house, HOUSE) for c, house in zip(colours, outline.houses, strict=True)},
        goals={},
        arrows=tuple(Arrow(colour, x, y, angle) for colour, ((x, y), angle) in arrows),
        before=before,
        starts=dict(starts),
        is_square=outline.is_square,
    )


def _spots(starts: Starts, at: dict[int, Point], outline: _Outline) -> list[Spot]:
    enters = {field: colour for colour, field in starts}
    spots = [Spot("", str(field), *at[field], enters.get(field, "")) for field in sorted(at)]
    for (colour, _), house, goal in zip(starts, outline.houses, outline.goals, strict=True):
        spots += [Spot(colour, WAITING, *point) for point in house]
        spots += [Spot(colour, letter, *point) for letter, point in zip(GOAL, goal, strict=True)]
    return spots
