"""What is done now and then by itself: cleared away, backed up, and on a server the newest backup restored for a try.

Every worker or relay asks for it again and again, on however many machines. Who asks first makes the row, holding the lock of the
installation's log meanwhile; the others find it. A row is done by one worker like any other job.
"""

from django.db import transaction
from django.db.models import Max

from tournament import retention, steady
from tournament.actions.core import INSTALLATION
from tournament.backup import keeping
from tournament.models import Stream


def order_due() -> None:
    _look_at_the_clock()
    with transaction.atomic():
        Stream.objects.get_or_create(public_id=INSTALLATION)
        Stream.objects.select_for_update().get(public_id=INSTALLATION)
        keeping.order_if_due()
        keeping.order_drill_if_due()
        retention.order_if_due()


def _look_at_the_clock() -> None:
    """Whoever only works for others reads no heads, and would be behind them if the machine's clock was set back."""
    last = Stream.objects.aggregate(last=Max("written_at"))["last"]
    if last is not None:
        steady.at_least(last)
