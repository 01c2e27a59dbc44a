"""`manage.py relay`: hands due jobs to Celery, until it is told to stop. For servers; on a laptop the worker takes them itself.

Only a number travels. Redis may lose it: a job that nobody has claimed a while after it was sent is sent again, and of two
workers that hear of one job, one gets it.
"""

import signal
import threading
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, close_old_connections
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournament import jobs
from tournament.models import Job
from tournament.tasks import run_job

LOOK_EVERY = 1.0
SEND_AGAIN_AFTER = timedelta(seconds=60)


def send_due() -> int:
    """One round: how many were handed over. Two relays at once may send one twice, which does no harm."""
    jobs.reap()
    long_ago = timezone.now() - SEND_AGAIN_AFTER
    sent = 0
    for job in Job.objects.due().filter(Q(sent_at=None) | Q(sent_at__lt=long_ago))[:100]:
        run_job.apply_async([str(job.pk)], queue=job.queue)
        sent += Job.objects.filter(pk=job.pk).update(sent_at=timezone.now())
    return sent


class Command(BaseCommand):
    help = "Hands background jobs to Celery. One is enough; several get along."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one round, then stop")

    def handle(self, *args: Any, **options: Any) -> None:
        from deploy import celery_app  # noqa: F401  (tells run_job which broker there is)

        stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopping.set())
        while not stopping.is_set():
            close_old_connections()
            try:
                send_due()
            except (Error, OperationalError, OSError) as error:
                self.stderr.write(f"relay: {error}")
            if options["once"]:
                return
            stopping.wait(LOOK_EVERY)
