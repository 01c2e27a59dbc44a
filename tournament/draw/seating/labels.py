"""Which player is which number of a schedule: at random, or so that wishes are kept.

Repeats, threes and seats stay what they are whatever the labels, so wishes cost nothing here. Round 1 comes
first: everybody sees it, and it can always be as good as a single round can be. It starts from clubs dealt
over the tables like cards, which spreads each as evenly as the tables allow, and never gets worse again.

Left out: the schedule itself.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import repeat
from math import inf

from tournament.draw.seating.boards import cannot_share, not_at_threes
from tournament.draw.seating.bounds import together
from tournament.draw.seating.model import Dice, Request, Round, Watch, Wish

STARTS = 2
"""Random deals to start from, each improved; often the second ends with fewer broken wishes."""
MOVES = 16_000
PARTNERS = 20
WARMTH = 16
"""One in so many moves that are worse by 1 is made: enough to leave a dead end, few enough to settle."""
FIXED = 50
"""The cost of a table that needs two boards at once, or one of the wrong kind."""


def label(rounds: Sequence[Round], request: Request, watch: Watch) -> tuple[Round, ...]:
    """The same schedule with players for numbers."""
    dice = request.dice("labels")
    if not request.wishes and not request.fixed:
        players = dice.shuffled(range(request.n))
    else:
        players = _Labels(rounds, request, dice).best(watch)
    return tuple(tuple(tuple(players[number] for number in table) for table in tables) for tables in rounds)


class _Labels:
    """Swaps of two players' numbers, until no wish is broken or enough was tried."""

    def __init__(self, rounds: Sequence[Round], request: Request, dice: Dice) -> None:
        self._dice = dice
        self._costs = _costs(request)
        self._threes = _threes(rounds, request.n)
        self._unfit = dict.fromkeys(not_at_threes(request), FIXED)
        self._first = _mates(rounds[:1], request.n)
        self._all = _mates(rounds, request.n)
        self._deal = partial(_dealt, rounds[0], request, dice)
        self._least = (
            2 * len(rounds) * sum(w.weight * together(_present(w, request.n), request.n) for w in request.wishes)
        )
        self._at: list[int] = []

    def best(self, watch: Watch) -> list[int]:
        best: list[int] = []
        least = (inf, inf)
        for _ in range(STARTS):
            self._at = self._deal()
            self._improve(self._first, MOVES // 10, watch)
            self._improve(self._all, MOVES, watch)
            cost = self._total(self._first), self._total(self._all)
            if cost < least:
                best, least = self._at, cost
            if least[1] <= self._least or watch.is_over():
                break
        return best

    def _improve(self, mates: list[list[int]], moves: int, watch: Watch) -> None:
        best, least = self._at[:], self._total(mates)
        while moves > 0 and least and not watch.is_over():
            moves -= self._sweep(mates, moves, watch)
            total = self._total(mates)
            if total < least:
                best, least = self._at[:], total
        self._at = best

    def _sweep(self, mates: list[list[int]], moves: int, watch: Watch) -> int:
        """Everybody with a broken wish tries the places of a few others. Returns how many swaps were tried."""
        tried = 1
        for x in self._dice.shuffled(x for x in range(len(mates)) if self._cost(x, mates)):
            for _ in range(PARTNERS):
                tried += 1
                if self._swap(x, self._dice.below(len(mates)), mates):
                    break
            if tried >= moves or watch.is_over():
                break
        return tried

    def _swap(self, x: int, y: int, mates: list[list[int]]) -> bool:
        """Swap if round 1 gets no worse and neither does the whole; rarely, at random, if the whole gets a little worse."""
        before = self._cost(x, mates) + self._cost(y, mates)
        round1 = self._cost(x, self._first) + self._cost(y, self._first)
        self._at[x], self._at[y] = self._at[y], self._at[x]
        worse = self._cost(x, mates) + self._cost(y, mates) - before
        if self._cost(x, self._first) + self._cost(y, self._first) <= round1 and (
            worse <= 0 or self._dice.below(WARMTH ** min(worse, 9)) == 0
        ):
            return True
        self._at[x], self._at[y] = self._at[y], self._at[x]
        return False

    def _cost(self, x: int, mates: list[list[int]]) -> int:
        player = self._at[x]
        others = [self._at[y] for y in mates[x]]
        cost = sum(map(self._costs[player].get, others, repeat(0)))
        return cost + self._unfit.get(player, 0) * self._threes[x]

    def _total(self, mates: list[list[int]]) -> int:
        return sum(self._cost(x, mates) for x in range(len(mates)))


def _present(wish: Wish, n: int) -> int:
    return sum(player < n for player in wish.players)


def _costs(request: Request) -> list[dict[int, int]]:
    """The cost for two players to meet; it is high where their own boards differ, so that they cannot share a table.

    Players with the same wishes share one entry, themselves included: a club may be everybody.
    """
    own: list[tuple[int, ...]] = [()] * request.everybody
    for index, wish in enumerate(request.wishes):
        for player in wish.players:
            own[player] += (index,)
    shared = {key: _together(request, key) for key in set(own)}
    costs = [shared[key] for key in own]
    for pair in cannot_share(request):
        for a, b in (pair, pair[::-1]):
            costs[a] = {**costs[a], b: costs[a].get(b, 0) + FIXED}
    return costs


def _together(request: Request, key: tuple[int, ...]) -> dict[int, int]:
    cost: Counter[int] = Counter()
    for index in key:
        wish = request.wishes[index]
        cost.update(dict.fromkeys(wish.players, wish.weight))
    return cost


def _threes(rounds: Sequence[Round], n: int) -> list[int]:
    count = [0] * n
    for tables in rounds:
        for table in tables:
            for number in table if len(table) == 3 else ():
                count[number] += 1
    return count


def _mates(rounds: Sequence[Round], n: int) -> list[list[int]]:
    """With whom each number of the schedule shares a table, as often as it does."""
    mates: list[list[int]] = [[] for _ in range(n)]
    for tables in rounds:
        for table in tables:
            for x in table:
                mates[x].extend(y for y in table if y != x)
    return mates


def _dealt(tables: Round, request: Request, dice: Dice) -> list[int]:
    """Players dealt to the first seats of all tables, then the second ones …, a group's members in a row.

    Members of one group are at most one apart in number between any two tables, as long as the largest
    groups come first: only the last seat is missing at some tables.
    """
    group: dict[int, tuple[int, int]] = {}
    for index, wish in enumerate(sorted(request.wishes, key=lambda wish: wish.weight)):
        group |= dict.fromkeys(wish.players, (-len(wish.players), index))
    players = sorted(dice.shuffled(range(request.n)), key=lambda player: group.get(player, (0, 0)))
    numbers = [table[seat] for seat in range(4) for table in tables if seat < len(table)]
    at = [0] * request.n
    for number, player in zip(numbers, players, strict=True):
        at[number] = player
    return at
