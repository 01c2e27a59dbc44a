"""`manage.py relay`: hands due jobs to Celery, until it is told to stop. For servers; on a laptop the worker takes them itself.
It is the clock of a server too: it orders what is done now and then.

Only a number travels. Redis may lose it: a job that nobody has claimed a while after it was sent is sent again, and of two
workers that hear of one job, one gets it.
"""

import logging
import signal
import threading
import time
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, close_old_connections
from django.db.models import Q
from kombu.exceptions import OperationalError

from tournament import jobs, periodic, steady
from tournament.models import Job
from tournament.tasks import run_job

LOOK_EVERY = 1.0
ORDER_EVERY = 30.0
SEND_AGAIN_AFTER = timedelta(seconds=60)
TO_END = 30  # seconds a job that was told to end has, before its process is killed
log = logging.getLogger(__name__)


def send_due() -> int:
    """One round: how many were handed over. Two relays at once may send one twice, which does no harm."""
    jobs.reap()
    long_ago = steady.now() - SEND_AGAIN_AFTER
    sent = 0
    for job in Job.objects.due().filter(Q(sent_at=None) | Q(sent_at__lt=long_ago))[:100]:
        run_job.apply_async([str(job.pk)], queue=job.queue, **_limits(job))
        sent += Job.objects.filter(pk=job.pk).update(sent_at=steady.now())
    return sent


def _limits(job: Job) -> dict[str, int]:
    """First the job hears of it and is tried again, then its process is killed and the reaper finds it."""
    kind = jobs.KINDS.get(job.kind)
    return {"soft_time_limit": kind.seconds, "time_limit": kind.seconds + TO_END} if kind else {}


class Command(BaseCommand):
    help = "Hands background jobs to Celery. One is enough; several get along."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one round, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        from deploy import celery_app  # noqa: F401  (tells run_job which broker there is)

        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        ordered_at = 0.0
        while not stopping.is_set():
            close_old_connections()
            try:
                if time.monotonic() - ordered_at > ORDER_EVERY:
                    periodic.order_due()
                    ordered_at = time.monotonic()
                send_due()
            except (Error, OperationalError, OSError) as error:
                log.warning("nothing is handed over for now: %s", type(error).__name__)
            if options["once"]:
                return
            stopping.wait(LOOK_EVERY)
