"""Who goes on: the best of the standings, ties at the cut shown, quotas kept, places of those who decline passed up.

Decided here: only those still playing can go on; whoever withdrew or was excluded is passed over and said so. A tie across
the cut is never broken here: it is returned, to be settled by a throw-off or a lot.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournament.standings.model import Line


@dataclass(frozen=True)
class Cut:
    """`through` go on, in seed order; among `tied` (equal, across the cut) `open_places` are still to be settled."""

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
    """The first `places` who can and will go on. `quota`: at least so many of a category, if there are so many."""
    able = [line for line in lines if line.player.status == "playing" and line.player.id not in declined]
    passed = tuple(line for line in lines[:places] if line not in able)
    reserved = _reserved(able, places, quota or {})
    rest = [line for line in able if line not in reserved]
    through, tied, open_places = _take(rest, places - len(reserved))
    chosen = sorted([*reserved, *through], key=able.index)
    return Cut(tuple(chosen), tuple(tied), open_places, passed)


def _reserved(able: Sequence[Line], places: int, quota: Mapping[str, int]) -> list[Line]:
    """Those who go on only by their category's quota: best of it that the plain cut leaves out."""
    plain = able[:places]
    extra: list[Line] = []
    for category, least in quota.items():
        have = sum(line.player.category == category for line in plain)
        waiting = [line for line in able[places:] if line.player.category == category]
        extra += waiting[: max(0, least - have)]
    return extra


def _take(lines: Sequence[Line], places: int) -> tuple[list[Line], list[Line], int]:
    if places >= len(lines) or places <= 0:
        return list(lines[: max(places, 0)]), [], 0
    last, first_out = lines[places - 1], lines[places]
    if last.rank != first_out.rank:
        return list(lines[:places]), [], 0
    tied = [line for line in lines if line.rank == last.rank]
    sure = [line for line in lines[:places] if line.rank != last.rank]
    return sure, tied, places - len(sure)
