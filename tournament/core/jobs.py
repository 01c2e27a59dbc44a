"""Background jobs: rows written in the transaction of their cause, done by the worker that claims them, with effect once.

    @job("papers.make", queue="paper", seconds=900)
    def make(task: Task) -> Result: ...

    enqueue("papers.make", key=f"{tournament.pk}:{seq}", by=actor, tournament=tournament, args={…})

On a laptop `manage.py worker` claims due rows; on a server a relay sends their ids to Celery, whose workers claim them.
When a worker is killed, its heartbeat stops and the reaper requeues the job. A worker that lost its claim cannot finish it.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import Error, IntegrityError, close_old_connections, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.core import clock, disks
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.models import Club, Job, Tournament
from tournament.models.jobs import LONGEST_WAITS, JobState

log = logging.getLogger(__name__)

Result = dict[str, Any]
HEARTBEAT = 5.0  # seconds
SILENT_AFTER = timedelta(seconds=30)  # without a heartbeat: then the reaper requeues the job
RETRY_AFTER = (2, 10, 60)  # seconds, by attempt
_watched: dict[tuple[Any, str, datetime | None], float] = {}  # heartbeats, and when this process first saw each


class Later(Exception):
    """Raised inside a job that cannot be done now for an outside reason: it is retried."""


class Cancelled(Exception):
    """Raised inside a job at its next progress report, after it was cancelled (or claimed by another worker)."""


@dataclass(frozen=True)
class Kind:
    name: str
    do: Callable[["Task"], Result]
    queue: str
    seconds: int
    waits: tuple[int, ...]  # seconds before each retry; after the last one it has failed


KINDS: dict[str, Kind] = {}


def job(
    name: str, *, queue: str, seconds: int, waits: tuple[int, ...] = RETRY_AFTER
) -> Callable[[Callable[["Task"], Result]], Callable[["Task"], Result]]:
    def declare(do: Callable[["Task"], Result]) -> Callable[["Task"], Result]:
        KINDS[name] = Kind(name, do, queue, seconds, waits)
        LONGEST_WAITS[name] = max(waits, default=0)
        return do

    return declare


@dataclass
class Task:
    """A claimed job, as its worker uses it."""

    job: Job
    claim: str

    @property
    def args(self) -> dict[str, Any]:
        args: dict[str, Any] = self.job.args
        return args

    def progress(self, done: int, total: int) -> None:
        """Report progress; raises Cancelled when the job should stop."""
        if not self._own_row().filter(is_cancelling=False).update(done=done, total=total, seen_at=clock.now()):
            raise Cancelled

    def beat(self) -> bool:
        return bool(self._own_row().update(seen_at=clock.now()))

    def _own_row(self) -> Any:
        return Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, claim=self.claim)

    def finish(self, result: Result) -> None:
        ended = {"state": JobState.DONE, "result": result, "ended_at": clock.now(), "error": ""}
        if not self._own_row().update(done=F("total"), **ended):
            raise Cancelled

    def give_up(self, state: JobState, error: str = "") -> None:
        self._own_row().update(state=state, error=error[:500], ended_at=clock.now())

    def try_again(self, error: str) -> None:
        _requeue(self._own_row(), self.job, error)


def enqueue(
    kind: str,
    *,
    key: str,
    by: Actor,
    args: dict[str, Any] | None = None,
    tournament: Tournament | None = None,
    club: Club | None = None,
) -> Job:
    """Call it inside the transaction of its cause. While a job with the same key is open, that one is returned."""
    with transaction.atomic():
        row, _is_new = Job.objects.get_or_create(
            kind=kind,
            key=key,
            state__in=(JobState.QUEUED, JobState.RUNNING),
            defaults={
                "queue": KINDS[kind].queue,
                "args": args or {},
                "tournament": tournament,
                "club": club,
                "created_by": by.account,
                "state": JobState.QUEUED,
            },
        )
    return row


def claim(job_id: Any = None, queues: Iterable[str] | None = None, besides: Iterable[str] = ()) -> Task | None:
    """Claim a due job, or the one named: of two workers that try, one gets it. `besides`: queues to leave out."""
    due = Job.objects.due()
    if job_id is not None:
        due = due.filter(pk=job_id)
    if queues is not None:
        due = due.filter(queue__in=queues)
    if besides:
        due = due.exclude(queue__in=besides)
    for row in due[:5]:
        token, now = secrets.token_hex(16), clock.now()
        mine = {"state": JobState.RUNNING, "claim": token, "seen_at": now, "attempts": row.attempts + 1}
        if Job.objects.filter(pk=row.pk, state=JobState.QUEUED).update(**mine):
            row.refresh_from_db()
            return Task(row, token)
    return None


def run(task: Task) -> None:
    """Do it to its end, whatever it raises; only if the process dies it is left to the reaper."""
    kind = KINDS.get(task.job.kind)
    if kind is None:
        task.give_up(JobState.FAILED, f"unknown kind of job: {task.job.kind}")
        return
    try:
        with _heartbeat(task):
            result = kind.do(task)
        task.finish(result)
    except Cancelled:
        task.give_up(JobState.CANCELLED)
    except Refused as refusal:
        task.give_up(JobState.FAILED, str(refusal))
    except Later as later:
        task.try_again(str(later))
    except Exception as error:
        log.exception("job %s (%s) failed", task.job.pk, task.job.kind)
        task.try_again(str(disks.trouble(error) or f"{type(error).__name__}: {error}"))


@contextmanager
def _heartbeat(task: Task) -> Any:
    """Send heartbeats from a second thread, since the work may stay inside a library for a while."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(HEARTBEAT):
            try:
                close_old_connections()
                if not task.beat():
                    break
            except Error as error:  # the database is unreachable for a moment
                log.warning("job %s gives no sign of life: %s", task.job.pk, error)
        close_old_connections()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()


def cancel(row: Job) -> None:
    """A queued job is cancelled at once; a running one stops at its next progress report."""
    ended = {"state": JobState.CANCELLED, "ended_at": clock.now()}
    if not Job.objects.filter(pk=row.pk, state=JobState.QUEUED).update(**ended):
        Job.objects.filter(pk=row.pk, state=JobState.RUNNING).update(is_cancelling=True)


def retry(row: Job) -> None:
    """By hand, after it failed or was cancelled; not while another job with the same key is open."""
    again = {"state": JobState.QUEUED, "attempts": 0, "error": "", "is_cancelling": False, "done": 0}
    again |= {"due_at": clock.now(), "sent_at": None, "ended_at": None}
    ended = Job.objects.filter(pk=row.pk, state__in=(JobState.FAILED, JobState.CANCELLED))
    try:
        with transaction.atomic():
            ended.update(**again)
    except IntegrityError:
        raise Refused("job_open", _("The same is being made already.")) from None


def reap(now: float | None = None) -> int:
    """Requeue the jobs whose last heartbeat has stayed the same for too long. Measured by our own monotonic clock, since the
    worker may run on a machine with another clock."""
    now = time.monotonic() if now is None else now
    running = list(Job.objects.filter(state=JobState.RUNNING))
    heartbeats = {(row.pk, row.claim, row.seen_at) for row in running}
    for gone in _watched.keys() - heartbeats:
        del _watched[gone]
    reaped = 0
    for row in running:
        since = _watched.setdefault((row.pk, row.claim, row.seen_at), now)
        if now - since > SILENT_AFTER.total_seconds():
            same = Job.objects.filter(pk=row.pk, state=JobState.RUNNING, claim=row.claim, seen_at=row.seen_at)
            reaped += _requeue(same, row, "the worker went silent")
    return reaped


def _requeue(rows: Any, row: Job, error: str) -> int:
    if cancelled := rows.filter(is_cancelling=True).update(state=JobState.CANCELLED, ended_at=clock.now()):
        return int(cancelled)
    waits = KINDS[row.kind].waits if row.kind in KINDS else RETRY_AFTER
    if row.attempts > len(waits):
        return int(rows.update(state=JobState.FAILED, error=error[:500], ended_at=clock.now()))
    due_at = clock.now() + timedelta(seconds=waits[max(row.attempts, 1) - 1])
    return int(rows.update(state=JobState.QUEUED, error=error[:500], claim="", due_at=due_at, sent_at=None))
