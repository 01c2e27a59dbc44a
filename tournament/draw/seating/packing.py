"""Rounds without repeats where everything is tight, packed out of all tables there could be.

All rounds but the last two are opened one after the other, each table such that as many as possible are left, and
then improved by the same measure, two tables at a time. The last two are searched together and to the end
(`ending`). If there is none, all begins anew.

Left out: scores and wishes, which the callers add; large fields, where there is slack and `mend` is quicker.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from tournament.draw.seating.ending import LAST, ending
from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import Tables, Task
from tournament.draw.seating.stock import Stock, Table, members, tables_of

MOST_PAIRS = 360
"""Most pairs yet to meet: these make some thousands of tables."""
FULL = 0.7
"""Where three rounds or more need a larger part of these pairs, other searches come nearer in the same time."""
WORK = 1_000_000
"""Tables weighed in all, a step of the end search counting for `STEP`: about a second."""
STEP = 4
PATIENCE = 600
"""Steps at the end before new openings, and as many more with every opening: some need few tries, others long ones."""
SAMPLES = 3
"""Ways to open a round, of which the best is taken; of the first round the first."""
OPENING_STEPS, WIDTH = 40, 6
"""Players seated before an opening is given up, and tables tried for each."""
STIR = 0.05
"""The random part in the worth of a table."""
WORTH_OF_A_FOUR, WORTH_OF_A_THREE = 10, 3
"""There are far more tables of three than of four, and far fewer are needed."""
SWEEPS = 9
IN_VAIN = 20
"""Openings that may fail one after the other."""


def rounds_without_repeats(task: Task, rounds: int, dice: Dice, watch: Watch, work: int = WORK) -> list[Tables] | None:
    """The rounds, threes even in the end, or None where so much work finds none."""
    players = dice.shuffled(range(task.n))
    unmet = [sum(1 << i for i, p in enumerate(players) if p != q and not task.met[q][p]) for q in players]
    pairs = sum(map(int.bit_count, unmet)) // 2
    needed = rounds * sum(size * (size - 1) // 2 for size in task.sizes)
    if pairs > MOST_PAIRS or needed > pairs or (rounds > LAST and needed > FULL * pairs):
        return None
    had = task.turns
    packed = _Packing(unmet, [had[p] for p in players], task.sizes.count(3), rounds, dice).search(work, watch)
    if packed is None:
        return None
    return [sorted([[players[i] for i in table] for table in tables], key=len, reverse=True) for tables in packed]


class _Packing:
    def __init__(self, unmet: Sequence[int], turns: list[int], threes: int, rounds: int, dice: Dice) -> None:
        self.n, self.turns, self.threes, self.rounds = len(unmet), turns, threes, rounds
        self.even = _even(turns, 3 * threes * rounds)
        self.random = Random(dice.below(1 << 64)).random
        self.stock = Stock(self.n, list(tables_of(unmet, with_threes=bool(threes))))
        self.number = {table: number for number, table in enumerate(self.stock.tables)}
        self.work = self.steps = 0

    def search(self, work: int, watch: Watch) -> list[list[Table]] | None:
        """Opened and ended again and again. Without rounds to open, one search is conclusive."""
        failed, patience = 0, PATIENCE if self.rounds > LAST else work // STEP
        while self.work < work and failed < IN_VAIN and not watch.is_half_over():
            opened = self._opened()
            if opened is None:
                failed += 1
                continue
            last = self._ended(opened, patience)
            if last is not None:
                return [*([self.stock.tables[number] for number in one] for one in opened), *last]
            if not opened:
                return None
            failed, patience = 0, patience + PATIENCE
        return None

    def _ended(self, opened: list[list[int]], most_steps: int) -> list[list[Table]] | None:
        left = Stock(self.n, [self.stock.tables[number] for number in members(self._left(opened))])
        rounds = self.rounds - len(opened)
        last, steps = ending(left, rounds, self.threes, self._turns(opened), self.even, most_steps)
        self.work += STEP * steps
        return last

    def _opened(self) -> list[list[int]] | None:
        opened: list[list[int]] = []
        for done in range(self.rounds - LAST):
            turns = self._turns(opened)
            left = self._left(opened) & ~self._over(turns)
            tried = [self._opening(left, turns) for _ in range(SAMPLES if done else 1)]
            whole = [one for one in tried if one]
            if not whole:
                return None
            opened.append(max(whole, key=lambda one: self._worth(self._left([one], left))))
        self._improve(opened)
        return opened

    def _left(self, opened: Iterable[Iterable[int]], tables: int = -1) -> int:
        """What is left of these tables, or of all, without a pair of these rounds."""
        tables &= self.stock.everything
        for numbers in opened:
            for number in numbers:
                tables &= ~self.stock.meeting(number)
        return tables

    def _worth(self, tables: int) -> int:
        fours, threes = (tables & self.stock.fours).bit_count(), (tables & self.stock.threes).bit_count()
        return WORTH_OF_A_FOUR * fours + WORTH_OF_A_THREE * threes

    def _turns(self, opened: Iterable[Iterable[int]]) -> list[int]:
        """Threes had when these rounds have been played."""
        turns = self.turns[:]
        tables = (self.stock.tables[number] for numbers in opened for number in numbers)
        for player in (player for table in tables if len(table) == 3 for player in table):
            turns[player] += 1
        return turns

    def _over(self, turns: Sequence[int]) -> int:
        """Threes with a player who must sit at no more of them."""
        _, most = self.even
        return self.stock.threes_with(player for player, had in enumerate(turns) if had >= most)

    def _opening(self, left: int, turns: Sequence[int]) -> list[int] | None:
        """A round at random, but with the threes given to those whose turn it is."""
        self.steps = OPENING_STEPS
        available = left
        if self.threes:
            last = sorted(turns)[3 * self.threes - 1]
            available &= ~self.stock.fours_with(player for player, had in enumerate(turns) if had < last)
            available &= ~self.stock.threes_with(player for player, had in enumerate(turns) if had > last)
        return self._fill(available, left, range(self.n), self.threes)

    def _fill(self, available: int, left: int, free: Sequence[int], threes: int) -> list[int] | None:
        """Tables for all who are free: `available` in this round, `left` for the others."""
        if not free:
            return []
        stock, self.steps = self.stock, self.steps - 1
        available = stock.fitting(available, len(free), threes)
        ways, player = min([((available & stock.at[player]).bit_count(), player) for player in free])
        self.work += ways
        if not ways or self.steps < 0:
            return None
        for number in self._in_order(available & stock.at[player], left)[:WIDTH]:
            table = stock.tables[number]
            rest = self._fill(
                available & ~stock.touching(number),
                left & ~stock.meeting(number),
                [other for other in free if other not in table],
                threes - (len(table) == 3),
            )
            if rest is not None:
                return [number, *rest]
        return None

    def _in_order(self, tables: int, left: int) -> list[int]:
        """Those that leave most for the other rounds first, stirred a little."""
        worth = {
            number: self._worth(left & ~self.stock.meeting(number)) * (1 + STIR * self.random())
            for number in members(tables)
        }
        return sorted(worth, key=worth.__getitem__, reverse=True)

    def _improve(self, opened: list[list[int]]) -> None:
        """Two tables of a round dealt anew, as long as that leaves more to the last rounds."""
        allowed = ~self._over(self._turns(opened))
        best = self._worth(self._left(opened) & allowed)
        for _ in range(SWEEPS):
            before = best
            for numbers in opened:
                others = self._left(one for one in opened if one is not numbers)
                for i, j in combinations(range(len(numbers)), 2):
                    left = self._left([[*numbers[:i], *numbers[i + 1 : j], *numbers[j + 1 :]]], others)
                    for pair in self._dealt_anew(numbers[i], numbers[j], left):
                        worth = self._worth(self._left([pair], left) & allowed)
                        if worth > best:
                            best, (numbers[i], numbers[j]) = worth, pair
            if best == before:
                break

    def _dealt_anew(self, one: int, other: int, left: int) -> Iterator[tuple[int, int]]:
        """All ways to seat the players of two tables of a size: who sits at a three goes on sitting at one."""
        size = len(self.stock.tables[one])
        if size != len(self.stock.tables[other]):
            return
        self.work += 1
        first, *players = sorted(self.stock.tables[one] + self.stock.tables[other])
        for mates in combinations(players, size - 1):
            a = self.number.get((first, *mates))
            if a is not None and left >> a & 1:
                b = self.number.get(tuple([player for player in players if player not in mates]))
                if b is not None and left >> b & 1:
                    yield a, b


def _even(turns: Sequence[int], seats: int) -> tuple[int, int]:
    """Fewest and most threes anybody has had after so many more seats, each given to a player with the fewest."""
    most = 0
    while sum(max(0, most - had) for had in turns) < seats:
        most += 1
    full = sum(max(0, most - had) for had in turns) == seats
    return most if full else most - 1, most
