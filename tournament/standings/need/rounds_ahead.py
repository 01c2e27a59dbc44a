"""What a player needs over several rounds whose tables are not drawn yet. PURE.

Decided here: from how many points on somebody is surely through, and with how many it can no longer be enough. Nobody knows who
will meet whom, so both are bounds that hold for every draw: in truth fewer points may do. They count a place that is shared as
not shared. Left out: tie-breaks; who would be level counts as better.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournament.standings.ranking.model import PARTS, Scheme


@dataclass(frozen=True)
class Ahead:
    """In twelfths of points, over all rounds that are left. `sure`: with so many somebody is through, None: with no number for
    certain; `hopeless`: with this many or fewer somebody is out, -1: with any number it may be enough."""

    most: int
    sure: int | None
    hopeless: int


@dataclass(frozen=True)
class Field:
    """How many tables of four and three each round has."""

    rounds: int
    fours: int
    threes: int


def ahead(
    parts: Mapping[int, int], scheme: Scheme, field: Field, able: Collection[int], places: int, player: int
) -> Ahead:
    """`parts`: the points so far of everybody who plays on."""
    worth = sorted([*scheme.four * field.fours, *scheme.three * field.threes], reverse=True)
    most = max(worth, default=0) * field.rounds
    others = [parts[other] for other in parts if other != player and other in able]
    totals = [parts[player] + total * PARTS for total in range(most + 1)]
    sure = next((n for n, total in enumerate(totals) if _can_reach(others, total, worth, field.rounds) < places), None)
    out = [n for n, total in enumerate(totals) if _are_past(others, total) >= places]
    return Ahead(most * PARTS, None if sure is None else sure * PARTS, max(out, default=-1) * PARTS if out else -1)


def _can_reach(others: Sequence[int], total: int, worth: Sequence[int], rounds: int) -> int:
    """At most how many of the others can have `total` or more in the end.

    Of the ones who need least: whatever any of them get together in a round is at most what the best places are worth, so the j
    who need most of them can together get at most the sum of the j best places in every round.
    """
    needs = sorted(max(total - parts, 0) for parts in others)
    low, high = 0, len(needs)
    while low < high:
        middle = (low + high + 1) // 2
        if _is_possible(needs[:middle], worth, rounds):
            low = middle
        else:
            high = middle - 1
    return low


def _is_possible(needs: Sequence[int], worth: Sequence[int], rounds: int) -> bool:
    wanted = there = 0
    for need, best in zip(reversed(needs), [*worth, *[0] * len(needs)], strict=False):
        wanted, there = wanted + need, there + best * rounds * PARTS
        if wanted > there:
            return False
    return True


def _are_past(others: Sequence[int], total: int) -> int:
    """At least how many of the others end up with more: those who have more already."""
    return sum(parts > total for parts in others)
