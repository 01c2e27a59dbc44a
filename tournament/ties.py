"""Ties that somebody has to settle: who is level across a cut, at a knock-out table, or after a team final."""

from django.utils.translation import gettext as _

from tournament import schemes
from tournament.fields import last_round, placed, separate_categories, table_ties
from tournament.models import Stage
from tournament.models.stages import StageKind
from tournament.scores import stage_facts, stage_lines
from tournament.standings import team_boards


def equals(stage: Stage) -> list[list[int]]:
    """Groups of entries whom nothing has parted so far and whom a throw-off may part, best first."""
    if stage.kind == StageKind.TEAM_FINAL:
        return team_boards.level(stage_facts(stage), schemes.of_stage(stage))
    if stage.kind == StageKind.KNOCKOUT:
        last = last_round(stage)
        return [tie for table in placed(last).values() for tie in table_ties(table, stage)] if last else []
    groups: dict[int, list[int]] = {}
    apart = separate_categories(stage.tournament)
    for line in stage_lines(stage):
        if line.rank is not None and line.player.category not in apart:
            groups.setdefault(line.rank, []).append(line.player.id)
    return [group for group in groups.values() if len(group) > 1]


def level_first(stage: Stage) -> list[str]:
    """The teams that share the first rank of a team final."""
    lines = team_boards.team_lines(stage_facts(stage), schemes.of_stage(stage))
    first = [line.player.team for line in lines if line.rank == 1]
    return first if len(first) > 1 else []


def tie_of_teams(teams: list[str]) -> str:
    return _("The teams %(teams)s are level at the top: settle it by a throw-off or a lot.") % {
        "teams": ", ".join(teams)
    }
