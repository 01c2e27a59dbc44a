"""What is lost and doubled when processes are killed under load: python -m tests.bench.kills laptop|server [--kills 300]

    laptop   the web process on SQLite, killed and started again (one kill in ten: in the middle of starting)
    server   the shipped site behind nginx: nodes for pages, worker, relay, streams, both Redis, and single processes of
             PostgreSQL, whose death takes all of its connections along

Clerks type entries as fast as they are answered, and send again under the same id what got no answer. A kill waits for a
second in which so many were acknowledged as `--least` says, after the kill before; where none comes within a minute it is
counted as one too quiet. Afterwards every receipt is looked for in the log, every name in the list, and the chain is followed.
Ends with 1 where something is lost, doubled or out of the chain, or a kill was too quiet.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.sites import Nodes, nodes
from tests.promises.clients import SEED, Clerk
from tests.promises.fragile import children_of
from tests.promises.server import Forked, Server
from tests.promises.test_r01_kept_once import READ

ALTERED = "tests.promises.settings_altered"  # no limit for one account, which stands for a hall of clerks
CLERKS = 4  # more of them wait for one another only
PATIENCE = 120.0  # seconds until a clerk gives up
PAUSE = (0.5, 1.5)  # seconds between two kills, and longer until a second was busy enough
BUSY_WITHIN = 60.0  # seconds, then it is killed all the same
EACH, TOURNAMENTS = (
    40,
    100,
)  # so many entries of each clerk before the next tournament: they are as large as they are in halls
MANY = f"""
for n in range({TOURNAMENTS}):
    print(create_tournament(club, by=Actor(yara), name=f"Evening {{n}}", played_on=date(2026, 11, 21)).result.public_id)
"""
TOKEN = """
from datetime import timedelta
from django.utils import timezone
from tournament.models import Token
from tournament.models.ids import secret_token, token_hash
secret, ends = secret_token(), timezone.now() + timedelta(days=1)
Token.objects.create(account=yara, name="bench", scope="desk", token_hash=token_hash(secret), expires_at=ends)
print(secret)
"""
INTEGRITY = """
from django.db import connection
with connection.cursor() as cursor:
    print(cursor.execute("PRAGMA integrity_check").fetchone()[0])
"""
VICTIMS = ("web1", "web2", "web1", "web2", "postgres", "worker-paper", "relay", "live", "broker", "cache")


@dataclass
class Hall:
    """Clerks who type; what they were told."""

    clerks: list[Clerk]
    tournaments: list[str]
    over: threading.Event = field(default_factory=threading.Event)
    given_up: list[str] = field(default_factory=list)
    times: deque[float] = field(default_factory=lambda: deque(maxlen=1000))  # of the last that were acknowledged

    @contextmanager
    def typing(self) -> Iterator[None]:
        hands = [threading.Thread(target=self._type, args=(clerk,)) for clerk in self.clerks]
        for hand in hands:
            hand.start()
        try:
            yield
        finally:
            self.over.set()
            for hand in hands:
                hand.join()

    def _type(self, clerk: Clerk) -> None:
        n = 0
        while not self.over.is_set():
            name, clerk.tournament = f"{clerk.name}-{n}", self.tournaments[n // EACH % len(self.tournaments)]
            clerk.add(name, time.monotonic() + PATIENCE)
            if name in clerk.acked:
                self.times.append(time.monotonic())
            else:
                self.given_up.append(name)
            n += 1

    def acked(self) -> dict[str, dict[str, Any]]:
        return {name: receipt for clerk in self.clerks for name, receipt in list(clerk.acked.items())}

    def count(self) -> int:
        return sum(len(clerk.acked) for clerk in self.clerks)

    def in_last_second(self) -> int:
        since = time.monotonic() - 1
        return sum(at > since for at in list(self.times))


@dataclass
class Killed:
    hit: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    writes: list[int] = field(default_factory=list)  # acknowledged in the second before each kill


def killing(hall: Hall, kills: int, least: int, kill: Callable[[int], str]) -> Killed:
    killed = Killed()
    began = time.monotonic()
    for number in range(kills):
        at = time.monotonic()
        time.sleep(random.uniform(*PAUSE))
        while (writes := hall.in_last_second()) < least and time.monotonic() < at + BUSY_WITHIN:
            time.sleep(0.02)
        killed.writes.append(writes)
        killed.hit[kill(number)] += 1
        hall.times.clear()
        if (number + 1) % 25 == 0:
            passed = time.monotonic() - began
            print(f"{number + 1} kills, {hall.count()} acknowledged in {passed:.0f} s", flush=True)
    killed.seconds = time.monotonic() - began
    return killed


def judged(hall: Hall, found: dict[str, Any], killed: Killed, least: int) -> bool:
    acked = hall.acked()
    lost = [name for name, said in acked.items() if found["log"].get(said["id"]) != [said["seq"], said["hash"]]]
    lost += [name for name in acked if name not in set(found["names"])]
    doubled = len(found["names"]) - len(set(found["names"]))
    made_up = set(found["names"]) - set(acked) - set(hall.given_up)
    tries = sum(clerk.tries for clerk in hall.clerks)
    print(f"kills {sum(killed.hit.values())}: {dict(killed.hit)}, in {killed.seconds:.0f} s")
    writes = killed.writes
    quiet = sum(of_one < least for of_one in writes)
    print(f"acknowledged {len(acked)}, {len(acked) / killed.seconds:.1f} a second with all starts")
    print(f"in the second before a kill {min(writes)} to {max(writes)}, median {median(writes):.0f}; {quiet} too quiet")
    print(f"tries {tries}, given up {len(hall.given_up)}")
    print(f"lost {len(lost)}, doubled {doubled}, never asked for {len(made_up)}, chain {found['faults'] or 'whole'}")
    return not (lost or doubled or made_up or found["faults"] or quiet)


def laptop(folder: Path, kills: int, least: int) -> bool:
    server, plain = Forked(folder, ALTERED, AUGENGENAU_DEBUG="0"), Server(folder)
    plain.manage("from django.core.management import call_command; call_command('migrate', verbosity=0)")
    tournament, session, *more = plain.manage(SEED + MANY).split()
    hall = Hall([Clerk(server.url, tournament, session, f"clerk{n}") for n in range(CLERKS)], [tournament, *more])
    server.start()

    def kill(number: int) -> str:
        server.kill()
        server.start(wait=bool(number % 10))
        return "web" if number % 10 else "web, and again while it started"

    with hall.typing():
        killed = killing(hall, kills, least, kill)
        server.wait_until_ready(PATIENCE)
    server.close()
    whole = plain.manage(INTEGRITY)
    print(f"integrity check: {whole}")
    return judged(hall, json.loads(plain.manage(READ)), killed, least) and whole == "ok"


def server(folder: Path, kills: int, least: int) -> bool:
    with nodes(folder) as made:
        site = made.made
        settings = {"DJANGO_SETTINGS_MODULE": ALTERED}
        for name in ("web1", "web2"):
            made.start(name, **settings)
        for name in ("live", "worker-paper", "relay"):
            site.start(name)
        made.behind("web1", "web2")
        seed = f"import django; django.setup()\n{SEED}\n{MANY}\n{TOKEN}"
        tournament, session, *more, secret = site.run("web1", "python", "-c", seed).split()[-3 - TOURNAMENTS :]
        hall = Hall(
            [_clerk(made, tournament, session, secret, f"clerk{n}") for n in range(CLERKS)], [tournament, *more]
        )
        with hall.typing():
            killed = killing(hall, kills, least, lambda _number: _kill_one(made))
        found = json.loads(site.run("web1", "python", "-c", f"import django; django.setup()\n{READ}").splitlines()[-1])
    return judged(hall, found, killed, least)


def _clerk(made: Nodes, tournament: str, session: str, secret: str, name: str) -> Clerk:
    clerk = Clerk(made.made.url, tournament, session, name, headers={"Authorization": f"Bearer {secret}"})
    clerk.opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=made.certificate))
    return clerk


def _kill_one(made: Nodes) -> str:
    victim = random.choice(VICTIMS)
    if victim == "postgres":
        with suppress(ProcessLookupError, IndexError):
            os.kill(random.choice(_of_postgresql(os.getpid())), signal.SIGKILL)
        return victim
    made.made.stop(victim, signal.SIGKILL)
    if victim in ("broker", "cache"):
        made.made.start_redis(victim)
    else:
        made.made.start(victim)
    return victim


def _of_postgresql(pid: int) -> list[int]:
    """Its processes that serve somebody, among those that this one has started."""
    found = []
    for child in children_of(pid):
        with suppress(OSError):
            line = Path(f"/proc/{child}/cmdline").read_text()
            found += [child] if line.startswith("postgres: ") and "127.0.0.1" in line else []
        found += _of_postgresql(child)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("laptop", "server"))
    parser.add_argument("--kills", type=int, default=0, help="300 on a laptop, 150 on a server")
    parser.add_argument("--least", type=int, default=20, help="entries acknowledged in the second before a kill")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        is_good = MODES[options.mode](Path(folder), options.kills or USUAL[options.mode], options.least)
    sys.exit(not is_good)


MODES = {"laptop": laptop, "server": server}
USUAL = {"laptop": 300, "server": 150}

if __name__ == "__main__":
    main()
