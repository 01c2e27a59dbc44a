"""What a player needs in the last round before a cut, of which the tables are known. PURE.

Decided here: exactly which places bring somebody through whatever the other tables do, which can no longer be enough, and
which depend on others, on whom and where. Every result of every open table is looked at, shared places too. Left out: what
lies behind the first tie-break that looks at others: who is level there is named, and counts as better for what is certain
and as worse for what is possible.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournament.standings.need.outcomes import Key, Keys, Pending, Spot, by_player, orders, spots


class Verdict(StrEnum):
    THROUGH = "through"
    OPEN = "open"
    OUT = "out"


class Rival(NamedTuple):
    """Somebody at an open table who may come out before the player, or level: with this place or a better one."""

    player: int
    table: int
    place: int
    is_level: bool  # with this place level, better ones are ahead


@dataclass(frozen=True)
class Outlook:
    """What follows from a place at the own table; `place` 0: the own result counts already.

    `spare`: how many of the `rivals`' tables may still go against the player, if each can cost one place (else None).
    """

    place: int
    verdict: Verdict
    rivals: tuple[Rival, ...] = ()
    level: tuple[int, ...] = ()  # who is level whatever happens, as their results count already
    spare: int | None = None


class Range(NamedTuple):
    """How many of a table come out ahead, at least, and how many ahead or level, at least and at most."""

    table: Pending
    ahead: int
    least: int
    most: int

    @property
    def is_open(self) -> bool:
        return self.most > self.least


class LastRound:
    """The open tables, and who competes for the places. `able`: who can and will go on."""

    def __init__(self, keys: Keys, tables: Sequence[Pending], able: Collection[int], places: int) -> None:
        self.keys, self.tables, self.able, self.places = keys, tables, frozenset(able), places
        self._table_of = by_player(tables)
        self._ranges: dict[tuple[int, int, bool], Range] = {}
        self._sorted: dict[int, list[Key]] = {}
        self._every_end: dict[int, list[tuple[Key, ...]]] = {}
        self._rivals_at: dict[tuple[int, int, bool], list[Rival]] = {}
        self._settled = [player for player in self.able if player not in self._table_of]
        self._settled_keys = [(player, keys.now(player)) for player in self._settled]

    def outlooks(self, player: int) -> list[Outlook]:
        """One for each place that the player can still get, best first; one alone if the own table is counted."""
        table = self._table_of.get(player)
        if table is None:
            return [self._outlook(player, 0, self.keys.now(player))]
        size = len(table.players)
        return [
            self._outlook(player, place, self.keys.after(player, Spot(place, 1), size)) for place in range(1, size + 1)
        ]

    def _outlook(self, player: int, place: int, key: Key) -> Outlook:
        settled = [now for other, now in self._settled_keys if other != player]
        ahead, level = sum([other > key for other in settled]), sum([other == key for other in settled])
        ranges = [self._range(table, key, player, place) for table in self.tables]
        if ahead + level + sum(each.most for each in ranges) < self.places:
            return Outlook(place, Verdict.THROUGH)
        if ahead + sum(each.ahead for each in ranges) >= self.places:
            return Outlook(place, Verdict.OUT)
        rivals = [rival for each in ranges if each.is_open for rival in self._rivals_of(each.table, key, player, place)]
        names = tuple(other for other in self._settled if other != player and self.keys.now(other) == key)
        spare = self._spare(self.places - 1 - ahead - level, ranges, key, player, place)
        return Outlook(place, Verdict.OPEN, tuple(rivals), names, spare)

    def _range(self, table: Pending, key: Key, player: int, place: int) -> Range:
        """Over all results of the table; of the player's own, over those with this place alone."""
        if player in table.players:
            own = table.players.index(player)
            results = [order for order in orders(len(table.players)) if order[own] == Spot(place, 1)]
            return self._over([self._keys_after(table, order, player) for order in results], table, key)
        thresholds = self._thresholds(table)
        at = bisect_left(thresholds, key)
        between = table.number, at, at < len(thresholds) and thresholds[at] == key
        if between not in self._ranges:
            self._ranges[between] = self._over(self._ends(table), table, key)
        return self._ranges[between]

    def _thresholds(self, table: Pending) -> list[Key]:
        """All keys that somebody at the table may come to: between two of them every key is compared alike."""
        if table.number not in self._sorted:
            size = len(table.players)
            able = [other for other in table.players if other in self.able]
            self._sorted[table.number] = sorted(
                {self.keys.after(one, spot, size) for one in able for spot in spots(size)}
            )
        return self._sorted[table.number]

    def _over(self, ends: Iterable[Sequence[Key]], table: Pending, key: Key) -> Range:
        ahead, with_level = [], []
        for others in ends:
            ahead.append(sum([other > key for other in others]))
            with_level.append(sum([other >= key for other in others]))
        return Range(table, min(ahead), min(with_level), max(with_level))

    def _ends(self, table: Pending) -> list[tuple[Key, ...]]:
        """Every end of a table, as the keys of those who compete: found once, since every player is compared with it."""
        if table.number not in self._every_end:
            size = len(table.players)
            ends = {tuple(sorted(self._keys_after(table, order, None))) for order in orders(size)}
            self._every_end[table.number] = list(ends)
        return self._every_end[table.number]

    def _competes(self, other: int, player: int | None) -> bool:
        return other != player and other in self.able

    def _keys_after(self, table: Pending, order: Sequence[Spot], player: int | None) -> list[Key]:
        size = len(table.players)
        return [
            self.keys.after(other, spot, size)
            for other, spot in zip(table.players, order, strict=True)
            if self._competes(other, player)
        ]

    def _rivals_of(self, table: Pending, key: Key, player: int, place: int) -> list[Rival]:
        """At other tables they are the same for all keys between two that somebody there may come to."""
        if player in table.players:
            return list(self._rivals(table, key, player, place))
        thresholds = self._thresholds(table)
        at = bisect_left(thresholds, key)
        between = table.number, at, at < len(thresholds) and thresholds[at] == key
        if between not in self._rivals_at:
            self._rivals_at[between] = list(self._rivals(table, key, player, place))
        return self._rivals_at[between]

    def _rivals(self, table: Pending, key: Key, player: int, place: int) -> Iterator[Rival]:
        """Those at the table whose place decides: ahead with some, behind with others."""
        for other, by_place in self._by_place(table, player, place):
            enough = [each for each, after in by_place.items() if after >= key]
            if 0 < len(enough) < len(by_place):
                last = max(enough)
                yield Rival(other, table.number, last, is_level=by_place[last] == key)

    def _by_place(self, table: Pending, player: int, place: int) -> Iterator[tuple[int, dict[int, Key]]]:
        """Everybody else who competes, with the key after each place that is left."""
        size = len(table.players)
        left = [each for each in range(1, size + 1) if player not in table.players or each != place]
        for other in table.players:
            if self._competes(other, player):
                yield other, {each: self.keys.after(other, Spot(each, 1), size) for each in left}

    def _spare(self, allowed: int, ranges: Sequence[Range], key: Key, player: int, place: int) -> int | None:
        """How many of the open tables may cost a place; None if one alone can cost more, or costs one in any case."""
        for each in ranges:
            sure = [after for _other, after in self._by_place(each.table, player, place) if min(after.values()) >= key]
            if each.is_open and (each.most - each.least > 1 or each.least > len(sure)):
                return None
        spare = allowed - sum(each.least for each in ranges)
        return spare if spare >= 0 else None
