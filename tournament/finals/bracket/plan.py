"""Builds the whole bracket: the rounds drawn so far, and after them the tables as planned.

Decides how many tables follow and which seat leads to which. A round that is not drawn yet is only a plan: the draw may swap
players of one pot, so that old opponents and club mates meet later.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from tournament.draw.seating.knockout import snake
from tournament.draw.seating.split import FEWEST
from tournament.finals.bracket.model import LAST_TABLE, Box, Bracket, Kind, Origin, Part, Played, Slot, sizes
from tournament.finals.bracket.onward import lucky, onward
from tournament.finals.bracket.tree import numbers

Field = list[Slot]  # the players of a round, from seed 1 on
USUAL = (Part("knockout"), Part("final", LAST_TABLE), Part("small_final", LAST_TABLE))


def bracket(
    parts: Sequence[Part],
    players: int,
    *,
    seeds: Sequence[int] = (),
    played: Mapping[int, Sequence[Played]] | None = None,
) -> Bracket:
    """`seeds`: the players as far as they are known; `played`: the drawn rounds of each part, by its position."""
    builder = _Builder(parts, players, seeds, played or {})
    for at, part in enumerate(parts):
        builder.add(at, part)
    return Bracket(tuple(tuple(sorted(column, key=_place_in_column)) for column in builder.columns))


def _place_in_column(box: Box) -> int:
    """Tables by number; the finals stay as they are."""
    return box.number if box.kind == "knockout" else 0


class _Builder:
    def __init__(
        self, parts: Sequence[Part], players: int, seeds: Sequence[int], played: Mapping[int, Sequence[Played]]
    ) -> None:
        self._parts, self._players, self._seeds, self._played = parts, players, seeds, played
        self._field: Field | None = None  # those who stay in after a knock-out; None: no knock-out so far
        self._out: Field = []
        self.columns: list[list[Box]] = []

    def add(self, at: int, part: Part) -> None:
        if part.kind == "knockout":
            self._knockout(at, part)
        elif part.kind == "final":
            self._last(at, part, self._ranked(0, part.size) if self._field is None else self._field)
        else:
            above = sum(other.size for other in self._parts if other.kind == "final") or LAST_TABLE
            self._last(at, part, self._ranked(above, part.size) if self._field is None else self._out[:LAST_TABLE])

    def _ranked(self, first: int, size: int) -> Field:
        """The seeds after `first` up to `size`; all of them if `size` is 0."""
        known = dict(enumerate(self._seeds, 1))
        last = min(size or self._players, self._players)
        return [Slot(Origin("seed", seed), known.get(seed)) for seed in range(first + 1, last + 1)]

    def _knockout(self, at: int, part: Part) -> None:
        rounds = list(self._played.get(at, ()))
        field = self._ranked(0, part.size) if self._field is None else self._field
        target = self._target(at)
        while rounds or (field and len(field) > target):
            known = rounds.pop(0) if rounds else None
            boxes = self._column(
                "knockout", field, part.going_on, known, tree=numbers(len(field), part.going_on, target)
            )
            self.columns.append(boxes)
            field, self._out = _after(boxes, part.going_on, known, target)
            if not rounds and len(boxes) == 1:
                break
        self._field = field

    def _target(self, at: int) -> int:
        """How many players the next part takes; 0 if the last table decides the tournament."""
        behind = [part for part in self._parts[at + 1 :] if part.kind != "small_final"]
        return behind[0].size or LAST_TABLE if behind else 0

    def _last(self, at: int, part: Part, field: Field) -> None:
        known = next(iter(self._played.get(at, ())), None)
        has_final = self.columns and any(box.kind == "final" for box in self.columns[-1])
        is_beside = part.kind == "small_final" and has_final
        column = len(self.columns) - 1 if is_beside else len(self.columns)
        if part.kind == "small_final" and known is None and len(field) < FEWEST:
            return  # too few are left for it
        boxes = self._column(part.kind, field, 1, known, column)
        if is_beside:
            self.columns[-1] += boxes
        elif boxes:
            self.columns.append(boxes)

    def _column(
        self,
        kind: Kind,
        field: Field,
        going_on: int,
        known: Played | None,
        column: int | None = None,
        tree: Iterable[int] = (),
    ) -> list[Box]:
        column = len(self.columns) if column is None else column
        numbered = known.numbers if known else tree
        if known is None:
            tables = _planned(field)
        else:
            before = self.columns[column - 1] if column else []
            tables = [_drawn(table, known, field, before) for table in known.tables]
        return [
            Box(column, kind, number, tuple(slots), going_on, is_drawn=known is not None)
            for number, slots in zip(numbered or count(1), tables, strict=False)
        ]


def _planned(field: Field) -> list[Field]:
    if len(sizes(len(field))) < 2:
        return [field] if field else []
    pots = snake(range(len(field)))
    return [[field[pot[table]] for pot in pots if pot[table] >= 0] for table in range(len(pots[0]))]


def _drawn(table: Sequence[tuple[int, int | None]], known: Played, field: Field, before: Sequence[Box]) -> Field:
    """The table as drawn, each seat with the way that led there."""
    way: dict[int | None, Origin] = {slot.player: slot.origin for slot in field if slot.player is not None}
    way |= {slot.player: Origin("place", slot.place, box.number) for box in before for slot in box.slots if slot.place}
    way |= {slot.player: slot.origin for slot in field if slot.origin.kind == "lucky"}
    if not before:
        way = {player: Origin("seed", seed) for seed, player in enumerate(known.seeds, 1)}
    return [Slot(way.get(player, Origin("other")), player, place) for player, place in table]


def _after(boxes: Sequence[Box], going_on: int, known: Played | None, target: int) -> tuple[Field, Field]:
    """(those who stay in, in the order of their new seeds; those who are out, the best first)"""
    at = {(box.number, place): _by_place(box, place) for box in boxes for place in range(1, len(box.slots) + 1)}
    number = _by_strength(boxes, known)
    ways = [Origin("place", place, number[table - 1]) for table, place in onward(len(boxes), going_on)]
    through = [Slot(way, at.get((way.table, way.number))) for way in ways]
    filled = lucky(len(through)) if len(through) > target or len(boxes) > 1 else 0
    through += [Slot(Origin("lucky", n)) for n in range(1, filled + 1)]
    if known is not None and known.onward:
        return _real_outcome(through, boxes, known)
    taken = {slot.origin for slot in through}
    others = [Origin("place", place, table) for table, place in sorted(at, key=lambda way: way[::-1])]
    return through, [Slot(way, at[way.table, way.number]) for way in others if way not in taken]


def _by_strength(boxes: Sequence[Box], known: Played | None) -> list[int]:
    """Table numbers ordered by best seed, because drawn tables are numbered by the boards in the hall."""
    if known is None:
        return [box.number for box in boxes]
    seed = {player: n for n, player in enumerate(known.seeds)}
    best = {box.number: min((seed.get(slot.player or 0, len(seed)) for slot in box.slots), default=0) for box in boxes}
    return sorted(best, key=lambda number: (best[number], number))


def _by_place(box: Box, place: int) -> int | None:
    """The only player on that place, else None: shared places are decided when the round is closed."""
    players = [slot.player for slot in box.slots if slot.place == place]
    return players[0] if len(players) == 1 else None


def _real_outcome(planned: Field, boxes: Sequence[Box], known: Played) -> tuple[Field, Field]:
    """(those who really stay in, those who are out). Ways that nobody takes, because of a withdrawal, are dropped."""
    table_of = {slot.player: box.number for box in boxes for slot in box.slots if slot.player is not None}
    free: dict[int, list[Origin]] = {}
    for slot in planned:
        free.setdefault(slot.origin.table, []).append(slot.origin)
    ways = {player: Origin("lucky", n) for n, player in enumerate(known.lucky, 1)}
    for player in (player for player in known.onward if player not in ways):
        waiting = free.get(table_of.get(player, -1))
        ways[player] = waiting.pop(0) if waiting else Origin("other")
    lost = {slot.player: Origin("place", slot.place or 0, box.number) for box in boxes for slot in box.slots}
    out = [Slot(lost.get(player, Origin("other")), player) for player in known.out]
    return [Slot(ways[player], player) for player in known.onward], out
