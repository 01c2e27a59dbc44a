"""R3: a busy hall never hears "database is locked".

Small form here, as fast as the processes can; AUGENGENAU_LONG=1 gives 32 processes for ten minutes. The control opens the
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
WRITERS, READERS, SECONDS = (32, 2, 600) if LONG else (6, 1, 3)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite"),
]

MADE = """
from datetime import date
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tournament.actions.clubs import create_club
from tournament.actions.tournaments import create_tournament
from tournament.actors import SYSTEM
club = create_club(None, by=SYSTEM, name="Club", admin=None).result
for n in range(2):
    create_tournament(club, by=SYSTEM, name=f"Evening {n}", played_on=date(2026, 11, 21))
"""
# Each begins when all are there: what it may do is on its standard input.
HAND = """
import sys, time
import django; django.setup()
from django.db import Error
from tournament import queries
from tournament.actions.tournaments import change_tournament
from tournament.actors import SYSTEM
from tournament.models import Tournament
what, seconds = sys.argv[1], float(sys.argv[2])
print("ready", flush=True); sys.stdin.readline()
until = time.monotonic() + seconds
ours = list(Tournament.objects.all())
turn = 0
while time.monotonic() < until:
    turn += 1
    one = ours[turn % len(ours)]
    try:
        if what == "write":
            change_tournament(one, by=SYSTEM, name=one.name, played_on=one.played_on, is_listed=True)
        else:
            list(queries.with_counts(Tournament.objects.listed())), list(one.stream.log.all()[:200])
        print("fine")
    except Error as error:
        print(error)
"""
COUNT = """
from tournament import chain
from tournament.models import LogEntry, Stream
print(LogEntry.objects.filter(code="tournament.changed").count(), sum(len(list(chain.faults(s))) for s in Stream.objects.all()))
"""


def evening(server: Server) -> tuple[Counter[str], Counter[str]]:
    """What the writers and the readers were answered."""
    server.manage(MADE)
    hands = [_hand(server, "write") for _ in range(WRITERS)] + [_hand(server, "read") for _ in range(READERS)]
    try:
        for hand in hands:
            assert hand.stdout.readline() == "ready\n"
        for hand in hands:
            hand.stdin.write("go\n")
            hand.stdin.flush()
        answers = [Counter(hand.communicate(timeout=SECONDS + 60)[0].splitlines()) for hand in hands]
    finally:
        for hand in hands:
            hand.kill()
    return sum(answers[:WRITERS], Counter()), sum(answers[WRITERS:], Counter())


def _hand(server: Server, what: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", HAND, what, str(SECONDS)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=server.env, stdin=pipe, stdout=pipe, text=True)


def test_r3_many_processes_write_and_none_is_refused(tmp_path: Path):
    server = Server(tmp_path)
    written, read = evening(server)
    print(f"R3: {written['fine']} written by {WRITERS} processes, {read['fine']} read, in {SECONDS} s")
    assert set(written) == set(read) == {"fine"} and written["fine"] > WRITERS * SECONDS
    assert server.manage(COUNT).split() == [str(written["fine"]), "0"]


def test_r3_control_as_django_opens_it_by_default_writers_are_refused(tmp_path: Path):
    written, _read = evening(Server(tmp_path, "tests.promises.settings_defaults"))
    assert written["database is locked"] > 0
