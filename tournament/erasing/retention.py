"""Delete what is kept for a limited time: contacts and notes of past tournaments, sessions, wrong guesses, made papers.

It goes by the last day that is trusted (`tournament.core.days`), and before it deletes what nobody could make again it makes a
backup. Once a day by the worker, or by `manage.py retention`. What was cleared away stands in the logs: contacts in the
tournament's, the rest in the installation's.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from tournament.core import days
from tournament.core.actors import SYSTEM
from tournament.core.jobs import Result, Task, enqueue, job
from tournament.erasing import traces
from tournament.erasing.actions import clear_deleted, erase_contacts
from tournament.erasing.journal import note_cleared
from tournament.models import Entry, Job, Tournament
from tournament.models.events import DELETED_FOR
from tournament.models.jobs import OPEN_STATES
from tournament.out.backup import keeping
from tournament.policy import table
from tournament.policy.columns import Ends

KIND = "retention.keep"
EVERY = timedelta(days=1)


def clear() -> Result:
    """How many of what is gone; empty where no day is trusted yet."""
    day = days.trusted()
    if day is None:
        return {}
    now = min(timezone.now(), days.end_of(day))
    if long_over(day).exists() or long_deleted(now).exists() or _is_any_lost(now):
        keeping.make_before_clearing()
    contacts = sum(_erase_contacts(tournament) for tournament in long_over(day))
    forgotten = [clear_deleted(tournament, by=SYSTEM).result or 0 for tournament in long_deleted(now)]
    with transaction.atomic():
        cleared = _delete_rows(now)
        if any(cleared.values()):
            note_cleared(None, by=SYSTEM, **cleared)
    if contacts or forgotten:
        traces.vacuum()
    return {"contacts": contacts, "tournaments": len(forgotten), **cleared}


def long_deleted(now: datetime) -> "models.QuerySet[Tournament]":
    """Nobody can take them back any more. What is cleared has no name."""
    return Tournament.objects.filter(deleted_at__lt=now - DELETED_FOR).exclude(name="")


def long_over(day: date) -> "models.QuerySet[Tournament]":
    """On that day; with contacts and notes still."""
    noted = Entry.objects.filter(traces.has_brief())
    return Tournament.objects.filter(
        played_on__lt=day - timedelta(days=settings.CONTACT_DAYS), pk__in=noted.values("tournament")
    )


def _erase_contacts(tournament: Tournament) -> int:
    return erase_contacts(tournament, by=SYSTEM).result or 0


def _ending() -> Iterator[tuple[type[models.Model], Ends]]:
    return ((each.model, each.ends) for each in table.tables() if each.ends)


def _is_any_lost(now: datetime) -> bool:
    return any(model._default_manager.filter(ends.old(now)).exists() for model, ends in _ending() if ends.is_lost)


def _delete_rows(now: datetime) -> dict[str, int]:
    return {
        ends.name: CLEARED.get(model, _delete)(model._default_manager.filter(ends.old(now)))
        for model, ends in _ending()
    }


def _delete_jobs(old: "models.QuerySet[Job]") -> int:
    """Delete old jobs with their files, but not open ones, nor the latest backup's, by which the desk sees that all is well."""
    last = keeping.latest()
    over = old.exclude(state__in=OPEN_STATES)
    return traces.drop_jobs(over.exclude(pk=last.pk) if last else over)


def _delete(rows: "models.QuerySet[models.Model]") -> int:
    return int(rows.delete()[0])


CLEARED: dict[type[models.Model], Callable[..., int]] = {Job: _delete_jobs}


@job(KIND, queue="maintenance", seconds=600)
def keep(_task: Task) -> Result:
    return clear()


def order_if_due() -> None:
    """Order a run once a day. The worker calls this often."""
    if not Job.objects.of_the_last(EVERY).filter(kind=KIND).exists():
        enqueue(KIND, key=KIND, by=SYSTEM)
