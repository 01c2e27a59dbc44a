"""The product as it would be without one of its guards, for the controls of the promises; or in a hurry, so that what takes
minutes (who is silent for so long is given up) can be waited for in a test. `settings_altered` puts it in."""

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.apps import AppConfig


def _version() -> None:
    """An edit is carried out whatever state it was decided on."""
    from tournament.actions.core import Write

    Write.same_version = staticmethod(lambda thing, version: None)


def _counter() -> None:
    """Nobody counts wrong guesses."""
    from tournament import guard

    guard.take = lambda *doors: None


def _mark() -> None:
    """A mail that is gone is not marked as sent."""
    from tournament.models import Mail

    Mail.save = lambda *args, **kwargs: None


def _sentence() -> None:
    """Nobody knows a full disk from a mistake in the program."""
    from deploy import answers

    answers.is_disk_full = lambda error: False


def _clock() -> None:
    """Time is whatever the machine's clock says."""
    from tournament import steady

    class Machines:
        def now(self) -> datetime:
            return datetime.now(UTC)

        def at_least(self, moment: datetime) -> None:
            pass

        def ahead(self) -> timedelta:
            return timedelta()

    steady._clock = Machines()


GUARDS = {"version": _version, "counter": _counter, "mark": _mark, "sentence": _sentence, "clock": _clock}


def hurry() -> None:
    from tournament import jobs
    from tournament.management.commands import relay, worker

    jobs.HEARTBEAT, jobs.SILENT_AFTER = 0.3, timedelta(seconds=1.5)
    jobs.KINDS.update({name: replace(kind, waits=(0,) * 1000) for name, kind in jobs.KINDS.items()})
    worker.LOOK_EVERY, worker.REAP_EVERY = 0.1, 0.5
    relay.LOOK_EVERY, relay.SEND_AGAIN_AFTER = 0.2, timedelta(seconds=3)


class Altered(AppConfig):
    name = "tests.promises.altered"
    path = str(Path(__file__).parent)

    def ready(self) -> None:
        from tournament.actions import entries

        entries.MOST_ENTRIES = 10**6  # clerks write entries, of which a long evening has more than any tournament
        if without := os.environ.get("WITHOUT"):
            GUARDS[without]()
        if os.environ.get("HURRY"):
            hurry()
