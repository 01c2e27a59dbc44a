"""Results that count because nobody at the table has contradicted them for a while: looked for again and again by the worker."""

from django.db.models import QuerySet

from tournament.core.actors import SYSTEM
from tournament.core.errors import Refused
from tournament.core.jobs import Result as Outcome
from tournament.core.jobs import Task, enqueue, job
from tournament.models import Report, Result, Table, Tournament
from tournament.models.events import Witnesses
from tournament.models.stages import RoundState
from tournament.results.actions import agree, confirm_unopposed, is_quiet

KIND = "results.quiet"


@job(KIND, queue="maintenance", seconds=60)
def confirm(_task: Task) -> Outcome:
    done = 0
    for table in _due():
        try:
            confirm_unopposed(_tournament(table), by=SYSTEM, table_id=table.public_id)
        except Refused:
            continue  # closed, confirmed or contradicted in the meantime
        done += 1
    return {"confirmed": done}


def order_if_due() -> None:
    if any(_due()):
        enqueue(KIND, key=KIND, by=SYSTEM)


def _due() -> list[Table]:
    """Not for a table whose reports differ: a job would be ordered for it again and again."""
    standing = [(table, list(table.reports.filter(set_aside_at=None))) for table in _waiting()]
    return [table for table, reports in standing if agree(reports) and is_quiet(_tournament(table), reports)]


def _waiting() -> QuerySet[Table]:
    """Tables that have been reported and have no result, where the tournament lets silence count."""
    reported = Report.objects.filter(set_aside_at=None).values("table")
    counted = Result.objects.counting().values("table")
    tables = Table.objects.filter(round__state=RoundState.PUBLISHED, problem="", pk__in=reported).exclude(
        pk__in=counted
    )
    quiet = tables.filter(round__stage__tournament__witnesses=Witnesses.QUIET)
    return quiet.select_related("round__stage__tournament__stream")


def _tournament(table: Table) -> Tournament:
    return table.round.stage.tournament
