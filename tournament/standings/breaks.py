"""The tie-breaks: each one looks at players who are equal so far and gives each a value, the higher the better.

Values are whole numbers, and what decides is what is shown: shares are rounded to a hundredth of a per cent, means to a
hundredth of a point, before they are compared.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations

from tournament.standings.model import PARTS, Facts, Scheme, Single, Table

Values = list[int]
Group = Sequence[int]  # ids of players


class Book:
    """The facts, laid out once for all tie-breaks."""

    def __init__(self, facts: Facts, scheme: Scheme, singles: dict[int, list[Single]], parts: dict[int, int]) -> None:
        self.facts, self.scheme = facts, scheme
        self.singles, self.parts = singles, parts
        self.penalty = {player.id: player.penalty for player in facts.players}
        self.lots = {player.id: player.lot for player in facts.players}
        self._tables: dict[int, list[Table]] | None = None

    def counting(self, player: int) -> list[Single]:
        return [single for single in self.singles[player] if not single.is_dropped]

    @property
    def tables(self) -> dict[int, list[Table]]:
        """The tables of each player; laid out when a tie-break first asks."""
        if self._tables is None:
            self._tables = defaultdict(list)
            for table in self.facts.tables:
                for seat in table.seats:
                    self._tables[seat.player].append(table)
        return self._tables


Break = Callable[[Book, Group], Values]


def _places(place: int) -> Break:
    def count(book: Book, group: Group) -> Values:
        singles = book.singles
        return [sum(s.place == place and not s.is_dropped for s in singles[player]) for player in group]

    return count


def best_single(book: Book, group: Group) -> Values:
    """The best single result, in points."""
    return [max((single.parts for single in book.singles[player]), default=0) for player in group]


def share(book: Book, group: Group) -> Values:
    """The mean share of what was counted at the own tables, in hundredths of a per cent; points where nothing was."""
    return [_mean([_share_at(table, player, book.scheme) for table in book.tables[player]]) for player in group]


def _share_at(table: Table, player: int, scheme: Scheme) -> int:
    counts = [seat.counted for seat in table.seats]
    if None in counts or not scheme.has_sums:
        worth = scheme.four if len(table.seats) == 4 else scheme.three
        own = {seat.player: worth[seat.place - 1] for seat in table.seats}
    else:
        own = {seat.player: seat.counted or 0 for seat in table.seats}
    whole = sum(own.values())
    return _rounded(own[player] * 10_000, whole) if whole else 0


def direct(book: Book, group: Group) -> Values:
    """Who beat whom of those equal, at tables that they shared; nobody gets anything unless all have met all."""
    beaten, met, inside = dict.fromkeys(group, 0), set(), set(group)
    seen = {id(table): table for player in group for table in book.tables[player]}
    for table in seen.values():
        here = [seat for seat in table.seats if seat.player in inside]
        for a, b in combinations(here, 2):
            met.add(frozenset((a.player, b.player)))
            beaten[a.player] += (a.place < b.place) - (a.place > b.place)
            beaten[b.player] += (b.place < a.place) - (b.place > a.place)
    if len(met) < len(group) * (len(group) - 1) // 2:
        return [0] * len(group)
    return [beaten[player] for player in group]


def opponents(book: Book, group: Group) -> Values:
    """The mean overall score of all opponents, in hundredths: a mean, since a table of three has fewer of them."""
    parts = book.parts
    means = []
    for player in group:
        against = [seat.player for table in book.tables[player] for seat in table.seats if seat.player != player]
        means.append(_rounded(sum(parts[p] for p in against) * 100, len(against) * PARTS) if against else 0)
    return means


def penalties(book: Book, group: Group) -> Values:
    """The fewest first: less than nothing."""
    return [-book.penalty[player] for player in group]


def throw_off(book: Book, group: Group) -> Values:
    """What was thrown, turn after turn, read as one number; nothing unless all of the group took part."""
    for off in reversed(book.facts.throw_offs):
        if off.throws and set(group) <= off.throws[0].keys():
            return [_read(off.throws, player) for player in group]
    return [0] * len(group)


def _read(throws: Sequence[object], player: int) -> int:
    value = 0
    for turn in throws:
        value = value * 10 + turn.get(player, 0)  # type: ignore[attr-defined]
    return value


def lot(book: Book, group: Group) -> Values:
    """From the seed: repeatable by anybody, known to nobody before."""
    return [_drawn(f"{book.scheme.seed}\0{book.lots.get(player) or player}") for player in group]


def _drawn(words: str) -> int:
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:6], "big")


BREAKS: dict[str, Break] = {
    "wins": _places(1),
    "seconds": _places(2),
    "thirds": _places(3),
    "best": best_single,
    "share": share,
    "direct": direct,
    "opponents": opponents,
    "penalties": penalties,
    "throw_off": throw_off,
    "lot": lot,
}


def _mean(values: list[int]) -> int:
    return _rounded(sum(values), len(values)) if values else 0


def _rounded(top: int, bottom: int) -> int:
    """Half up, the same on every machine."""
    return (2 * top + bottom) // (2 * bottom)
