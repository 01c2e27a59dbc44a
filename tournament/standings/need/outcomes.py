"""What can still come out at a table, and what it makes of a player. PURE.

Decided here: every order of places that a result may have, shared places among them, and the part of the ranking that follows
from a player's own results alone: points, and the tie-breaks before the first that looks at others. Players with the same of
these are called level.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from tournament.standings.ranking.book import Book
from tournament.standings.ranking.breaks import BREAKS
from tournament.standings.ranking.model import PARTS, Facts, Scheme, Seat, Single, Table
from tournament.standings.ranking.points import counted, problems, singles, table_parts

Key = tuple[int, ...]  # the higher the better


class Pending(NamedTuple):
    """A table of which no result counts yet."""

    number: int
    players: tuple[int, ...]


class Spot(NamedTuple):
    """A place at a table, and how many share it."""

    place: int
    sharing: int


@cache
def orders(size: int) -> tuple[tuple[Spot, ...], ...]:
    """Every result of a table of this size, by seat."""
    found = []
    for places in product(range(1, size + 1), repeat=size):
        if not problems(Scheme(), Table(0, 0, tuple(Seat(at, place) for at, place in enumerate(places)))):
            found.append(tuple(Spot(place, places.count(place)) for place in places))
    return tuple(found)


@cache
def spots(size: int) -> tuple[Spot, ...]:
    return tuple({spot for order in orders(size) for spot in order})


class Keys:
    """The keys of the players as they are, and with more results."""

    def __init__(self, facts: Facts, scheme: Scheme, round_: int) -> None:
        self.facts, self.scheme, self.round = facts, scheme, round_
        self.codes = _own_codes(scheme.breaks)
        self._penalty = {player.id: player.penalty for player in facts.players}
        self._played: dict[int, list[Single]] = {player.id: [] for player in facts.players}
        for table in sorted(facts.tables, key=lambda table: table.round):
            for seat, single in singles(scheme, table):
                self._played[seat.player].append(single)
        self._known: dict[tuple[int, tuple[tuple[Spot, int], ...]], Key] = {}

    def now(self, player: int) -> Key:
        return self.after_all(player, ())

    def after(self, player: int, spot: Spot, size: int) -> Key:
        return self.after_all(player, ((spot, size),))

    def after_all(self, player: int, more: tuple[tuple[Spot, int], ...]) -> Key:
        """With so many more results in the order played, each a spot at a table of a size."""
        asked = player, more
        if asked not in self._known:
            singles = [_single(self.scheme, self.round + n, spot, size) for n, (spot, size) in enumerate(more)]
            self._known[asked] = self._computed(player, [*self._played[player], *singles])
        return self._known[asked]

    def _computed(self, player: int, results: list[Single]) -> Key:
        results = counted(results, self.scheme.best)
        whole = self.facts.carried.get(player, 0) - self._penalty[player]
        parts = sum(single.parts for single in results if not single.is_dropped) + whole * PARTS
        book = Book(self.facts, self.scheme, {player: results}, {player: parts})
        return (parts, *(BREAKS[code].rank(book, [player])[0] for code in self.codes))


def _own_codes(breaks: Iterable[str]) -> list[str]:
    """The tie-breaks before the first that looks at others."""
    codes = []
    for code in breaks:
        if not BREAKS[code].is_own:
            break
        codes.append(code)
    return codes


def _single(scheme: Scheme, round_: int, spot: Spot, size: int) -> Single:
    return Single(round_, 0, spot.place, size, _parts(scheme, spot, size), None, is_dropped=False)


def _parts(scheme: Scheme, spot: Spot, size: int) -> int:
    order = next(order for order in orders(size) if spot in order)
    table = Table(0, 0, tuple(Seat(at, each.place) for at, each in enumerate(order)))
    return table_parts(scheme, table)[order.index(spot)]


def by_player(tables: Sequence[Pending]) -> Mapping[int, Pending]:
    return {player: table for table in tables for player in table.players}
