"""Background jobs: rows that are written with their cause, done by whoever claims them, and whose effect happens once.

    @job("papers.make", queue="paper", seconds=900)
    def make(task: Task) -> Result: ...

    enqueue("papers.make", key=f"{tournament.pk}:{seq}", by=actor, tournament=tournament, args={…})

On a laptop `manage.py worker` claims due rows; on a server a relay hands their numbers to Celery, whose workers claim them.
A worker that is killed leaves a silent row: the reaper puts it back. Whoever lost the claim meanwhile cannot finish it.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import Error, IntegrityError, close_old_connections, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament import steady
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Club, Job, Tournament
from tournament.models.jobs import JobState

log = logging.getLogger(__name__)

Result = dict[str, Any]
HEARTBEAT = 5.0  # seconds between two signs of life
SILENT_AFTER = timedelta(seconds=30)  # then the reaper takes the job away
RETRY_AFTER = (2, 10, 60)  # seconds, by attempt
_watched: dict[tuple[Any, str, datetime | None], float] = {}  # signs of life, and when we saw them first


class Later(Exception):
    """Raised inside a job that cannot be done just now, through no fault of ours: it is tried again."""


class Cancelled(Exception):
    """Raised inside a job at its next progress, when somebody called it off (or it was given to another)."""


@dataclass(frozen=True)
class Kind:
    name: str
    do: Callable[["Task"], Result]
    queue: str
    seconds: int
    waits: tuple[int, ...]  # seconds before each new attempt; after the last one it has failed


KINDS: dict[str, Kind] = {}


def job(
    name: str, *, queue: str, seconds: int, waits: tuple[int, ...] = RETRY_AFTER
) -> Callable[[Callable[["Task"], Result]], Callable[["Task"], Result]]:
    def declare(do: Callable[["Task"], Result]) -> Callable[["Task"], Result]:
        KINDS[name] = Kind(name, do, queue, seconds, waits)
        return do

    return declare


@dataclass
class Task:
    """A job in the hands of whoever does it."""

    job: Job
    claim: str
    effects: list[Callable[[], None]] = field(default_factory=list)

    @property
    def args(self) -> dict[str, Any]:
        return self.job.args

    def progress(self, done: int, total: int) -> None:
        """Say how far it is; raises Cancelled when it should stop."""
        if not self._mine().filter(is_cancelling=False).update(done=done, total=total, seen_at=steady.now()):
            raise Cancelled

    def at_end(self, effect: Callable[[], None]) -> None:
        """A change of the database that happens with the finish, or not at all."""
        self.effects.append(effect)

    def beat(self) -> bool:
        return bool(self._mine().update(seen_at=steady.now()))

    def _mine(self) -> Any:
        return Job.objects.filter(pk=self.job.pk, state=JobState.RUNNING, claim=self.claim)

    def finish(self, result: Result) -> None:
        with transaction.atomic():
            ended = {"state": JobState.DONE, "result": result, "ended_at": steady.now(), "error": ""}
            if not self._mine().update(done=F("total"), **ended):
                raise Cancelled
            for effect in self.effects:
                effect()

    def give_up(self, state: JobState, error: str = "") -> None:
        self._mine().update(state=state, error=error[:500], ended_at=steady.now())

    def try_again(self, error: str) -> None:
        _requeue(self._mine(), self.job, error)


def enqueue(
    kind: str,
    *,
    key: str,
    by: Actor,
    args: dict[str, Any] | None = None,
    tournament: Tournament | None = None,
    club: Club | None = None,
) -> Job:
    """Inside the transaction of its cause. The same work asked for again, while it is open, is the same job."""
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
    """Take a due job, or the one named, for oneself: of two who try, one gets it. `besides`: of other queues than these."""
    due = Job.objects.due()
    if job_id is not None:
        due = due.filter(pk=job_id)
    if queues is not None:
        due = due.filter(queue__in=queues)
    if besides:
        due = due.exclude(queue__in=besides)
    for row in due[:5]:
        token, now = secrets.token_hex(16), steady.now()
        mine = {"state": JobState.RUNNING, "claim": token, "seen_at": now, "attempts": row.attempts + 1}
        if Job.objects.filter(pk=row.pk, state=JobState.QUEUED).update(**mine):
            row.refresh_from_db()
            return Task(row, token)
    return None


def run(task: Task) -> None:
    """Do it to its end, whatever happens inside; only losing the process leaves it to the reaper."""
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
        task.try_again(f"{type(error).__name__}: {error}")


@contextmanager
def _heartbeat(task: Task) -> Any:
    """Signs of life from beside the work, which may be silent inside a library for a while."""
    over = threading.Event()

    def beat() -> None:
        while not over.wait(HEARTBEAT):
            try:
                close_old_connections()
                if not task.beat():
                    break
            except Error as error:  # a database that is away for a moment
                log.warning("job %s gives no sign of life: %s", task.job.pk, error)
        close_old_connections()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()


def cancel(row: Job) -> None:
    """Not begun: it is off at once. Begun: it stops at its next progress."""
    ended = {"state": JobState.CANCELLED, "ended_at": steady.now()}
    if not Job.objects.filter(pk=row.pk, state=JobState.QUEUED).update(**ended):
        Job.objects.filter(pk=row.pk, state=JobState.RUNNING).update(is_cancelling=True)


def retry(row: Job) -> None:
    """By hand, after it failed or was called off; not while the same work has been asked for anew."""
    again = {"state": JobState.QUEUED, "attempts": 0, "error": "", "is_cancelling": False, "done": 0}
    again |= {"due_at": steady.now(), "sent_at": None, "ended_at": None}
    ended = Job.objects.filter(pk=row.pk, state__in=(JobState.FAILED, JobState.CANCELLED))
    try:
        with transaction.atomic():
            ended.update(**again)
    except IntegrityError:
        raise Refused("job_open", _("The same is being made already.")) from None


def reap(now: float | None = None) -> int:
    """Put back the jobs whose worker has gone silent: whose last sign of life stayed the last one while we watched. By our
    own ticks, since the clock of whoever works on it may be another one."""
    now = time.monotonic() if now is None else now
    running = list(Job.objects.filter(state=JobState.RUNNING))
    signs = {(row.pk, row.claim, row.seen_at) for row in running}
    for gone in _watched.keys() - signs:
        del _watched[gone]
    reaped = 0
    for row in running:
        since = _watched.setdefault((row.pk, row.claim, row.seen_at), now)
        if now - since > SILENT_AFTER.total_seconds():
            same = Job.objects.filter(pk=row.pk, state=JobState.RUNNING, claim=row.claim, seen_at=row.seen_at)
            reaped += _requeue(same, row, "the worker went silent")
    return reaped


def _requeue(rows: Any, row: Job, error: str) -> int:
    if called_off := rows.filter(is_cancelling=True).update(state=JobState.CANCELLED, ended_at=steady.now()):
        return int(called_off)
    waits = KINDS[row.kind].waits if row.kind in KINDS else RETRY_AFTER
    if row.attempts > len(waits):
        return int(rows.update(state=JobState.FAILED, error=error[:500], ended_at=steady.now()))
    due_at = steady.now() + timedelta(seconds=waits[max(row.attempts, 1) - 1])
    return int(rows.update(state=JobState.QUEUED, error=error[:500], claim="", due_at=due_at, sent_at=None))
