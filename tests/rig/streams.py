"""Open pages by the hundred: each hears of every version through the proxy, and comes back when it is cut off, as browsers do."""

import asyncio
import random
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.deploy.conftest import until
from tests.rig.history import History
from tests.rig.site import ADDRESSES, Rig


@dataclass
class Reader:
    """`after` is what the server said to wait before coming back."""

    known: int
    heard: dict[int, float] = field(default_factory=dict)  # when, by version
    went_back: bool = False  # a version was told that is older than one before
    after: float = 3.0
    came: list[float] = field(default_factory=list)
    is_there: bool = False

    def hear(self, line: bytes) -> None:
        name, _colon, value = line.decode().strip().partition(": ")
        if name == "retry":
            self.after = int(value) / 1000
        elif name == "event" and not self.is_there:
            self.is_there = True
            self.came.append(time.monotonic())
        elif name == "id":
            self.went_back |= int(value) < self.known
            self.known = int(value)
            self.heard[self.known] = time.monotonic()


class Streams:
    def __init__(self, rig: Rig, count: int) -> None:
        self.rig, self.over = rig, threading.Event()
        known = rig.head()
        self.readers = [Reader(known) for _ in range(count)]
        self.context = ssl.create_default_context(cafile=str(rig.site.folder / "fullchain.pem"))

    @contextmanager
    def open(self) -> Iterator["Streams"]:
        thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        with self.rig.network["cli"].entered():  # where a thread begins, it stays
            thread.start()
        try:
            self.wait_until(lambda reader: reader.is_there, 60)
            yield self
        finally:
            self.over.set()
            thread.join()

    def wait_until(self, fact: Callable[[Reader], bool], seconds: float) -> None:
        """It is true of all readers."""
        until(lambda: all(map(fact, self.readers)), seconds)

    def waits(self, history: History) -> list[float]:
        """How long after a deed was acknowledged each stream had heard of it, or of something newer. Nobody has missed one."""
        done = sorted((line.row[0], line.at) for line in history.lines if line.what == "ok")
        self.wait_until(lambda reader: reader.known >= done[-1][0], 20)
        waits = []
        for reader in self.readers:
            heard = sorted(reader.heard.items())
            for seq, at in done:
                while heard and heard[0][0] < seq:
                    heard.pop(0)
                waits.append(max(0.0, heard[0][1] - at))
        return waits

    async def _run(self) -> None:
        tasks = [asyncio.create_task(self._stay(n, reader)) for n, reader in enumerate(self.readers)]
        while not self.over.is_set():
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _stay(self, number: int, reader: Reader) -> None:
        await asyncio.sleep(random.random() * len(self.readers) / 300)
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._listen(number, reader)
            reader.is_there = False
            await asyncio.sleep(reader.after)

    async def _listen(self, number: int, reader: Reader) -> None:
        host, port = self.rig.site.address("https").split(":")
        source = (ADDRESSES[number % len(ADDRESSES)], 0)
        incoming, outgoing = await asyncio.open_connection(host, int(port), ssl=self.context, local_addr=source)
        try:
            ask = (
                f"GET /live/{self.rig.stream} HTTP/1.1\r\nHost: {host}:{port}\r\nLast-Event-ID: {reader.known}\r\n\r\n"
            )
            outgoing.write(ask.encode())
            while line := await incoming.readline():
                reader.hear(line)
        finally:
            outgoing.transport.abort()
