"""Ties that somebody has to settle: who is level across a cut, at a knock-out table, or after a team final."""

from django.utils.translation import gettext as _

from tournament.models import Stage
from tournament.models.stages import StageKind
from tournament.stages import schemes
from tournament.standings.qualifying import Lines, last_round, placed, separate_categories, table_ties
from tournament.standings.ranking import team_boards
from tournament.standings.scores import stage_facts, stage_lines


def equals(stage: Stage) -> list[list[int]]:
    """Groups of entries that nothing has separated so far and a throw-off may separate, best first."""
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


def tie_at_top(stage: Stage, lines_of: Lines = stage_lines) -> dict[str, object]:
    """Who shares the first place of a played final and needs a throw-off, as code and sentence; empty if there is one winner.
    Where the scheme of a final has no throw-off, several may win it."""
    scheme = schemes.of_stage(stage)
    if stage.kind == StageKind.TEAM_FINAL:
        lines = team_boards.team_lines(stage_facts(stage), scheme)
        code, words = "tie_of_teams", _("The teams %(who)s are level at the top: settle it by a throw-off or a lot.")
    else:
        lines = lines_of(stage) if "throw_off" in scheme.breaks else []
        code, words = "tie_at_top", _("Numbers %(who)s are level at the top: settle it by a throw-off or a lot.")
    is_of_teams = stage.kind == StageKind.TEAM_FINAL
    first = [line.player.team if is_of_teams else str(line.player.number) for line in lines if line.rank == 1]
    return {"code": code, "sentence": words % {"who": ", ".join(first)}} if len(first) > 1 else {}
