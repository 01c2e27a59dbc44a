"""Rankings besides the main one: categories inside the same event, teams by their best, a season over several events.

All of them are made from finished standings; nothing is ranked twice by different rules.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournament.standings.ranking.model import Line, Scheme


def by_category(lines: Sequence[Line], category: str) -> list[tuple[int | None, Line]]:
    """The same order with ranks of its own; who shares a rank overall shares it here."""
    inside = [line for line in lines if line.player.category == category]
    ranks: dict[int, int] = {}
    for i, line in enumerate(inside, 1):
        if line.rank is not None:
            ranks.setdefault(line.rank, i)
    return [(ranks[line.rank] if line.rank is not None else None, line) for line in inside]


class TeamLine(NamedTuple):
    rank: int
    team: str
    parts: int
    best_ranks: tuple[int, ...]  # of those who count, best first: the tie-break
    members: tuple[Line, ...]  # who count, best first


def teams(lines: Iterable[Line], best: int) -> list[TeamLine]:
    """The sum of the best `best` members; equal sums by the best ranks, then shared. Small teams count whom they have."""
    members: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line.player.team and line.rank is not None:
            members[line.player.team].append(line)
    ordered = [_team(team, own[:best]) for team, own in members.items()]
    ordered.sort(key=lambda team: (_order(team), team.team))
    return _ranked(ordered)


def _team(team: str, counting: Sequence[Line]) -> TeamLine:
    ranks = tuple(line.rank or 0 for line in counting)
    return TeamLine(0, team, sum(line.parts for line in counting), ranks, tuple(counting))


def _order(team: TeamLine) -> tuple[int, tuple[int, ...]]:
    return -team.parts, team.best_ranks


def _ranked(ordered: Sequence[TeamLine]) -> list[TeamLine]:
    ranked: list[TeamLine] = []
    for i, team in enumerate(ordered, 1):
        same = ranked and _order(ranked[-1]) == _order(team)
        ranked.append(team._replace(rank=ranked[-1].rank if same else i))
    return ranked


class SeasonLine(NamedTuple):
    rank: int
    person: int
    points: int
    events: tuple[tuple[int, int], ...]  # (event, points) that count, best first
    played: int


def season(events: Sequence[Sequence[tuple[int, int]]], best: int = 0) -> list[SeasonLine]:
    """Each event is a list of (person, points); the best `best` of everybody's events count, 0 means all."""
    own: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for event, results in enumerate(events):
        for person, points in results:
            own[person].append((event, points))
    lines = [_season_line(person, results, best) for person, results in own.items()]
    lines.sort(key=lambda line: (_season_order(line), line.person))
    return _season_ranked(lines)


def worth_of(rank: int, worth: Sequence[int]) -> int:
    """What a final rank gives in a season; ranks behind those named give what the last one does."""
    return worth[min(rank, len(worth)) - 1]


def _season_line(person: int, results: list[tuple[int, int]], best: int) -> SeasonLine:
    counting = sorted(results, key=lambda result: (-result[1], result[0]))[: best or None]
    return SeasonLine(0, person, sum(points for _event, points in counting), tuple(counting), len(results))


def _season_order(line: SeasonLine) -> tuple[int, tuple[int, ...]]:
    """More points first, then the better single events."""
    return -line.points, tuple(-points for _event, points in line.events)


def _season_ranked(lines: Sequence[SeasonLine]) -> list[SeasonLine]:
    ranked: list[SeasonLine] = []
    for i, line in enumerate(lines, 1):
        same = ranked and _season_order(ranked[-1]) == _season_order(line)
        ranked.append(line._replace(rank=ranked[-1].rank if same else i))
    return ranked


def check_scheme(scheme: Scheme) -> str:
    """Why a scheme cannot be used, as a code; empty if it can."""
    if len(scheme.four) != 4 or len(scheme.three) != 3:
        return "points_missing"
    if list(scheme.four) != sorted(scheme.four, reverse=True) or list(scheme.three) != sorted(
        scheme.three, reverse=True
    ):
        return "points_order"
    if len(set(scheme.breaks)) != len(scheme.breaks):
        return "breaks_twice"
    return "best" if scheme.best < 0 else ""
