"""Who plays a team final: the best teams by the standings before it, each with its best members who are there.

The first members of all teams sit at one board, the second ones at the next: nobody meets a team-mate, and everybody
meets players about as strong. As many play for a team as count for it in the standings (`Tournament.team_best`). A team
that cannot send so many, since members have withdrawn or declined, is passed over and named; members who are only away
are waited for.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.core.refusals import TEAM_ABSENT, TEAMS_TIED_AT_CUT
from tournament.models import Entry, Stage
from tournament.models.events import GONE, EntryState
from tournament.standings.ranking.model import Line
from tournament.standings.ranking.teams import TeamLine, teams


@dataclass(frozen=True)
class TeamCut:
    """The best teams, among which there are `open_places` for those tied; `passed_over` cannot send enough members."""

    through: tuple[TeamLine, ...]
    tied: tuple[TeamLine, ...]
    open_places: int
    passed_over: tuple[TeamLine, ...]


def team_cut(stage: Stage, lines: Sequence[Line]) -> TeamCut:
    able, least = _members(stage, lines), stage.tournament.team_best
    ranked = teams(lines, stage.tournament.team_best)
    fit = [team for team in ranked if len(able.get(team.team, ())) >= least]
    rest = tuple(team for team in ranked if team not in fit)
    sure, tied = fit[: stage.size], []
    if len(fit) > stage.size and fit[stage.size - 1].rank == fit[stage.size].rank:
        tied = [team for team in fit if team.rank == fit[stage.size].rank]
        sure = [team for team in sure if team not in tied]
    last = max((team.rank for team in [*sure, *tied]), default=0)
    return TeamCut(tuple(sure), tuple(tied), stage.size - len(sure), tuple(team for team in rest if team.rank <= last))


def seated(stage: Stage, lines: Sequence[Line]) -> list[int]:
    """The entries board by board, at each in the order of the teams; refused while the teams are undecided."""
    cut = team_cut(stage, lines)
    if len(cut.through) + len(cut.tied) < stage.size:
        raise Refused(
            "too_few_teams",
            _("%(there)d teams can send enough members, %(wanted)d are to play: change one of these numbers.")
            % {"there": len(cut.through), "wanted": stage.size},
        )
    if cut.tied:
        raise TEAMS_TIED_AT_CUT(
            {"teams": ", ".join(team.team for team in cut.tied)},
            tied=[line.player.number for line in foremost(cut.tied)],
            places=cut.open_places,
        )
    line_ups = _line_ups(stage, [team.team for team in cut.through], lines)
    return [entry for board in zip(*line_ups, strict=True) for entry in board]


def foremost(level: Sequence[TeamLine]) -> list[Line]:
    """The best member of each: level teams have equal ranks throughout, so that separating these separates the teams."""
    return [team.members[0] for team in level]


def _line_ups(stage: Stage, names: Sequence[str], lines: Sequence[Line]) -> list[list[int]]:
    """By team the members who play, the best first."""
    able = _members(stage, lines)
    boards = stage.tournament.team_best
    present = set(stage.tournament.entries.present().values_list("pk", flat=True))
    here = {name: [entry for entry in able[name] if entry in present] for name in names}
    short = [name for name in names if len(here[name]) < boards]
    if short:
        away = [entry for name in short for entry in able[name] if entry not in present]
        numbers = list(Entry.objects.filter(pk__in=away).order_by("number").values_list("number", flat=True))
        raise TEAM_ABSENT(
            {"teams": ", ".join(short), "boards": boards, "numbers": ", ".join(map(str, numbers))}, numbers=numbers
        )
    return [here[name][:boards] for name in names]


def _members(stage: Stage, lines: Sequence[Line]) -> dict[str, list[int]]:
    """By team the members who may play, the best first."""
    gone = stage.tournament.entries.filter(state__in=(*GONE, EntryState.WAITING)).values_list("pk", flat=True)
    out = {*gone, *stage.declined.values_list("entry", flat=True)}
    members: dict[str, list[int]] = {}
    for line in lines:
        if line.player.team and line.rank is not None and line.player.id not in out:
            members.setdefault(line.player.team, []).append(line.player.id)
    return members
