"""What is counted in rounds already drawn or played: who met whom, who sat where, how often.

Left out: what could have been better (bounds), and how it is reported (report).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeVar

from tournament.draw.seating.model import Round
from tournament.draw.seating.seats import Counts, count_table, seat_counts

Pair = tuple[int, int]
Number = TypeVar("Number", int, float)


def pairs(tables: Round) -> Iterable[Pair]:
    """Everybody who meets in a round, the lower number first."""
    for table in tables:
        yield from combinations(sorted(table), 2)


def meetings(rounds: Sequence[Round]) -> dict[Pair, list[int]]:
    """The rounds, counted from 1, in which two players met."""
    met: dict[Pair, list[int]] = {}
    for number, tables in enumerate(rounds, start=1):
        for pair in pairs(tables):
            met.setdefault(pair, []).append(number)
    return met


def repeats(met: Sequence[int], played: int) -> int:
    """How many of these meetings are repeats and lie after the first `played` rounds."""
    return sum(1 for number in met[1:] if number > played)


def games(rounds: Sequence[Round], everybody: int) -> list[int]:
    """How many rounds each player has played."""
    count = [0] * everybody
    for tables in rounds:
        for table in tables:
            for player in table:
                count[player] += 1
    return count


class Seats:
    """What each player has had of tables of three, of every seat, and of first turns."""

    def __init__(self, rounds: Sequence[Round], everybody: int) -> None:
        self.counts: Counts = seat_counts(rounds, everybody)

    def add(self, tables: Round) -> None:
        for table in tables:
            count_table(table, self.counts, 1)

    def threes(self, player: int) -> int:
        return sum(self.counts[3][player])

    def begun(self, player: int) -> int:
        return self.counts[3][player][0] + self.counts[4][player][0]

    def spread(self, size: int, player: int) -> int:
        """How much more often than another a player has had one of the seats at tables of this size."""
        counts = self.counts[size][player]
        return difference(counts)


def difference(counts: Sequence[Number]) -> Number:
    """Most minus least."""
    return max(counts) - min(counts)
