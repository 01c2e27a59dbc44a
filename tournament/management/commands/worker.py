"""`manage.py worker`: does the background jobs of this installation, one after the other, until it is told to stop."""

import os
import signal
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, close_old_connections

from tournament import jobs

LOOK_EVERY = 0.5
REAP_EVERY = 10.0


class Command(BaseCommand):
    help = "Does the background jobs. One worker is enough on a laptop; several get along."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--queue", action="append", help="only these queues (may be given several times)")
        parser.add_argument("--drain", action="store_true", help="stop when nothing is due")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stopping = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stopping.set())
        reaped_at = 0.0
        while not self.stopping.is_set():
            if time.monotonic() - reaped_at > REAP_EVERY:
                self._quietly(jobs.reap)
                reaped_at = time.monotonic()
            if self._quietly(lambda: self._work(options["queue"])):
                continue
            if options["drain"]:
                return
            self.stopping.wait(LOOK_EVERY)

    def _work(self, queues: list[str] | None) -> bool:
        task = jobs.claim(queues=queues)
        if task is None:
            return False
        watch = threading.Timer(self._limit(task), self._too_long, [task])
        watch.daemon = True
        watch.start()
        try:
            jobs.run(task)
        finally:
            watch.cancel()
        return True

    @staticmethod
    def _limit(task: jobs.Task) -> float:
        kind = jobs.KINDS.get(task.job.kind)
        return kind.seconds if kind else 60

    def _too_long(self, task: jobs.Task) -> None:
        """A job that does not end takes the process with it: whoever watches us starts a new one."""
        try:
            self.stderr.write(f"job {task.job.pk} ({task.job.kind}) took too long")
            task.try_again("it took too long")
        finally:
            os._exit(75)

    def _quietly(self, do: Any) -> Any:
        """A database that is away for a moment is no reason to die."""
        try:
            close_old_connections()
            return do()
        except Error as error:
            self.stderr.write(f"database: {error}")
            self.stopping.wait(2)
            return None
