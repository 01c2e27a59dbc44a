"""A full hall on one laptop: python -m tests.bench.full_hall [--phones 400] [--seconds 60] [--files 1024] [--hard 20000]

`deploy/run` as an organiser starts it, under the limits of files that are named; phones with a stream and two connections each
(`tests.bench.phones`), from an address each or all from one (`--one-address`); a result a second, confirmed or taken back; three
draws of 240 spread over the time; and on demand somebody with half-sent headers (`--half-open 1200`) and bodies that drip
(`--dripping 200`) from an address of their own. Ends with 1 where anything was answered wrongly or a page took longer than two
seconds beside an attack.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from itertools import cycle
from pathlib import Path
from typing import Any

from deploy.laptop.folder import ROOT
from deploy.workshop.services import free_port
from tests.bench import phones
from tests.promises.clients import Clerk
from tests.promises.test_r28_footprint import share_of, worked

LATE = 2.0  # seconds for a page
DRAWS = 3
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
        until = time.monotonic() + 60
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


async def run(options: argparse.Namespace, laptop: Laptop, facts: dict[str, Any]) -> tuple[phones.Seen, Desk]:
    base = f"/t/{facts['tournament']}/"
    hall = phones.Hall(laptop.port, facts["stream"], [base, f"{base}tables/", f"{base}standings/", f"{base}players/1/"])
    desk = Desk(laptop, facts, options.seconds)
    working = asyncio.create_task(asyncio.to_thread(desk.work))
    attacks = [phones.HalfOpen(laptop.port, options.half_open), phones.Dripping(laptop.port, options.dripping)]
    attacking = [asyncio.create_task(attack.go_on()) for attack in attacks]
    attacking.append(asyncio.create_task(watch(laptop, hall, options.every)))
    seen = await hall.open(phones.addresses(options.phones, one=options.one_address), options.seconds)
    desk.over.set()
    await working
    for attack in attacking:
        attack.cancel()
    await asyncio.gather(*attacking, return_exceptions=True)
    return seen, desk


async def watch(laptop: Laptop, hall: phones.Hall, every: float) -> None:
    began = time.monotonic()
    while True:
        megabytes = share_of(laptop.process.pid) >> 20
        pages = sum(hall.seen.answers.values())
        print(f"{time.monotonic() - began:5.0f} s: {megabytes} MB, {pages} pages, wrong {hall.seen.wrong}", flush=True)
        await asyncio.sleep(every)


def main() -> None:
    options = read_options()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        (data := Path(folder) / "data").mkdir(mode=0o700)
        laptop = Laptop(data, options.files, options.hard)
        facts = json.loads(laptop.manage(SEED))
        laptop.start()
        try:
            before, work = share_of(laptop.process.pid), worked(laptop.process.pid)
            seen, desk = asyncio.run(run(options, laptop, facts))
            after, work = share_of(laptop.process.pid), worked(laptop.process.pid) - work
        finally:
            laptop.end()
        print((data.parent / "log").read_text()[-3000:])
    print(f"processor {work:.1f} s of {options.seconds:.0f}, memory {before >> 20} -> {after >> 20} MB")
    sys.exit(not report(seen, desk, options))


def report(seen: phones.Seen, desk: Desk, options: argparse.Namespace) -> bool:
    print(
        f"phones {options.phones}, soft limit {options.files}, hard {options.hard}, one address: {options.one_address}"
    )
    print(f"half-open {options.half_open}, dripping {options.dripping}")
    print(
        f"pages {dict(seen.answers)}; p50 {seen.share(0.5):.3f} s, p95 {seen.share(0.95):.3f} s, most {seen.late:.3f} s"
    )
    print(f"streams {dict(seen.streams)}, heard {seen.heard}; results {desk.results}, draws {desk.draws}")
    print(f"wrong {seen.wrong}; at the desk {desk.failed}")
    is_quick = seen.late <= LATE or not (options.half_open or options.dripping)
    return not seen.wrong and not desk.failed and len(desk.draws) == DRAWS and is_quick


if __name__ == "__main__":
    main()
