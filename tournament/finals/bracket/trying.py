"""One way to part the rounds of a bracket into columns: how large its letters would be, and where everything would stand.

Lengths are in mm, but those of texts in em.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tournament.finals.bracket.card import Card
from tournament.finals.bracket.groups import Group, Key, all_of, key
from tournament.finals.bracket.letters import X_HEIGHT, width

LARGEST = 40.0  # x-height in mm
GUTTER, BESIDE, BELOW, BETWEEN = (
    1.25,
    0.3,
    0.3,
    0.9,
)  # em: between rounds, cards of a round, cards above each other, groups
TITLE, HEADING = 1.1, 1.75  # em: letters over a round, room for them


class Plan(NamedTuple):
    """`sides`: columns of cards of each round; `high`: from this round on each seat has two lines."""

    sides: tuple[int, ...]
    high: int


class Spot(NamedTuple):
    """`is_high`: each seat has two lines; `cell`: the width of what stands before a name, in em."""

    card: Card
    x: float
    y: float
    width: float
    height: float
    is_high: bool
    cell: float


class Chevron(NamedTuple):
    """Between a group, on its right, and its feeders."""

    x: float
    top: float
    bottom: float


class Heading(NamedTuple):
    x: float
    y: float
    said: str


class Steps(NamedTuple):
    width: float
    height: float
    em: float
    spots: tuple[Spot, ...]
    chevrons: tuple[Chevron, ...]
    headings: tuple[Heading, ...]

    @property
    def letters(self) -> float:
        """The x-height of all letters, in mm."""
        return self.em * X_HEIGHT

    @property
    def filled(self) -> float:
        """The area of the cards in mm²."""
        return sum(spot.width * spot.height for spot in self.spots)


class Try:
    def __init__(
        self, cards: Mapping[Key, Card], titles: Sequence[str], roots: Sequence[Group], plan: Plan, first: int
    ) -> None:
        """`first`: the column that the plan begins with."""
        self._cards, self._titles, self._roots = cards, titles, roots
        self.plan, self.first = plan, first
        columns: list[list[Card]] = [[] for _ in titles]
        for group in all_of(roots):
            columns[group.column - first] += [cards[key(box)] for box in group.boxes]
        self.cells = [max(card.origins for card in column) for column in columns]
        self._widths = [self._width(at, column) for at, column in enumerate(columns)]
        self._heights: dict[Key, float] = {}

    def _width(self, at: int, column: Sequence[Card]) -> float:
        """Of one card, in em."""
        is_high, sides = at >= self.plan.high, self.plan.sides[at]
        least = max(card.least(is_high=is_high) for card in column)
        if not is_high:
            least = max(least, self.cells[at] + max(card.beside_cell for card in column))
        return max(least, (TITLE * width(self._titles[at], is_bold=True) - BESIDE * (sides - 1)) / sides)

    @cached_property
    def across(self) -> float:
        cards = sum(side * one + BESIDE * (side - 1) for side, one in zip(self.plan.sides, self._widths, strict=True))
        return cards + GUTTER * (len(self._widths) - 1)

    @cached_property
    def down(self) -> float:
        return self._stacked(self._roots) + HEADING

    def em(self, across: float, down: float) -> float:
        return min(across / self.across, down / self.down, LARGEST / X_HEIGHT)

    def _stacked(self, level: Sequence[Group]) -> float:
        return sum(map(self.height, level)) + BETWEEN * max(len(level) - 1, 0)

    def height(self, group: Group) -> float:
        """Of the group with everything before it, in em."""
        which = key(group.boxes[0])
        if which not in self._heights:
            lines = self.lines(group)
            own = sum(map(self.line, lines)) + BELOW * (len(lines) - 1)
            self._heights[which] = max(own, self._stacked(group.feeders))
        return self._heights[which]

    def lines(self, group: Group) -> list[list[Card]]:
        cards, side = [self._cards[key(box)] for box in group.boxes], self.plan.sides[group.column - self.first]
        return [cards[at : at + side] for at in range(0, len(cards), side)]

    def line(self, line: Sequence[Card]) -> float:
        at = line[0].box.column - self.first
        return max(one.height(is_high=at >= self.plan.high, room=self._widths[at]) for one in line)

    def laid_out(self, across: float, down: float) -> Steps:
        em = self.em(across, down)
        placing = _Placing(self, em, self._spread(across - self.across * em, em))
        placing.level(self._roots, HEADING * em, down)
        headings = tuple(Heading(x, TITLE * em, said) for x, said in zip(placing.lefts, self._titles, strict=False))
        return Steps(across, down, em, tuple(placing.spots), tuple(placing.chevrons), headings)

    def _spread(self, spare: float, em: float) -> list[float]:
        """The widths of cards in mm: most of the room left over goes to the late rounds, where names may be larger."""
        weights = [0.3 + at for at in range(len(self._widths))]
        shared = sum(weight * side for weight, side in zip(weights, self.plan.sides, strict=True))
        return [one * em + spare * weight / shared for one, weight in zip(self._widths, weights, strict=True)]


class _Placing:
    """Puts cards into the room that their group has."""

    def __init__(self, of: Try, em: float, widths: Sequence[float]) -> None:
        self._of, self._em, self._widths = of, em, widths
        self.spots: list[Spot] = []
        self.chevrons: list[Chevron] = []
        self.lefts: list[float] = [0.0]
        for side, one in zip(of.plan.sides, widths, strict=True):
            self.lefts.append(self.lefts[-1] + side * one + (BESIDE * (side - 1) + GUTTER) * em)

    def level(self, level: Sequence[Group], top: float, bottom: float) -> None:
        for group, (high, low) in zip(level, self._shares(level, top, bottom), strict=True):
            self._stand(group, high, low)
            if group.feeders:
                x = self.lefts[group.column - self._of.first] - GUTTER * self._em / 2
                self.chevrons.append(Chevron(x, high, low))
                self.level(group.feeders, high, low)

    def _shares(self, level: Sequence[Group], top: float, bottom: float) -> Iterator[tuple[float, float]]:
        needs = [self._of.height(group) for group in level]
        return _shared(needs, top, bottom, BETWEEN * self._em)

    def _stand(self, group: Group, top: float, bottom: float) -> None:
        lines, at = self._of.lines(group), group.column - self._of.first
        wide, is_high, cell = self._widths[at], at >= self._of.plan.high, self._of.cells[at]
        rooms = _shared(list(map(self._of.line, lines)), top, bottom, BELOW * self._em)
        for line, (high, low) in zip(lines, rooms, strict=True):
            for side, one in enumerate(line):
                x = self.lefts[at] + side * (wide + BESIDE * self._em)
                self.spots.append(Spot(one, x, high, wide, low - high, is_high, cell))


def _shared(needs: Sequence[float], top: float, bottom: float, gap: float) -> Iterator[tuple[float, float]]:
    """From the top to the bottom, by need."""
    each = (bottom - top - gap * (len(needs) - 1)) / sum(needs)
    for need in needs:
        yield top, top + need * each
        top += need * each + gap
