"""A full hall on one laptop: python -m tests.bench.full_hall [--phones 400] [--seconds 60] [--files 1024] [--hard 20000]

`deploy/run` as an organiser starts it, under the limits of files that are named; phones with a stream and two connections each
(`tests.bench.phones`), from an address each or all from one (`--one-address`); a result a second, confirmed or taken back; three
draws of 240 spread over the time; and on demand somebody with half-sent headers (`--half-open 1200`) and bodies that drip
(`--dripping 200`) from an address of their own. Ends with 1 where anything was answered wrongly or a page took longer than two
seconds beside an attack.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from deploy.laptop.folder import ROOT
from deploy.workshop.services import free_port
from tests.bench import phones, turns
from tests.promises.clients import Clerk
from tests.promises.test_r28_footprint import share_of, worked

LATE = 2.0  # seconds for a page
DRAWS = 3
AFTER = 2.0  # seconds in which what was asked last is answered
SEED = f"""
import json
from datetime import date
from tests.promises import clients
from tests.bench.hall import hall
stage = hall(240, 2, running=True)
exec(clients.SEED.replace("print(", "made_by = ("))
from tests.tournament.evening import Evening
from tournament.models import Club, Grant, Table
Grant.objects.create(account=yara, club=stage.tournament.club, tournament=stage.tournament, role="desk")
drawn = [Evening(club, "open_long", by=Actor(yara)) for _ in range({DRAWS})]
for evening in drawn:
    evening.come(240)
tables = Table.objects.filter(round__stage=stage, round__state="published").prefetch_related("seats")
print(json.dumps({{
    "tournament": stage.tournament.public_id, "stream": stage.tournament.stream.public_id, "session": made_by[1],
    "draws": [evening.tournament.public_id for evening in drawn],
    "tables": [[table.public_id, [seat.colour for seat in table.seats.all()]] for table in tables],
}}))
"""


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--phones", type=int, default=400)
    add("--seconds", type=float, default=60.0)
    add("--files", type=int, default=1024, help="the soft limit of open files, as usual on Linux")
    add("--hard", type=int, default=20_000, help="the hard one")
    add("--one-address", action="store_true", help="all phones behind one address")
    add("--half-open", type=int, default=0, help="connections with half a header, from one address")
    add("--every", type=float, default=300.0, help="seconds between two figures of memory")
    add("--turns", type=int, default=3, help="undisturbed and attacked ones, so many of each")
    add("--dripping", type=int, default=0, help="connections with a body that does not come, from one address")
    return parser.parse_args()


class Laptop:
    """`deploy/run` under limits of its own."""

    def __init__(self, data: Path, files: int, hard: int) -> None:
        self.port, self.data = free_port(), data
        self.env = {**os.environ, "AUGENGENAU_DATA": str(data), "AUGENGENAU_STATIC": str(data / "static")}
        self.env |= {"DJANGO_SETTINGS_MODULE": "deploy.site.settings", "AUGENGENAU_LOG": "ERROR"}
        self.limits = (min(files, hard), hard)

    def manage(self, code: str) -> str:
        before = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
        command = [sys.executable, "-c", f"import django; django.setup()\n{before}\n{code}"]
        return subprocess.run(
            command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True
        ).stdout.strip()

    def start(self) -> None:
        command = [sys.executable, "-m", "deploy.laptop.launch", "--data", str(self.data), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1"],
            cwd=ROOT,
            env=self.env,
            stdout=(self.data.parent / "log").open("wb"),
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, self.limits),
        )
        until = time.monotonic() + 180
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2).close()
            except OSError:
                time.sleep(0.2)
            else:
                return
        raise SystemExit("The laptop did not start.")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Desk:
    """Confirms a result a second and draws, over the API; keeps how each went and how long draws took."""

    def __init__(self, laptop: Laptop, facts: dict[str, Any], seconds: float) -> None:
        self.clerk = Clerk(f"http://127.0.0.1:{laptop.port}", facts["tournament"], facts["session"], "desk")
        self.clerk.headers = {"Host": "localhost"}
        self.facts, self.seconds = facts, seconds
        self.draws: list[float] = []
        self.results, self.failed = 0, []
        self.confirmed: set[str] = set()
        self.over = threading.Event()

    def work(self) -> None:
        hands = [threading.Thread(target=self._confirm), threading.Thread(target=self._draw)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()

    def _confirm(self) -> None:
        """One after the other, and when all have a result they are taken back."""
        for table, colours in cycle(self.facts["tables"]):
            if self.over.wait(1.0):
                return
            places = {colour: {"place": n} for n, colour in enumerate(colours, 1)}
            is_there = table in self.confirmed
            to, said = ("take-back", {"reason": "another table's"}) if is_there else ("confirm", {"places": places})
            self.results += self._asked(f"tables/{table}/{to}/", self.facts["tournament"], said)
            self.confirmed ^= {table}

    def _draw(self) -> None:
        for tournament in self.facts["draws"]:
            if self.over.wait(self.seconds / (DRAWS + 1)):
                return
            began = time.monotonic()
            if self._asked("stages/1/draw/", tournament, {}):
                self.draws.append(time.monotonic() - began)

    def _asked(self, path: str, tournament: str, body: dict[str, Any]) -> bool:
        try:
            status, said = self.clerk.answered(f"tournaments/{tournament}/{path}", body)
        except OSError as error:
            status, said = 0, {"error": repr(error)}
        if status != 200:
            self.failed.append((path, status, said))
        return status == 200


def run(options: argparse.Namespace, laptop: Laptop, facts: dict[str, Any]) -> "Evening":
    base = f"/t/{facts['tournament']}/"
    pages = [base, f"{base}tables/", f"{base}standings/", f"{base}players/1/"]
    hall = phones.Hall(laptop.port, facts["stream"], pages)
    seconds = phones.FIRST + options.seconds
    is_on, (heard, tell) = turns.SPAWN.Event(), turns.SPAWN.Pipe(duplex=False)
    sources = phones.addresses(options.phones, one=options.one_address)
    crowd = turns.Crowd(hall, sources, seconds + AFTER)
    attack = turns.Attack(laptop.port, options.half_open, options.dripping, is_on)
    others = {
        "phones": turns.SPAWN.Process(target=crowd.run, args=[tell], daemon=True),
        "attack": turns.SPAWN.Process(target=attack.run, daemon=True),
    }
    desk, looker = Desk(laptop, facts, seconds), turns.Looker(laptop.port, pages)
    for each in others.values():
        each.start()
    working = threading.Thread(target=desk.work)
    working.start()
    watching = Watch(laptop, options.every)
    try:
        time.sleep(phones.FIRST)
        pids = {"server": laptop.process.pid} | {name: each.pid or 0 for name, each in others.items()}
        with looker.looking():
            found = turns.take_turns(
                options.seconds,
                options.turns,
                is_on,
                pids,
                is_attacked=bool(options.half_open or options.dripping),
            )
        seen, late = heard.recv()
    finally:
        watching.over.set()
        desk.over.set()
        working.join()
        others["attack"].terminate()
        for each in others.values():
            each.join(10)
    return Evening(seen, late, desk, looker, found)


@dataclass
class Evening:
    seen: phones.Seen
    late: list[tuple[float, float]]
    desk: Desk
    looker: turns.Looker
    turns: list[turns.Turn]


class Watch:
    """Memory, now and then."""

    def __init__(self, laptop: Laptop, every: float) -> None:
        self.laptop, self.every = laptop, every
        self.over = threading.Event()
        threading.Thread(target=self._go_on, daemon=True).start()

    def _go_on(self) -> None:
        began = time.monotonic()
        while True:
            print(f"{time.monotonic() - began:5.0f} s: {share_of(self.laptop.process.pid) >> 20} MB", flush=True)
            if self.over.wait(self.every):
                return


def main() -> None:
    options = read_options()
    phones.take_files()
    with tempfile.TemporaryDirectory() as folder:
        (data := Path(folder) / "data").mkdir(mode=0o700)
        laptop = Laptop(data, options.files, options.hard)
        facts = json.loads(laptop.manage(SEED))
        laptop.start()
        try:
            before, work = share_of(laptop.process.pid), worked(laptop.process.pid)
            evening = run(options, laptop, facts)
            after, work = share_of(laptop.process.pid), worked(laptop.process.pid) - work
        finally:
            laptop.end()
        print((data.parent / "log").read_text()[-3000:])
    print(f"processor of the server {work:.1f} s, memory {before >> 20} -> {after >> 20} MB")
    sys.exit(not report(evening, options))


def report(evening: Evening, options: argparse.Namespace) -> bool:
    seen, desk, looker = evening.seen, evening.desk, evening.looker
    print(
        f"phones {options.phones}, soft limit {options.files}, hard {options.hard}, one address: {options.one_address}"
    )
    print(f"half-open {options.half_open}, dripping {options.dripping}")
    for kind in dict.fromkeys(turn.kind for turn in evening.turns):
        print(f"{kind}: pages of the phones {turns.told(turns.of_kind(evening.turns, kind, seen.asked))}")
        print(f"  of one visitor {turns.told(turns.of_kind(evening.turns, kind, looker.asked))}")
        print(f"  the phones' own lateness {turns.told(turns.of_kind(evening.turns, kind, evening.late))}")
        mine = [turn for turn in evening.turns if turn.kind == kind]
        length = sum(turn.ended - turn.began for turn in mine)
        shares = {name: sum(turn.processor[name] for turn in mine) / length for name in mine[0].processor}
        print("  processors: " + ", ".join(f"{name} {each:.2f}" for name, each in shares.items()))
    print(f"pages {dict(seen.answers)}; streams {dict(seen.streams)}, heard {seen.heard}")
    print(f"results {desk.results}, draws {desk.draws}")
    print(f"wrong {seen.wrong}, for the one visitor {dict(looker.wrong)}; at the desk {desk.failed}")
    attacked = [*turns.of_kind(evening.turns, turns.ATTACKED, [*seen.asked, *looker.asked])]
    is_right = not seen.wrong and not looker.wrong and not desk.failed and len(desk.draws) == DRAWS
    return is_right and turns.share(attacked, 1) <= LATE


if __name__ == "__main__":
    main()
