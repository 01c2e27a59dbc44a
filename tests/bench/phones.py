"""Phones in a hall: each holds a stream and asks for pages on two connections that stay open, as browsers do.

A phone behaves as a browser: a connection that the server closed between two requests is opened anew; a request on an old
connection that dies without a byte of an answer is sent once more on a new one; a stream that is refused is tried again when
`Retry-After` says. What then still fails is an error.
"""

import asyncio
import random
import re
import resource
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
AGAIN = re.compile(rb"\r\nretry-after: *(\d+)", re.IGNORECASE)
CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
TAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
PATIENCE = 20.0  # seconds until an answer is given up
FIRST = 5.0  # seconds in which all phones come in


def take_files() -> None:
    """As many as this process may open."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)


def addresses(count: int, *, one: bool) -> list[str]:
    return (
        ["127.1.0.1"] * count if one else [f"127.{1 + n // 62500}.{n // 250 % 250}.{1 + n % 250}" for n in range(count)]
    )


@dataclass
class Seen:
    """By all phones."""

    answers: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    asked: list[tuple[float, float]] = field(default_factory=list)  # when, and how long until it was there
    streams: Counter[str] = field(default_factory=Counter)  # opened, refused, refused without Retry-After, lost
    heard: int = 0  # words of streams

    @property
    def waits(self) -> list[float]:
        return [wait for _when, wait in self.asked]

    @property
    def late(self) -> float:
        return max(self.waits, default=0.0)

    @property
    def wrong(self) -> dict[str, int]:
        """Every page that was not answered as it should be, and streams that ended by themselves or without a word when to come
        back."""
        bad = {str(status): n for status, n in self.answers.items() if status not in (200, 304)}
        bad |= {f"stream {how}": n for how, n in self.streams.items() if how not in ("opened", "refused")}
        return bad | dict(self.errors)


class Connection:
    def __init__(self, port: int, source: str) -> None:
        self.port, self.source = port, source
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> tuple[bytes, bytes]:
        """Head and body of the answer."""
        is_old = self.writer is not None and not self.reader.at_eof()
        try:
            return await self._ask(request)
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            self.close()
            if not is_old or getattr(error, "partial", b""):
                raise
            return await self._ask(request)

    async def _ask(self, request: bytes) -> tuple[bytes, bytes]:
        if self.writer is None or self.reader.at_eof():
            self.close()
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.source, 0), limit=1 << 20
            )
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = await self.reader.readexactly(int(length[1])) if length else b""
        if CLOSES.search(head):
            self.close()
        return head, body

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.writer = None


class Phone:
    def __init__(self, hall: "Hall", source: str) -> None:
        self.hall, self.source = hall, source
        self.tags: dict[str, str] = {}

    async def come(self) -> None:
        await asyncio.sleep(random.random() * FIRST)
        await asyncio.gather(self.listen(), *(self.browse(Connection(self.hall.port, self.source)) for _n in range(2)))

    async def browse(self, connection: Connection) -> None:
        while not self.hall.is_over:
            await self.look(connection, random.choice(self.hall.pages))
            await asyncio.sleep(random.uniform(*self.hall.looks_every))
        connection.close()

    async def look(self, connection: Connection, path: str) -> None:
        known = f"If-None-Match: {self.tags[path]}\r\n" if path in self.tags else ""
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{known}\r\n".encode()
        began, seen = time.monotonic(), self.hall.seen
        try:
            head, _body = await asyncio.wait_for(connection.ask(request), PATIENCE)
        except (OSError, EOFError, TimeoutError) as error:
            seen.errors[type(error).__name__] += 1
            connection.close()
            return
        seen.asked.append((began, time.monotonic() - began))
        seen.answers[int(head[9:12])] += 1
        if found := TAG.search(head):
            self.tags[path] = found[1].decode()

    async def listen(self) -> None:
        while not self.hall.is_over:
            pause = random.uniform(1, 4)
            try:
                pause = await self.hear() or pause
            except OSError as error:
                self.hall.seen.errors[f"stream {type(error).__name__}"] += 1
            await asyncio.sleep(pause)

    async def hear(self) -> float:
        """Until the stream ends; seconds until it may be asked for again, where it was refused."""
        seen = self.hall.seen
        reader, writer = await asyncio.open_connection("127.0.0.1", self.hall.port, local_addr=(self.source, 0))
        try:
            writer.write(f"GET /live/{self.hall.stream} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            try:
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            except (EOFError, TimeoutError):
                seen.streams["not answered"] += 1
                return 0.0
            if not head.startswith(b"HTTP/1.1 200"):
                again = AGAIN.search(head)
                seen.streams["refused" if again else "refused, nobody says until when"] += 1
                return float(again[1]) if again else 0.0
            seen.streams["opened"] += 1
            while line := await reader.readline():
                seen.heard += line.startswith((b"event: ", b"id: "))
            seen.streams["lost"] += not self.hall.is_over
            return 0.0
        finally:
            writer.close()


class Hall:
    """So many phones, for so many seconds."""

    def __init__(
        self, port: int, stream: str, pages: Sequence[str], *, looks_every: tuple[float, float] = (2, 8)
    ) -> None:
        self.port, self.stream, self.pages, self.looks_every = port, stream, pages, looks_every
        self.seen, self.is_over = Seen(), False

    async def open(self, sources: Sequence[str], seconds: float) -> Seen:
        phones = [asyncio.create_task(Phone(self, source).come()) for source in sources]
        await asyncio.sleep(seconds)
        self.is_over = True
        for phone in phones:
            phone.cancel()
        await asyncio.gather(*phones, return_exceptions=True)
        return self.seen


class HalfOpen:
    """Somebody with so many connections on which half a request was sent; those that the server ends are opened again."""

    def __init__(self, port: int, count: int, source: str = "127.66.6.6") -> None:
        self.port, self.count, self.source = port, count, source
        self.opened = 0

    async def go_on(self) -> None:
        await asyncio.gather(*(self._hold() for _n in range(self.count)))

    async def _hold(self) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
                self.opened += 1
                try:
                    writer.write(self.half)
                    await reader.read()
                finally:
                    writer.close()
            await asyncio.sleep(random.random())

    half = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "


class Dripping(HalfOpen):
    """The same with a body that never ends."""

    half = b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx"
