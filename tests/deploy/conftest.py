import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from deploy.laptop import children
from deploy.laptop.folder import ROOT
from deploy.laptop.launch import child_environment
from deploy.workshop.services import free_port

RUN = ROOT / "deploy" / "run"
START_LIMIT = 60


def bare_environment(**more: str) -> dict[str, str]:
    """As in a new terminal: nothing of the test settings."""
    ours = ("AUGENGENAU_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "PYTHONPATH")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | more


def children_of(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent and fields[0] != "Z":
                found.append(int(path.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(fact, limit: float = 20):
    """What `fact` says as soon as it says something."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if found := fact():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen")


class Started:
    """deploy/run in a session of its own, on a loopback port."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self._log = data.with_name(f"{data.name}-{self.port}.log")
        with self._log.open("wb") as output:
            self.process = subprocess.Popen(
                [RUN, "--host", "127.0.0.1", "--port", str(self.port), "--data", data],
                env=bare_environment(),
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self._log.read_text()

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.said
        return "Ctrl-C ends Augengenau" in self.said

    def connect(self, path: str) -> socket.socket:
        visitor = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return visitor

    def answers(self, path: str = "/healthz") -> bool:
        with self.connect(path) as visitor:
            return visitor.recv(12) == b"HTTP/1.1 200"

    def child(self, word: str) -> int:
        """The process whose command line has this word."""
        for pid in children_of(self.process.pid):
            if word in Path(f"/proc/{pid}/cmdline").read_text().split("\0"):
                return pid
        return 0

    def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


@pytest.fixture(scope="session")
def prepared_data(tmp_path_factory) -> Path:
    """A data folder as the first start leaves it."""
    data = tmp_path_factory.mktemp("prepared") / "data"
    data.mkdir(mode=0o700)
    environment = child_environment(data, "127.0.0.1", 8000, bare_environment())
    children.wait_for(children.start_preparing(["migrate", "static"], environment))
    return data


@pytest.fixture
def data(prepared_data, tmp_path) -> Path:
    return Path(shutil.copytree(prepared_data, tmp_path / "data"))


@pytest.fixture(scope="module")
def running(prepared_data, tmp_path_factory) -> Iterator[Started]:
    """One that tests share which leave it running."""
    started = Started(shutil.copytree(prepared_data, tmp_path_factory.mktemp("running") / "data"))
    until(started.is_ready, START_LIMIT)
    yield started
    started.end()


@pytest.fixture
def start(data) -> Iterator[Started]:
    """One that a test may end: started on data of its own."""
    started = Started(data)
    try:
        until(started.is_ready, START_LIMIT)
        yield started
    finally:
        started.end()
