"""Where every box and every line of a bracket lies, in units of a point or a pixel: the same for a screen and for a sheet.

Tables stand in columns, each beside those that lead to it; a line goes from a seat to the seat it leads to. A `Shape` says
how the columns stand: one after the other as on a screen, or so that a sheet is filled (`tournament.bracket.sheet`).
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournament.bracket.model import Box, Bracket, Slot

FOLD = 18  # between the two columns of a folded round
BULGE = 26  # of a line between two boxes of one column
Key = tuple[int, str, int]


class Measure(NamedTuple):
    """Of a box, between two columns, the heading, a seat, between two boxes; the letters of names, of everything else."""

    width: int = 210
    gap: int = 72
    head: int = 24
    row: int = 24
    space: int = 18
    letters: int = 14
    small: int = 12


SCREEN = Measure()


class Shape(NamedTuple):
    """`wings`: the columns come from both sides to the final in the middle. `folded`: the first round stands in two
    columns, each table beside the gap between two of the other. `close`: the two tables before the final stand over and
    under it."""

    wings: bool = False
    folded: bool = False
    close: bool = False


PLAIN = Shape()


class Spot(NamedTuple):
    """A box and its upper left corner; `is_right`: it is read from right to left, `is_outer`: behind a folded column."""

    box: Box
    x: float
    y: float
    measure: Measure
    is_right: bool = False
    is_outer: bool = False

    @property
    def height(self) -> int:
        return height_of(self.box, self.measure)

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def row(self, index: int) -> float:
        """The middle of a seat's line."""
        return self.y + self.measure.head + self.measure.row * (index + 0.5)

    def edge(self, *, is_right: bool) -> float:
        return self.x + self.measure.width if is_right else self.x


class Wire(NamedTuple):
    """From the edge of a box to the edge of the one behind it. `lane`: where and how high it runs straight on, between
    two boxes of the column that it passes; `bulge`: how far it swings out, from a box to one of the same column."""

    x1: float
    y1: float
    x2: float
    y2: float
    source: Key
    target: Key
    lane: tuple[float, float, float] | None = None
    bulge: float = 0


class Picture(NamedTuple):
    width: float
    height: float
    spots: tuple[Spot, ...]
    wires: tuple[Wire, ...]
    measure: Measure = SCREEN


def height_of(box: Box, measure: Measure = SCREEN) -> int:
    return measure.head + measure.row * max(len(box.slots), 1)


def key(box: Box) -> Key:
    return box.column, box.kind, box.number


def lay_out(bracket: Bracket, shape: Shape = PLAIN, measure: Measure = SCREEN) -> Picture:
    columns = _ordered(bracket)
    shape = _possible(shape, columns)
    spots = _Placing(bracket, columns, shape, measure).all()
    swing = BULGE if shape.close and not shape.wings else 0
    width = max((spot.x + measure.width for spot in spots.values()), default=0) + swing
    height = max((spot.y + spot.height for spot in spots.values()), default=0)
    return Picture(width, height, tuple(spots.values()), tuple(_wires(bracket, spots)), measure)


def _possible(shape: Shape, columns: Sequence[Sequence[Box]]) -> Shape:
    """A bracket may be too small for it."""
    before = len(columns[-2]) if len(columns) > 1 else 0
    wings = shape.wings and before > 1
    folded = shape.folded and len(columns) > 1 and len(columns[0]) >= (8 if wings else 4)
    return Shape(wings, folded, close=shape.close and before == 2 and len(columns) > 2)


class _Placing:
    def __init__(self, bracket: Bracket, columns: Sequence[Sequence[Box]], shape: Shape, measure: Measure) -> None:
        self._bracket, self._columns, self._shape, self._measure = bracket, columns, shape, measure
        self._spots: dict[Key, Spot] = {}

    def all(self) -> dict[Key, Spot]:
        shape, last = self._shape, len(self._columns) - 1
        right = _right_wing(self._bracket, self._columns, shape) if shape.wings else frozenset()
        for at, column in enumerate(self._columns):
            if shape.close and at >= last - 1:
                continue
            for side in (False, True):
                boxes = [box for box in column if (key(box) in right) == side]
                self._fold(boxes, side) if at == 0 and shape.folded else self._stack(boxes, self._stacked(boxes), side)
            if at == 0:
                self._level()
        if shape.close:
            self._close_up(right)
        top = min((spot.y for spot in self._spots.values()), default=0)
        return {each: spot._replace(y=spot.y - top) for each, spot in self._spots.items()}

    def _level(self) -> None:
        """The lower wing stands beside the middle of the higher one."""
        high = {spot.is_right: 0.0 for spot in self._spots.values()}
        for spot in self._spots.values():
            high[spot.is_right] = max(high[spot.is_right], spot.y + spot.height)
        most = max(high.values(), default=0)
        for each, spot in self._spots.items():
            self._spots[each] = spot._replace(y=spot.y + (most - high[spot.is_right]) / 2)

    def _stack(self, boxes: Sequence[Box], tops: Sequence[float], is_right: bool) -> None:
        for box, y in zip(boxes, tops, strict=True):
            self._spots[key(box)] = Spot(box, self._x(box.column, is_right), y, self._measure, is_right)

    def _x(self, column: int, is_right: bool) -> float:
        measure, last = self._measure, len(self._columns) - 1
        step, fold = measure.width + measure.gap, (measure.width + FOLD if self._shape.folded else 0)
        middle = fold + step * (last - 1 if self._shape.close else last)
        x = min(fold + step * column, middle)
        return 2 * middle - x if is_right else x

    def _fold(self, boxes: Sequence[Box], is_right: bool) -> None:
        """The first one outside, the second inside and half a box lower, and so on: an outer one's lines pass in the
        gap over the next inner one."""
        measure, pitch = self._measure, _pitch(self._columns[0], self._measure)
        inner, outer = self._x(0, is_right), self._x(0, is_right) + (1 if is_right else -1) * (measure.width + FOLD)
        for n, box in enumerate(boxes):
            is_outer = n % 2 == 0
            x = outer if is_outer else inner
            self._spots[key(box)] = Spot(box, x, n * pitch / 2, measure, is_right, is_outer)

    def _close_up(self, right: frozenset[Key]) -> None:
        """The one table over the finals, the other one under them, all in the middle of what leads there."""
        measure = self._measure
        (first, second), finals = self._columns[-2], self._columns[-1]
        wished = [self._wished(box) for box in (first, second)]
        middle = sum(one or 0 for one in wished) / 2
        boxes = [first, *finals, second]
        heights = [height_of(box, measure) for box in boxes]
        y = middle - (sum(heights) + measure.space * (len(boxes) - 1)) / 2
        tops = []
        for height in heights:
            tops.append(y)
            y += height + measure.space
        tops[0] = min(tops[0], (wished[0] or 0) - heights[0] / 2)
        tops[-1] = max(tops[-1], (wished[1] or 0) - heights[-1] / 2)
        for box, top in zip(boxes, tops, strict=True):
            self._stack([box], [top], key(box) in right)

    def _stacked(self, boxes: Sequence[Box]) -> list[float]:
        """The upper edges: each box beside the middle of those that lead to it, none over another."""
        tops: list[float] = []
        floor = 0.0
        for box in boxes:
            middle, height = self._wished(box), height_of(box, self._measure)
            top = floor if middle is None else max(floor, middle - height / 2)
            tops.append(top)
            floor = top + height + self._measure.space
        return self._lifted(boxes, tops)

    def _lifted(self, boxes: Sequence[Box], tops: list[float]) -> list[float]:
        """Boxes that were pushed down take those above them half of the way back, as far as there is room."""
        pushed = [
            top + height_of(box, self._measure) / 2 - middle
            for box, top in zip(boxes, tops, strict=True)
            if (middle := self._wished(box)) is not None
        ]
        shift = (min(pushed) + max(pushed)) / 2 if pushed else 0
        return [top - shift for top in tops]

    def _wished(self, box: Box) -> float | None:
        ways = [(slot.origin.number, source) for slot in box.slots if (source := self._bracket.source(box, slot))]
        best = min((place for place, _source in ways), default=0)
        middles = [self._spots[key(source)].middle for place, source in ways if place == best]
        return sum(middles) / len(middles) if middles else None


def _pitch(boxes: Sequence[Box], measure: Measure) -> int:
    """From one table of a folded column to the next one beneath."""
    return max(height_of(box, measure) for box in boxes) + measure.space


def _ordered(bracket: Bracket) -> list[list[Box]]:
    """Every column from top to bottom, so that those who meet stand beside each other."""
    columns: list[list[Box]] = []
    place: dict[Key, int] = {}
    for column in reversed(bracket.columns):
        behind = columns[0] if columns else []
        to = _targets(bracket, behind)
        ordered = sorted(column, key=_by_target(to, place)) if behind else list(column)
        place |= {key(box): n for n, box in enumerate(ordered)}
        columns.insert(0, ordered)
    return columns


def _by_target(to: Mapping[Key, Key], place: Mapping[Key, int]) -> Callable[[Box], tuple[int, int]]:
    last = len(place)
    return lambda box: (place[to[key(box)]] if key(box) in to else last, box.number)


def _targets(bracket: Bracket, behind: Sequence[Box]) -> dict[Key, Key]:
    """To which box each one leads: where its best goes."""
    ways = [
        (slot.origin.number, key(source), key(box))
        for box in behind
        for slot in box.slots
        if (source := bracket.source(box, slot)) is not None
    ]
    return {source: target for _place, source, target in sorted(ways, reverse=True)}


def _right_wing(bracket: Bracket, columns: Sequence[Sequence[Box]], shape: Shape) -> frozenset[Key]:
    """Half of the tables before the last column, and all that lead to them. Where those two stand in the middle of the
    picture, both wings lead to both of them, and may be as equal as the tables before them permit."""
    right = {key(box) for box in columns[-2][(len(columns[-2]) + 1) // 2 :]}
    first = len(columns) - 2
    if shape.close:
        first -= 1
        right |= _lighter_half(bracket, columns[: first + 1])
    for at in range(first, 0, -1):
        to = _targets(bracket, columns[at])
        right |= {key(box) for box in columns[at - 1] if to.get(key(box)) in right}
    return frozenset(right)


def _lighter_half(bracket: Bracket, columns: Sequence[Sequence[Box]]) -> set[Key]:
    """The last ones of the last column, so that about as many tables of the first column lead to them as to the others."""
    weight = {key(box): 1 for box in columns[0]}
    for before, column in pairwise(columns):
        to, weight_before = _targets(bracket, column), weight
        weight = {key(box): 0 for box in column}
        for box in before:
            if key(box) in to:
                weight[to[key(box)]] += weight_before[key(box)]
    boxes = list(columns[-1])
    weights = [weight[key(box)] for box in boxes]
    cut = min(range(len(boxes)), key=lambda n: abs(sum(weights[:n]) - sum(weights[n:])))
    return {key(box) for box in boxes[cut:]}


def _wires(bracket: Bracket, spots: Mapping[Key, Spot]) -> list[Wire]:
    """From one wing to the other none is drawn: the seat itself says where somebody comes from."""
    wires = []
    for target in spots.values():
        for row, slot in enumerate(target.box.slots):
            box = bracket.source(target.box, slot)
            source = spots[key(box)] if box else None
            if source is None or (source.is_right != target.is_right and not _is_next(source, target)):
                continue
            wires.append(_wire(source, _row_from(source.box, slot), target, row))
    return _in_lanes(wires, bracket.columns[0], spots) if wires else []


def _is_next(source: Spot, target: Spot) -> bool:
    return abs(source.x - target.x) <= source.measure.width + source.measure.gap


def _wire(source: Spot, row_from: int, target: Spot, row: int) -> Wire:
    goes_right = not source.is_right
    is_beside = source.x == target.x
    return Wire(
        source.edge(is_right=goes_right),
        source.row(row_from),
        target.edge(is_right=goes_right == is_beside),
        target.row(row),
        key(source.box),
        key(target.box),
        bulge=(BULGE if goes_right else -BULGE) if is_beside else 0,
    )


def _in_lanes(wires: Sequence[Wire], first: Sequence[Box], spots: Mapping[Key, Spot]) -> list[Wire]:
    """Those of an outer box pass the inner column one under the other, in the order in which they leave the box."""
    lines: dict[Key, list[float]] = {}
    for wire in wires:
        lines.setdefault(wire.source, []).append(wire.y1)
    pitch = _pitch(first, next(iter(spots.values())).measure)
    return [
        wire._replace(lane=_lane(spots[wire.source], pitch, sorted(lines[wire.source]), wire.y1))
        if spots[wire.source].is_outer
        else wire
        for wire in wires
    ]


def _lane(outer: Spot, pitch: int, lines: Sequence[float], line: float) -> tuple[float, float, float]:
    """From where to where, and how high."""
    measure, sign = outer.measure, -1 if outer.is_right else 1
    near = outer.edge(is_right=not outer.is_right) + sign * FOLD
    above = outer.y + pitch / 2 - measure.space  # where the next inner box begins, without the gap
    return near, near + sign * measure.width, above + measure.space * (lines.index(line) + 1) / (len(lines) + 1)


def _row_from(source: Box, slot: Slot) -> int:
    """The line of the player; as long as nobody has the place, the line of that number."""
    seated = [at for at, each in enumerate(source.slots) if each.player is not None and each.player == slot.player]
    return seated[0] if seated else min(slot.origin.number, len(source.slots)) - 1
