"""The ranking of a season."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.club.queries import counted_as, ended, names_of
from tournament.models import Season, SeasonCounts, Stage, Tournament
from tournament.standings.queries import kept_lines
from tournament.standings.ranking import figures
from tournament.standings.ranking.model import PARTS
from tournament.standings.ranking.teams import season, worth_of


@dataclass(frozen=True)
class SeasonRow:
    """`cells`: (points, whether they count) for each tournament."""

    rank: int
    name: str
    points: str
    cells: tuple[tuple[str, bool], ...]
    why: str


@dataclass(frozen=True)
class SeasonView:
    season: Season
    events: tuple[Tournament, ...]  # finished, the oldest first
    waiting: tuple[Tournament, ...]  # chosen, but not finished
    rows: tuple[SeasonRow, ...]


def season_view(season_: Season, *, full: bool) -> SeasonView:
    chosen = season_.tournaments.standing().select_related("stream", "club__stream").order_by("played_on", "pk")
    events = [event for event in chosen if full or event.is_listed]
    over = [event for event in events if ended(event)]
    results = [_best_of_each(_season_results(season_, event)) for event in over]
    lines = season(results, season_.best)
    names = names_of((line.person for line in lines), full=full)
    own = [dict(result) for result in results]
    rows = []
    for line in lines:
        counting = {event for event, _points in line.events}
        cells = [
            (figures.points(result[line.person]) if line.person in result else "", n in counting)
            for n, result in enumerate(own)
        ]
        rows.append(SeasonRow(line.rank, names[line.person], figures.points(line.points), tuple(cells), _why(line)))
    return SeasonView(season_, tuple(over), tuple(event for event in events if event not in over), tuple(rows))


def _best_of_each(results: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """One result for each person: if both of two merged people played in a tournament, the better result counts."""
    best: dict[int, int] = {}
    for person, points in results:
        best[person] = max(points, best.get(person, 0))
    return list(best.items())


def _season_results(season_: Season, event: Tournament) -> list[tuple[int, int]]:
    """(person, points in twelfths)"""
    if season_.counts == SeasonCounts.RANKS:
        return [(person, worth_of(rank, season_.worth or [0]) * PARTS) for person, rank in ended(event)]
    own: dict[int, int] = defaultdict(int)
    for stage in Stage.objects.filter(tournament=event, size=0):  # only stages that everybody plays count, not finals
        for line in kept_lines(stage):
            if line.rank is not None:
                own[line.player.id] += line.parts
    people = dict(event.entries.values_list("pk", "person"))
    same = counted_as(people.values())
    return [(same.get(people[entry], people[entry]), parts) for entry, parts in own.items()]


def _why(line: Any) -> str:
    total = " + ".join(figures.points(points) for _event, points in line.events)
    if line.played > len(line.events):
        return _("The best %(n)d of %(played)d: %(sum)s") % {
            "n": len(line.events),
            "played": line.played,
            "sum": total,
        }
    return total
