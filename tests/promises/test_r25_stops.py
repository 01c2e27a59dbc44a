"""R25: told to stop under load, the web process ends soon, cuts no answer off and loses no write it answered; it sleeps and wakes
with the laptop's lid.

The process is the laptop's, with streams open. The control is the same application under a server that waits for its streams, as
servers do by default: it does not end. AUGENGENAU_LONG=1: 1,500 streams, 20 stops, a lid shut for ten minutes.
"""

import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.promises.clients import Clerk
from tests.promises.conftest import House
from tests.promises.server import ROOT, Laptop, Server
from tests.promises.test_r01_kept_once import READ

STREAMS, STOPS, LID = (1500, 20, 600.0) if os.environ.get("AUGENGENAU_LONG") else (60, 2, 2.0)
CLERKS, ENDS_WITHIN, READY_WITHIN = 4, 10.0, 10.0
STREAM = "from tournament.models import Tournament; print(Tournament.objects.get().stream.public_id)"

pytestmark = pytest.mark.slow


class Hall:
    """Clerks who type, readers who read, and what came of each request."""

    def __init__(self, house: House, server: Server) -> None:
        self.server, self.clerks = server, house.clerks(server, CLERKS)
        self.page = f"{server.url}/t/{house.tournament}/"
        self.over, self.pages, self.cut_off = threading.Event(), 0, 0

    @contextmanager
    def open(self) -> Iterator[None]:
        hands = [threading.Thread(target=self._type, args=(clerk,)) for clerk in self.clerks]
        hands += [threading.Thread(target=self._read) for _ in range(2)]
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
            n += 1
            name = f"{clerk.name}-{n}"
            while name not in clerk.acked:
                self._whole(lambda: clerk.acked.update({name: clerk._post(name, name)}))  # noqa: B023

    def _read(self) -> None:
        while not self.over.is_set():
            self._whole(lambda: urllib.request.urlopen(self.page, timeout=20).read())
            self.pages += 1

    def _whole(self, ask: Callable[[], object]) -> None:
        """An answer that began must come to its end; not to be answered is another thing."""
        try:
            ask()
        except (http.client.IncompleteRead, json.JSONDecodeError):
            self.cut_off += 1
        except (OSError, http.client.HTTPException):
            time.sleep(0.02)

    def acked(self) -> dict[str, dict]:
        return {name: receipt for clerk in self.clerks for name, receipt in list(clerk.acked.items())}


class Stream:
    def __init__(self, port: int, stream: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.sendall(f"GET /live/{stream} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.heard = self.socket.recv(1 << 16)

    def hear(self) -> bytes:
        self.heard += (more := self.socket.recv(1 << 16))
        return more

    def rest(self) -> bytes:
        while self.hear():
            pass
        return self.heard


@contextmanager
def streams(port: int, stream: str, count: int) -> Iterator[list[Stream]]:
    opened = [Stream(port, stream) for _ in range(count)]
    yield opened
    for each in opened:
        each.socket.close()


@pytest.fixture
def laptop(house) -> Iterator[Laptop]:
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    laptop = Laptop(house.data, "tests.promises.settings_altered", **house.more)
    laptop.start()
    yield laptop
    laptop.close()


def test_r25_it_stops_soon_and_cuts_nothing_off(house, laptop):
    stream, hall, took, ready = laptop.manage(STREAM), Hall(house, laptop), [], []
    with hall.open():
        for _ in range(STOPS):
            with streams(laptop.port, stream, STREAMS) as opened:
                known = len(hall.acked())
                while len(hall.acked()) < known + 10:
                    time.sleep(0.02)
                took.append(laptop.stop(ENDS_WITHIN))
                assert all(each.rest().endswith(b"0\r\n\r\n") for each in opened)  # ended, not torn off
            began = time.monotonic()
            laptop.start()
            ready.append(time.monotonic() - began)
    found, acked = json.loads(laptop.manage(READ)), hall.acked()
    print(f"R25: {STOPS} stops with {STREAMS} streams, {max(took):.1f} s at most; ready after {max(ready):.1f} s;")
    print(f"R25: {len(acked)} entries and {hall.pages} pages answered, {hall.cut_off} cut off")
    assert hall.cut_off == 0 and max(ready) < READY_WITHIN
    assert sorted(found["names"]) == sorted(acked) and found["faults"] == []
    assert all(found["log"][said["id"]] == [said["seq"], said["hash"]] for said in acked.values())


def test_r25_after_the_lid_was_shut_streams_go_on(house, laptop):
    (clerk,) = house.clerks(laptop, 1)
    with streams(laptop.port, laptop.manage(STREAM), 5) as opened:
        os.kill(laptop.process.pid, signal.SIGSTOP)
        time.sleep(LID)
        os.kill(laptop.process.pid, signal.SIGCONT)
        clerk.add("Gero", time.monotonic() + READY_WITHIN)
        version = f"id: {clerk.acked['Gero']['seq']}\n".encode()
        assert all(version in each.heard or any(version in each.hear() for _ in range(9)) for each in opened)


def test_r25_control_a_server_that_waits_for_its_streams_does_not_stop(house):
    server = house.server()
    command = [sys.executable, "-m", "uvicorn", "deploy.site.asgi:application", "--port", str(server.port)]
    server.process = subprocess.Popen(
        [*command, "--log-level", "critical", "--lifespan", "off"], cwd=ROOT, env=server.env
    )
    try:
        server.wait_until_ready()
        with streams(server.port, server.manage(STREAM), 1), pytest.raises(subprocess.TimeoutExpired):
            server.stop(6)
    finally:
        server.kill()
