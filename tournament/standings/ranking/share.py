"""The share of a table's points: how much of the points shown for a table somebody got. The one definition.

Shared places have shared their points by then; a table that was counted by its board gives points like any other. Evenings
played before this was so keep what they were ranked by: of the counts of the board where all were counted and a sum of them
says anything, else of the points that the places had before sharing.
"""

from collections.abc import Sequence

from tournament.standings.ranking import figures
from tournament.standings.ranking.model import OF_POINTS, PARTS, Line, Scheme, Single, Table
from tournament.standings.ranking.saying import Say
from tournament.standings.ranking.saying import marked as _

WHOLE = 100_00  # hundredths of a per cent


def shares(scheme: Scheme, table: Table, shown: Sequence[int]) -> list[tuple[int, int]]:
    """For each seat its part and the whole, in twelfths of points. `shown`: the points shown for the table."""
    own = list(shown) if scheme.share == OF_POINTS else _before(scheme, table)
    return [(part, sum(own)) for part in own]


def _before(scheme: Scheme, table: Table) -> list[int]:
    counts = [seat.counted for seat in table.seats]
    if None in counts or not scheme.has_sums:
        worth = scheme.four if len(table.seats) == 4 else scheme.three
        return [worth[seat.place - 1] * PARTS for seat in table.seats]
    return [(count or 0) * PARTS for count in counts]


def mean(singles: Sequence[Single]) -> int:
    """Over all tables, each share rounded as it would be shown, in hundredths of a per cent."""
    each = [rounded(own * WHOLE, whole) if whole else 0 for own, whole in (single.share for single in singles)]
    return rounded(sum(each), len(each)) if each else 0


def rounded(top: int, bottom: int) -> int:
    """Half up, the same on every machine."""
    return (2 * top + bottom) // (2 * bottom)


def told(line: Line, say: Say) -> str:
    """How the share came about, table by table."""
    each = say(_("%(own)s of %(whole)s in round %(round)d"))
    parts = [
        each % {"own": figures.points(own), "whole": figures.points(whole), "round": single.round}
        for single in line.singles
        for own, whole in (single.share,)
    ]
    filled = {"each": ", ".join(parts), "mean": figures.percent(mean(line.singles), say)}
    return say(_("Share of the tables' points: %(each)s; %(mean)s on average.")) % filled


ABOUT = {
    True: _("Share of the tables' points: what somebody got of the points shown for their tables, on average."),
    False: _(
        "Share of the tables' points, as it was counted when this was played: of the boards' counts, else of the points that the"
        " places had before they were shared."
    ),
}


def about(scheme: Scheme, say: Say) -> str:
    """One sentence beside standings that may compare by it; empty where they do not."""
    return say(ABOUT[scheme.share == OF_POINTS]) if "share" in scheme.breaks else ""
