"""The tie-breaks: each one looks at players who are equal so far and gives each a value, the higher the better.

A tie-break is declared where it is computed, by `@tie_break`: forms, API, columns and reasons follow from that.
Values are whole numbers, and what decides is what is shown: shares are rounded to a hundredth of a per cent, means to a
hundredth of a point, before they are compared.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tournament.standings.ranking import figures
from tournament.standings.ranking import share as table_share
from tournament.standings.ranking.book import Book, Group, Values
from tournament.standings.ranking.model import PARTS, POINTS
from tournament.standings.ranking.saying import Say
from tournament.standings.ranking.saying import marked as _

Rank = Callable[[Book, Group], Values]
Show = Callable[[int, Say], str]


@dataclass(frozen=True)
class Break:
    """A criterion: how it ranks, its words in English, how its values are written.

    `better` and `worse` follow "Ahead of … by" and "Behind … by". `has_telling_values`: a reason names both values.
    `is_drawn`: its values are random and mean nothing; the place drawn among those equal is shown instead.
    `is_own`: it follows from the player's own results alone, so that it can be told before the others have played.
    """

    code: str
    rank: Rank
    name: str
    better: str
    worse: str
    show: Show
    has_telling_values: bool = True
    is_drawn: bool = False
    is_own: bool = False


BREAKS: dict[str, Break] = {}  # in the order in which they are offered


def tie_break(code: str, name: str, better: str, worse: str, **more: Any) -> Callable[[Rank], Rank]:
    def declare(rank: Rank) -> Rank:
        BREAKS[code] = Break(code, rank, name, better, worse, **more)
        return rank

    return declare


def _places(place: int) -> Rank:
    def count(book: Book, group: Group) -> Values:
        singles = book.singles
        return [sum(s.place == place and not s.is_dropped for s in singles[player]) for player in group]

    return count


tie_break("wins", _("wins"), _("more wins"), _("fewer wins"), show=figures.number, is_own=True)(_places(1))
tie_break(
    "seconds", _("second places"), _("more second places"), _("fewer second places"), show=figures.number, is_own=True
)(_places(2))
tie_break(
    "thirds", _("third places"), _("more third places"), _("fewer third places"), show=figures.number, is_own=True
)(_places(3))


@tie_break(
    "best",
    _("best single result"),
    _("the better single result"),
    _("the lesser single result"),
    show=figures.of_points,
    is_own=True,
)
def best_single(book: Book, group: Group) -> Values:
    """The best single result, in points."""
    return [max((single.parts for single in book.singles[player]), default=0) for player in group]


@tie_break(
    "share",
    _("share of the tables' points"),
    _("the larger share of the tables' points"),
    _("the smaller share of the tables' points"),
    show=figures.percent,
)
def share(book: Book, group: Group) -> Values:
    """The mean share of the points at the player's tables, in hundredths of a per cent (`ranking.share`)."""
    return [table_share.mean(book.singles[player]) for player in group]


@tie_break(
    "direct",
    _("direct comparison"),
    _("winning the direct comparison"),
    _("losing the direct comparison"),
    show=figures.number,
    has_telling_values=False,
)
def direct(book: Book, group: Group) -> Values:
    """Wins minus losses among those equal, at tables that they shared; 0 for everybody unless all have met all."""
    beaten, met, inside = dict.fromkeys(group, 0), set(), set(group)
    seen = {id(table): table for player in group for table in book.tables[player]}
    for table in seen.values():
        here = [seat for seat in table.seats if seat.player in inside]
        for a, b in combinations(here, 2):
            met.add(frozenset((a.player, b.player)))
            beaten[a.player] += (a.place < b.place) - (a.place > b.place)
            beaten[b.player] += (b.place < a.place) - (b.place > a.place)
    if len(met) < len(group) * (len(group) - 1) // 2:
        return [0] * len(group)
    return [beaten[player] for player in group]


@tie_break(
    "opponents",
    _("points of opponents"),
    _("the stronger opponents"),
    _("the weaker opponents"),
    show=figures.hundredths,
)
def opponents(book: Book, group: Group) -> Values:
    """The mean overall score of all opponents, in hundredths: a mean, since a table of three has fewer of them."""
    parts = book.parts
    means = []
    for player in group:
        against = [seat.player for table in book.tables[player] for seat in table.seats if seat.player != player]
        means.append(table_share.rounded(sum(parts[p] for p in against) * 100, len(against) * PARTS) if against else 0)
    return means


@tie_break(
    "penalties",
    _("penalty points"),
    _("fewer penalty points"),
    _("more penalty points"),
    show=figures.negated,
    is_own=True,
)
def penalties(book: Book, group: Group) -> Values:
    """Negative, so that fewer penalty points are the higher value."""
    return [-book.penalty[player] for player in group]


@tie_break(
    "throw_off",
    _("throw-off"),
    _("winning the throw-off"),
    _("losing the throw-off"),
    show=figures.throws,
)
def throw_off(book: Book, group: Group) -> Values:
    """What was thrown, turn after turn, read as one number; 0 unless all of the group took part."""
    for off in reversed(book.facts.throw_offs):
        if off.throws and set(group) <= off.throws[0].keys():
            return [_as_number(off.throws, player) for player in group]
    return [0] * len(group)


def _as_number(throws: Sequence[Mapping[int, int]], player: int) -> int:
    value = 0
    for turn in throws:
        value = value * 10 + turn.get(player, 0)
    return value


@tie_break("lot", _("lot"), _("the lot"), _("the lot"), show=figures.number, has_telling_values=False, is_drawn=True)
def lot(book: Book, group: Group) -> Values:
    """A hash of seed and player: anybody can repeat it, nobody can know it beforehand."""
    return [_hashed(f"{book.scheme.seed}\0{book.lots.get(player) or player}") for player in group]


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def _total(book: Book, group: Group) -> Values:
    return [book.parts[player] for player in group]


# The overall score ranks everybody before any tie-break.
SCORE = Break(POINTS, _total, _("points"), _("more points"), _("fewer points"), figures.of_points)
CRITERIA = {POINTS: SCORE, **BREAKS}
