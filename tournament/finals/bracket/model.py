"""The data model of a bracket: tables in columns; every seat holds a player or, until one is known, the way that leads there.

Left out: texts and names (`tournament.finals.queries`), positions (`layout`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tournament.draw.seating.model import SeatingError
from tournament.draw.seating.split import split

Kind = Literal["knockout", "final", "small_final"]
State = Literal["empty", "partly", "full"]
LAST_TABLE = 4


class Origin(NamedTuple):
    """How a player comes to a seat: by `seed` (number 1 is the best), by `place` (number) at a `table` of the column before, or
    as the `lucky` loser of that number, drawn by lot. `other`: seated by hand."""

    kind: Literal["seed", "place", "lucky", "other"]
    number: int = 0
    table: int = 0


class Slot(NamedTuple):
    """`place` at this table; None: no result yet, 0: did not come."""

    origin: Origin
    player: int | None = None
    place: int | None = None


@dataclass(frozen=True)
class Box:
    """A table. `number`: the table number; before the draw, the position in the round. The best `going_on` players stay in."""

    column: int
    kind: Kind
    number: int
    slots: tuple[Slot, ...]
    going_on: int
    is_drawn: bool = False

    @property
    def state(self) -> State:
        known = sum(slot.player is not None for slot in self.slots)
        return "empty" if not known else "full" if known == len(self.slots) else "partly"

    def goes_on(self, slot: Slot) -> bool:
        return slot.place is not None and 0 < slot.place <= self.going_on


@dataclass(frozen=True)
class Bracket:
    """Columns from left to right; the small final is in the column of the final."""

    columns: tuple[tuple[Box, ...], ...]

    def source(self, box: Box, slot: Slot) -> Box | None:
        """The table that the player of this seat comes from."""
        if slot.origin.kind != "place" or not box.column:
            return None
        before = self.columns[box.column - 1]
        return next((each for each in before if each.number == slot.origin.table and each.kind == "knockout"), None)

    def later(self, first: int) -> "Bracket":
        """The bracket from that column on."""
        columns = self.columns[first:]
        return Bracket(tuple(tuple(replace(box, column=at) for box in boxes) for at, boxes in enumerate(columns)))


class Part(NamedTuple):
    """A stage of the finals. `size`: players, 0 for everybody; `going_on`: how many of each knock-out table stay in."""

    kind: Kind
    size: int = 0
    going_on: int = 2


@dataclass(frozen=True)
class Played:
    """A drawn round: (player, place) by table. Once it is closed, `onward` are those who stay in, in the order of their new
    seeds, the lucky losers (`lucky`) last, and `out` the others, the best first."""

    tables: Sequence[Sequence[tuple[int, int | None]]]
    seeds: Sequence[int] = ()  # the players from seed 1 on
    onward: Sequence[int] = ()
    lucky: Sequence[int] = ()
    out: Sequence[int] = ()
    numbers: Sequence[int] = ()  # of the tables; those of a small final may continue after the final's


def sizes(players: int) -> tuple[int, ...]:
    """Sizes of the tables, four and three; too few players make one table, so that the plan still shows them."""
    try:
        return split(players)
    except SeatingError:
        return (players,) if players else ()
