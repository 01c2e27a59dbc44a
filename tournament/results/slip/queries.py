"""The context of the table page that its private link opens."""

from typing import Any

from tournament.core.actors import Actor
from tournament.models import Table
from tournament.models.stages import RoundState
from tournament.rounds.queries import reports_of, table_view
from tournament.stages.schemes import of_stage


def table_context(table: Table, actor: Actor) -> dict[str, Any]:
    view, tournament = table_view(table, full=False), table.round.stage.tournament
    reports = [report for report in reports_of(table) if not report.is_set_aside]
    mine = next((report for report in reports if report.actor == actor.name_in_log), None)
    return {
        "tournament": tournament,
        "stream": tournament.stream,
        "round": table.round,
        "table": view,
        "is_open": table.round.state == RoundState.PUBLISHED,
        "is_done": any(seat.place is not None for seat in view.seats),
        "mine": mine,
        "others": [report for report in reports if report is not mine],
        "by_count": of_stage(table.round.stage).by_count,
        "options": range(1, len(view.seats) + 1),
        "trouble": "",
        "asks_seat": not actor.entry,
    }
