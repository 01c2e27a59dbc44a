"""`manage.py relay`: sends due jobs to Celery until it is stopped. For servers; on a laptop the worker takes them itself.
It also enqueues a server's periodic jobs.

Only the job's id is sent. Redis may lose it: a job that no worker has claimed a minute after it was sent is sent again, and of
two workers that receive one job, one gets it.
"""

import logging
import signal
import threading
import time
from datetime import timedelta
from importlib import import_module
from typing import Any, TypedDict

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, close_old_connections
from django.db.models import Q
from kombu.exceptions import OperationalError

from tournament.core import clock, jobs, periodic
from tournament.core.tasks import run_job
from tournament.models import Job

LOOK_EVERY = 1.0
ORDER_EVERY = 30.0
SEND_AGAIN_AFTER = timedelta(seconds=60)
TO_END = 30  # seconds between a job's soft time limit and the end of its process
log = logging.getLogger(__name__)


def send_due() -> int:
    """One round; returns how many jobs were sent. Two relays at once may send one twice, which does no harm."""
    jobs.reap()
    long_ago = clock.now() - SEND_AGAIN_AFTER
    sent = 0
    for job in Job.objects.due().filter(Q(sent_at=None) | Q(sent_at__lt=long_ago))[:100]:
        run_job.apply_async((str(job.pk),), queue=job.queue, **_limits(job))
        sent += Job.objects.filter(pk=job.pk).update(sent_at=clock.now())
    return sent


class Limits(TypedDict, total=False):
    soft_time_limit: int
    time_limit: int


def _limits(job: Job) -> Limits:
    """At the first limit an exception ends the job, which is retried; at the second its process is killed, and it is reaped."""
    kind = jobs.KINDS.get(job.kind)
    return {"soft_time_limit": kind.seconds, "time_limit": kind.seconds + TO_END} if kind else {}


class Command(BaseCommand):
    help = "Hands background jobs to Celery. One is enough; several get along."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one round, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        import_module(settings.CELERY_APP)  # sets the broker for run_job
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
