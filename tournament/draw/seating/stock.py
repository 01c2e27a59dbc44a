"""All tables there could be: sets of players none of whom have met.

Tables have numbers, and a set of tables is a bit mask. What is left when a table has been taken is then one "and",
however many there are: for its own round the tables that share no player with it, for
the other rounds those that share no pair. Left out: which are taken (`packing`, `ending`).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

Table = tuple[int, ...]


class Stock:
    """These tables of players 0 to n-1, the players of each in order."""

    def __init__(self, n: int, tables: Sequence[Table]) -> None:
        self.n = n
        self.tables = tables
        at: list[list[int]] = [[] for _ in range(n)]
        with_pair: dict[Table, list[int]] = {pair: [] for pair in combinations(range(n), 2)}
        for number, table in enumerate(tables):
            bit = 1 << number
            for player in table:
                at[player].append(bit)
            for pair in combinations(table, 2):
                with_pair[pair].append(bit)
        self.at = list(map(sum, at))
        self._with_pair = {pair: sum(bits) for pair, bits in with_pair.items()}
        self.everything = (1 << len(tables)) - 1
        self.threes = sum([1 << number for number, table in enumerate(tables) if len(table) == 3])
        self.fours = self.everything ^ self.threes
        self._meeting: dict[int, int] = {}
        self._touching: dict[int, int] = {}

    def meeting(self, number: int) -> int:
        """All tables that share a pair with this one, itself included."""
        tables = self._meeting.get(number)
        if tables is None:
            pairs = combinations(self.tables[number], 2)
            tables = self._meeting[number] = reduce(or_, map(self._with_pair.__getitem__, pairs))
        return tables

    def touching(self, number: int) -> int:
        """All tables that share a player with this one, itself included."""
        tables = self._touching.get(number)
        if tables is None:
            tables = self._touching[number] = self.with_any(self.tables[number])
        return tables

    def with_any(self, players: Iterable[int]) -> int:
        return reduce(or_, map(self.at.__getitem__, players), 0)

    def threes_with(self, players: Iterable[int]) -> int:
        return self.threes & self.with_any(players)

    def fours_with(self, players: Iterable[int]) -> int:
        return self.fours & self.with_any(players)

    def fitting(self, tables: int, players: int, threes: int) -> int:
        """These tables without the threes, or the fours, where a round needs no more of them for its players."""
        if not threes:
            return tables & self.fours
        return tables & self.threes if players == 3 * threes else tables


def tables_of(unmet: Sequence[int], *, with_threes: bool) -> Iterator[Table]:
    """`unmet`: for each player the others not met yet, as a bit mask."""
    for a, of_a in enumerate(unmet):
        for b in members(of_a >> a << a):
            of_both = (of_a & unmet[b]) >> b << b
            for c in members(of_both):
                if with_threes:
                    yield a, b, c
                for d in members((of_both & unmet[c]) >> c << c):
                    yield a, b, c, d


def members(bits: int) -> list[int]:
    """The members of a bit mask: looked up in its binary digits, which is quicker than bit by bit."""
    digits = bin(bits)[:1:-1]
    numbers = []
    bit = digits.find("1")
    while bit >= 0:
        numbers.append(bit)
        bit = digits.find("1", bit + 1)
    return numbers
