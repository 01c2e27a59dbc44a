"""An independent judge of draws. It shares no code with what draws: nothing here is imported from there.

`judge` takes rounds of tables (any ids, the order in a table is the order of seats) and who was there in each
round. It raises AssertionError where a round is not valid and gives the figures where all are.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Table = Sequence[Any]
Round = Sequence[Table]


@dataclass
class Judged:
    repeats: int = 0
    most_meetings: int = 0
    threes: dict[Any, int] = field(default_factory=dict)
    three_spread: int = 0
    worst_three_spread: int = 0
    seat_spread: int = 0
    worst_seat_spread: int = 0
    met: Counter[frozenset[Any]] = field(default_factory=Counter)


def judge(rounds: Sequence[Round], fields: Sequence[Collection[Any]]) -> Judged:
    """Valid rounds, judged. Spreads are over everybody who was there in the last round."""
    assert len(rounds) == len(fields)
    result = Judged()
    seats: defaultdict[tuple[Any, int], Counter[int]] = defaultdict(Counter)
    threes: Counter[Any] = Counter()
    last = set(fields[-1])
    for tables, present in zip(rounds, fields, strict=True):
        _assert_valid(tables, set(present))
        for table in tables:
            result.met.update(frozenset(pair) for pair in combinations(table, 2))
            threes.update(table if len(table) == 3 else ())
            for seat, player in enumerate(table):
                seats[player, len(table)][seat] += 1
        result.three_spread = _spread(threes[player] for player in last)
        result.seat_spread = max(_spread(count[seat] for seat in range(size)) for (_, size), count in seats.items())
        result.worst_three_spread = max(result.worst_three_spread, result.three_spread)
        result.worst_seat_spread = max(result.worst_seat_spread, result.seat_spread)
    result.repeats = sum(count - 1 for count in result.met.values())
    result.most_meetings = max(result.met.values())
    result.threes = {player: threes[player] for player in last}
    return result


def whole(rounds: Sequence[Round], n: int) -> Judged:
    """The same for the players 0 to n-1, all of them in every round."""
    return judge(rounds, [range(n)] * len(rounds))


def new_repeats(rounds: Sequence[Round], history: Sequence[Round]) -> int:
    """Meetings in `rounds` of two who had met before."""
    met = {frozenset(pair) for tables in history for table in tables for pair in combinations(table, 2)}
    count = 0
    for tables in rounds:
        for table in tables:
            for pair in map(frozenset, combinations(table, 2)):
                count += pair in met
                met.add(pair)
    return count


def together(rounds: Iterable[Round], groups: Sequence[Any]) -> int:
    """Pairs of one group at one table; `groups[player]` is the group or None."""
    return sum(
        groups[a] is not None and groups[a] == groups[b]
        for tables in rounds
        for table in tables
        for a, b in combinations(table, 2)
    )


def fewest_threes(n: int) -> int:
    """By trying."""
    return min(three for three in range(n) if n >= 3 * three and (n - 3 * three) % 4 == 0)


def _assert_valid(tables: Round, present: set[Any]) -> None:
    seated = Counter(player for table in tables for player in table)
    assert set(seated) == present, f"seated {sorted(map(str, seated))}, present {sorted(map(str, present))}"
    assert max(seated.values()) == 1, "somebody sits twice"
    assert {len(table) for table in tables} <= {3, 4}, "a table of neither three nor four"
    assert sum(len(table) == 3 for table in tables) == fewest_threes(len(present)), "too many threes"


def _spread(counts: Iterable[int]) -> int:
    values = list(counts)
    return max(values) - min(values)
