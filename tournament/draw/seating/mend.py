"""Mending rounds that have few repeats: one offending player at a time moves to the best place there is.

Where there is slack this needs about one swap for every two repeats, however many players there are; where
everything is tight it goes round in circles, and `anneal` is better. A player who has just been moved rests
for some steps (tabu search). Turns at threes are right from the deal (`search.deal`) and cost too much to be
spoilt here; soft costs only choose between swaps that mend equally well.
"""

from itertools import combinations

from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import UNIT, Solution, State

TENURE = 4
CHECK = 16
NEVER = 1 << 60
WORST = 3 * UNIT
"""Swaps that cost more spoil turns at threes: rather try another offender."""
Pair = tuple[int, int]
Swap = tuple[int, int, int]
"""What it changes, the other table, the place there."""


def mend(state: State, steps: int, dice: Dice, watch: Watch) -> Solution:
    """The best solution met on the way; stops as soon as nothing is left to mend."""
    return _Mender(state, dice).run(steps, watch)


class _Mender:
    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.n = state.task.n
        self.dice = dice
        self.rests_until = [[0] * (self.n + 1) for _ in state.rounds]
        self.step = 0
        self.meets: dict[Pair, list[int]] = {}
        self.hot: dict[Pair, None] = {}
        for r, tables in enumerate(state.rounds):
            for table in tables:
                for pair in self._pairs(table):
                    self._meet(pair, r)

    def run(self, steps: int, watch: Watch) -> Solution:
        best = self.state.solution()
        for self.step in range(1, steps + 1):
            if not self.hot or best.hard <= 0 or (self.step % CHECK == 0 and watch.is_over()):
                break
            self._move(*self._offender())
            if self.state.hard < best.hard:
                best = self.state.solution()
        return best

    def _pairs(self, table: list[int]) -> list[Pair]:
        return [(min(pair), max(pair)) for pair in combinations(table, 2) if self.n not in pair]

    def _meet(self, pair: Pair, r: int) -> None:
        rounds = self.meets.setdefault(pair, [])
        rounds.append(r)
        if len(rounds) + self.state.task.met[pair[0]][pair[1]] > 1:
            self.hot[pair] = None

    def _part(self, pair: Pair, r: int) -> None:
        rounds = self.meets[pair]
        rounds.remove(r)
        if not rounds or len(rounds) + self.state.task.met[pair[0]][pair[1]] < 2:
            self.hot.pop(pair, None)

    def _offender(self) -> tuple[int, int]:
        """A round, and a player in it who meets somebody again."""
        pair = self.dice.pick(list(self.hot))
        return self.dice.pick(self.meets[pair]), self.dice.pick(pair)

    def _move(self, r: int, player: int) -> None:
        tables = self.state.rounds[r]
        here = next(t for t, table in enumerate(tables) if player in table)
        change, there, place = self._best(r, player, here)
        if change > WORST:
            return
        table, other = tables[here], tables[there]
        for members in (table, other):
            for pair in self._pairs(members):
                self._part(pair, r)
        mate = other[place]
        u, v, w = (p for p in table if p != player)
        x, y, z = (p for p in other if p != mate)
        table[table.index(player)], other[place] = mate, player
        self.state.swapped(r, (player, u, v, w), (mate, x, y, z), change)
        for members in (table, other):
            for pair in self._pairs(members):
                self._meet(pair, r)
        for moved in (player, mate):
            self.rests_until[r][moved] = self.step + TENURE + self.dice.below(TENURE)

    def _best(self, r: int, player: int, here: int) -> Swap:
        """The swap that mends most. It tries every other player of the round, so it is unrolled for speed."""
        tables, costs, ghost = self.state.rounds[r], self.state.costs[r], self.n
        rests, step = self.rests_until[r], self.step
        u, v, w = (mate for mate in tables[here] if mate != player)
        mine, of_u, of_v, of_w = costs[player], costs[u], costs[v], costs[w]
        once = self.state.units_of_a_swap()
        leaving = -mine[u] - mine[v] - mine[w]
        ghosts = ghost in (u, v, w)
        best = (NEVER, here, 0)
        for there, table in enumerate(tables):
            if there == here:
                continue
            joining = leaving + sum([mine[q] for q in table]) + once[ghosts + (table[3] == ghost)]
            for place, q in enumerate(table):
                if q == ghost or rests[q] > step:
                    continue
                of_q = costs[q]
                left = sum([of_q[mate] for mate in table]) - of_q[q]
                change = joining - mine[q] + of_u[q] + of_v[q] + of_w[q] - left
                if change < best[0]:
                    best = (change, there, place)
        return best
