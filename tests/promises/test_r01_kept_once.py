"""R1: what was acknowledged is kept, exactly once, however often the web process is killed.

Small form here; AUGENGENAU_LONG=1 gives the full one (10 minutes). The control invents a new id for every try and must
double entries: it shows that kills do hit between commit and answer.
"""

import json
import os
import random
import threading
import time
from pathlib import Path

import pytest

from tests.promises.clients import SEED, Clerk
from tests.promises.server import Forked, Server

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
SECONDS, KILLS = (600, 300) if LONG else (60, 60)
PATIENCE = 60.0  # seconds until a clerk gives up
MORE = 100.0  # seconds, where a machine takes long to start a server again
CLERKS = 6
FAILING = "tests.promises.settings_failing"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite"),
]

READ = """
import json
from tournament.core import chain
from tournament.models import Entry, LogEntry, Stream
log = {e.receipt["id"]: [e.seq, e.hash] for e in LogEntry.objects.filter(code="entry.added")}
names = list(Entry.objects.values_list("person__given_name", flat=True))
faults = [str(f) for s in Stream.objects.all() for f in chain.faults(s)]
print(json.dumps({"log": log, "names": names, "faults": faults}))
"""


def evening(data: Path, seconds: float, least: int, *, keeps_id: bool) -> tuple[list[Clerk], dict, int]:
    """Clerks write, somebody kills at least so often; what the clerks know, what the database holds, how many kills."""
    data.mkdir(parents=True, exist_ok=True)
    server = Forked(data, FAILING)
    plain = Server(data)
    plain.migrate()
    tournament, session = plain.manage(SEED).split()
    clerks = [Clerk(server.url, tournament, session, f"clerk{n}", keeps_id) for n in range(CLERKS)]
    server.start()
    until, kills, over = time.monotonic() + seconds, 0, threading.Event()
    threads = [threading.Thread(target=_type, args=(clerk, over)) for clerk in clerks]
    for thread in threads:
        thread.start()
    while time.monotonic() < (until if kills >= least else until + MORE):
        time.sleep(random.uniform(0.1, 0.5))
        kills += 1
        server.kill()
        server.start(wait=True)
    over.set()
    for thread in threads:
        while thread.is_alive():
            if server.is_dead():
                kills += 1
                server.start()
            thread.join(0.2)
    server.close()
    return clerks, json.loads(plain.manage(READ)), kills


def _type(clerk: Clerk, over: threading.Event) -> None:
    n = 0
    while not over.is_set():
        clerk.add(f"{clerk.name}-{n}", time.monotonic() + PATIENCE)
        n += 1


def test_r1_what_was_acknowledged_is_kept_exactly_once(tmp_path):
    clerks, found, kills = evening(tmp_path, SECONDS, KILLS, keeps_id=True)
    acked = {name: receipt for clerk in clerks for name, receipt in clerk.acked.items()}
    print(f"R1: {kills} kills, {len(acked)} acknowledged, {sum(clerk.tries for clerk in clerks)} tries")
    assert kills >= KILLS // 2 and len(acked) > 20  # a slow machine has no time for all of them
    assert [name for name in acked if name not in found["names"]] == []  # nothing lost
    assert len(found["names"]) == len(set(found["names"]))  # nothing twice
    assert all(found["log"][receipt["id"]] == [receipt["seq"], receipt["hash"]] for receipt in acked.values())
    assert found["faults"] == []


def test_r1_control_without_ids_of_their_own_entries_are_doubled(tmp_path):
    for attempt in range(4):
        _clerks, found, _kills = evening(tmp_path / str(attempt), 8, 1, keeps_id=False)
        assert found["faults"] == []
        if len(found["names"]) > len(set(found["names"])):
            return
    pytest.fail("the control did not fail: no kill hit between commit and answer")
