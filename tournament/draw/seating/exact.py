"""Rounds without repeats and with the right players at threes, by trying everything in a good order.

Backtracking: always the player with the fewest possible mates first, and all tables they could sit at. Where an
event is tight, few have anybody left to meet, and this finds in milliseconds what random search finds in a
second or not at all; where there is no such round it gives up after so many steps. Left out:
scores and wishes, which the callers add; players sent to a three before their turn.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import Tables, Task
from tournament.draw.seating.stock import members

TRIES = 12
"""Rounds of one kind tried before an earlier one is given up."""
STEPS_A_ROUND = 1500
STEPS = 15_000
CROWD = 70
"""With more players than this there is slack, and `mend` is quicker."""


def rounds_without_repeats(
    task: Task, rounds: int, dice: Dice, watch: Watch, steps: int = STEPS
) -> list[Tables] | None:
    """The rounds, or None where none were found."""
    return None if task.n > CROWD else _Chain(dice, watch, steps).search(task, rounds)


class _Chain:
    """Round after round, with so many steps in all."""

    def __init__(self, dice: Dice, watch: Watch, steps: int) -> None:
        self.dice = dice
        self.watch = watch
        self.steps = steps

    def search(self, task: Task, rounds: int) -> list[Tables] | None:
        if not rounds:
            return []
        for _ in range(TRIES):
            if self.steps <= 0 or self.watch.is_over():
                return None
            one = _Round(task, self.dice, min(self.steps, STEPS_A_ROUND))
            tables = one.search()
            self.steps -= one.taken
            if tables is None:
                return None
            rest = self.search(after(task, tables), rounds - 1)
            if rest is not None:
                return [tables, *rest]
        return None


def after(task: Task, tables: Tables) -> Task:
    """What is left to seat once this round has been played."""
    met = [row[:] for row in task.met]
    for table in tables:
        members = table if len(table) == 4 else [*table, task.n]
        for a, b in combinations(members, 2):
            met[a][b] += 1
            met[b][a] += 1
    return replace(task, met=met)


class _Round:
    """Sets of players are bit masks."""

    def __init__(self, task: Task, dice: Dice, most: int) -> None:
        self.dice = dice
        self.taken = 0
        self.most = most
        self.everybody = (1 << task.n) - 1
        self.unmet = [
            sum(1 << other for other in range(task.n) if other != player and not row[other])
            for player, row in enumerate(task.met[: task.n])
        ]
        self.threes = task.sizes.count(3)
        self.may_sit_at_four, self.may_sit_at_three = _by_turns(task, 3 * self.threes)

    def search(self) -> Tables | None:
        tables = self._fill(self.everybody, self.threes)
        return tables and sorted(tables, key=len, reverse=True)

    def _fill(self, free: int, threes: int) -> Tables | None:
        if not free:
            return []
        self.taken += 1
        if self.taken > self.most:
            return None
        player = min(members(free), key=lambda p: (self.unmet[p] & free).bit_count())
        for table in self._tables(player, free, threes):
            taken = sum(1 << p for p in table)
            rest = self._fill(free & ~taken, threes - (len(table) == 3))
            if rest is not None:
                return [[*table], *rest]
        return None

    def _tables(self, player: int, free: int, threes: int) -> Iterator[tuple[int, ...]]:
        """Every table this player could sit at now."""
        if threes and self.may_sit_at_three >> player & 1:
            yield from self._cliques((player,), self.unmet[player] & free & self.may_sit_at_three, 3)
        if free.bit_count() > 3 * threes and self.may_sit_at_four >> player & 1:
            yield from self._cliques((player,), self.unmet[player] & free & self.may_sit_at_four, 4)

    def _cliques(self, table: tuple[int, ...], candidates: int, size: int) -> Iterator[tuple[int, ...]]:
        if len(table) == size:
            yield table
            return
        for other in self.dice.shuffled(members(candidates)):
            candidates &= ~(1 << other)
            yield from self._cliques((*table, other), candidates & self.unmet[other], size)


def _by_turns(task: Task, seats: int) -> tuple[int, int]:
    """Who may sit at a four and who at a three, so that threes go to those who had the fewest."""
    everybody = (1 << task.n) - 1
    if not seats:
        return everybody, 0
    last = sorted(task.turns)[seats - 1]
    at_four = sum(1 << p for p, turns in enumerate(task.turns) if turns >= last)
    at_three = sum(1 << p for p, turns in enumerate(task.turns) if turns <= last)
    return at_four, at_three
