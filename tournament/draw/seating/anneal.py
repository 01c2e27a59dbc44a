"""Simulated annealing: random swaps of two players of one round, taken when they help or cost little.

The threshold for "little" falls step by step. Good where many constraints hang together: a round that
should fit the scores, searched with rounds after it that must stay free of repeats. The number of steps is
fixed beforehand; the watch only cuts it short. Left out: what a swap costs (`search`).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import Solution, State

GRAIN = 1024
CHECK = 512
LEVELS = tuple(round(-1000 * math.log((i + 0.5) / GRAIN)) for i in range(GRAIN))
"""Exponentially distributed, in thousandths, rounded: the last bit of a logarithm differs between machines."""


@dataclass(frozen=True)
class Cooling:
    """How many swaps are tried, and from which cost to which the threshold (the bar) for bad ones falls.

    `share` of the swaps is in the first round. With `reach` only tables so near in the list are tried.
    """

    steps: int
    hot: int
    cold: int
    share: float = 0.5
    reach: int = 0

    def bars(self) -> list[int]:
        """Each bar a thirty-second lower than the one before: whole numbers, alike on every machine."""
        bars = [self.hot]
        while bars[-1] > self.cold:
            bars.append(bars[-1] * 31 // 32)
        return bars


def anneal(state: State, cooling: Cooling, dice: Dice, watch: Watch) -> Solution:
    """The best solution met on the way. Stops early where nothing can be better."""
    best = state.solution()
    rand = Random(dice.below(1 << 64)).random
    bars = cooling.bars()
    steps = max(1, min(CHECK, cooling.steps // len(bars)))
    stages = cooling.steps // steps
    for stage in range(stages):
        if best.is_perfect or watch.is_over():
            break
        best = _stage(state, cooling, bars[stage * len(bars) // stages], steps, best, rand)
    return best


def _stage(state: State, cooling: Cooling, bar: int, steps: int, best: Solution, rand: Callable[[], float]) -> Solution:
    """Steps at one bar. One long loop on purpose: nine tenths of a draw's time is spent here."""
    ghost, later, once = state.task.n, len(state.rounds) - 1, state.units_of_a_swap()
    choices = _choices(len(state.rounds[0]), cooling.reach)
    count = len(choices)
    if not count:
        return best
    share, rounds, all_costs = cooling.share, state.rounds, state.costs
    for _ in range(steps):
        r = 1 + int(rand() * later) if later and rand() >= share else 0
        here, there, i, j = choices[int(rand() * count)]
        tables, costs = rounds[r], all_costs[r]
        table, other = tables[here], tables[there]
        a, b = table[i], other[j]
        if a == ghost or b == ghost:
            continue
        u, v, w = table[i - 1], table[i - 2], table[i - 3]
        x, y, z = other[j - 1], other[j - 2], other[j - 3]
        of_a, of_b = costs[a], costs[b]
        change = (
            once[(table[3] == ghost) + (other[3] == ghost)]
            + (of_a[x] + of_a[y] + of_a[z] + of_b[u] + of_b[v] + of_b[w])
            - (of_a[u] + of_a[v] + of_a[w] + of_b[x] + of_b[y] + of_b[z])
        )
        if change > 0 and 1000 * change >= bar * LEVELS[int(rand() * GRAIN)]:
            continue
        table[i], other[j] = b, a
        state.swapped(r, (a, u, v, w), (b, x, y, z), change)
        if state.hard < best.hard or (state.hard == best.hard and state.soft < best.soft):
            best = state.solution()
    return best


@lru_cache(maxsize=8)
def _choices(tables: int, reach: int) -> list[tuple[int, int, int, int]]:
    """All pairs of places at two tables, near in the list where `reach` says how near."""
    reach = min(reach or tables, tables - 1)
    return [
        (here, there, i, j)
        for here in range(tables)
        for there in range(here + 1, min(here + reach + 1, tables))
        for i in range(4)
        for j in range(4)
    ]
