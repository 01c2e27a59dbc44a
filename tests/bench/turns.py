"""Undisturbed and attacked in turns, on one running laptop: who waits how long for a page, and whose processor is busy meanwhile.

Phones are a process, and who attacks is another one, so that neither waits for the other; a single visitor who does next to
nothing (`Looker`) asks for one page after the other on new connections. What all of them say is compared turn by turn: what else
the machine has to do falls on both kinds of turns.
"""

import asyncio
import http.client
import multiprocessing
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection as Pipe
from multiprocessing.synchronize import Event
from pathlib import Path

from tests.bench import phones
from tests.promises.test_r28_footprint import TICKS, worked

SPAWN = multiprocessing.get_context("spawn")
LOOKS_EVERY = 0.2  # seconds
TICK = 0.05
UNDISTURBED, ATTACKED = "undisturbed", "attacked"


@dataclass
class Attack:
    """Half-open connections and dripping bodies, from one address; only while it is told to."""

    port: int
    half_open: int
    dripping: int
    is_on: Event

    def run(self) -> None:
        phones.take_files()
        asyncio.run(self._go_on())

    async def _go_on(self) -> None:
        while True:
            await self._until(is_on=True)
            kinds = (phones.HalfOpen(self.port, self.half_open), phones.Dripping(self.port, self.dripping))
            attacking = [asyncio.create_task(each.go_on()) for each in kinds]
            await self._until(is_on=False)
            for each in attacking:
                each.cancel()
            await asyncio.gather(*attacking, return_exceptions=True)

    async def _until(self, *, is_on: bool) -> None:
        while self.is_on.is_set() != is_on:
            await asyncio.sleep(TICK)


@dataclass
class Crowd:
    """The phones; how late they themselves are, with nobody else involved, stands beside what they saw."""

    hall: phones.Hall
    sources: Sequence[str]
    seconds: float

    def run(self, tell: Pipe) -> None:
        phones.take_files()
        tell.send(asyncio.run(self._look()))

    async def _look(self) -> tuple[phones.Seen, list[tuple[float, float]]]:
        late: list[tuple[float, float]] = []
        ticking = asyncio.create_task(_tick(late))
        seen = await self.hall.open(self.sources, self.seconds)
        ticking.cancel()
        return seen, late


async def _tick(late: list[tuple[float, float]]) -> None:
    while True:
        began = time.monotonic()
        await asyncio.sleep(TICK)
        late.append((began, time.monotonic() - began - TICK))


class Looker:
    def __init__(self, port: int, pages: Sequence[str]) -> None:
        self.port, self.pages = port, cycle(pages)
        self.asked: list[tuple[float, float]] = []
        self.wrong: Counter[str] = Counter()
        self._over = threading.Event()

    @contextmanager
    def looking(self) -> Iterator[None]:
        thread = threading.Thread(target=self._look)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _look(self) -> None:
        while not self._over.wait(LOOKS_EVERY):
            began = time.monotonic()
            try:
                status = self._ask(next(self.pages))
            except (OSError, http.client.HTTPException) as error:
                self.wrong[type(error).__name__] += 1
                continue
            self.asked.append((began, time.monotonic() - began))
            if status != 200:
                self.wrong[str(status)] += 1

    def _ask(self, path: str) -> int:
        source = ("127.77.7.7", 0)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=phones.PATIENCE, source_address=source)
        try:
            connection.request("GET", path, headers={"Host": "localhost", "Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()


@dataclass
class Turn:
    kind: str
    began: float
    ended: float
    processor: dict[str, float]  # seconds of one, by who used it

    def holds(self, when: float) -> bool:
        return self.began <= when < self.ended


def used_by_all() -> float:
    """Seconds of all processors of this machine that were not idle."""
    fields = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / TICKS


def take_turns(seconds: float, turns: int, is_on: Event, pids: dict[str, int], *, is_attacked: bool) -> list[Turn]:
    """So many of each kind, one after the other; all undisturbed where nobody attacks."""
    kinds = [UNDISTURBED, ATTACKED if is_attacked else UNDISTURBED] * turns
    found = []
    for kind in kinds:
        (is_on.set if kind == ATTACKED else is_on.clear)()
        began, before = time.monotonic(), _used(pids)
        time.sleep(seconds / len(kinds))
        used = {name: after - before[name] for name, after in _used(pids).items()}
        found.append(Turn(kind, began, time.monotonic(), used))
    is_on.clear()
    return found


def _used(pids: dict[str, int]) -> dict[str, float]:
    each = {name: worked(pid) for name, pid in pids.items()}
    return {**each, "all others": used_by_all() - sum(each.values())}


def of_kind(turns: list[Turn], kind: str, found: list[tuple[float, float]]) -> list[float]:
    mine = [turn for turn in turns if turn.kind == kind]
    return sorted(value for when, value in found if any(turn.holds(when) for turn in mine))


def share(values: list[float], part: float) -> float:
    return values[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def told(values: list[float]) -> str:
    half, most, all_of_them = (share(values, part) for part in (0.5, 0.95, 1))
    return f"{len(values)}, half within {half:.3f} s, 95 of 100 within {most:.3f}, all within {all_of_them:.3f}"
