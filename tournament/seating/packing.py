"""Rounds without repeats where everything is tight: all tables there could be, and rounds packed out of them.

A table is a set of players who have not met, as a whole number with a bit for each; a round is a set of tables that
hold everybody once. The tables left for the next round are those that share no pair with the tables taken, so
every further round costs a glance along a list that gets shorter.

Tables are tried in the order of how many others could be made with their pairs, fewest first, stirred a little: so
what is rich in tables is left for the last round, which is the hardest to find. Without this order it is found a
hundred times less often.

Left out: scores and wishes, which the callers add; large fields, where there is slack and `mend` is quicker.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from random import Random

from tournament.seating.model import Dice, Watch
from tournament.seating.search import Tables, Task

MOST_PAIRS = 360
"""Pairs yet to meet: so many make some thousands of tables."""
FULL = 0.7
"""Where three rounds or more need a larger part of these pairs, other searches come nearer in the same time."""
WORK = 400_000
"""Tables tried and looked through in all, about half a second."""
TABLES_A_ROUND, TABLES_OF_THE_LAST = 300, 1000
"""Tables tried between one round found and the next of the same kind."""
TRIES = (1, 40, 8, 2)
"""Rounds of one kind before an earlier one is given up: of the last, the last but one, and so on back."""
STIR = 0.1
"""The part chance has in the order, beside what a table weighs on average."""
LOOSE = 2
"""In so many rounds at the end threes need no longer be even after each, only after the last."""


def rounds_without_repeats(task: Task, rounds: int, dice: Dice, watch: Watch, work: int = WORK) -> list[Tables] | None:
    """The rounds, threes even in the end, or None where so much work finds none."""
    unmet = [
        sum(1 << other for other in range(task.n) if other != player and not row[other])
        for player, row in enumerate(task.met[: task.n])
    ]
    pairs = sum(map(int.bit_count, unmet)) // 2
    needed = rounds * sum(size * (size - 1) // 2 for size in task.sizes)
    if pairs > MOST_PAIRS or needed > pairs or (rounds > 2 and needed > FULL * pairs):
        return None
    packing = _Packing(task, unmet, rounds, dice)
    while packing.work < work and not watch.is_half_over():
        packed = packing.found(packing.tables, task.turns, rounds)
        if packed is not None:
            return [sorted(map(_members, tables), key=len, reverse=True) for tables in packed]
    return None


class _Packing:
    def __init__(self, task: Task, unmet: Sequence[int], rounds: int, dice: Dice) -> None:
        self.n, self.threes = task.n, task.sizes.count(3)
        self.chance = Random(dice.below(1 << 64)).random
        self.work = self.until = 0
        self.pairs: dict[int, int] = {}
        self.weight: dict[int, float] = {}
        self._list(unmet)
        self.tables = list(self.pairs)
        self.stir = STIR * sum(self.weight.values()) / max(1, len(self.weight))
        self.fewest, self.most = _even(task.turns, 3 * self.threes * rounds)

    def _list(self, unmet: Sequence[int]) -> None:
        """For every table its pairs, and how many tables of four there are with one of these, on average."""
        bit = {pair: 1 << i for i, pair in enumerate(combinations(range(self.n), 2))}
        fours = {(a, b): _pairs_among(unmet[a] & unmet[b], unmet) for a, b in bit if unmet[a] >> b & 1}
        for a, b in fours:
            both = unmet[a] & unmet[b]
            for c in _members(both >> b << b):
                last = _members((both & unmet[c]) >> c << c)
                for table in [(a, b, c, d) for d in last] + ([(a, b, c)] if self.threes else []):
                    pairs = list(combinations(table, 2))
                    players = sum(1 << player for player in table)
                    self.pairs[players] = sum(map(bit.__getitem__, pairs))
                    self.weight[players] = sum(map(fours.__getitem__, pairs)) / len(pairs)

    def found(self, tables: list[int], turns: list[int], rounds: int) -> list[list[int]] | None:
        """So many rounds out of these tables."""
        if not rounds:
            return []
        self.work += len(tables)
        for number, one in enumerate(self._rounds(self._in_order(tables, turns, rounds), last=rounds == 1), start=1):
            taken = reduce(or_, map(self.pairs.__getitem__, one))
            left = [table for table in tables if not self.pairs[table] & taken]
            rest = self.found(left, _after(turns, one), rounds - 1)
            if rest is not None:
                return [one, *rest]
            if rounds > len(TRIES) or number >= TRIES[rounds - 1]:
                break
        return None

    def _in_order(self, tables: list[int], turns: list[int], rounds: int) -> list[int]:
        """The tables at which all may sit, those that spoil least for others first."""
        if self.threes:
            not_at = {4: self._must(turns, rounds), 3: self._must_not(turns, rounds)}
            tables = [table for table in tables if not table & not_at[table.bit_count()]]
        weight, stir, chance = self.weight, self.stir, self.chance
        return sorted(tables, key=lambda table: weight[table] + stir * chance())

    def _must(self, turns: list[int], rounds: int) -> int:
        """Who has to sit at a three now."""
        enough = self._turn(turns) if rounds > LOOSE else self.fewest - rounds + 1
        return sum(1 << player for player, had in enumerate(turns) if had < enough)

    def _must_not(self, turns: list[int], rounds: int) -> int:
        most = self._turn(turns) if rounds > LOOSE else self.most - 1
        return sum(1 << player for player, had in enumerate(turns) if had > most)

    def _turn(self, turns: list[int]) -> int:
        """Threes had by the last of those whose turn it is."""
        return sorted(turns)[3 * self.threes - 1]

    def _rounds(self, tables: list[int], *, last: bool) -> Iterator[list[int]]:
        """Rounds out of these tables, until it takes too long to the next."""
        everybody = (1 << self.n) - 1
        if reduce(or_, tables, 0) != everybody:
            return
        ways = [0] * self.n
        for table in tables:
            for player in _members(table):
                ways[player] += 1
        order = [1 << player for player in sorted(range(self.n), key=ways.__getitem__)]
        most = TABLES_OF_THE_LAST if last else TABLES_A_ROUND
        self.until = self.work + most
        for one in self._fill(everybody, self.threes, tables, order):
            yield one
            self.until = self.work + most

    def _fill(self, free: int, threes: int, tables: list[int], order: Sequence[int]) -> Iterator[list[int]]:
        if not free:
            yield []
            return
        self.work += 1
        for player in order:
            if player & free:
                break
        no_fours = free.bit_count() == 3 * threes
        for table in tables:
            if not table & player:
                continue
            three = table.bit_count() == 3
            if no_fours if not three else not threes:
                continue
            apart = [other for other in tables if not other & table]
            for rest in self._fill(free ^ table, threes - three, apart, order):
                rest.append(table)
                yield rest
            if self.work > self.until:
                return


def _even(turns: Sequence[int], seats: int) -> tuple[int, int]:
    """Fewest and most threes anybody has had when so many more seats have gone to whoever had fewest."""
    most = 0
    while sum(max(0, most - had) for had in turns) < seats:
        most += 1
    full = sum(max(0, most - had) for had in turns) == seats
    return most if full else most - 1, most


def _after(turns: list[int], tables: list[int]) -> list[int]:
    threes = reduce(or_, (table for table in tables if table.bit_count() == 3), 0)
    return [had + (threes >> player & 1) for player, had in enumerate(turns)]


def _pairs_among(players: int, unmet: Sequence[int]) -> int:
    return sum((unmet[player] & players).bit_count() for player in _members(players)) // 2


def _members(players: int) -> list[int]:
    members = []
    while players:
        lowest = players & -players
        members.append(lowest.bit_length() - 1)
        players ^= lowest
    return members
