"""R23: a backup is a restore that worked. Made while clerks type, it holds all that was acknowledged before it began.

Small form here; AUGENGENAU_LONG=1 fills the log with 100,000 lines first. The control copies the database's main file
alone, as people do, and must miss something.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.promises.clients import SEED, Clerk
from tests.promises.server import ROOT, Server

LINES = 100_000 if os.environ.get("AUGENGENAU_LONG") else 500
CLERKS = 4
LIMIT = 120  # seconds to restore and verify

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite"),
]

AT_ONCE = min(LINES, 10_000)
FILL = f"""
from django.db import transaction
from tournament.core.action import Write, _append, _locked
from tournament.core.actors import SYSTEM
from tournament.models import Tournament
tournament = Tournament.objects.get()
with transaction.atomic():
    write = Write(SYSTEM, "system", _locked(tournament), "entry.paid")
    for n in range({AT_ONCE}):
        write.data, write.texts = {{"number": n}}, {{"name": f"Somebody {{n}}"}}
        _append(write, f"line-{{write.stream.seq}}", b"")
"""


class Hall:
    """A server under load."""

    def __init__(self, data: Path) -> None:
        data.mkdir(parents=True)
        self.data, self.server = data, Server(data)
        self.server.migrate()
        tournament, session = self.server.manage(SEED).split()
        for _ in range(LINES // AT_ONCE):
            self.server.manage(FILL)
        self.clerks = [Clerk(self.server.url, tournament, session, f"clerk{n}") for n in range(CLERKS)]
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self._type, args=(clerk,)) for clerk in self.clerks]

    def __enter__(self) -> "Hall":
        self.server.start()
        for thread in self.threads:
            thread.start()
        while sum(len(clerk.acked) for clerk in self.clerks) < 30:
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()
        self.server.kill()

    def _type(self, clerk: Clerk) -> None:
        n = 0
        while not self.over.is_set():
            clerk.add(f"{clerk.name}-{n}", time.monotonic() + 30)
            n += 1

    def acked(self) -> dict[str, str]:
        """What is acknowledged by now: the hash of the line by the id of the entry."""
        return {receipt["id"]: receipt["hash"] for clerk in self.clerks for receipt in list(clerk.acked.values())}


def manage(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "AUGENGENAU_DATA": str(data), "DJANGO_SETTINGS_MODULE": "deploy.site.settings"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=600, check=False)


def lines(data: Path) -> dict[str, str]:
    code = "from tournament.models import LogEntry; import json; print(json.dumps({e.receipt['id']: e.hash for e in "
    return json.loads(Server(data).manage(code + "LogEntry.objects.filter(code='entry.added')}))"))


def test_r23_a_backup_made_under_load_is_restored_whole(tmp_path):
    with Hall(tmp_path / "hall") as hall:
        before = hall.acked()
        began = time.monotonic()
        made = manage(hall.data, "backup", str(tmp_path / "b.zip"))
        took = time.monotonic() - began
        assert made.returncode == 0, made.stderr
        assert len(hall.acked()) > len(before)  # nobody had to wait for it
    began = time.monotonic()
    restored = manage(tmp_path / "new", "restore", str(tmp_path / "b.zip"))
    assert restored.returncode == 0, restored.stderr
    verified = manage(tmp_path / "new", "verify_tournament")
    seconds = time.monotonic() - began
    assert verified.returncode == 0, verified.stderr
    there = lines(tmp_path / "new")
    assert {entry: there.get(entry) for entry in before} == before
    print(
        f"R23: {LINES} lines and {len(before)} entries; made in {took:.1f} s, restored and verified in {seconds:.1f} s"
    )
    assert seconds <= LIMIT


def test_r23_control_a_copy_of_the_main_file_misses_what_was_acknowledged(tmp_path):
    with Hall(tmp_path / "hall") as hall:
        before = hall.acked()
        (tmp_path / "copy").mkdir()
        shutil.copyfile(hall.data / "augengenau.sqlite3", tmp_path / "copy" / "augengenau.sqlite3")
    try:
        there = lines(tmp_path / "copy")
    except AssertionError:  # it cannot even be read
        return
    assert {entry: there.get(entry) for entry in before} != before
