"""What a bracket is: tables in columns, at every seat somebody or, as long as nobody is, the way that leads there.

Left out: how a way reads in words, whose name is shown (`tournament.queries_bracket`), where a box lies (`layout`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from tournament.seating.model import SeatingError
from tournament.seating.split import split

Kind = Literal["knockout", "final", "small_final"]
State = Literal["empty", "partly", "full"]
LAST_TABLE = 4


class Origin(NamedTuple):
    """How somebody comes to a seat: by `seed` (number 1 is the best), by `place` (number) at a `table` of the column
    before, or as a `lucky` loser, the drawn one of that number. `other`: put there by hand."""

    kind: Literal["seed", "place", "lucky", "other"]
    number: int = 0
    table: int = 0


class Slot(NamedTuple):
    """`place` as the table ended; None: not yet, 0: did not come."""

    origin: Origin
    player: int | None = None
    place: int | None = None


@dataclass(frozen=True)
class Box:
    """A table. `number` as it is called, before it is drawn by its place in the round; the best `going_on` of it stay in."""

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
    """From left to right; a small final stands in the column of the final."""

    columns: tuple[tuple[Box, ...], ...]

    def source(self, box: Box, slot: Slot) -> Box | None:
        """The table from which somebody comes to this seat."""
        if slot.origin.kind != "place" or not box.column:
            return None
        before = self.columns[box.column - 1]
        return next((each for each in before if each.number == slot.origin.table and each.kind == "knockout"), None)

    def later(self, first: int) -> "Bracket":
        """Without the columns before that one."""
        kept = self.columns[first:]
        return Bracket(tuple(tuple(replace(box, column=at) for box in boxes) for at, boxes in enumerate(kept)))


class Part(NamedTuple):
    """A stage of the finals. `size` 0: everybody; `going_on` of each table in a knock-out."""

    kind: Kind
    size: int = 0
    going_on: int = 2


@dataclass(frozen=True)
class Played:
    """A round that was drawn: at each table players with their places. Once it is closed, `onward` are those who go on,
    in the order of their new seeds, the drawn ones (`lucky`) last, and `out` the others, the best first."""

    tables: Sequence[Sequence[tuple[int, int | None]]]
    seeds: Sequence[int] = ()  # the players from seed 1 on
    onward: Sequence[int] = ()
    lucky: Sequence[int] = ()
    out: Sequence[int] = ()
    numbers: Sequence[int] = ()  # as the tables are called; those of a final may begin behind the final beside it


def sizes(players: int) -> tuple[int, ...]:
    """Tables of four and three; one table for so few that they cannot be seated, so that the plan still shows them."""
    try:
        return split(players)
    except SeatingError:
        return (players,) if players else ()
