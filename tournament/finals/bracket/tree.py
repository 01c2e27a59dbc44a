"""Numbers the tables of a knock-out down the tree: those that lead to the same tables stand one below the other.

Decided by the rounds ahead only, so the number that a plan names is the one that the draw gives, however the rounds before
went. Tables are given by their strength, the one of the first seed being 0. Left out: rounds already drawn keep their numbers.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import cache

from tournament.finals.bracket.model import sizes
from tournament.finals.bracket.onward import lucky, onward

Ways = Sequence[frozenset[int]]  # by table, the tables of the next round that its players go to


@cache
def numbers(players: int, going_on: int, target: int) -> tuple[int, ...]:
    """The number of each table, by its strength, in a round of so many players; `target`: when no further round follows."""
    order = _order(players, going_on, target)
    number = {table: n for n, table in enumerate(order, 1)}
    return tuple(number[table] for table in range(len(order)))


@cache
def _order(players: int, going_on: int, target: int) -> tuple[int, ...]:
    """The tables from top to bottom."""
    tables, through = len(sizes(players)), following(players, going_on, target)
    if through <= target or through >= players or tables < 2:
        return tuple(sorted(range(tables), key=lambda table: _pair(table, tables)))
    after = _order(through, going_on, target)
    height = {table: at for at, table in enumerate(after)}
    ways = _ways(tables, going_on, len(after))
    top = {
        table: min(height[way] for other in group for way in ways[other]) for group in joined(ways) for table in group
    }
    return tuple(sorted(range(tables), key=lambda table: (top[table], _pair(table, tables))))


def following(players: int, going_on: int, target: int) -> int:
    """How many players the round after one of so many players has."""
    tables = len(sizes(players))
    through = len(onward(tables, going_on))
    return through + (lucky(through) if through > target or tables > 1 else 0)


def _pair(table: int, tables: int) -> tuple[int, int]:
    """The winner and the second of one table play in one pair of these: it stands together."""
    return min(table, tables - 1 - table), table


def _ways(tables: int, going_on: int, following: int) -> Ways:
    found: list[set[int]] = [set() for _ in range(tables)]
    for seed, (table, _place) in enumerate(onward(tables, going_on)):
        pot, at = divmod(seed, following)
        found[table - 1].add(following - 1 - at if pot % 2 else at)
    return [frozenset(each) for each in found]


def joined(ways: Sequence[Iterable[Hashable]]) -> list[list[int]]:
    """The positions of those that share a way, directly or over others, in the order of the first of each group."""
    groups: list[tuple[list[int], set[Hashable]]] = []
    for at, own in enumerate(ways):
        found = [group for group in groups if not group[1].isdisjoint(own)]
        members = sorted([at, *(member for group in found for member in group[0])])
        together = set(own).union(*(group[1] for group in found))
        groups = [*(group for group in groups if group not in found), (members, together)]
    return sorted(members for members, _ways in groups)
