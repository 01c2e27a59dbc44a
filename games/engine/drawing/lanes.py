"""Plans of Mauerhüpfen layouts: the track as a ploughed field, to and fro from below upwards, walls between the lanes.

Decided here: waiting fields below, goals above, so that pieces climb the drawing; how long a lane is, because the layout
does not say (as many wall sections as possible must join two fields that lie face to face). A section that joins
other fields is drawn as a number in a wall with a dotted line to both.
"""

from collections import defaultdict
from functools import lru_cache
from math import sqrt

from ..rules.layout import BOARD
from ..rules.notation import GOAL, WAITING
from .plan import Arrow, Plan, Point, Section, Spot, around, polyline, rounded

PITCH, LANE = 100, 172
PANEL, MARGIN, EDGE = 250, 70, 60
HOUSE = 225  # from the first lane to the middle of the waiting places
Starts = tuple[tuple[str, int], ...]
Walls = tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=32)
def lane_plan(track: int, starts: Starts, home: frozenset[int], walls: Walls) -> Plan:
    length = lane_length(track, walls)
    field = _Field(track, length)
    middle = (length - 1) * PITCH // 2
    places = [middle + round((i - (len(starts) - 1) / 2) * PANEL) for i in range(len(starts))]
    below = {colour: _square(x, HOUSE) for (colour, _), x in zip(starts, places, strict=True)}
    above = {colour: _square(x, field.top - HOUSE) for (colour, _), x in zip(starts, places, strict=True)}
    half = max(middle + PITCH // 2 + 55, len(starts) * PANEL // 2) + MARGIN // 2
    left, right, top, bottom = middle - half, middle + half, field.top - HOUSE - 145, HOUSE + 145
    sections = _sections(field, walls)
    return Plan(
        board=BOARD,
        left=left - 4,
        top=top - 4,
        width=right - left + 8,
        height=bottom - top + 8,
        ground=rounded([(left, top), (right, top), (right, bottom), (left, bottom)], 60),
        way=polyline([field.at(n) for n in range(1, track + 1)]),
        spots=tuple(_spots(field, starts, home, below, above)),
        houses={colour: around(points, EDGE) for colour, points in below.items()},
        goals={colour: around(points, EDGE) for colour, points in above.items()},
        arrows=tuple(_arrow(field, n, _entering(starts, n)) for n in sorted({start for _, start in starts})),
        before={},
        starts=dict(starts),
        walls=tuple(_bands(field, walls)),
        sections=tuple(sections),
        jumps={(a, n): b for one, two, n in walls for a, b in ((one, two), (two, one))},
    )


def lane_length(track: int, walls: Walls) -> int:
    """The length that lets most sections join two fields face to face; then the one that gives a fair oblong."""
    ideal = max(1, round(sqrt(track * 1.8)))

    def unfit(length: int) -> tuple[int, int]:
        field = _Field(track, length)
        return sum(not field.face(one, other) for one, other, _ in walls), abs(length - ideal)

    return min(range(min(track, 3), min(track, 2 * ideal) + 1), key=unfit)


class _Field:
    """Lanes of one length: from field number to point, and which fields face each other."""

    def __init__(self, track: int, length: int) -> None:
        self.track, self.length = track, length
        self.lanes = -(-track // length)
        self.top = -(self.lanes - 1) * LANE

    def cell(self, number: int) -> tuple[int, int]:
        lane, step = divmod(number - 1, self.length)
        return lane, step if lane % 2 == 0 else self.length - 1 - step

    def at(self, number: int) -> Point:
        lane, column = self.cell(number)
        return column * PITCH, -lane * LANE

    def face(self, one: int, other: int) -> bool:
        """Face to face across a wall (the fields of a turn are neighbours on the track, but face to face as well)."""
        lane_one, column_one = self.cell(one)
        lane_other, column_other = self.cell(other)
        return abs(lane_one - lane_other) == 1 and column_one == column_other


def _square(x: int, y: int) -> list[Point]:
    return [(x - 51, y - 51), (x + 51, y - 51), (x + 51, y + 51), (x - 51, y + 51)]


def _entering(starts: Starts, number: int) -> str:
    return "".join(colour for colour, start in starts if start == number)


def _spots(
    field: _Field,
    starts: Starts,
    home: frozenset[int],
    below: dict[str, list[Point]],
    above: dict[str, list[Point]],
) -> list[Spot]:
    spots = []
    for number in range(1, field.track + 1):
        spots.append(Spot("", str(number), *field.at(number), _entering(starts, number), number in home))
    for colour in below:
        spots += [Spot(colour, WAITING, *point) for point in below[colour]]
        a, b, d, c = above[colour]
        spots += [Spot(colour, letter, *point) for letter, point in zip(GOAL, (a, b, c, d), strict=True)]
    return spots


def _arrow(field: _Field, number: int, colours: str) -> Arrow:
    """Before the start field, in the direction of play: large at the end of a lane, small between two fields."""
    x, y = field.at(number)
    lane, _ = field.cell(number)
    is_first = (number - 1) % field.length == 0
    away, towards = (78 if is_first else 50), (1 if lane % 2 == 0 else -1)
    colour = colours if len(colours) == 1 else ""
    return Arrow(colour, x - towards * away, y, 0 if towards == 1 else 180, 1 if is_first else 0.6)


def _bands(field: _Field, walls: Walls) -> list[tuple[int, int, int]]:
    """A wall wherever a section joins two lanes; it leaves the turn open."""
    lanes = {min(field.cell(one)[0], field.cell(other)[0]) for one, other, _ in walls if field.face(one, other)}
    bands = []
    for lane in sorted(lanes):
        left, right = -PITCH // 2, (field.length - 1) * PITCH + PITCH // 2
        if lane % 2 == 0:
            right -= PITCH
        else:
            left += PITCH
        bands.append((left, right, _level(lane)))
    return bands


def _sections(field: _Field, walls: Walls) -> list[Section]:
    numbers: dict[tuple[int, int], list[int]] = defaultdict(list)
    for one, other, number in walls:
        numbers[min(one, other), max(one, other)].append(number)
    taken: set[Point] = set()
    facing = {pair: numbers_on for pair, numbers_on in numbers.items() if field.face(*pair)}
    sections = []
    for (one, other), numbers_on in facing.items():
        a, b = field.at(one), field.at(other)
        level = (a[1] + b[1]) // 2
        taken.update((a[0] + beside, level) for beside in (-PITCH // 2, 0, PITCH // 2))
        sections.append(Section(a[0], level, tuple(sorted(numbers_on)), (a, b)))
    for pair, numbers_on in numbers.items():
        if pair not in facing:
            a, b = field.at(pair[0]), field.at(pair[1])
            x, y = _free(field, a, b, taken)
            sections.append(Section(x, y, tuple(sorted(numbers_on)), (a, b), apart=True))
    return sections


def _free(field: _Field, a: Point, b: Point, taken: set[Point]) -> Point:
    """The free place in a wall nearest to the middle between two fields that do not face each other."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    levels = sorted((_level(lane) for lane in range(-1, field.lanes)), key=lambda level: abs(level - y))
    columns = range(-PITCH // 2, field.length * PITCH, PITCH // 2)
    places = {(column, level) for level in levels[:3] for column in columns} - taken
    # Every place is taken: there are more sections than the drawing has room for, so they share the middle.
    free = min(places, key=lambda place: _distance(place, x, y), default=(round(x), round(y)))
    taken.add(free)
    return free


def _level(lane: int) -> int:
    """The middle of the wall above a lane, counted from 0."""
    return -lane * LANE - LANE // 2


def _distance(place: Point, x: float, y: float) -> tuple[float, Point]:
    return (place[0] - x) ** 2 + (place[1] - y) ** 2, place
