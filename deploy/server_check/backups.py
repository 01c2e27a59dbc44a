"""Backups: the newest is young enough and whole, one was restored for a try, and there is room for more."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from deploy.server_check.finding import Finding, Where, note, ok, wrong
from tournament.core import clock
from tournament.core.errors import Refused
from tournament.models import Job, Stream
from tournament.out.backup import keeping, looking

PART = "backup"
LATEST_TRIAL = timedelta(days=8)
LEAST_ROOM, LEAST_SHARE = 2 * 1024**3, 0.05


def look(_where: Where) -> Iterator[Finding]:
    made, tried = keeping.latest(), keeping.latest(keeping.DRILL)
    if not settings.BACKUP_HOURS:
        yield note(PART, _("The program makes no backups by itself (AUGENGENAU_BACKUP_HOURS is 0)."))
    elif made is None and not Stream.objects.filter(seq__gt=0).exists():
        yield note(PART, _("There is no backup yet, and nothing that would have to be in one."))
    elif made is None:
        yield wrong(PART, _("There is no backup."), _make_one())
    else:
        yield from _age(made)
        yield from _trial(made, tried)
    yield from _newest()
    yield from _room()


def _make_one() -> str:
    worker, by_hand = "augengenau-worker@maintenance", "manage.py backup"
    return _("See that %(worker)s runs, or make one: %(by_hand)s.") % {"worker": worker, "by_hand": by_hand}


def _age(made: Job) -> Iterator[Finding]:
    moment = made.ended_at or made.created_at
    day = date_format(localtime(moment), "DATETIME_FORMAT")
    missed = Stream.objects.filter(written_at__gt=moment).exists()
    if missed and clock.now() - moment > timedelta(hours=2 * settings.BACKUP_HOURS):
        yield wrong(PART, _("The newest backup is too old: %s.") % day, _make_one())
    else:
        yield ok(PART, _("The newest backup: %s.") % day)


def _trial(made: Job, tried: Job | None) -> Iterator[Finding]:
    first = Job.objects.filter(kind=keeping.KIND).order_by("created_at").values_list("created_at", flat=True).first()
    last = tried.ended_at if tried else first or made.created_at
    if last and clock.now() - last > LATEST_TRIAL:
        text = _("For more than a week no backup has been restored for a try.")
        yield wrong(PART, text, _("See the job backup.drill in the log of augengenau-worker@maintenance."))
    elif tried:
        yield ok(PART, _("A backup was restored for a try."))


def _newest() -> Iterator[Finding]:
    """Where this process may see them."""
    try:
        files = sorted(settings.BACKUP_DIR.glob("augengenau-*.zip"))
        if files:
            looking.look_over(files[-1])
            yield ok(PART, _("The newest backup is whole: %s.") % files[-1].name)
    except (Refused, OSError) as error:
        text = _("The newest backup cannot be restored: %(why)s") % {"why": str(error)[:200]}
        yield wrong(PART, text, _make_one())


def _room() -> Iterator[Finding]:
    for folder in (settings.DATA_DIR, settings.BACKUP_SECOND):
        place = _that_exists(folder)
        if place is None:
            continue
        room = shutil.disk_usage(place)
        words = {"folder": folder, "free": f"{room.free / 1024**3:.1f}"}
        if room.free < LEAST_ROOM or room.free / room.total < LEAST_SHARE:
            yield wrong("disk", _("%(folder)s has %(free)s GB left.") % words, _("Make room, or take a larger disk."))
        else:
            yield ok("disk", _("%(folder)s has %(free)s GB left.") % words)


def _that_exists(folder: Path | None) -> Path | None:
    return next((one for one in (folder, *folder.parents) if one.exists()), None) if folder else None
