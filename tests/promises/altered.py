"""The product as it would be without one of its guards, for the controls of the promises; or in a hurry, so that what takes
minutes (who is silent for so long is given up) can be waited for in a test. `settings_altered` puts it in."""

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.apps import AppConfig


def _version() -> None:
    """An edit is carried out whatever state it was decided on."""
    from tournament.core.action import Write

    Write.same_version = staticmethod(lambda thing, version: None)


def _counter() -> None:
    """Nobody counts wrong guesses."""
    from tournament.core import guard

    guard.take = lambda *doors: None


def _mark() -> None:
    """A mail that is gone is not marked as sent."""
    from tournament.models import Mail

    Mail.save = lambda *args, **kwargs: None


def _sentence() -> None:
    """Nobody knows a full disk from a mistake in the program."""
    from tournament.core import disks

    disks.trouble = lambda error: None


def _clock() -> None:
    """Time is whatever the machine's clock says."""
    from tournament.core import clock as steady

    class Machines:
        def now(self) -> datetime:
            return datetime.now(UTC)

        def at_least(self, moment: datetime) -> None:
            pass

        def ahead(self) -> timedelta:
            return timedelta()

    steady._clock = Machines()


def _hash() -> None:
    """Cached pages go by the whole of what somebody sent."""
    from deploy.site import asgi
    from tournament.core import page_cache

    def whole(path: str, headers: Mapping[str, str]) -> bytes:
        return repr((path, sorted(headers.items()))).encode()

    page_cache.request_key = asgi.request_key = whole


GUARDS = {
    "version": _version,
    "counter": _counter,
    "mark": _mark,
    "sentence": _sentence,
    "clock": _clock,
    "hash": _hash,
}


def hurry() -> None:
    from tournament.core import jobs
    from tournament.management.commands import relay, worker

    jobs.HEARTBEAT, jobs.SILENT_AFTER = 0.3, timedelta(seconds=1.5)
    jobs.KINDS.update({name: replace(kind, waits=(0,) * 1000) for name, kind in jobs.KINDS.items()})
    worker.LOOK_EVERY, worker.REAP_EVERY = 0.1, 0.5
    relay.LOOK_EVERY, relay.SEND_AGAIN_AFTER = 0.2, timedelta(seconds=3)


def leave_ticks_alone() -> None:
    """libfaketime also sets back for how long the machine has been on (CLOCK_BOOTTIME), which nobody can set on a real one."""
    from tournament.core import clock as steady

    steady._clock = steady.Clock(ticks=time.monotonic_ns)


class Altered(AppConfig):
    name = "tests.promises.altered"
    path = str(Path(__file__).parent)

    def ready(self) -> None:
        from tournament.entries import actions as entries

        entries.MOST_ENTRIES = 10**6  # clerks write entries, of which a long evening has more than any tournament
        if "FAKETIME_TIMESTAMP_FILE" in os.environ:
            leave_ticks_alone()
        if without := os.environ.get("WITHOUT"):
            GUARDS[without]()
        if os.environ.get("HURRY"):
            hurry()
