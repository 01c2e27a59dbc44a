"""Lays out a bracket on a sheet: each round fills the whole height, and each group of tables stands beside its feeders.

Of all ways to part the rounds into columns the one with the largest letters is taken. `trying` has the arithmetic of one way.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import inf

from tournament.finals.bracket.card import SHORT_NAME, Card, Words, card
from tournament.finals.bracket.groups import Group, Key, all_of, decided, exits, groups, key
from tournament.finals.bracket.model import Bracket
from tournament.finals.bracket.trying import Plan, Steps, Try

READABLE = 2.0  # x-height in mm
SIDES = (1, 2, 4, 8)
MOST_PARTED = 4  # so many rounds may stand in several columns


class Fitting:
    """A bracket with its texts, or some of its groups, for sheets of any size."""

    def __init__(self, cards: Sequence[Mapping[Key, Card]], titles: Mapping[int, str], roots: Sequence[Group]) -> None:
        """`cards`: with whole names, and with long names cut."""
        self._cards, self._titles, self.roots = cards, titles, tuple(roots)
        self._columns = sorted({group.column for group in all_of(self.roots)})

    @property
    def cards(self) -> list[Card]:
        return [self._cards[0][key(box)] for group in all_of(self.roots) for box in group.boxes]

    def of(self, roots: Sequence[Group]) -> "Fitting":
        return Fitting(self._cards, self._titles, roots)

    def on(self, across: float, down: float, *, readable: float = READABLE) -> Steps:
        """The largest for this room; long names are cut only where the letters would otherwise be too small."""
        whole, shortened = self._cards
        found = self._best(whole, across, down)
        if found.letters >= readable:
            return found
        shorter = self._best(shortened, across, down)
        return shorter if shorter.letters > found.letters * 1.01 else found

    def _best(self, cards: Mapping[Key, Card], across: float, down: float) -> Steps:
        titles = [self._titles[at] for at in self._columns]
        tries = [Try(cards, titles, self.roots, plan, self._columns[0]) for plan in self._plans()]
        tries.sort(key=lambda one: one.across)
        best, largest = tries[0], 0.0
        for one in tries:
            if across / one.across <= largest:
                break  # no later one can be larger
            em = one.em(across, down)
            if em > largest:
                best, largest = one, em
        return best.laid_out(across, down)

    def scrolled(self, across: float, em: float) -> Steps:
        """With letters of that size, as wide as this room where that can be, and as high as it needs; for a page that scrolls."""
        titles = [self._titles[at] for at in self._columns]
        tries = [Try(one, titles, self.roots, plan, self._columns[0]) for one in self._cards for plan in self._plans()]
        narrow = [one for one in tries if one.across * em <= across]
        best = min(narrow, key=lambda one: one.down) if narrow else min(tries, key=lambda one: one.across)
        return best.laid_out(max(across, best.across * em), best.down * em)

    def _plans(self) -> Iterator[Plan]:
        rounds = len(self._columns)
        sizes = [max(len(group.boxes) for group in all_of(self.roots) if group.column == at) for at in self._columns]
        for first in product(SIDES, repeat=min(rounds, MOST_PARTED)):
            sides = (*first, *[1] * (rounds - MOST_PARTED))
            is_falling = all(one >= other for one, other in pairwise(sides))
            if is_falling and all(side <= size for side, size in zip(sides, sizes, strict=True)):
                yield from (Plan(sides, high) for high in range(rounds + 1))


def fitting(bracket: Bracket, words: Words, *, marked: int | None = None) -> Fitting:
    """`marked`: the player whose way is shown."""
    ways, notes = exits(bracket), {at: words.decides(*places) for at, places in decided(bracket).items()}
    boxes = [box for column in bracket.columns for box in column]
    cards = [
        {key(box): card(box, ways, words, note=notes.get(key(box), ""), marked=marked, most=most) for box in boxes}
        for most in (inf, SHORT_NAME)
    ]
    titles = {at: words.round_title(column) for at, column in enumerate(bracket.columns)}
    return Fitting(cards, titles, groups(bracket))
