"""Open pages by the thousand: python -m tests.bench.live [--streams 2000] [--seconds 300] [--settings MODULE]

One web process, as a laptop runs it. Another process writes a result a second, so that no wake-up within the process helps;
every ten seconds a tenth of the streams is cut and comes back with the number of the event it heard last. How long until each
stream has heard of each result, what a stream costs, and how quick pages are meanwhile. Fails where a stream has missed
something, and at 2,000 streams by the gates.
"""

import argparse
import asyncio
import os
import random
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import quantiles

ADDRESSES = [f"127.0.0.{n}" for n in range(2, 10)]  # a process gives one address so many streams
CUT_EVERY, AWAY = 10.0, 3.0
MANY = 2_000  # streams, from which on the gates count: seconds until heard, bytes a stream, seconds for a page
HEARD_GATE, BYTES_GATE, PAGE_GATE = 1.0, 60 * 1024, 0.3


class Reader:
    """A browser's event source, written by hand."""

    def __init__(self, bench: "Bench", number: int) -> None:
        self.bench, self.number, self.heard, self.since = bench, number, 0, 0.0
        self.writer: asyncio.StreamWriter | None = None

    async def run(self) -> None:
        while not self.bench.is_over:
            try:
                await self.listen()
            except OSError:
                self.bench.failures += 1
            await asyncio.sleep(random.random() * AWAY)

    async def listen(self) -> None:
        source = (ADDRESSES[self.number % len(ADDRESSES)], 0)
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.bench.port, local_addr=source)
        ask = f"GET /live/{self.bench.stream} HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {self.heard}\r\n\r\n"
        self.writer.write(ask.encode())
        self.since = time.monotonic()
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.hear(int(line[4:]))
        except ConnectionError:
            pass
        finally:
            self.writer.close()

    def hear(self, seq: int) -> None:
        now = time.monotonic()
        for each in range(self.heard + 1, seq + 1):
            if each in self.bench.written:
                self.bench.waits.append(now - max(self.bench.written[each], self.since))
        self.heard = seq


class Bench:
    def __init__(self, port: int, stream: str, streams: int) -> None:
        self.port, self.stream = port, stream
        self.written: dict[int, float] = {}
        self.waits: list[float] = []
        self.pages: list[float] = []
        self.failures, self.is_over = 0, False
        self.readers = [Reader(self, number) for number in range(streams)]

    async def run(self, seconds: float, page: str) -> None:
        tasks = [asyncio.create_task(reader.run()) for reader in self.readers]
        while not all(reader.since for reader in self.readers):
            await asyncio.sleep(0.2)
        await asyncio.sleep(3)
        extra = [asyncio.create_task(self.cut()), asyncio.create_task(self.browse(page))]
        self.began.set()
        await asyncio.sleep(seconds)
        self.ended.set()
        for task in extra:
            task.cancel()
        await asyncio.sleep(AWAY + 3)  # who was cut comes back and catches up
        self.is_over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *extra, return_exceptions=True)

    began, ended = threading.Event(), threading.Event()

    async def cut(self) -> None:
        while True:
            await asyncio.sleep(CUT_EVERY)
            for reader in random.sample(self.readers, len(self.readers) // 10):
                if reader.writer:
                    reader.writer.transport.abort()

    async def browse(self, page: str) -> None:
        """Somebody without a copy of the page, five times a second."""
        while True:
            began = time.monotonic()
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(f"GET {page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            assert (await reader.read()).startswith(b"HTTP/1.1 200")
            writer.close()
            self.pages.append(time.monotonic() - began)
            await asyncio.sleep(0.2)


def write(bench: Bench, stage) -> None:  # type: ignore[no-untyped-def]
    """A result a second, of a round that is running; when all tables have one, the clock is given a second more."""
    from tournament.core.actors import SYSTEM
    from tournament.models import Round, Table
    from tournament.results.actions import confirm_result
    from tournament.rounds.clocks.actions import change_clock

    running = Round.objects.get(stage=stage, state="published")
    Round.objects.filter(pk=running.pk).update(minutes=30)
    tables = list(Table.objects.filter(round=running).prefetch_related("seats"))
    bench.began.wait()
    while not bench.ended.wait(1.0):
        if tables:
            table = tables.pop()
            places = {seat.colour: {"place": n, "counted": None} for n, seat in enumerate(table.seats.all(), 1)}
            done = confirm_result(stage.tournament, by=SYSTEM, table_id=table.public_id, places=places)
        else:
            done = change_clock(stage.tournament, by=SYSTEM, round_id=running.pk, to="extra", seconds=1)
        bench.written[done.receipt["seq"]] = time.monotonic()


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=MANY)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--settings", default="deploy.site.settings", help="of the web process")
    return parser.parse_args()


def main() -> None:
    options = read_options()
    streams = options.streams
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(10_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"AUGENGENAU_DATA": folder, "AUGENGENAU_STATIC": f"{folder}/static"}
        from django.core.management import call_command

        from tests.bench.hall import hall
        from tests.promises.server import Server

        stage = hall(250, 2, running=True)
        call_command("collectstatic", "--no-input", "--verbosity", "0")
        server = Server(Path(folder), options.settings)
        server.env["AUGENGENAU_DEBUG"] = "0"
        server.start()
        try:
            assert server.process is not None
            before = memory(server.process.pid)
            bench = Bench(server.port, stage.tournament.stream.public_id, streams)
            writer = threading.Thread(target=write, args=(bench, stage))
            writer.start()
            page = f"/t/{stage.tournament.public_id}/standings/"
            grown: list[int] = []
            threading.Thread(target=lambda: (bench.began.wait(), grown.append(memory(server.process.pid)))).start()
            asyncio.run(bench.run(options.seconds, page))
            writer.join()
        finally:
            server.stop()
    sys.exit(not report(bench, (grown[0] - before) / streams))


def report(bench: Bench, each: float) -> bool:
    last = max(bench.written)
    behind = sum(reader.heard < last for reader in bench.readers)
    if not bench.waits:
        print(f"{behind} of {len(bench.readers)} streams have heard nothing")
        return False
    waits, pages = quantiles(bench.waits, n=100), quantiles(bench.pages, n=100)
    print(f"streams {len(bench.readers)}, results {len(bench.written)}, heard {len(bench.waits)}")
    print(
        f"until heard: p50 {waits[49]:.3f} s, p95 {waits[94]:.3f} s, p99 {waits[98]:.3f} s, most {max(bench.waits):.3f} s"
    )
    print(f"streams that missed the last: {behind}; refused or broken when coming back: {bench.failures}")
    print(
        f"memory of a stream: {each / 1024:.0f} KB; pages: p50 {pages[49]:.3f} s, p95 {pages[94]:.3f} s ({len(bench.pages)})"
    )
    is_quick = waits[94] <= HEARD_GATE and each <= BYTES_GATE and pages[94] <= PAGE_GATE
    return not behind and not bench.failures and (is_quick or len(bench.readers) < MANY)


if __name__ == "__main__":
    main()
