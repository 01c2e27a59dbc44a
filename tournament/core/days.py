"""Which day it is for what cannot be undone: nothing is deleted because a clock was wrong for a moment.

The worker notes the days on which it was at work, and for how long by the ticks of the machine. A day is trusted that held for
ten minutes after two others of the month before it did, or that somebody confirmed who runs the installation.
"""

import time
from datetime import date, datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from tournament.models import SeenDay

HELD = 600  # seconds
DAYS, WITHIN = 3, timedelta(days=31)
LONGEST_STEP = 120  # seconds between two notes; after more the machine slept

_noted: tuple[date, float] = (date.min, 0.0)


def note() -> None:
    """Asked by the worker again and again."""
    global _noted
    today, ticks = timezone.localdate(), time.monotonic()
    (day, since), _noted = _noted, (today, ticks)
    row, _is_new = SeenDay.objects.get_or_create(day=today)
    passed = round(ticks - since)
    if day == today and row.seconds < HELD and passed <= LONGEST_STEP:
        SeenDay.objects.filter(pk=row.pk).update(seconds=F("seconds") + passed)


def today() -> date:
    """By the machine's clock."""
    return timezone.localdate()


def trusted() -> date | None:
    """The last trusted day up to the machine's date."""
    held = SeenDay.objects.filter(Q(seconds__gte=HELD) | Q(is_confirmed=True), day__lte=today())
    newest = list(held.order_by("-day").values_list("day", "is_confirmed"))
    for n, (day, is_confirmed) in enumerate(newest):
        before = newest[n + 1 : n + DAYS]
        if is_confirmed or (len(before) == DAYS - 1 and day - before[-1][0] <= WITHIN):
            return day
    return None


def is_trusted() -> bool:
    return trusted() == today()


def end_of(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), datetime.min.time()))
