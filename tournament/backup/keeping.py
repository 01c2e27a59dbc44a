"""Backups that make themselves: on a laptop every few minutes while something happens, and at the end of every round; on a
server every few hours, and once a week the newest is restored for a try.

They lie in the data folder and, where one is set, in a second place, best on another disk. Each is opened and looked over
after it is made. The newest are kept, and those of the rounds.
"""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import steady
from tournament.access import may
from tournament.actors import SYSTEM, Actor
from tournament.alarms import Alarm
from tournament.backup import drill, looking, making
from tournament.errors import Refused
from tournament.jobs import Result, Task, enqueue, job
from tournament.models import Job, Stream, Tournament
from tournament.models.jobs import JobState

KIND, DRILL = "backup.make", "backup.drill"
EVERY = timedelta(minutes=5)
EVERY_DRILL = timedelta(days=7)
LATE = timedelta(minutes=15)  # then the desk is told
NEWEST, OF_ROUNDS = 24, 100  # how many are kept
STAMP, STAMPED = "%Y%m%d-%H%M%S", re.compile(r"\d{8}-\d{6}")
ROUND, NOW = "round", "now"


@job(KIND, queue="maintenance", seconds=600)
def make(task: Task) -> Result:
    why = task.args.get("why", "")
    name = f"augengenau-{_stamp(settings.BACKUP_DIR)}{'-' + why if why else ''}.zip"
    made = making.make(settings.BACKUP_DIR / name)
    looking.look_over(made.path)
    _forget_old(settings.BACKUP_DIR)
    return {"name": name, "size": made.size, "entries": made.entries, "second": _second(made.path)}


def _stamp(folder: Path) -> str:
    """The time, or a second more than the newest one's: the order of the names says which are kept and which one is tried."""
    stamps = [datetime.strptime(found[0], STAMP) for path in _ours(folder) if (found := STAMPED.search(path.name))]
    newest = max(stamps, default=datetime.min).replace(tzinfo=UTC)
    return f"{max(steady.now(), newest + timedelta(seconds=1)):{STAMP}}"


def _ours(folder: Path) -> list[Path]:
    return sorted(folder.glob("augengenau-*.zip"))


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
    ours = _ours(folder)[::-1]
    of_rounds = [path for path in ours if path.stem.endswith(f"-{ROUND}")]
    others = [path for path in ours if path not in of_rounds]
    for path in [*others[NEWEST:], *of_rounds[OF_ROUNDS:]]:
        path.unlink(missing_ok=True)


def order_if_due(now: datetime | None = None) -> None:
    """Asked by the worker again and again: something was done since the last one, which is a while ago."""
    if (
        Job.objects.open().filter(kind=KIND).exists()
    ):  # before the last is looked for: one that ends meanwhile is then found
        return
    last, pause = latest(), _pause()
    if pause is not None and _is_over(pause, last, now) and _lines() > _lines_in(last):
        enqueue(KIND, key=NOW, by=SYSTEM)


def _pause() -> timedelta | None:
    if settings.ON_SERVER:
        return timedelta(hours=settings.BACKUP_HOURS) if settings.BACKUP_HOURS else None
    return EVERY


def _is_over(pause: timedelta, last: Job | None, now: datetime | None) -> bool:
    return last is None or last.ended_at is None or (now or steady.now()) - last.ended_at >= pause


def order_drill_if_due(now: datetime | None = None) -> None:
    """On a server: a laptop's evening is not to be disturbed. Not again on the same day if it failed: somebody must look."""
    tried = Job.objects.of_the_last(timedelta(days=1)).filter(kind=DRILL).exists()
    if settings.ON_SERVER and not tried and latest() and _is_over(EVERY_DRILL, latest(DRILL), now):
        enqueue(DRILL, key=DRILL, by=SYSTEM)


@job(DRILL, queue="maintenance", seconds=900)
def try_newest(_task: Task) -> Result:
    found = _ours(settings.BACKUP_DIR)
    if not found:
        raise Refused("no_backup", _("There is no backup to try."))
    drill.restored_for_a_try(found[-1])
    return {"name": found[-1].name}


def order_at_end_of_round() -> None:
    """In the transaction that closes it."""
    if not settings.ON_SERVER:
        enqueue(KIND, key=ROUND, by=SYSTEM, args={"why": ROUND})


def latest(kind: str = KIND) -> Job | None:
    """The last good one; none of a clock that was wrong by more than is bridged, which would be the last one for a year."""
    done = Job.objects.filter(kind=kind, state=JobState.DONE, ended_at__lte=steady.now() + steady.BRIDGED)
    return done.order_by("-ended_at").first()


def _lines_in(last: Job | None) -> int:
    return last.result["entries"] if last and last.result else 0


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
    age = steady.now() - oldest if oldest else timedelta()
    if age > LATE:
        minutes = int(age.total_seconds() // 60)
        words = ngettext(
            "Nothing of the last %(minutes)d minute is in a backup.",
            "Nothing of the last %(minutes)d minutes is in a backup.",
            minutes,
        ) % {"minutes": minutes}
        yield Alarm(words, reverse("data", args=[tournament.public_id]), _("To the backups"))
