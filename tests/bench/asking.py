"""Visitors who ask as fast as they are answered, many in one thread: what they cost is the least that Python can do, since
they share the machine with what they measure.

A visitor is a generator: it yields a request as bytes, and gets the answer. Each keeps a connection of its own; one that the
server has closed is opened anew, and what got no answer on it is sent again as it was.
"""

import os
import re
import selectors
import socket
import ssl
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.promises.fragile import children_of

NOT_YET = (BlockingIOError, ssl.SSLWantReadError)
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CLOSES = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
PATIENCE = 20.0  # seconds without any answer at all


@dataclass(frozen=True)
class Answer:
    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        found = re.search(rf"\r\n{name}: *([^\r]*)".encode(), self.head, re.IGNORECASE)
        return found[1].decode() if found else ""


Visitor = Generator[bytes, Answer, None]


@dataclass
class Door:
    """Where visitors come in; over TLS where there is a context."""

    port: int
    context: ssl.SSLContext | None = None

    def enter(self) -> socket.socket:
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        inside = self.context.wrap_socket(plain, server_hostname="localhost") if self.context else plain
        inside.setblocking(False)
        return inside


@dataclass
class Asked:
    """How long each answer took, in seconds, and how long all of it; the processors' time is that of the servers and of those
    who ask, others on the machine left out."""

    waits: list[float] = field(default_factory=list)
    seconds: float = 0.0
    processor: float = 0.0  # seconds, of all cores together
    again: int = 0  # requests that were sent once more because the connection was closed over them

    @property
    def rate(self) -> float:
        return len(self.waits) / self.seconds


class _Connection:
    def __init__(self, door: Door, visitor: Visitor, request: bytes) -> None:
        self.door, self.visitor, self.request = door, visitor, request
        self.got, self.sent_at = b"", 0.0
        self.socket = door.enter()

    def send(self) -> None:
        self.got, self.sent_at = b"", time.perf_counter()
        self.socket.send(self.request)  # far smaller than what the system takes at once

    def receive(self) -> Answer | None:
        """The answer, if all of it is there. EOFError where the server has hung up."""
        try:
            piece = self.socket.recv(1 << 18)
            if not piece:
                raise EOFError
            self.got += piece
            while isinstance(self.socket, ssl.SSLSocket) and self.socket.pending():
                self.got += self.socket.recv(1 << 18)
        except NOT_YET:
            return None
        except (ConnectionError, ssl.SSLError):
            raise EOFError from None
        return _answer(self.got)


def _answer(got: bytes) -> Answer | None:
    head, end, body = got.partition(b"\r\n\r\n")
    if not end:
        return None
    status = int(head[9:12])
    length = LENGTH.search(head)
    assert length or status in (204, 304), head  # nothing here is sent in pieces
    if status not in (204, 304) and length and len(body) < int(length[1]):
        return None
    return Answer(status, head, body)


def ask(door: Door, visitors: Iterable[Visitor], seconds: float) -> Asked:
    """Until the time is over or nobody has a question left; what was asked by then is waited for."""
    asked, spent, began = Asked(), processor_time(), time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for visitor in visitors:
            if (first := next(visitor, None)) is None:
                continue
            connection = _Connection(door, visitor, first)
            selector.register(connection.socket, selectors.EVENT_READ, connection)
            connection.send()
        while selector.get_map():
            ready = selector.select(PATIENCE)
            assert ready, f"nobody was answered for {PATIENCE:.0f} seconds"
            is_over = time.perf_counter() - began >= seconds
            for key, _events in ready:
                _go_on(selector, key.data, asked, is_over=is_over)
    asked.seconds, asked.processor = time.perf_counter() - began, processor_time() - spent
    return asked


def processor_time(pid: int = 0) -> float:
    """Seconds, of this process and all that it has started, those that have ended among them."""
    pid = pid or os.getpid()
    with suppress(OSError):  # it has just ended, and counts with who started it
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        own = sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")
        return own + sum(map(processor_time, children_of(pid)))
    return 0.0


def _go_on(selector: selectors.BaseSelector, connection: _Connection, asked: Asked, *, is_over: bool) -> None:
    try:
        answer = connection.receive()
    except EOFError:
        asked.again += 1
        _enter_again(selector, connection)
        connection.send()
        return
    if answer is None:
        return
    asked.waits.append(time.perf_counter() - connection.sent_at)
    try:
        connection.request = connection.visitor.send(answer)
    except StopIteration:
        is_over = True
    if is_over:
        selector.unregister(connection.socket)
        connection.socket.close()
        connection.visitor.close()
        return
    if CLOSES.search(answer.head):
        _enter_again(selector, connection)
    connection.send()


def _enter_again(selector: selectors.BaseSelector, connection: _Connection) -> None:
    selector.unregister(connection.socket)
    connection.socket.close()
    connection.socket = connection.door.enter()
    selector.register(connection.socket, selectors.EVENT_READ, connection)
