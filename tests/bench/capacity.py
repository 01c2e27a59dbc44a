"""How much one machine carries, in one run, as lines of the table in docs/sizing.md: python -m tests.bench.capacity [part …]

    laptop   results confirmed over the API by the laptop's process on SQLite, among 10, 100 and 1,000 tournaments
    server   the same by the shipped site: nginx, two nodes for pages, a PostgreSQL that has every commit on the disk
    hall     of that only what is measured among 10 tournaments, one hall of 240 with it: half a minute
    pages    standings of 60 players for everybody, beside a bare Django view that gives the same bytes on the same servers
    nodes    one node for pages and three: is anything lost, is anybody bound to one of them?

All of them where no part is named, in five minutes. What is compared is measured in short turns, one after the other. The clients
share the machine with what they measure. Ends with 1 where a gate is missed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import chain, pairwise
from pathlib import Path
from statistics import median
from typing import Any

from deploy.laptop.folder import ROOT
from tests.bench.asking import Answer, Asked, Door, Visitor, ask
from tests.bench.desks import CLIENTS, Desks
from tests.bench.figures import Report, in_turns
from tests.bench.sites import DATABASE, Nodes, nodes
from tests.promises.server import Laptop

SIZES = (10, 100, 1000)  # tournaments in the database
TURNS, SECONDS = 3, 3.0
PAGE_TURNS, PAGE_SECONDS = 7, 1.0
SQLITE, POSTGRESQL = 40, 100  # results a second, at least
FLAT = 0.85  # of the rate among the fewest tournaments: less would be more than noise
BARE = 0.70  # of what a view with nothing around it gives
UNCHANGED, UNCHANGED_LAPTOP = 1500, 800  # answers 304 a second of one process
OF_NODES = f"{DATABASE}_nodes"
BARE_LINE = ["gunicorn", "-c", "python:deploy.site.gunicorn_settings", "tests.bench.bare:application"]
OF_ONE_ANSWER = ("date", "server", "connection", "x-request-id", "x-accel-expires", "etag")


def laptop(report: Report, folder: Path) -> None:
    houses = {size: folder / f"laptop{size}" for size in SIZES}
    houses[SIZES[0]].mkdir(mode=0o700)
    servers = {size: Laptop(house, AUGENGENAU_DEBUG="0") for size, house in houses.items()}
    first = servers[SIZES[0]]
    run(first, "manage.py", "migrate", "--verbosity", "0")
    run(first, "manage.py", "collectstatic", "--no-input", "--verbosity", "0")
    plan = json.loads(run(first, "-m", "tests.bench.many", "play"))
    for smaller, size in pairwise(SIZES):
        shutil.copytree(houses[smaller], houses[size])
        run(servers[size], "-m", "tests.bench.many", "fill", str(size))
    try:
        for server in servers.values():
            server.start()
        doors = {size: (lambda server=server: Door(server.port)) for size, server in servers.items()}
        results(report, "SQLite", SQLITE, plan, doors, lambda size, *words: run(servers[size], *words))
        door = Door(first.port)
        rate = in_turns({"": lambda: unchanged(door, plan["shown"])}, PAGE_TURNS)[""].rate
        report.say(
            "“not modified” by the laptop's process",
            f"{rate:,.0f} a second",
            f"at least {UNCHANGED_LAPTOP}",
            is_good=rate >= UNCHANGED_LAPTOP,
        )
    finally:
        for server in servers.values():
            server.close()


def run(server: Laptop, *words: str) -> str:
    """Inside the product, on the data of a laptop."""
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=server.env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def results(
    report: Report,
    where: str,
    least: int,
    plan: dict[str, Any],
    doors: dict[int, Callable[[], Door]],
    run: Callable[..., str],
) -> None:
    """`doors`: to a database of so many tournaments; `run`: a command in it."""
    desks = {size: Desks(plan["evenings"]) for size in doors}
    hall = Desks([plan["hall"]])
    names = {size: f"results confirmed, {where}, eight at play among {size:,} tournaments" for size in doors}
    measured = {names[size]: lambda size=size: desks[size].confirm(doors[size](), SECONDS) for size in doors}
    measured[f"results confirmed, {where}, all in one of 240 players"] = lambda: hall.confirm(
        doors[SIZES[0]](), SECONDS
    )
    figures = in_turns(measured, TURNS)
    report.rates(figures, least)
    for size in doors.keys() & {SIZES[-1]}:
        many, few = figures[names[size]], figures[names[SIZES[0]]]
        report.share(f"{where}: among {size:,} beside among {SIZES[0]}", many, few, FLAT)
    desks[SIZES[0]].receipts |= hall.receipts
    for size in doors:
        said = checked(desks[size], lambda *words, size=size: run(size, *words))
        report.say(f"kept, {where}, {size:,} tournaments", said)


def checked(desks: Desks, run: Callable[..., str]) -> str:
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(desks.receipts, file)
        file.flush()
        return run("-m", "tests.bench.many", "check", file.name).strip()


def prepared(made: Nodes, sizes: tuple[int, ...]) -> dict[str, Any]:
    """The databases with so many tournaments, each a copy of the smaller one."""
    plan: dict[str, Any] = json.loads(made.run(DATABASE, "python", "-m", "tests.bench.many", "play"))
    made.copy(DATABASE, OF_NODES)
    for smaller, size in pairwise(sizes):
        made.copy(database(smaller), database(size))
        made.run(database(size), "python", "-m", "tests.bench.many", "fill", str(size))
    return plan


def database(size: int) -> str:
    return DATABASE if size == SIZES[0] else f"{DATABASE}_{size}"


def server(report: Report, made: Nodes, plan: dict[str, Any], sizes: tuple[int, ...] = SIZES) -> None:
    pairs = {size: [f"web{n}of{size}" for n in (1, 2)] for size in sizes}
    for size, pair in pairs.items():
        for name in pair:
            made.start(name, database=database(size))
    doors = {size: (lambda pair=pair: made.behind(*pair)) for size, pair in pairs.items()}
    results(
        report, "PostgreSQL", POSTGRESQL, plan, doors, lambda size, *words: made.run(database(size), "python", *words)
    )
    for pair in pairs.values():
        for name in pair:
            made.made.stop(name)


def hall(report: Report, made: Nodes, plan: dict[str, Any]) -> None:
    server(report, made, plan, SIZES[:1])


def pages(report: Report, made: Nodes, plan: dict[str, Any]) -> None:
    made.start("web1")
    page, node = plan["shown"], made.door("web1")
    answer = once(node, question(page))
    kept = {name: value for name, value in headers(answer).items() if name not in OF_ONE_ANSWER}
    file = made.made.folder / "answer"
    file.write_bytes(json.dumps(kept).encode() + b"\n" + answer.body)
    made.start("bare", line=BARE_LINE, BARE_ANSWER=str(file))
    bare = made.door("bare")
    assert once(bare, question("/page/")).body == answer.body
    found = in_turns(
        {
            "bare": lambda: asked(bare, question("/page/")),
            "ours": lambda: asked(node, question(page)),
            "not modified": lambda: unchanged(node, page),
            "bare behind nginx": lambda: asked(made.behind("bare"), question("/page/")),
            "ours behind nginx": lambda: asked(made.behind("web1"), question(page)),
        },
        PAGE_TURNS,
    )
    for name, figures in found.items():
        report.say(f"page, {name}", figures)
    report.share("a page kept by nginx", found["ours behind nginx"], found["bare behind nginx"], BARE)
    report.share("a page kept by a node", found["ours"], found["bare"], BARE)
    rate = found["not modified"].rate
    report.say("“not modified”, by a node", f"{rate:,.0f} a second", f"at least {UNCHANGED}", is_good=rate >= UNCHANGED)


def question(path: str, *lines: str) -> bytes:
    """Of a browser, as the proxy hands it on."""
    said = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip", "X-Forwarded-Proto: https", *lines]
    return ("\r\n".join(said) + "\r\n\r\n").encode()


def asked(door: Door, said: bytes, status: int = 200, seconds: float = PAGE_SECONDS) -> Asked:
    def visitor() -> Visitor:
        while True:
            answer = yield said
            assert answer.status == status, (answer.head, answer.body[:300])

    return ask(door, [visitor() for _ in range(CLIENTS)], seconds)


def once(door: Door, said: bytes) -> Answer:
    found: list[Answer] = []

    def visitor() -> Visitor:
        found.append((yield said))

    ask(door, [visitor()], 60)
    return found[0]


def headers(answer: Answer) -> dict[str, str]:
    lines = (line.partition(": ") for line in answer.head.decode().split("\r\n")[1:])
    return {name.lower(): value for name, _colon, value in lines}


def unchanged(door: Door, page: str) -> Asked:
    """By those who have the page already."""
    tag = headers(once(door, question(page)))["etag"]
    return asked(door, question(page, f"If-None-Match: {tag}"), 304)


def more_nodes(report: Report, made: Nodes, plan: dict[str, Any]) -> None:
    three = ["node1", "node2", "node3"]
    for name in three:
        made.start(name, database=OF_NODES)
    desks = {1: Desks(plan["evenings"]), 3: Desks(plan["evenings"])}
    page = question(plan["desk"], f"Cookie: __Host-session={plan['session']}")
    behind = {1: lambda: made.behind(*three[:1]), 3: lambda: made.behind(*three)}
    found = in_turns(
        {
            **{f"results confirmed, nodes: {n}": lambda n=n: desks[n].confirm(behind[n](), SECONDS) for n in (1, 3)},
            **{f"pages of a desk, nodes: {n}": lambda n=n: asked(behind[n](), page) for n in (1, 3)},
        },
        TURNS,
    )
    for name, figures in found.items():
        report.say(name, figures)
    noted, asked_by = {name: made.answered_by(name) for name in three}, desks[3].answered.values()
    shares = [len(noted[name].intersection(chain(*asked_by))) for name in three]
    report.say("requests answered by each of three nodes", ", ".join(map(str, shares)))
    met = min(sum(not noted[name].isdisjoint(numbers) for name in three) for numbers in asked_by)
    report.say("nodes that each client met, without one being bound to any", met, "3", is_good=met == 3)
    desks[3].receipts |= desks[1].receipts
    report.say("kept, nodes 1 and 3 in turn", checked(desks[3], lambda *words: made.run(OF_NODES, "python", *words)))


def main(parts: list[str]) -> None:
    report = Report()
    print(f"{os.cpu_count()} cores; a file is on the disk after {on_disk():.2f} ms (half of 200 times)\n")
    with tempfile.TemporaryDirectory(prefix="augengenau-capacity-") as name:
        folder = Path(name)
        if "laptop" in parts:
            laptop(report, folder)
        on_site = {"server": server, "hall": hall, "pages": pages, "nodes": more_nodes}
        if wanted := [part for part in on_site if part in parts]:
            (folder / "site").mkdir()
            with nodes(folder / "site") as made:
                plan = prepared(made, SIZES if "server" in parts else SIZES[:1])
                for part in wanted:
                    on_site[part](report, made, plan)
    for missed in report.missed:
        print(f"missed: {missed}")
    sys.exit(bool(report.missed))


def on_disk() -> float:
    """Milliseconds until the disk says that it has what was written: what every commit waits for."""
    waits = []
    with tempfile.TemporaryFile() as file:
        for _ in range(200):
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            waits.append(time.perf_counter() - began)
    return 1000 * median(waits)


if __name__ == "__main__":
    main(sys.argv[1:] or ["laptop", "server", "pages", "nodes"])
