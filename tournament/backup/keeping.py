"""Backups that make themselves on a laptop: every few minutes while something happens, and at the end of every round.

They lie in the data folder and, where one is set, in a second place, best on another disk. Each is opened and looked over
after it is made. The newest are kept, and those of the rounds.
"""

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.access import may
from tournament.actors import SYSTEM, Actor
from tournament.alarms import Alarm
from tournament.backup import looking, making
from tournament.jobs import Result, Task, enqueue, job
from tournament.models import Job, Stream, Tournament
from tournament.models.jobs import JobState

KIND = "backup.make"
EVERY = timedelta(minutes=5)
LATE = timedelta(minutes=15)  # then the desk is told
NEWEST, OF_ROUNDS = 24, 100  # how many are kept
ROUND, NOW = "round", "now"


@job(KIND, queue="maintenance", seconds=600)
def make(task: Task) -> Result:
    why = task.args.get("why", "")
    name = f"augengenau-{timezone.now():%Y%m%d-%H%M%S}{'-' + why if why else ''}.zip"
    made = making.make(settings.BACKUP_DIR / name)
    looking.look_over(made.path)
    _forget_old(settings.BACKUP_DIR)
    return {"name": name, "size": made.size, "entries": made.entries, "second": _second(made.path)}


def _second(made: Path) -> str:
    """The other place: "" where none is set, "kept", or why it could not be used."""
    place = settings.BACKUP_SECOND
    if place is None:
        return ""
    try:
        draft = place / f".{made.name}"
        shutil.copyfile(made, draft)
        draft.replace(place / made.name)
        looking.look_over(place / made.name)
        _forget_old(place)
    except OSError as error:
        return str(error.strerror)
    return "kept"


def _forget_old(folder: Path) -> None:
    ours = sorted(folder.glob("augengenau-*.zip"), reverse=True)
    of_rounds = [path for path in ours if path.stem.endswith(f"-{ROUND}")]
    others = [path for path in ours if path not in of_rounds]
    for path in [*others[NEWEST:], *of_rounds[OF_ROUNDS:]]:
        path.unlink(missing_ok=True)


def order_if_due(now: datetime | None = None) -> None:
    """Asked by the worker again and again: something was done since the last one, which is a while ago."""
    now = now or timezone.now()
    last = latest()
    is_old = last is None or last.ended_at is None or now - last.ended_at >= EVERY
    if not settings.ON_SERVER and is_old and _lines() > (last.result["entries"] if last and last.result else 0):
        enqueue(KIND, key=NOW, by=SYSTEM)


def order_at_end_of_round() -> None:
    """In the transaction that closes it."""
    if not settings.ON_SERVER:
        enqueue(KIND, key=ROUND, by=SYSTEM, args={"why": ROUND})


def latest() -> Job | None:
    """The last good one."""
    return Job.objects.filter(kind=KIND, state=JobState.DONE).order_by("-ended_at").first()


def _lines() -> int:
    return Stream.objects.aggregate(lines=Sum("seq"))["lines"] or 0


def too_old(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    """Something was done, and none of it is in a good backup yet."""
    if settings.ON_SERVER or not may(actor, "rounds.close", tournament):
        return
    last = latest()
    if last is not None and last.result and last.result["second"] not in ("", "kept"):
        words = _("The second place for backups cannot be used: %(why)s.") % {"why": last.result["second"]}
        yield Alarm(words, reverse("data", args=[tournament.public_id]), _("To the backups"))
    first_missing = tournament.stream.log.filter(recorded_at__gt=last.created_at) if last else tournament.stream.log
    oldest = first_missing.order_by("seq").values_list("recorded_at", flat=True).first()
    age = timezone.now() - oldest if oldest else timedelta()
    if age > LATE:
        minutes = int(age.total_seconds() // 60)
        words = ngettext(
            "Nothing of the last %(minutes)d minute is in a backup.",
            "Nothing of the last %(minutes)d minutes is in a backup.",
            minutes,
        ) % {"minutes": minutes}
        yield Alarm(words, reverse("data", args=[tournament.public_id]), _("To the backups"))
