"""R14: PostgreSQL is killed with all its processes, again and again, under load; what was acknowledged is kept, once.

The control sets `synchronous_commit=off`, which is quick and loses what was acknowledged last. AUGENGENAU_LONG=1: 10 crashes of
each, and a longer evening between them.
"""

import json
import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.workshop.tools import postgresql_programs
from tests.promises.clients import SEED, Clerk
from tests.promises.conftest import DATABASE
from tests.promises.fragile import PostgreSQL, killed_in_the_end
from tests.promises.server import Server
from tests.promises.test_r01_kept_once import READ

CRASHES, SECONDS = (10, 10.0) if os.environ.get("AUGENGENAU_LONG") else (2, 1.0)
CLERKS = 6
BACK_WITHIN = 10.0  # seconds after the database takes connections again, which is its own affair

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATABASE, reason="of PostgreSQL"),
    pytest.mark.skipif(postgresql_programs() is None, reason="PostgreSQL is not installed here"),
]


class Hall:
    """Clerks who type through one web process into a database that somebody kills."""

    def __init__(self, database: PostgreSQL, data: Path) -> None:
        self.database = database
        self.server = Server(data, "tests.promises.settings_altered", DATABASE_URL=database.url)
        self.server.migrate()
        self.seeded = self.server.manage(SEED).split()
        self.clerks: list[Clerk] = []

    @contextmanager
    def typing(self, evening: str) -> Iterator[None]:
        self.clerks = [Clerk(self.server.url, *self.seeded, f"{evening}{n}") for n in range(CLERKS)]
        self.over = threading.Event()
        threads = [threading.Thread(target=self._type, args=(clerk,)) for clerk in self.clerks]
        self.server.start()
        for thread in threads:
            thread.start()
        yield
        self.over.set()
        for thread in threads:
            thread.join()
        self.server.kill()

    def _type(self, clerk: Clerk) -> None:
        n = 0
        while not self.over.is_set():
            clerk.add(f"{clerk.name}-{n}", time.monotonic() + 60)
            n += 1

    def crash(self) -> float:
        """How long after the database takes connections again the next entry was acknowledged."""
        self._wait_for(len(self.acked()) + CLERKS)
        time.sleep(random.uniform(0.3, 1) * SECONDS)
        self.database.kill()
        known = len(self.acked())
        self.database.start()
        self.database.wait_until_ready()
        began = time.monotonic()
        self._wait_for(known + 1)
        return time.monotonic() - began

    def _wait_for(self, acked: int) -> None:
        until = time.monotonic() + 60
        while len(self.acked()) < acked:
            assert time.monotonic() < until
            time.sleep(0.02)

    def acked(self) -> dict[str, dict]:
        return {name: receipt for clerk in self.clerks for name, receipt in list(clerk.acked.items())}

    def lost(self) -> list[str]:
        """Acknowledged, and not where the receipt says. What else may not be is asserted."""
        found = json.loads(self.server.manage(READ))
        assert len(found["names"]) == len(set(found["names"])) and found["faults"] == []
        log, acked = found["log"], self.acked()
        return [name for name, said in acked.items() if log.get(said["id"]) != [said["seq"], said["hash"]]]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with killed_in_the_end(PostgreSQL()) as database:
        yield Hall(database, tmp_path_factory.mktemp("hall"))


def test_r14_what_was_acknowledged_is_there_after_every_crash(hall):
    with hall.typing("safe"):
        back_after = [hall.crash() for _ in range(CRASHES)]
    assert hall.lost() == []
    print(f"R14: {CRASHES} crashes, {len(hall.acked())} acknowledged, back after {max(back_after):.1f} s at most")
    assert max(back_after) <= BACK_WITHIN


def test_r14_control_quick_commits_are_lost(hall):
    hall.database.kill()
    hall.database.command += ["-c", "synchronous_commit=off", "-c", "wal_writer_delay=1s"]
    hall.database.start()
    hall.database.wait_until_ready()
    with hall.typing("quick"):
        for _ in range(CRASHES):
            hall.crash()
    lost = hall.lost()
    print(f"R14, control: {len(lost)} of {len(hall.acked())} acknowledged are lost")
    assert lost
