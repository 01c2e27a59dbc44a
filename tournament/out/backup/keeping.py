"""Automatic backups: on a laptop every few minutes while something happens, and at the end of every round; on a server every
few hours, and once a week the newest is restored as a drill.

They are kept in the data folder and, where one is set, in a second folder, best on another disk. Each is verified after it is
made, and the tournaments in it are compared with their logs (`proving`). The newest are kept, and those of the rounds.
"""

import errno
import os
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core import clock
from tournament.core.access import may
from tournament.core.action import INSTALLATION
from tournament.core.actors import SYSTEM, Actor
from tournament.core.alarms import Alarm
from tournament.core.errors import Refused
from tournament.core.jobs import Result, Task, enqueue, job
from tournament.models import Job, LogEntry, Stream, Tournament
from tournament.models.jobs import JobState
from tournament.out.backup import archive, drill, looking, making
from tournament.out.backup.proving import Differing

KIND, DRILL = "backup.make", "backup.drill"
EVERY = timedelta(minutes=5)
EVERY_DRILL = timedelta(days=7)
LATE = timedelta(minutes=15)  # then the desk shows an alarm
NEWEST, OF_ROUNDS = 24, 100  # how many are kept
STAMP, STAMPED = "%Y%m%d-%H%M%S", re.compile(r"\d{8}-\d{6}")
ROUND, NOW, CLEARING = "round", "now", "clearing"


@job(KIND, queue="maintenance", seconds=600)
def make(task: Task) -> Result:
    made = _make(task.args.get("why", ""))
    second = _second(made.path)
    return {
        "name": made.path.name,
        "size": made.size,
        "entries": made.entries,
        "proven": made.proven,
        "second": second,
    }


def make_before_clearing() -> None:
    """What is cleared away is in a good backup, and that one is among the newest until others are good."""
    _make(CLEARING)


def _make(why: str) -> making.Made:
    name = f"augengenau-{_stamp(settings.BACKUP_DIR)}{'-' + why if why else ''}.zip"
    made = making.make(settings.BACKUP_DIR / name)
    looking.look_over(made.path)
    _forget_old(settings.BACKUP_DIR)
    return made


def _stamp(folder: Path) -> str:
    """The time for a file name, always later than the newest one's, as the order of the names decides which are kept."""
    stamps = [datetime.strptime(match[0], STAMP) for path in _ours(folder) if (match := STAMPED.search(path.name))]
    newest = max(stamps, default=datetime.min).replace(tzinfo=UTC)
    return f"{max(clock.now(), newest + timedelta(seconds=1)):{STAMP}}"


def _ours(folder: Path) -> list[Path]:
    return sorted(folder.glob("augengenau-*.zip"))


def _second(made: Path) -> str:
    """Copy a backup to the second folder. Returns "" if none is set, "kept", or why it could not be used."""
    place = settings.BACKUP_SECOND
    if place is None:
        return ""
    if (place / made.name).exists():  # another installation's, of the same second
        return os.strerror(errno.EEXIST)
    try:
        draft = place / f".{made.name}"
        draft.unlink(missing_ok=True)
        os.close(
            os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600)
        )  # it holds the key, names and password hashes
        shutil.copyfile(made, draft)
        draft.replace(place / made.name)
        looking.look_over(place / made.name)
        _forget_old(place, _made_here())
    except OSError as error:
        return str(error.strerror)
    return "kept"


def _forget_old(folder: Path, is_ours: Callable[[Path], bool] = lambda _path: True) -> None:
    found = _ours(folder)[::-1]
    of_rounds = [path for path in found if path.stem.endswith(f"-{ROUND}")]
    others = [path for path in found if path not in of_rounds]
    for paths, most in ((others, NEWEST), (of_rounds, OF_ROUNDS)):
        if len(paths) > most:
            for path in [*filter(is_ours, paths)][most:]:
                path.unlink(missing_ok=True)


def _made_here() -> Callable[[Path], bool]:
    """Whether a backup is of this installation: one of its logs is one of ours. What cannot be read may be anybody's."""
    ours = {*Stream.objects.values_list("public_id", flat=True)} - {INSTALLATION}

    def is_ours(path: Path) -> bool:
        try:
            zipped, manifest = archive.opened(path)
        except archive.Broken:
            return False
        zipped.close()
        seq, head = manifest["heads"].get(INSTALLATION, [0, ""])
        is_line = LogEntry.objects.filter(stream__public_id=INSTALLATION, seq=seq, hash=head).exists()
        return is_line or not ours.isdisjoint(manifest["heads"])

    return is_ours


def order_if_due(now: datetime | None = None) -> None:
    """Order a backup if something was done since the last one and the pause is over. The worker calls this often."""
    # First the open jobs, then the latest one: so a job that ends in between is not missed.
    if Job.objects.open().filter(kind=KIND).exists():
        return
    last, pause = latest(), _pause()
    if pause is not None and _is_over(pause, last, now) and _log_lines() > _log_lines_in(last):
        enqueue(KIND, key=NOW, by=SYSTEM)


def _pause() -> timedelta | None:
    if settings.ON_SERVER:
        return timedelta(hours=settings.BACKUP_HOURS) if settings.BACKUP_HOURS else None
    return EVERY


def _is_over(pause: timedelta, last: Job | None, now: datetime | None) -> bool:
    return last is None or last.ended_at is None or (now or clock.now()) - last.ended_at >= pause


def order_drill_if_due(now: datetime | None = None) -> None:
    """Order a drill on a server once a week; on a laptop it would disturb the evening. After a failure not on the same day."""
    tried = Job.objects.of_the_last(timedelta(days=1)).filter(kind=DRILL).exists()
    if settings.ON_SERVER and not tried and latest() and _is_over(EVERY_DRILL, latest(DRILL), now):
        enqueue(DRILL, key=DRILL, by=SYSTEM)


@job(DRILL, queue="maintenance", seconds=900)
def try_newest(_task: Task) -> Result:
    backups = _ours(settings.BACKUP_DIR)
    if not backups:
        raise Refused("no_backup", _("There is no backup to try."))
    drill.restored_for_a_try(backups[-1])
    return {"name": backups[-1].name}


def order_at_end_of_round() -> None:
    """Order a backup in the transaction that closes the round."""
    if not settings.ON_SERVER:
        enqueue(KIND, key=ROUND, by=SYSTEM, args={"why": ROUND})


def latest(kind: str = KIND) -> Job | None:
    """The latest successful job. Jobs from the future are ignored: a wrong clock would make one the latest for a year."""
    done = Job.objects.filter(kind=kind, state=JobState.DONE, ended_at__lte=clock.now() + clock.BRIDGED)
    return done.order_by("-ended_at").first()


def _log_lines_in(last: Job | None) -> int:
    return last.result["entries"] if last and last.result else 0


def _log_lines() -> int:
    return Stream.objects.aggregate(lines=Sum("seq"))["lines"] or 0


def differs(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    """Alarm: the newest backup holds of this tournament what its log does not."""
    if settings.ON_SERVER or not may(actor, "rounds.close", tournament):
        return
    for found in differences_in(latest()):
        if found["tournament"] == tournament.public_id:
            words = _("What stands in the database is not what the log says: %(what)s") % {"what": found["first"]}
            yield Alarm(words, reverse("data", args=[tournament.public_id]), _("To the backups"))


def differences_in(backup: Job | None) -> list[Differing]:
    """By tournament; none either where an older version made it and compared nothing."""
    return list(backup.outcome.get("proven", {}).get("differing", [])) if backup else []


def too_old(tournament: Tournament, actor: Actor) -> Iterator[Alarm]:
    """Alarms: something done a while ago is in no backup yet, or the second folder cannot be used."""
    if settings.ON_SERVER or not may(actor, "rounds.close", tournament):
        return
    last = latest()
    if last is not None and last.result and last.result["second"] not in ("", "kept"):
        words = _("The second place for backups cannot be used: %(why)s.") % {"why": last.result["second"]}
        yield Alarm(words, reverse("data", args=[tournament.public_id]), _("To the backups"))
    first_missing = tournament.stream.log.filter(recorded_at__gt=last.created_at) if last else tournament.stream.log
    oldest = first_missing.order_by("seq").values_list("recorded_at", flat=True).first()
    age = clock.now() - oldest if oldest else timedelta()
    if age > LATE:
        minutes = int(age.total_seconds() // 60)
        words = ngettext(
            "Nothing of the last %(minutes)d minute is in a backup.",
            "Nothing of the last %(minutes)d minutes is in a backup.",
            minutes,
        ) % {"minutes": minutes}
        yield Alarm(words, reverse("data", args=[tournament.public_id]), _("To the backups"))
