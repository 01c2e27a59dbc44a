"""Recognise a schedule of the catalogue in the rounds played, so that its later rounds can follow without a repeat.

A history does not say how its rounds were drawn. If all played all of them, and they are the first rounds of a
known schedule with players for numbers, backtracking finds which player is which number: the first number may be
anybody, and as every table ties four of them together, hardly anything is left to try after that. Left out:
what is done with the later rounds.
"""

from collections.abc import Sequence

from tournament.draw.seating import catalogue
from tournament.draw.seating.model import Dice, Priority, Round

STEPS = 6000
Rows = list[list[int]]
"""For each round, at which table everybody sits."""


def later_rounds(history: Sequence[Round], everybody: int, first: Priority, dice: Dice) -> tuple[Round, ...]:
    """All rounds the recognised schedule has after these, or none."""
    schedule = catalogue.look_up(everybody, catalogue.longest(everybody, first), first)
    played = len(history)
    if schedule is None or not 0 < played < len(schedule):
        return ()
    if any(sum(map(len, tables)) != everybody for tables in history):
        return ()
    players = _Match(schedule[:played], history, everybody, dice).search()
    if players is None:
        return ()
    return tuple(tuple(tuple(players[x] for x in table) for table in tables) for tables in schedule[played:])


class _Match:
    """Players for numbers, so that every table of the one is a table of the other in the same round."""

    def __init__(self, known: Sequence[Round], played: Sequence[Round], n: int, dice: Dice) -> None:
        self.known, self.played = _rows(known, n), _rows(played, n)
        self.members = [[dice.shuffled(table) for table in tables] for tables in played]
        self.sizes = [[[len(table) for table in tables] for tables in rounds] for rounds in (known, played)]
        self.order = _order(known, self.known, n)
        self.anybody = dice.shuffled(range(n))
        self.player: dict[int, int] = {}
        self.free = [True] * n
        self.pairs: list[dict[int, int]] = [{} for _ in known]
        self.taken: list[set[int]] = [set() for _ in known]
        self.steps = STEPS

    def search(self) -> list[int] | None:
        return [self.player[x] for x in range(len(self.order))] if self._fill(0) else None

    def _fill(self, index: int) -> bool:
        if index == len(self.order):
            return True
        x = self.order[index]
        for player in self._candidates(x):
            if not self.free[player] or not self._fits(x, player):
                continue
            self.steps -= 1
            if self.steps < 0:
                return False
            paired = self._pair(x, player)
            if self._fill(index + 1):
                return True
            self._part(x, player, paired)
        return False

    def _candidates(self, x: int) -> list[int]:
        for r, pairs in enumerate(self.pairs):
            table = pairs.get(self.known[r][x])
            if table is not None:
                return self.members[r][table]
        return self.anybody

    def _fits(self, x: int, player: int) -> bool:
        for r, pairs in enumerate(self.pairs):
            table, place = self.known[r][x], self.played[r][player]
            if table in pairs:
                if pairs[table] != place:
                    return False
            elif place in self.taken[r] or self.sizes[0][r][table] != self.sizes[1][r][place]:
                return False
        return True

    def _pair(self, x: int, player: int) -> list[int]:
        """The rounds in which this pairs two tables for the first time."""
        self.player[x] = player
        self.free[player] = False
        fresh = [r for r, pairs in enumerate(self.pairs) if self.known[r][x] not in pairs]
        for r in fresh:
            self.pairs[r][self.known[r][x]] = self.played[r][player]
            self.taken[r].add(self.played[r][player])
        return fresh

    def _part(self, x: int, player: int, fresh: list[int]) -> None:
        self.free[player] = True
        for r in fresh:
            self.taken[r].remove(self.pairs[r].pop(self.known[r][x]))


def _rows(rounds: Sequence[Round], n: int) -> Rows:
    rows = [[0] * n for _ in rounds]
    for row, tables in zip(rows, rounds, strict=True):
        for number, table in enumerate(tables):
            for player in table:
                row[player] = number
    return rows


def _order(rounds: Sequence[Round], rows: Rows, n: int) -> list[int]:
    """Next always the number of which the most tables are known, as it has the fewest possible players."""
    tied = [0] * n
    seen: set[tuple[int, int]] = set()
    left = set(range(n))
    order = []
    while left:
        x = max(left, key=lambda number: (tied[number], -number))
        left.remove(x)
        order.append(x)
        for r, row in enumerate(rows):
            if (r, row[x]) not in seen:
                seen.add((r, row[x]))
                for mate in rounds[r][row[x]]:
                    tied[mate] += 1
    return order
