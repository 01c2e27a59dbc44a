"""R2: what was acknowledged survives a power cut.

The writer's system calls are recorded and cut off anywhere: of what was not synced yet any sectors are left. The control has
`synchronous=NORMAL`, as is often advised, and must lose what it had acknowledged. AUGENGENAU_LONG=1: 500 cuts.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.promises import power
from tests.promises.conftest import House
from tests.promises.server import ROOT

CUTS, ENTRIES = (500, 400) if os.environ.get("AUGENGENAU_LONG") else (100, 120)
AT_ONCE = 50  # cuts on the disk
DATABASE = "augengenau.sqlite3"
WRITE = """
import os, sys
import django; django.setup()
from tournament.entries.actions import add_entry
from tournament.core.actors import SYSTEM
from tournament.models import Tournament
tournament = Tournament.objects.get()
for n in range(int(sys.argv[1])):
    done = add_entry(tournament, by=SYSTEM, given_name=f"Gast{n}").receipt
    os.write(1, f"{done['seq']} {done['hash']}\\n".encode())
"""
LOOK = """
import json
from django.db import DatabaseError, connection
from tournament.core import chain
from tournament.models import Entry, Tournament
def look():
    with connection.cursor() as cursor:
        whole = cursor.execute("PRAGMA integrity_check").fetchone()[0]
    stream = Tournament.objects.get().stream
    lines = dict(stream.log.filter(code="entry.added").values_list("seq", "hash"))
    faults = [whole] * (whole != "ok") + [fault.what for fault in chain.faults(stream)]
    return {"lines": lines, "faults": faults + ["entries"] * (len(lines) != Entry.objects.count())}
for name in names:
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        print(json.dumps(look()))
    except DatabaseError as error:
        print(json.dumps({"lines": {}, "faults": [str(error)]}))
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite file"),
    pytest.mark.skipif(not power.can_trace(), reason="strace is not installed or may not trace here"),
]


def evening(house: House, settings: str) -> Iterator[list[str]]:
    """For each cut what is wrong with what it left."""
    server, trace = house.server(settings), house.data / "trace"
    before = {DATABASE: (house.data / DATABASE).read_bytes()}
    command = power.traced([sys.executable, "-c", WRITE, str(ENTRIES)], trace)
    subprocess.run(command, cwd=ROOT, env=server.env | {"PYTHONPATH": str(ROOT)}, check=True, stdout=subprocess.PIPE)
    for some in batched(power.cuts(trace, before, CUTS, random.Random(1)), AT_ONCE):
        folders = [_laid_out(house.data / "cuts" / str(n), files) for n, (_said, files) in enumerate(some)]
        found = server.manage(f"names = {[str(folder / DATABASE) for folder in folders]}\n{LOOK}").splitlines()
        for (said, _files), line in zip(some, found, strict=True):
            yield list(wrong(said.decode(), json.loads(line)))


def _laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def wrong(said: str, found: dict) -> Iterator[str]:
    acked = dict(line.split(" ") for line in said.splitlines())
    yield from found["faults"]
    yield from (f"line {seq} is lost" for seq, hash_ in acked.items() if found["lines"].get(seq) != hash_)


def batched(things: Iterator, count: int) -> Iterator[list]:
    while some := list(islice(things, count)):
        yield some


def test_r2_no_cut_loses_what_was_acknowledged(house):
    found = list(evening(house, "deploy.site.settings"))
    print(f"R2: {len(found)} cuts into {ENTRIES} entries, after {sum(map(bool, found))} of them something is wrong")
    assert len(found) == CUTS and not any(found)


def test_r2_control_written_now_and_then_it_is_lost(house):
    found = list(evening(house, "tests.promises.settings_normal"))
    lost = [wrong for wrong in found if any("lost" in what for what in wrong)]
    print(f"R2, control: {len(lost)} of {len(found)} cuts lose something, one of them {max(map(len, found))} entries")
    assert len(lost) > CUTS / 2
