"""Who advances: the best of the standings. Quotas are kept, those who decline are passed over, ties at the cut are named.

Decided here: only those still playing can advance; players who withdrew or were excluded are passed over and listed. A tie
across the cut is never broken here: it is returned, to be settled by a throw-off or a lot.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournament.standings.ranking.model import Line


@dataclass(frozen=True)
class Cut:
    """`through` advance, in seed order; the `tied` (equal, across the cut) compete for `open_places`."""

    through: tuple[Line, ...]
    tied: tuple[Line, ...]
    open_places: int
    passed_over: tuple[Line, ...]

    @property
    def is_settled(self) -> bool:
        return not self.tied


def cut(
    lines: Sequence[Line],
    places: int,
    *,
    declined: Collection[int] = (),
    quota: Mapping[str, int] | None = None,
) -> Cut:
    """The first `places` who can and will advance. `quota`: at least so many of a category, if there are so many."""
    able = [line for line in lines if line.player.status == "playing" and line.player.id not in declined]
    passed = tuple(line for line in lines[:places] if line not in able)
    reserved = _reserved(able, places, quota or {})
    level = _level(able, reserved)
    if level:
        sure = [line for line in reserved if line not in level]
        rest = [line for line in able if line not in reserved and line not in level]
        through, _tied, _open = _take(rest, places - len(reserved))
        chosen = sorted([*sure, *through], key=able.index)
        return Cut(tuple(chosen), tuple(level), len(reserved) - len(sure), passed)
    rest = [line for line in able if line not in reserved]
    through, tied, open_places = _take(rest, places - len(reserved))
    chosen = sorted([*reserved, *through], key=able.index)
    return Cut(tuple(chosen), tuple(tied), open_places, passed)


def _reserved(able: Sequence[Line], places: int, quota: Mapping[str, int]) -> list[Line]:
    """Those who advance only by their category's quota: one after the other, the best whom the plain cut leaves out. Each
    takes a place from the plain cut, which may leave another category short of its quota."""
    extra: list[Line] = []
    while len(extra) < places:
        others = [line for line in able if line not in extra]
        inside = [*extra, *others[: places - len(extra)]]
        waiting = others[places - len(extra) :]
        short = [name for name, least in quota.items() if sum(line.player.category == name for line in inside) < least]
        best = next((line for line in waiting if line.player.category in short), None)
        if best is None:
            break
        extra.append(best)
    return extra


def _level(able: Sequence[Line], reserved: Sequence[Line]) -> list[Line]:
    """Those tied across the cut of a quota, in the first category that has such a tie."""
    for last in reversed(reserved):
        equal = [line for line in able if line.player.category == last.player.category and line.rank == last.rank]
        if any(line not in reserved for line in equal):
            return equal
    return []


def _take(lines: Sequence[Line], places: int) -> tuple[list[Line], list[Line], int]:
    if places >= len(lines) or places <= 0:
        return list(lines[: max(places, 0)]), [], 0
    last, first_out = lines[places - 1], lines[places]
    if last.rank != first_out.rank:
        return list(lines[:places]), [], 0
    tied = [line for line in lines if line.rank == last.rank]
    sure = [line for line in lines[:places] if line.rank != last.rank]
    return sure, tied, places - len(sure)
