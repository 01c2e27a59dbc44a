"""The least that any draw at all could reach, for this field, these rounds and this history.

Every number here is a real bound: whatever the method, nobody can do better. The proofs are in the comments.
A bound need not be reachable; where it is reached, the draw is proven to be the best.

Left out: what a draw has reached.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from tournament.draw.seating.model import Round
from tournament.draw.seating.split import split, threes


@dataclass(frozen=True)
class Bound:
    """`why` is a code: counting, few_tables, even_threes, proven, or none for a bound of 0."""

    count: int
    why: str = "none"


PROVEN = {(20, 6): 1}
"""Six rounds of 20 without a repeat would be a resolvable group divisible design, blocks of four, type 2^10:
every player meets 18 of 19 others, the pairs that never meet are ten couples. It is known not to exist."""


def even_pairs(things: int, places: int) -> int:
    """Fewest pairs of things in one place. A pair is saved by moving a thing from a place to one with two
    fewer, so the fewest are reached when no two places differ by more than one."""
    each, more = divmod(things, places)
    return places * (each * (each - 1) // 2) + more * each


def repeats(fields: Sequence[Collection[int]], history: Sequence[Round] = ()) -> Bound:
    """Fewest meetings, in new rounds of these players, of two who have met before."""
    candidates = [
        Bound(_by_counting(fields, history), "counting"),
        Bound(_by_few_tables(fields, history), "few_tables"),
    ]
    if not history and len({frozenset(field) for field in fields}) == 1:
        candidates.append(Bound(PROVEN.get((len(fields[0]), len(fields)), 0), "proven"))
    best = max(candidates, key=lambda bound: bound.count)
    return best if best.count else Bound(0)


def repeats_with_even_threes(n: int, rounds: int) -> Bound:
    """The same where the visits to tables of three may differ by one at most; without a history."""
    candidates = [repeats([range(n)] * rounds), Bound(EVEN_THREES.get((n, rounds), 0), "proven")]
    if rounds == 2:
        candidates.append(Bound(_two_rounds(n), "even_threes"))
    return max(candidates, key=lambda bound: bound.count)


EVEN_THREES = {(19, 6): 1}
"""18 visits, so nobody is at a table of three twice: a 20th player on the free seats would give 20 x 6."""


def _by_counting(fields: Sequence[Collection[int]], history: Sequence[Round]) -> int:
    """A player meets 3 others a round, 2 at a table of three; all beyond those not met yet are repeats.

    Let e be by how much 3 a round exceeds these. Each visit to a table of three lowers a player's e by one,
    at most once a round, and there are only so many visits. A repeat is counted by both who meet.
    """
    unmet = _unmet(fields, history)
    games = Counter(player for field in fields for player in field)
    excess = {player: max(0, 3 * count - unmet[player]) for player, count in games.items()}
    visits = sum(3 * threes(len(field)) for field in fields)
    saved = min(visits, sum(min(excess[player], games[player]) for player in games))
    return -(-(sum(excess.values()) - saved) // 2)


def _unmet(fields: Sequence[Collection[int]], history: Sequence[Round]) -> dict[int, int]:
    """How many each player could meet for the first time. Sets of players are bit masks."""
    near: Counter[int] = Counter()
    for field in {frozenset(field) for field in fields}:
        everybody = _bits(field)
        for player in field:
            near[player] |= everybody
    met = Counter({player: 1 << player for player in near})
    for tables in history:
        for table in tables:
            together = _bits(table)
            for player in table:
                met[player] |= together
    return {player: (near[player] & ~met[player]).bit_count() for player in near}


def _bits(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)


def _by_few_tables(fields: Sequence[Collection[int]], history: Sequence[Round]) -> int:
    """More players of an earlier table than there are tables now cannot all be kept apart."""
    total = 0
    for j, field in enumerate(fields):
        present, tables = set(field), len(split(len(field)))
        earlier = [[len(present.intersection(table)) for table in old] for old in history]
        earlier += [list(split(len(field))) for old in fields[:j] if set(old) == present]
        shared = (sum(even_pairs(size, tables) for size in sizes) for sizes in earlier)
        total += max(shared, default=0)
    return total


def _two_rounds(n: int) -> int:
    """With visits at most one apart, twice at a three are as few as the visits beyond one a player.

    That fixes how many go from a three to a three, from a three to a four, back, and from a four to a four.
    Two who go from one table to the same table meet again, and the ways of each sort are so many.
    """
    t3 = threes(n)
    t4 = len(split(n)) - t3
    stay = max(0, 6 * t3 - n)
    change = 3 * t3 - stay
    moves = [(stay, t3 * t3), (change, t3 * t4), (change, t4 * t3), (4 * t4 - change, t4 * t4)]
    return sum(even_pairs(players, ways) for players, ways in moves if players)


def spread(before: Sequence[int], room: Sequence[int], total: int) -> int:
    """Least difference between most and least after `total` more, player i taking at most `room[i]`.

    Tried for every lowest level: lifting all to it takes what it takes, the rest must go on top somewhere.
    """
    best = max(before) - min(before) + max(room)
    for low in range(min(before), min(b + r for b, r in zip(before, room, strict=True)) + 1):
        lifted = [max(low, b) for b in before]
        rest = total - (sum(lifted) - sum(before))
        if rest < 0:
            break
        high = max(lifted)
        while sum(min(high, b + r) - level for b, r, level in _above(before, room, lifted)) < rest:
            high += 1
        best = min(best, high - low)
    return best


def _above(before: Sequence[int], room: Sequence[int], lifted: Sequence[int]) -> Iterable[tuple[int, int, int]]:
    return zip(before, room, lifted, strict=True)


def score_spreads(scores: Sequence[float]) -> float:
    """Least sum over the tables of a round of best minus worst score, whoever has met whom.

    Two tables whose scores overlap can be dealt anew, the lower scores to one and the higher to the other,
    without the sum getting larger; so some least way cuts the sorted scores into runs. Every order of fours
    and threes is tried, run by run.
    """
    ranked = sorted(scores)
    fours = len(split(len(scores))) - threes(len(scores))
    least = {(0, 0): 0.0}
    for four, three in product(range(fours + 1), range(threes(len(scores)) + 1)):
        end = 4 * four + 3 * three
        ways = [(four - 1, three, end - 4)] if four else []
        ways += [(four, three - 1, end - 3)] if three else []
        for before_four, before_three, start in ways:
            total = least[before_four, before_three] + ranked[end - 1] - ranked[start]
            least[four, three] = min(total, least.get((four, three), total))
    return least[fours, threes(len(scores))]


def own_spread(counts: Sequence[int], games: int) -> int:
    """Least difference between one player's seats after so many more games, always in the rarest seat."""
    level = sorted(counts)
    for _ in range(games):
        level[0] += 1
        level.sort()
    return level[-1] - level[0]


def together(members: int, n: int) -> int:
    """Fewest pairs of a group at one table in a round of n: the group as even as can be over all tables."""
    return even_pairs(members, len(split(n)))
