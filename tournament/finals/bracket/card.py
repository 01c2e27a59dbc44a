"""What stands on the card of a table, and how much room it needs, in em: all letters of a card have one size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from tournament.finals.bracket.groups import Exits, key
from tournament.finals.bracket.letters import cut, width
from tournament.finals.bracket.model import Box, Slot

HEAD, ROW, FOOT = 1.5, 1.3, 1.5  # heights
HIGH_HEAD, HIGH_ROW = 2.95, 2.65  # of two lines
ARROW, GAP, PAD = 1.2, 0.45, 0.3
PLACE, DIE = 1.75, 1.05
TO_WRITE_ON = 6.2  # for a name written by hand
SHORT_NAME = 7.0  # a longer one is cut where the letters would become too small


class Words(Protocol):
    """The texts, in the reader's language and with the names that the reader may see."""

    def title(self, box: Box) -> str: ...
    def short(self, box: Box) -> str: ...
    def round_title(self, boxes: Sequence[Box]) -> str: ...
    def origin(self, slot: Slot) -> str: ...
    def seat(self, slot: Slot) -> str: ...
    def number(self, slot: Slot) -> int | None: ...
    def place(self, number: int) -> str: ...
    def decides(self, first: int, last: int) -> str:
        """Which places are played for."""


class Row(NamedTuple):
    """A seat. `place`: empty without a result; `is_lot`: a loser drawn by lot; `is_marked`: on the way that is shown; `number`:
    the start number."""

    origin: str
    name: str
    place: str
    is_lot: bool
    goes_on: bool
    is_marked: bool
    number: int | None = None

    @property
    def before(self) -> float:
        """The width of what stands before the name."""
        return width(self.origin) + DIE * self.is_lot if self.origin else width(self.parted[0], is_bold=True)

    @property
    def parted(self) -> tuple[str, str]:
        """The start number apart from the name, where nothing else stands before it."""
        number, _space, name = self.name.partition(" ")
        return (number, name) if not self.origin and number.isdigit() and name else ("", self.name)


class Exit(NamedTuple):
    places: str
    target: str

    @property
    def width(self) -> float:
        return width(self.places, is_bold=True) + ARROW + width(self.target, is_bold=True)


@dataclass(frozen=True, eq=False)
class Card:
    """`exits`: where the places go on to; `foot`: those to the small final, on a line of their own."""

    box: Box
    title: str
    exits: tuple[Exit, ...]
    foot: tuple[Exit, ...]
    rows: tuple[Row, ...]
    note: str

    @cached_property
    def tab(self) -> float:
        return width(self.title, is_bold=True) + 2 * PAD

    @cached_property
    def head(self) -> float:
        """The width of the head in one line."""
        return self.tab + (PAD + across(self.exits) + PAD if self.exits else 0)

    @cached_property
    def origins(self) -> float:
        return max(max((row.before for row in self.rows), default=0) + 2 * PAD, 1.9)

    @cached_property
    def names(self) -> float:
        return max((width(row.name, is_bold=True) for row in self.rows), default=0)

    @cached_property
    def beside(self) -> float:
        """Of the names beside the cells."""
        return max((width(row.parted[1], is_bold=True) for row in self.rows), default=0)

    def height(self, *, is_high: bool, room: float) -> float:
        """In a card so wide; `is_high`: each seat has two lines."""
        rows = max(len(self.rows), 1)
        head = HIGH_HEAD if is_high and self.head > room else HEAD
        return head + rows * (HIGH_ROW if is_high else ROW) + (FOOT if self.foot else 0)

    def least(self, *, is_high: bool) -> float:
        """The narrowest that it can be."""
        if not is_high:
            return max(self.head, self.origins + self.beside_cell, self.feet)
        head = max(self.tab, 2 * PAD + across(self.exits), self.feet)
        return max(head, self.names + 2.1 + 2 * PAD, self.origins + 2.1, TO_WRITE_ON + 3.0)

    @cached_property
    def beside_cell(self) -> float:
        """The name and the place, in one line."""
        return max(self.beside, TO_WRITE_ON) + 2 * PAD + PLACE

    @cached_property
    def feet(self) -> float:
        return across(self.foot) + 2 * PAD


def across(exits: Sequence[Exit]) -> float:
    return sum(one.width for one in exits) + GAP * max(len(exits) - 1, 0)


def card(box: Box, ways: Exits, words: Words, *, note: str = "", marked: int | None = None, most: float = 99.0) -> Card:
    """`note`: in the head of a final; `marked`: the player whose way is shown; `most`: names are cut to this width."""
    going = [(place, target) for place, target in ways[key(box)] if target.kind != "small_final"]
    behind = [(place, target) for place, target in ways[key(box)] if target.kind == "small_final"]
    rows = tuple(_row(box, slot, words, marked, most) for slot in _seats(box))
    return Card(box, words.title(box), _exits(going, words), _exits(behind, words), rows, note)


def _seats(box: Box) -> list[Slot]:
    """Before the draw in the order of the places and tables that they come from."""
    if box.is_drawn or not box.column:
        return list(box.slots)
    return sorted(box.slots, key=lambda slot: (slot.origin.kind == "lucky", slot.origin.number, slot.origin.table))


def _row(box: Box, slot: Slot, words: Words, marked: int | None, most: float) -> Row:
    name = cut(words.seat(slot), most, is_bold=True) if slot.player is not None else ""
    place = "–" if slot.place == 0 else str(slot.place or "")
    goes_on = box.goes_on(slot)
    return Row(
        words.origin(slot),
        name,
        place,
        slot.origin.kind == "lucky",
        goes_on,
        slot.player is not None and slot.player == marked,
        words.number(slot),
    )


def _exits(going: Iterable[tuple[int, Box]], words: Words) -> tuple[Exit, ...]:
    """Places that lead to one table are named together."""
    by_target: dict[str, list[int]] = {}
    for place, target in going:
        by_target.setdefault(words.short(target), []).append(place)
    return tuple(Exit(" ".join(map(words.place, places)), target) for target, places in by_target.items())
