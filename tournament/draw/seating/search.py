"""Rounds under search: the tables, their costs, and what every swap of two players would change.

A table of three is a table of four with a ghost in its last place. Meeting the ghost is sitting at a three,
so repeats and turns at threes are one thing, counted in one matrix. Of a pair that has met m times the
next meeting costs m units: each meeting beyond the first costs more than the one before. Sitting at a
three costs in the same way, times the unit of the ghost. Both together are the *hard* cost; its least
value is 0 (`spare` takes off what no draw can avoid at threes). *Soft* costs are added by pair and are worth
less than a unit: wishes, score differences. All are whole numbers, so that every machine adds them up alike.

Left out: how to search (`anneal`, `mend`) and what the costs are (`task`).
"""

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournament.draw.seating.model import Dice, Round
from tournament.draw.seating.split import split

UNIT = 100_000
"""What the second meeting of a pair costs."""
THREES_FIRST = 40 * UNIT
REPEATS_FIRST = UNIT // 4

Matrix = list[list[int]]
Tables = list[list[int]]
Seated = tuple[int, int, int, int]
"""A player and the three others at the table."""


@dataclass
class Task:
    """What is to be seated. In the matrices row and column n are the ghost's.

    `met` counts the meetings so far. `now` is soft and holds in the first of the rounds only, `later` in
    the others. `three` is what the second table of three costs a player. `strict` is what it costs to
    send someone to a three in the first round, for every time they were at one more often than others.
    """

    n: int
    met: Matrix
    now: Matrix | None = None
    later: Matrix | None = None
    three: int = THREES_FIRST
    strict: int = 0
    sizes: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.sizes = split(self.n)

    @property
    def turns(self) -> list[int]:
        """How often each player has been at a three."""
        return self.met[self.n][: self.n]

    def unit(self, a: int, b: int) -> int:
        return self.three if self.n in (a, b) else UNIT


@dataclass
class Solution:
    """Rounds with their costs, compared by hard cost (0 is perfect), then by soft cost."""

    hard: int
    soft: int
    rounds: list[Tables]

    @property
    def is_perfect(self) -> bool:
        return self.hard <= 0 and self.soft <= 0

    def is_better_than(self, other: "Solution") -> bool:
        return (self.hard, self.soft) < (other.hard, other.soft)


class State:
    """Rounds that can be changed by swaps, with the costs kept up to date."""

    def __init__(self, task: Task, rounds: Iterable[Iterable[Iterable[int]]]) -> None:
        self.task = task
        self.rounds = [[_with_ghost(list(table), task.n) for table in tables] for tables in rounds]
        planned = [row[:] for row in task.met]
        hard = sum(_sit_down(task, planned, table) for tables in self.rounds for table in tables)
        self.hard = hard - spare(task, len(self.rounds)) + _strictness(task, self.rounds[0])
        self.softs = [task.now] + [task.later] * (len(self.rounds) - 1)
        self.soft = sum(_soft(tables, soft) for tables, soft in zip(self.rounds, self.softs, strict=True))
        now = _costs(task, planned, task.now)
        alone = len(self.rounds) == 1
        later = now if alone or (task.now is task.later and not task.strict) else _costs(task, planned, task.later)
        if task.strict:
            _make_strict(task, now)
        self.costs = [now] + [later] * (len(self.rounds) - 1)
        self.units = [UNIT] * task.n + [task.three]
        self.matrices = [now] if later is now else [now, later]

    def solution(self) -> Solution:
        return Solution(self.hard, self.soft, [[table[:] for table in tables] for tables in self.rounds])

    def units_of_a_swap(self) -> tuple[int, int, int]:
        """By how much `costs` overrates the meetings that end, by how many of the two tables have a ghost.

        `costs` says what one meeting more costs; one less saves a unit less. Between two tables of three
        nobody leaves the ghost.
        """
        return 6 * UNIT, 5 * UNIT + self.task.three, 4 * UNIT

    def swapped(self, r: int, one: Seated, other: Seated, change: int) -> None:
        """Two players of round r, each named with the three others at the table, have changed places."""
        a, u, v, w = one
        b, x, y, z = other
        soft = self.softs[r]
        if soft is not None:
            of_a, of_b = soft[a], soft[b]
            gained = of_a[x] + of_a[y] + of_a[z] + of_b[u] + of_b[v] + of_b[w]
            gained -= of_a[u] + of_a[v] + of_a[w] + of_b[x] + of_b[y] + of_b[z]
            self.soft += gained
            change -= gained
        self.hard += change
        units = self.units
        now_with_a = (x, units[x]), (y, units[y]), (z, units[z]), (u, -units[u]), (v, -units[v]), (w, -units[w])
        for matrix in self.matrices:
            of_a, of_b = matrix[a], matrix[b]
            for mate, cost in now_with_a:
                of_a[mate] += cost
                of_b[mate] -= cost
                of_mate = matrix[mate]
                of_mate[a] += cost
                of_mate[b] -= cost


def _with_ghost(table: list[int], n: int) -> list[int]:
    return table if len(table) == 4 else [*table, n]


def _sit_down(task: Task, planned: Matrix, table: list[int]) -> int:
    cost = 0
    for a, b in combinations(table, 2):
        cost += task.unit(a, b) * planned[a][b]
        planned[a][b] += 1
        planned[b][a] += 1
    return cost


def _costs(task: Task, planned: Matrix, soft: Matrix | None) -> Matrix:
    costs = [[UNIT * times for times in row] for row in planned]
    ghost = [task.three * times for times in planned[-1]]
    costs[-1] = ghost
    for row, cost in zip(costs, ghost, strict=True):
        row[-1] = cost
    if soft is None:
        return costs
    return [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(costs, soft, strict=True)]


def _soft(tables: Tables, soft: Matrix | None) -> int:
    if soft is None:
        return 0
    return sum(soft[a][b] for table in tables for a, b in combinations(table, 2))


def _make_strict(task: Task, costs: Matrix) -> None:
    for player, turns in enumerate(task.turns):
        costs[player][task.n] += task.strict * turns
        costs[task.n][player] += task.strict * turns


def _strictness(task: Task, tables: Tables) -> int:
    """What the round costs for sending players to threes before their turn; 0 if it could not be less."""
    turns = task.turns
    sent = [turns[player] for table in tables if table[3] == task.n for player in table[:3]]
    return task.strict * (sum(sent) - sum(sorted(turns)[: len(sent)]))


def spare(task: Task, rounds: int) -> int:
    """The least that this many rounds of threes can cost: each next seat goes to a player with the fewest.

    The cost is convex in every player's count and the seats are all alike, so taking the cheapest seat again
    and again cannot be beaten.
    """
    seats = 3 * task.sizes.count(3) * rounds
    turns = task.turns
    heapq.heapify(turns)
    cost = 0
    for _ in range(seats):
        cost += turns[0]
        heapq.heapreplace(turns, turns[0] + 1)
    return cost * task.three


def deal(task: Task, rounds: int, dice: Dice) -> list[Tables]:
    """Rounds at random, but with the threes given to those whose turn it is."""
    turns = task.turns
    threes = 3 * task.sizes.count(3)
    dealt = []
    for _ in range(rounds):
        order = dice.shuffled(range(task.n))
        order.sort(key=turns.__getitem__, reverse=True)
        at_fours, at_threes = order[: task.n - threes], order[task.n - threes :]
        for player in at_threes:
            turns[player] += 1
        dice.shuffle(at_fours)
        dealt.append(cut([*at_fours, *at_threes], task.sizes))
    return dealt


def cut(order: Sequence[int], sizes: Iterable[int]) -> Tables:
    """The players in this order, table by table."""
    tables = []
    start = 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size
    return tables


def plain(tables: Tables, n: int) -> Round:
    """A round without its ghosts."""
    return tuple(tuple(player for player in table if player != n) for table in tables)
