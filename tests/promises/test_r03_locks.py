"""R3: a busy hall never hears "database is locked".

One process holds the lock for 300 ms every second, the others write as fast as they can; AUGENGENAU_LONG=1 gives 32 processes
that write 50 times a second together, for ten minutes, and then how long they waited counts as well. The control opens the
same database as Django does by default, and must fail.
"""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.promises.server import ROOT, Server

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
WRITERS, READERS, SECONDS, RATE = (32, 2, 600, 50) if LONG else (6, 1, 3, 0)
HOLDS = 0.3  # seconds, once a second
WAITS = {95: 0.15, 99: 0.5}  # seconds for so many of a hundred writes, at that rate

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite"),
]

MADE = """
from datetime import date
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament
from tournament.core.actors import SYSTEM
club = create_club(None, by=SYSTEM, name="Club", admin=None).result
for n in range(2):
    create_tournament(club, by=SYSTEM, name=f"Evening {n}", played_on=date(2026, 11, 21))
"""
# Each begins when all are there: what it may do is on its standard input.
HAND = """
import random, sys, time
import django; django.setup()
from django.db import Error, transaction
from tournament.entries import queries
from tournament.setup.actions import change_tournament
from tournament.core.actors import SYSTEM
from tournament.models import Tournament
what, seconds, rate, holds = sys.argv[1], *map(float, sys.argv[2:])
print("ready", flush=True); sys.stdin.readline()
until = time.monotonic() + seconds
ours = list(Tournament.objects.all())
turn = 0
while time.monotonic() < until:
    turn += 1
    one = ours[turn % len(ours)]
    time.sleep(1 - holds if what == "hold" else random.expovariate(rate) if what == "write" and rate else 0)
    began = time.monotonic()
    try:
        if what == "write":
            same = {"played_on": one.played_on, "begins_at": one.begins_at, "place": one.place, "is_listed": True}
            change_tournament(one, by=SYSTEM, name=one.name, **same)
        elif what == "hold":
            with transaction.atomic():
                Tournament.objects.filter(pk=one.pk).update(name=one.name)
                time.sleep(holds)
        else:
            list(queries.with_counts(Tournament.objects.listed())), list(one.stream.log.all()[:200])
        print("fine", time.monotonic() - began)
    except Error as error:
        print(error)
"""
COUNT = """
from tournament.core import chain
from tournament.models import LogEntry, Stream
print(LogEntry.objects.filter(code="tournament.changed").count(), sum(len(list(chain.faults(s))) for s in Stream.objects.all()))
"""


def evening(server: Server) -> tuple[Counter[str], Counter[str], list[float]]:
    """What the writers and the others were answered, and how long the writers waited."""
    server.migrate()
    server.manage(MADE)
    kinds = ["write"] * WRITERS + ["read"] * READERS + ["hold"]
    hands = [_hand(server, kind) for kind in kinds]
    try:
        for hand in hands:
            assert hand.stdout.readline() == "ready\n"
        for hand in hands:
            hand.stdin.write("go\n")
            hand.stdin.flush()
        said = [hand.communicate(timeout=SECONDS + 60)[0].splitlines() for hand in hands]
    finally:
        for hand in hands:
            hand.kill()
    waits = [float(line.split()[1]) for lines in said[:WRITERS] for line in lines if line.startswith("fine")]
    answers = [Counter("fine" if line.startswith("fine") else line for line in lines) for lines in said]
    return sum(answers[:WRITERS], Counter()), sum(answers[WRITERS:], Counter()), sorted(waits)


def within(waits: list[float], of_a_hundred: int) -> float:
    return waits[len(waits) * of_a_hundred // 100]


def _hand(server: Server, what: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HAND, what, *map(str, (SECONDS, RATE / WRITERS, HOLDS))]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=server.env, stdin=pipe, stdout=pipe, text=True)


def test_r3_many_processes_write_and_none_is_refused(tmp_path: Path):
    server = Server(tmp_path)
    written, others, waits = evening(server)
    print(
        f"R3: {written['fine']} written by {WRITERS} processes in {SECONDS} s; 95 of 100 within {within(waits, 95):.3f} s, "
        f"99 within {within(waits, 99):.3f} s, all within {waits[-1]:.1f} s"
    )
    assert set(written) == set(others) == {"fine"} and written["fine"] > WRITERS * SECONDS
    assert not RATE or all(within(waits, of_a_hundred) <= most for of_a_hundred, most in WAITS.items())
    assert server.manage(COUNT).split() == [str(written["fine"]), "0"]


def test_r3_control_as_django_opens_it_by_default_writers_are_refused(tmp_path: Path):
    written, _others, _waits = evening(Server(tmp_path, "tests.promises.settings_defaults"))
    assert written["database is locked"] > 0
