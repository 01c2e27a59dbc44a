"""Ties that somebody has to settle: who is level across a cut, or at a knock-out table."""

from tournament.fields import last_round, placed, table_ties
from tournament.models import Stage
from tournament.models.stages import StageKind
from tournament.scores import stage_lines


def equals(stage: Stage) -> list[list[int]]:
    """Groups of entries whom nothing has parted so far and whom a throw-off may part, best first."""
    if stage.kind == StageKind.KNOCKOUT:
        last = last_round(stage)
        return [tie for table in placed(last).values() for tie in table_ties(table, stage)] if last else []
    groups: dict[int, list[int]] = {}
    for line in stage_lines(stage):
        if line.rank is not None:
            groups.setdefault(line.rank, []).append(line.player.id)
    return [group for group in groups.values() if len(group) > 1]
