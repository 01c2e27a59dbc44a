"""One small job for each queue, so that relay, broker and workers answer for themselves: what took it, says what it is."""

import time
from collections.abc import Callable, Iterator
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from deploy.server_check.clocks import compared
from deploy.server_check.facts import facts_of_process
from deploy.server_check.finding import Finding, Where, ok, wrong
from tournament.core import jobs
from tournament.core.actors import SYSTEM
from tournament.models import Job
from tournament.models.jobs import JobState

RELAY_WITHIN, WORKER_WITHIN = 6.0, 15.0
STEP = 0.25


def answer(_task: jobs.Task) -> jobs.Result:
    return facts_of_process()


def _kind(queue: str) -> str:
    return f"check.{queue}"


QUEUES = sorted(
    {kind.queue for kind in jobs.KINDS.values()} | {"chances", "draw", "hooks", "mail", "maintenance", "paper"}
)
for _queue in QUEUES:
    jobs.job(_kind(_queue), queue=_queue, seconds=10)(answer)


def look(_where: Where) -> Iterator[Finding]:
    asked = timezone.now()
    rows = [jobs.enqueue(_kind(queue), key="check", by=SYSTEM) for queue in QUEUES]
    if not _until(rows, RELAY_WITHIN, lambda row: row.sent_at or row.state != JobState.QUEUED):
        text = _("Jobs are not handed over: no relay runs, or it does not reach the broker.")
        yield wrong("relay", text, "systemctl start augengenau-relay")
        _forget(rows)
        return
    yield ok("relay", _("The relay hands over jobs."))
    _until(rows, WORKER_WITHIN, lambda row: row.state == JobState.DONE)
    for row in rows:
        yield from _of_worker(row, asked)
    _forget(rows)


def _until(rows: list[Job], seconds: float, holds: Callable[[Job], object]) -> bool:
    end = time.monotonic() + seconds
    while True:
        for row in rows:
            row.refresh_from_db()
        if all(holds(row) for row in rows):
            return True
        if time.monotonic() > end:
            return False
        time.sleep(STEP)


def _of_worker(row: Job, asked: datetime) -> Iterator[Finding]:
    part = f"worker {row.queue}"
    if row.state == JobState.DONE:
        yield ok(part, _("The worker for %(queue)s works.") % {"queue": row.queue})
        yield compared(part, _("the worker for %s") % row.queue, datetime.fromisoformat(row.outcome["at"]), asked)
        return
    words = {"queue": row.queue, "seconds": f"{WORKER_WITHIN:.0f}"}
    text = _("No worker for %(queue)s took a job within %(seconds)s seconds: none runs, or all are busy.") % words
    yield wrong(part, text, f"systemctl start augengenau-worker@{row.queue}")


def _forget(rows: list[Job]) -> None:
    """The log of jobs is about tournaments; a probe that a worker takes later finds no row."""
    Job.objects.filter(pk__in=[row.pk for row in rows]).delete()
