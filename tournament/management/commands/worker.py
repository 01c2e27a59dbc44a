"""`manage.py worker`: does the background jobs of this installation, one after the other, until it is told to stop."""

import os
import signal
import threading
import time
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, close_old_connections

from tournament.core import jobs, periodic, system
from tournament.out import mails
from tournament.out.webhooks import sending

LOOK_EVERY = 0.5
OUTSIDE = (sending.QUEUE, mails.QUEUE)  # queues of jobs that wait for other servers
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
        system.obey_parent()
        is_whole = not options["queue"] and not options["drain"]
        besides = OUTSIDE if is_whole else ()
        if is_whole:
            threading.Thread(target=self._send, name="sender", daemon=True).start()
        reaped_at = 0.0
        while not self.stopping.is_set():
            if time.monotonic() - reaped_at > REAP_EVERY:
                self._quietly(jobs.reap)
                self._quietly(periodic.order_due)
                reaped_at = time.monotonic()
            if self._quietly(lambda: self._work(options["queue"], besides)):
                continue
            if options["drain"]:
                return
            self.stopping.wait(LOOK_EVERY)

    def _send(self) -> None:
        """Runs in a thread of its own, so that no paper waits for a server that does not answer."""
        while not self.stopping.is_set():
            if not self._quietly(lambda: self._work(list(OUTSIDE))):
                self.stopping.wait(LOOK_EVERY)

    def _work(self, queues: list[str] | None, besides: Iterable[str] = ()) -> bool:
        task = jobs.claim(queues=queues, besides=besides)
        if task is None:
            return False
        timer = threading.Timer(self._limit(task), self._too_long, [task])
        timer.daemon = True
        timer.start()
        try:
            jobs.run(task)
        finally:
            timer.cancel()
        return True

    @staticmethod
    def _limit(task: jobs.Task) -> float:
        kind = jobs.KINDS.get(task.job.kind)
        return kind.seconds if kind else 60

    def _too_long(self, task: jobs.Task) -> None:
        """End the process with a job that does not end: the launcher or systemd starts a new one."""
        try:
            self.stderr.write(f"job {task.job.pk} ({task.job.kind}) took too long")
            task.try_again("it took too long")
        finally:
            os._exit(75)

    def _quietly(self, do: Any) -> Any:
        """Go on when the database is unreachable for a moment."""
        try:
            close_old_connections()
            return do()
        except Error as error:
            self.stderr.write(f"database: {error}")
            self.stopping.wait(2)
            return None
