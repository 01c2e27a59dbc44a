"""Where every box and every line of a bracket lies, in units of a point or a pixel: the same for a screen and for a sheet.

Tables stand in columns, each beside those that lead to it; a line goes from a seat to the seat it leads to. On a wide sheet
the columns come from both sides to the final in the middle (`wings`), which makes twice as large what 256 players need.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tournament.bracket.model import Box, Bracket, Slot

WIDTH, GAP = 210, 72  # of a box; between two columns
HEAD, ROW, SPACE = 24, 24, 18  # above the seats; a seat; between two boxes
Key = tuple[int, str, int]


class Spot(NamedTuple):
    """A box and its upper left corner; `is_right`: it is read from right to left."""

    box: Box
    x: float
    y: float
    is_right: bool = False

    @property
    def height(self) -> int:
        return height_of(self.box)

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def row(self, index: int) -> float:
        """The middle of a seat's line."""
        return self.y + HEAD + ROW * (index + 0.5)


class Wire(NamedTuple):
    """From the edge of a box to the edge of the one behind it."""

    x1: float
    y1: float
    x2: float
    y2: float
    source: Key
    target: Key


class Picture(NamedTuple):
    width: float
    height: float
    spots: tuple[Spot, ...]
    wires: tuple[Wire, ...]


def height_of(box: Box) -> int:
    return HEAD + ROW * max(len(box.slots), 1)


def key(box: Box) -> Key:
    return box.column, box.kind, box.number


def for_page(bracket: Bracket, width: float, height: float) -> Picture:
    """The one of the two that can be drawn larger on a sheet of these proportions."""
    return max(
        (lay_out(bracket), lay_out(bracket, wings=True)),
        key=lambda picture: min(width / max(picture.width, 1), height / max(picture.height, 1)),
    )


def lay_out(bracket: Bracket, *, wings: bool = False) -> Picture:
    columns = _ordered(bracket)
    right = _right_wing(bracket, columns) if wings else frozenset()
    spots: dict[Key, Spot] = {}
    for column in columns:
        for side in (False, True):
            boxes = [box for box in column if (key(box) in right) == side]
            for box, y in zip(boxes, _stacked(bracket, boxes, spots), strict=True):
                spots[key(box)] = Spot(box, _x(box, len(columns), side, is_mirrored=bool(right)), y, side)
    spots = _from_the_top(spots)
    width = max((spot.x + WIDTH for spot in spots.values()), default=0)
    height = max((spot.y + spot.height for spot in spots.values()), default=0)
    return Picture(width, height, tuple(spots.values()), tuple(_wires(bracket, spots)))


def _x(box: Box, columns: int, is_right: bool, *, is_mirrored: bool) -> float:
    at = 2 * (columns - 1) - box.column if is_right and is_mirrored else box.column
    return at * (WIDTH + GAP)


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


def _right_wing(bracket: Bracket, columns: Sequence[Sequence[Box]]) -> frozenset[Key]:
    """Half of the tables before the last column, and all that lead to them."""
    if len(columns) < 2 or len(columns[-2]) < 2:
        return frozenset()
    right = {key(box) for box in columns[-2][(len(columns[-2]) + 1) // 2 :]}
    for at in range(len(columns) - 2, 0, -1):
        to = _targets(bracket, columns[at])
        right |= {key(box) for box in columns[at - 1] if to.get(key(box)) in right}
    return frozenset(right)


def _stacked(bracket: Bracket, boxes: Sequence[Box], spots: Mapping[Key, Spot]) -> list[float]:
    """The upper edges: each box beside the middle of those that lead to it, none over another."""
    tops: list[float] = []
    floor = 0.0
    for box in boxes:
        middle = _wished(bracket, box, spots)
        top = floor if middle is None else max(floor, middle - height_of(box) / 2)
        tops.append(top)
        floor = top + height_of(box) + SPACE
    return _lifted(bracket, boxes, spots, tops)


def _lifted(bracket: Bracket, boxes: Sequence[Box], spots: Mapping[Key, Spot], tops: list[float]) -> list[float]:
    """Boxes that were pushed down take those above them half of the way back, as far as there is room."""
    pushed = [
        top + height_of(box) / 2 - middle
        for box, top in zip(boxes, tops, strict=True)
        if (middle := _wished(bracket, box, spots)) is not None
    ]
    shift = (min(pushed) + max(pushed)) / 2 if pushed else 0
    return [top - shift for top in tops]


def _wished(bracket: Bracket, box: Box, spots: Mapping[Key, Spot]) -> float | None:
    sources = [(slot.origin.number, source) for slot in box.slots if (source := bracket.source(box, slot)) is not None]
    best = min((place for place, _source in sources), default=0)
    middles = [spots[key(source)].middle for place, source in sources if place == best]
    return sum(middles) / len(middles) if middles else None


def _from_the_top(spots: Mapping[Key, Spot]) -> dict[Key, Spot]:
    top = min((spot.y for spot in spots.values()), default=0)
    return {each: spot._replace(y=spot.y - top) for each, spot in spots.items()}


def _wires(bracket: Bracket, spots: Mapping[Key, Spot]) -> list[Wire]:
    """Between the wings none is drawn: the seat itself says where somebody comes from."""
    wires = []
    for target in spots.values():
        for row, slot in enumerate(target.box.slots):
            source_box = bracket.source(target.box, slot)
            source = spots[key(source_box)] if source_box else None
            is_last = target.box.column == len(bracket.columns) - 1
            if source is None or (source.is_right != target.is_right and not is_last):
                continue
            goes_left = source.is_right
            x1, x2 = (source.x, target.x + WIDTH) if goes_left else (source.x + WIDTH, target.x)
            ends = (source.row(_row_from(source.box, slot)), target.row(row))
            wires.append(Wire(x1, ends[0], x2, ends[1], key(source.box), key(target.box)))
    return wires


def _row_from(source: Box, slot: Slot) -> int:
    """The line of the player; as long as nobody has the place, the line of that number."""
    seated = [at for at, each in enumerate(source.slots) if each.player is not None and each.player == slot.player]
    return seated[0] if seated else min(slot.origin.number, len(source.slots)) - 1
