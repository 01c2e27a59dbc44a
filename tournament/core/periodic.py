"""Jobs that run at intervals: clearing away old data, backups, and on a server a trial restore of the newest backup.

Every worker or relay calls `order_due` again and again, on however many machines. The first one inserts the row, holding the
lock of the installation's log; the others find it. One worker does it like any other job.
"""

from collections.abc import Callable

from django.db import transaction
from django.db.models import Max

from tournament.core import clock, days
from tournament.core.action import INSTALLATION
from tournament.models import Stream

DUE: list[Callable[[], object]] = []  # each enqueues its job if it is due


def order_due() -> None:
    _catch_up_clock()
    days.note()
    with transaction.atomic():
        Stream.objects.get_or_create(public_id=INSTALLATION)
        Stream.objects.select_for_update().get(public_id=INSTALLATION)
        for order in DUE:
            order()


def _catch_up_clock() -> None:
    """A process that only does jobs reads no heads of logs: its clock would be late if the machine's was set back."""
    last = Stream.objects.aggregate(last=Max("written_at"))["last"]
    if last is not None:
        clock.at_least(last)
