"""What is kept for a while only: contacts and notes after a tournament, sessions, wrong guesses, made papers.

Once a day by the worker, or by `manage.py retention`. What was cleared away stands in the logs: contacts in the tournament's,
the rest in the installation's.
"""

import time
from datetime import timedelta

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from tournament.actions.erasing import erase_contacts
from tournament.actions.retention import note_cleared
from tournament.actors import SYSTEM
from tournament.backup import keeping
from tournament.erasing import drop_jobs, vacuum
from tournament.guard import WINDOW
from tournament.jobs import Result, Task, enqueue, job
from tournament.models import Entry, GuessCount, Invitation, Job, KnownDevice, Session, Token, Tournament
from tournament.models.jobs import OPEN_STATES

KIND = "retention.keep"
EVERY = timedelta(days=1)
JOBS = timedelta(days=30)  # papers can be made again
LINKS = timedelta(days=30)  # invitations and tokens that have ended
DEVICES = timedelta(days=365)  # since somebody last came with it
GUESSES = timedelta(days=1)


def clear() -> Result:
    """How many of what is gone."""
    contacts = sum(_contacts(tournament) for tournament in _long_over())
    with transaction.atomic():
        cleared = _rows()
        if any(cleared.values()):
            note_cleared(None, by=SYSTEM, **cleared)
    if contacts:
        vacuum()
    return {"contacts": contacts, **cleared}


def _long_over() -> "models.QuerySet[Tournament]":
    day = timezone.localdate() - timedelta(days=settings.CONTACT_DAYS)
    noted = models.Q(contact__isnull=False) | ~models.Q(note="")
    return Tournament.objects.filter(played_on__lt=day, pk__in=Entry.objects.filter(noted).values("tournament"))


def _contacts(tournament: Tournament) -> int:
    return erase_contacts(tournament, by=SYSTEM).result or 0


def _rows() -> dict[str, int]:
    now = timezone.now()
    last = keeping.latest()
    jobs = Job.objects.exclude(state__in=OPEN_STATES).filter(created_at__lt=now - JOBS)
    invitations = Invitation.objects.filter(expires_at__lt=now - LINKS)
    tokens = Token.objects.filter(expires_at__lt=now - LINKS)
    guesses = GuessCount.objects.filter(window__lt=int((time.time() - GUESSES.total_seconds()) // WINDOW))
    return {
        "jobs": drop_jobs(jobs.exclude(pk=last.pk if last else None)),
        "sessions": _gone(Session.objects.filter(expire_date__lt=now)),
        "guesses": _gone(guesses),
        "devices": _gone(KnownDevice.objects.filter(used_at__lt=now - DEVICES)),
        "invitations": _gone(invitations),
        "tokens": _gone(tokens),
    }


def _gone(rows: "models.QuerySet[models.Model]") -> int:
    return int(rows.delete()[0])


@job(KIND, queue="maintenance", seconds=600)
def keep(_task: Task) -> Result:
    return clear()


def order_if_due() -> None:
    """Asked by the worker again and again."""
    if not Job.objects.of_the_last(EVERY).filter(kind=KIND).exists():
        enqueue(KIND, key=KIND, by=SYSTEM)
