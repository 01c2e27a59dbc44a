"""Rankings besides the main one: teams by their best, each category by itself; with the names that the reader may see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.core.actors import Actor
from tournament.models import Stage, Tournament
from tournament.models.stages import StageKind
from tournament.stages import schemes
from tournament.standings.qualifying import source_of
from tournament.standings.queries import StandingLine, StandingsView, kept_facts, kept_lines, standings_of
from tournament.standings.ranking.figures import points
from tournament.standings.ranking.team_boards import boards, team_lines
from tournament.standings.ranking.teams import by_category, teams
from tournament.standings.ranking.wording import why

Ranked = list[tuple[int | None, StandingLine]]


@dataclass(frozen=True)
class TeamRow:
    """`members`: those who count, best first, in a team final by board; `others` play for the team and do not count."""

    rank: int
    name: str
    points: str
    members: tuple[StandingLine, ...]
    others: tuple[StandingLine, ...] = ()
    why: tuple[str, ...] = ()


def teams_of(stage: Stage, reader: Actor) -> list[TeamRow]:
    """Empty where nobody is in a team."""
    if stage.kind == StageKind.TEAM_FINAL:
        return _of_team_final(stage, reader)
    lines = kept_lines(stage)
    line_of = {line.entry: line for line in standings_of(stage, reader).lines}
    rows = []
    for team in teams(lines, stage.tournament.team_best):
        counting = {line.player.id for line in team.members}
        own = [line.player.id for line in lines if line.player.team == team.team and line.rank is not None]
        members, others = ([line_of[pk] for pk in own if (pk in counting) is which] for which in (True, False))
        rows.append(TeamRow(team.rank, team.team, points(team.parts), tuple(members), tuple(others)))
    return rows


def _of_team_final(stage: Stage, reader: Actor) -> list[TeamRow]:
    """By the points of all its boards, with the reason for every rank."""
    facts, scheme = kept_facts(stage), schemes.of_stage(stage)
    line_of = {line.entry: line for line in standings_of(stage, reader).lines}
    lines, players = team_lines(facts, scheme), boards(facts)
    names = {line.player.id: line.player.team for line in lines}
    return [
        TeamRow(
            line.rank or 0,
            line.player.team,
            points(line.parts),
            tuple(line_of[pk] for pk in players[line.player.team]),
            why=tuple(why(line, names, scheme.breaks, _)),
        )
        for line in lines
    ]


def team_ranking(tournament: Tournament, reader: Actor) -> list[TeamRow]:
    """The end result of the teams: those of the team final, then the others as they stood before it. Empty where no team
    final has any result."""
    final = tournament.stages.filter(kind=StageKind.TEAM_FINAL).order_by("position").last()
    first = teams_of(final, reader) if final else []
    if final is None or not first:
        return []
    source = source_of(final)
    inside = {row.name for row in first}
    others = [row for row in (teams_of(source, reader) if source else []) if row.name not in inside]
    words = _("%(stage)s: rank %(place)d")
    places = [row.rank for row in others]
    return [
        *first,
        *(
            replace(
                row,
                rank=len(first) + 1 + places.index(row.rank),
                why=(words % {"stage": source.called if source else "", "place": row.rank},),
            )
            for row in others
        ),
    ]


def categories_of(stage: Stage, reader: Actor) -> dict[str, Ranked]:
    """By name, each with ranks of its own; without categories that nobody of the stage is in."""
    lines, line_of = kept_lines(stage), {line.entry: line for line in standings_of(stage, reader).lines}
    names = stage.tournament.categories.values_list("name", flat=True)
    rankings = {name: [(rank, line_of[line.player.id]) for rank, line in by_category(lines, name)] for name in names}
    return {name: ranked for name, ranked in rankings.items() if ranked}


def main_view(view: StandingsView) -> StandingsView:
    """The standings without the categories that are ranked apart, the ranks closed up."""
    inside = [line for line in view.lines if not line.is_apart]
    if len(inside) == len(view.lines):
        return view
    ranks = _closed_up([line.rank for line in inside])
    return replace(view, lines=tuple(replace(line, rank=rank) for line, rank in zip(inside, ranks, strict=True)))


def main_lines(view: StandingsView) -> Ranked:
    """The same, each line with its rank, as the categories are given."""
    return [(line.rank, line) for line in main_view(view).lines]


def _closed_up(ranks: Sequence[int | None]) -> list[int | None]:
    """1, 3, 3, 7 as 1, 2, 2, 4."""
    first: dict[int, int] = {}
    for place, rank in enumerate(ranks, 1):
        if rank is not None:
            first.setdefault(rank, place)
    return [None if rank is None else first[rank] for rank in ranks]
