"""Where everything on a board lies, in units of which 100 lead from one field to the next.

Decided here: what a plan of any board holds. `rings` and `lanes` make plans. Left out: how it looks.
"""

from dataclasses import dataclass, field
from functools import cached_property

from ..rules.errors import BadPosition, PositionFault

RADIUS = 42  # of a field; a field's neighbours are at least 95 away
Point = tuple[int, int]


@dataclass(frozen=True)
class Spot:
    """One field. Track fields have no colour; each of the four waiting fields of a colour is a spot of its own."""

    colour: str
    name: str
    x: int
    y: int
    starts: str = ""  # the colours that enter here
    is_home: bool = False  # a Z field

    @property
    def point(self) -> Point:
        return self.x, self.y


@dataclass(frozen=True)
class Arrow:
    """Which way the play goes from a start field."""

    colour: str
    x: int
    y: int
    angle: int
    scale: float = 1


@dataclass(frozen=True)
class Section:
    """A part of a wall with its numbers, and the two fields it joins. `apart` if they do not lie on its two sides."""

    x: int
    y: int
    numbers: tuple[int, ...]
    ends: tuple[Point, Point]
    apart: bool = False


@dataclass(frozen=True, eq=False)
class Plan:
    board: str  # what a position calls it
    left: int
    top: int
    width: int
    height: int
    ground: str  # path
    way: str  # path
    spots: tuple[Spot, ...]
    houses: dict[str, str]  # path of each colour's waiting place
    goals: dict[str, str]  # the same of its goal, where that does not lie on the way
    arrows: tuple[Arrow, ...]
    before: dict[str, int]  # the track field from which a colour goes into its goal; none on lanes
    starts: dict[str, int]
    walls: tuple[tuple[int, int, int], ...] = ()  # left, right, middle line
    sections: tuple[Section, ...] = ()
    jumps: dict[tuple[int, int], int] = field(default_factory=dict)  # field and number to the other side
    is_square: bool = True  # the fields' cells stand upright

    @cached_property
    def track(self) -> int:
        return sum(not spot.colour for spot in self.spots)

    @cached_property
    def by_name(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """(colour or nothing, field) to the places in `spots`."""
        indices_by_name: dict[tuple[str, str], list[int]] = {}
        for index, spot in enumerate(self.spots):
            indices_by_name.setdefault((spot.colour, spot.name), []).append(index)
        return {key: tuple(indices) for key, indices in indices_by_name.items()}

    def indices(self, colour: str, name: str) -> tuple[int, ...]:
        """The spots of a field: four for waiting, else one."""
        if colour not in self.starts:
            raise BadPosition(PositionFault.COLOUR, colour=colour, board=self.board)
        key = ("", name) if name.isdigit() else (colour, name)
        if key not in self.by_name:
            raise BadPosition(PositionFault.FIELD, field=name, board=self.board)
        return self.by_name[key]


def polyline(points: list[Point]) -> str:
    return "M" + " ".join(f"{x} {y}" for x, y in points)


def rounded(corners: list[tuple[float, float]], radius: float) -> str:
    """A closed path with its corners rounded off."""
    parts = []
    for i, corner in enumerate(corners):
        start, end = _towards(corner, corners[i - 1], radius), _towards(corner, corners[(i + 1) % len(corners)], radius)
        parts.append(f"{'L' if i else 'M'}{_at(start)}Q{_at(corner)} {_at(end)}")
    return "".join(parts) + "z"


def _towards(a: tuple[float, float], b: tuple[float, float], way: float) -> tuple[float, float]:
    part = way / max(1.0, ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _at(point: tuple[float, float]) -> str:
    return f"{round(point[0])} {round(point[1])}"


def around(points: list[Point], margin: int) -> str:
    """A panel around spots that lie clockwise, with the same margin everywhere."""
    parts = []
    for i, (x, y) in enumerate(points):
        before, after = _outward(points[i - 1], (x, y)), _outward((x, y), points[(i + 1) % len(points)])
        start, end = [(x + side[0] * margin, y + side[1] * margin) for side in (before, after)]
        parts.append(f"{'L' if i else 'M'}{_at(start)}A{margin} {margin} 0 0 1 {_at(end)}")
    return "".join(parts) + "z"


def _outward(a: Point, b: Point) -> tuple[float, float]:
    """The direction that points away from the inside, of one side of a clockwise polygon."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    return dy / length, -dx / length
