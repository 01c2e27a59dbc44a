"""Which tables of a bracket stand together: those of a round whose players come from the same tables, beside those tables.

Groups nest from left to right, so no way crosses another one when each stands beside its feeders. Left out: positions.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournament.finals.bracket.model import Box, Bracket
from tournament.finals.bracket.tree import joined

Key = tuple[int, str, int]
Exits = Mapping[Key, Sequence[tuple[int, Box]]]


class Group(NamedTuple):
    """Tables of one column, from top to bottom, and the groups of the column before whose players come here."""

    boxes: tuple[Box, ...]
    feeders: tuple["Group", ...] = ()

    @property
    def column(self) -> int:
        return self.boxes[0].column


def key(box: Box) -> Key:
    return box.column, box.kind, box.number


def exits(bracket: Bracket) -> Exits:
    """(place, the table it goes on to) of every table, by place."""
    found: dict[Key, list[tuple[int, Box]]] = {key(box): [] for column in bracket.columns for box in column}
    for box in (box for column in bracket.columns for box in column):
        for slot in box.slots:
            source = bracket.source(box, slot)
            if source is not None and slot.origin.number:
                found[key(source)].append((slot.origin.number, box))
    return {each: sorted(ways, key=lambda way: way[0]) for each, ways in found.items()}


def decided(bracket: Bracket) -> dict[Key, tuple[int, int]]:
    """The first and the last place that each final is about, where it is one table."""
    found, first = {}, 1
    finals = [box for box in bracket.columns[-1] if box.kind != "knockout"] if bracket.columns else []
    for kind in ("final", "small_final"):
        boxes = [box for box in finals if box.kind == kind]
        if len(boxes) == 1:
            found[key(boxes[0])] = (first, first + len(boxes[0].slots) - 1)
        first += sum(len(box.slots) for box in boxes)
    return found


def groups(bracket: Bracket) -> tuple[Group, ...]:
    """Those of the last column, with all others before them."""
    known: tuple[Group, ...] = ()
    ways = exits(bracket)
    for at, column in enumerate(bracket.columns):
        known = _first(column, ways) if at == 0 else _following(column, known, ways)
    return _sorted(known)


def all_of(roots: Sequence[Group]) -> Iterator[Group]:
    for group in roots:
        yield group
        yield from all_of(group.feeders)


def cut_at(roots: Sequence[Group], column: int) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """(the groups of that column with all before them, the rest without them)"""
    before = tuple(group for group in all_of(roots) if group.column == column)
    return before, tuple(_pruned(group, column) for group in roots)


def _pruned(group: Group, column: int) -> Group:
    kept = group.feeders if group.column > column + 1 else ()
    return Group(group.boxes, tuple(_pruned(one, column) for one in kept))


def _first(column: Sequence[Box], ways: Exits) -> tuple[Group, ...]:
    targets = [_targets(box, ways) for box in column]
    return tuple(Group(tuple(column[at] for at in members)) for members in joined(targets))


def _targets(box: Box, ways: Exits) -> frozenset[Key]:
    return frozenset(key(target) for _place, target in ways[key(box)] if target.kind != "small_final")


def _following(column: Sequence[Box], before: Sequence[Group], ways: Exits) -> tuple[Group, ...]:
    """Each box with all groups that lead to it; boxes whom the same group leads to are one group."""
    targets = [frozenset[Key]().union(*(_targets(box, ways) for box in group.boxes)) for group in before]
    found, left = [], list(column)
    for members in joined(targets):
        own = frozenset[Key]().union(*(targets[at] for at in members))
        boxes = tuple(box for box in column if key(box) in own)
        left = [box for box in left if box not in boxes]
        found.append((boxes, tuple(before[at] for at in members)))
    return _with_the_rest(found, left)


def _with_the_rest(found: list[tuple[tuple[Box, ...], tuple[Group, ...]]], left: Sequence[Box]) -> tuple[Group, ...]:
    """The small final, and a table nobody comes to by a place, stand with the last group; groups that lead nowhere too."""
    nowhere = tuple(group for boxes, feeders in found if not boxes for group in feeders)
    leading = [one for one in found if one[0]]
    if not leading:
        return (Group(tuple(left), nowhere),)
    boxes, feeders = leading[-1]
    leading[-1] = ((*boxes, *left), (*feeders, *nowhere))
    return tuple(Group(*one) for one in leading)


def _sorted(found: Sequence[Group]) -> tuple[Group, ...]:
    """By the lowest table number, the feeders in the order of where they lead."""
    ordered = sorted(found, key=lambda group: min(box.number for box in group.boxes))
    return tuple(group._replace(feeders=_sorted(group.feeders)) for group in ordered)
