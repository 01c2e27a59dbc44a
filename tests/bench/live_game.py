"""A final that many follow: `python -m tests.bench.live_game [viewers=200] [throws=20] [seconds between=4]`

One web process and one worker, as a laptop runs them; somebody records throw after throw. Every viewer holds a stream and does
what the page does: fetches its living part some time within SPREAD after a word, with the tag of its copy, and again while
the chances are still being worked out.

Printed: seconds from the recorder's receipt until a viewer has the throw; until the chances after it are worked out; and how
far the chances that a viewer sees are behind the throw. Bounds for 95 of 100: 1.5 s, 1 s, 1 s.
"""

import asyncio
import gzip
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import quantiles

SPREAD, PATIENCE = 0.7, 20.0  # seconds; the first as in live.js
KNOWN, AGAIN = re.compile(rb'data-known="(\d+)"'), re.compile(rb"load delay:(\d+)ms")


class Viewer:
    def __init__(self, final: "Final") -> None:
        self.final, self.known, self.tag = final, 0, ""
        self.has_throw: dict[int, float] = {}
        self.has_chances: dict[int, float] = {}

    async def follow(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.final.port)
        writer.write(
            f"GET /live/{self.final.stream}?known={self.final.first} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        )
        self.final.streams += 1
        while line := await reader.readline():
            if line.startswith(b"id: "):
                await self.show(int(line[4:]))

    async def show(self, version: int) -> None:
        wait: float | None = random.random() * SPREAD
        while wait is not None:
            await asyncio.sleep(wait)
            body = await self.fetch()
            now = time.monotonic()
            if known := KNOWN.search(body):
                self.known = max(self.known, int(known[1]))
                self.has_throw.setdefault(self.known, now)
            again = AGAIN.search(body) if body else AGAIN.search(self.body)
            if not again:
                self.has_chances.setdefault(self.known, now)
            wait = int(again[1]) / 1000 if again else None

    body = b""

    async def fetch(self) -> bytes:
        """Empty if the copy at hand is still right."""
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.final.port)
        head = ["Host: localhost", "HX-Request: true", "Accept-Encoding: gzip", "Connection: close"]
        head += [f"If-None-Match: {self.tag}"] if self.tag else []
        writer.write("\r\n".join([f"GET {self.final.page} HTTP/1.1", *head, "", ""]).encode())
        answer = await reader.read()
        writer.close()
        self.final.pages.append(time.monotonic() - began)
        told, _, body = answer.partition(b"\r\n\r\n")
        if found := re.search(rb"(?i)etag: (\S+)", told):
            self.tag = found[1].decode()
        assert told.split()[1] in (b"200", b"304"), told[:200]
        self.final.bytes += len(body)
        self.body = gzip.decompress(body) if body else self.body
        return body and self.body


class Final:
    def __init__(self, facts: dict, port: int, viewers: int) -> None:
        self.port, self.stream, self.first = port, facts["stream"], facts["seq"]
        self.page, self.lines, self.session = facts["page"], facts["lines"], facts["session"]
        self.taken: dict[int, float] = {}
        self.pages: list[float] = []
        self.streams = self.bytes = 0
        self.worked = 0.0  # seconds of the web process
        self.viewers = [Viewer(self) for _ in range(viewers)]

    async def run(self, throws: int, pause: float) -> None:
        following = [asyncio.create_task(viewer.follow()) for viewer in self.viewers]
        while self.streams < len(self.viewers):
            await asyncio.sleep(0.1)
        await asyncio.sleep(2)
        for line in self.played(throws):
            await asyncio.to_thread(self.record, line)
            await asyncio.sleep(pause)
        await asyncio.sleep(PATIENCE / 4)
        for one in following:
            one.cancel()
        await asyncio.gather(*following, return_exceptions=True)

    @staticmethod
    def played(throws: int):  # type: ignore[no-untyped-def]
        from itertools import islice

        from games.engine.playout.playout import RandomSource
        from games.engine.playout.playout import throws as played
        from games.engine.records.record import written_roll
        from games.engine.rules import registry

        rules = registry.rules("classic")
        for one in islice(played(rules, rules.start(4), RandomSource(1)), throws):
            yield {"kind": "throw", "roll": written_roll(one.roll), "played": one.move.text if one.move else "--"}

    def record(self, line: dict[str, str]) -> None:
        body = json.dumps({"lines": [{**line, "id": f"{random.getrandbits(80):020x}"}]}).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": "a" * 32}
        headers["Cookie"] = f"session={self.session}; csrf={'a' * 32}"
        url = f"http://127.0.0.1:{self.port}{self.lines}"
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=20) as answer:
            assert json.load(answer)["done"]
        self.taken[self.first + len(self.taken) + 1] = time.monotonic()


def seed() -> dict[str, str | int]:
    from tests.bench.hall import hall

    stage = hall(16, 1, running=True)
    from games.models import Game
    from games.recording.actions import add_line, open_game
    from tests.browser.seed import signed_in, someone
    from tournament.core.actors import SYSTEM
    from tournament.models import Grant, Table

    who = someone("yara")
    Grant.objects.create(account=who, club=stage.tournament.club, tournament=stage.tournament, role="referee")
    table = Table.objects.filter(round__stage=stage, round__state="published").first()
    opened = open_game(stage.tournament, by=SYSTEM, table_id=table.public_id).receipt["game"]
    game = Game.objects.get(public_id=opened)
    add_line(game, by=SYSTEM, kind="begins", colour=game.colours[0])
    game.stream.refresh_from_db()
    part = f"t/{stage.tournament.public_id}/games/{opened}/"
    return {
        "page": f"/{part}",
        "lines": f"/desk/{part}lines/",
        "stream": game.stream.public_id,
        "seq": game.stream.seq,
        "session": signed_in(who),
        "game": opened,
    }


def worked_out(game: str, first: int, taken: dict[int, float]) -> list[float]:
    """Seconds from the receipt until the worker was done with a line; the clocks are laid one over the other."""
    from tournament.models import Job

    shift = time.time() - time.monotonic()
    done = Job.objects.filter(kind="games.chances", state="done", args__game__isnull=False).values_list(
        "ended_at", flat=True
    )
    ends = sorted(one.timestamp() - shift for one in done)
    return [next((end - at for end in ends if end >= at), PATIENCE) for at in taken.values()]


def worked(pid: int) -> float:
    """Seconds of the processor so far."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().split()[13:15])) / os.sysconf("SC_CLK_TCK")


def p(values: list[float]) -> str:
    cuts = quantiles(values, n=100)
    return f"p50 {cuts[49]:.2f} s, p95 {cuts[94]:.2f} s, most {max(values):.2f} s"


def main(viewers: int = 200, throws: int = 20, pause: int = 4) -> int:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"AUGENGENAU_DATA": folder, "AUGENGENAU_STATIC": f"{folder}/static"}
        facts = seed()
        from django.core.management import call_command

        from tests.promises.server import ROOT, Server

        call_command("collectstatic", "--no-input", "--verbosity", "0")
        server = Server(Path(folder))
        server.env["AUGENGENAU_DEBUG"] = "0"
        worker = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=server.env)
        try:
            server.start()
            final = Final(facts, server.port, viewers)
            assert server.process is not None
            before = worked(server.process.pid)
            asyncio.run(final.run(throws, pause))
            final.worked = worked(server.process.pid) - before
            ready = worked_out(str(facts["game"]), final.first, final.taken)
        finally:
            worker.terminate()
            worker.wait(10)
            server.stop()
    return report(final, ready)


def report(final: Final, ready: list[float]) -> int:
    pairs = [(viewer, version, at) for viewer in final.viewers for version, at in final.taken.items()]
    seen = [viewer.has_throw[version] - at for viewer, version, at in pairs if version in viewer.has_throw]
    behind = [
        viewer.has_chances.get(version, viewer.has_throw[version] + PATIENCE) - viewer.has_throw[version]
        for viewer, version, _at in pairs
        if version in viewer.has_throw
    ]
    print(
        f"{len(final.viewers)} viewers, {len(final.taken)} throws; a viewer missed {len(pairs) - len(seen)} of {len(pairs)}"
    )
    print(f"a viewer has the throw after: {p(seen)}")
    print(f"its chances are worked out after: {p(ready)}")
    print(f"a viewer has them behind the throw by: {p(behind)}")
    each = f"{final.bytes / len(pairs) / 1024:.1f} KB a throw"
    print(f"answer to a viewer: {p(final.pages)} ({len(final.pages)} asked, {each})")
    print(f"the web process worked {1000 * final.worked / len(final.pages):.1f} ms for each of them")
    return int(quantiles(seen, n=100)[94] > 1.5 or quantiles(ready, n=100)[94] > 1 or quantiles(behind, n=100)[94] > 1)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
