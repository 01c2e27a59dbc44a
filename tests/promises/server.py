"""A real web process on a data folder of its own, that a test may kill and start again."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.workshop.services import free_port

ROOT = Path(__file__).parents[2]
MIGRATE = "from django.core.management import call_command; call_command('migrate', verbosity=0)"


class Server:
    """One uvicorn process. `settings` may be a module that plants faults; `more` is for its environment."""

    def __init__(self, data: Path, settings: str = "deploy.site.settings", **more: str) -> None:
        self.port = free_port()
        self.env = {**os.environ, "AUGENGENAU_DATA": str(data), "DJANGO_SETTINGS_MODULE": settings}
        self.env |= {"AUGENGENAU_LOG": "ERROR", "AUGENGENAU_MODE": "laptop", "AUGENGENAU_DEBUG": "1"}
        self.env |= more
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def manage(self, code: str, limit: float = 200) -> str:
        """A piece of Python run inside the product, on this server's data."""
        command = [sys.executable, "-c", f"import django; django.setup()\n{code}"]
        done = subprocess.run(
            command, cwd=ROOT, env=self.env, capture_output=True, text=True, timeout=limit, check=False
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

    def migrate(self) -> None:
        """All tables, with nothing in them. On SQLite as a copy: making them anew takes as long as a test."""
        if self.env.get("DATABASE_URL"):
            self.manage(MIGRATE)
        else:
            shutil.copytree(_migrated().name, self.env["AUGENGENAU_DATA"], dirs_exist_ok=True)

    def start(self, *, wait: bool = True) -> None:
        command = [sys.executable, "-m", "uvicorn", "deploy.site.asgi:application", "--port", str(self.port)]
        options = ["--log-level", "critical", "--timeout-graceful-shutdown", "3", "--lifespan", "off"]
        self.process = subprocess.Popen(command + options, cwd=ROOT, env=self.env)
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=2).read()
            except (OSError, urllib.error.URLError):
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server did not start")

    def is_dead(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def ended_by(self) -> int:
        """The signal that ended it; 0 where it ended otherwise."""
        code = self.process.wait(10) if self.process is not None else 0
        return max(0, -code)

    def kill(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def stop(self, seconds: float = 10) -> float:
        """Ask it to end; how long that took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(seconds)
        return time.monotonic() - began


@cache
def _migrated() -> TemporaryDirectory[str]:
    """A data folder as migrating leaves it; gone with the process that runs the tests."""
    folder = TemporaryDirectory(prefix="augengenau-migrated-")
    server = Server(Path(folder.name))
    server.env.pop("DATABASE_URL", None)
    server.manage(MIGRATE, limit=300)
    return folder


class Laptop(Server):
    """The web process as the launcher starts it, on a door that stays open while it is started again."""

    def __init__(self, data: Path, settings: str = "deploy.site.settings", **more: str) -> None:
        super().__init__(data, settings, **more)
        self.door = socket.create_server(("127.0.0.1", self.port), backlog=2048)

    def start(self, *, wait: bool = True) -> None:
        descriptor = self.door.fileno()
        command = [sys.executable, "-m", "deploy.site.uvicorn_process", str(descriptor)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env, pass_fds=(descriptor,))
        if wait:
            self.wait_until_ready()

    def close(self) -> None:
        self.kill()
        self.door.close()


class Forked(Laptop):
    """The same, forked from a process that has loaded everything: for tests that kill it again and again."""

    parent: subprocess.Popen[str] | None = None
    number = 0

    def start(self, *, wait: bool = True) -> None:
        if self.parent is None:
            descriptor, pipes = self.door.fileno(), {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            command = [sys.executable, "-m", "tests.promises.forking", str(descriptor)]
            self.parent = subprocess.Popen(command, cwd=ROOT, env=self.env, pass_fds=(descriptor,), text=True, **pipes)
        assert self.parent.stdin and self.parent.stdout
        self.parent.stdin.write("again\n")
        self.parent.stdin.flush()
        self.number = int(self.parent.stdout.readline())
        if wait:
            self.wait_until_ready()

    def is_dead(self) -> bool:
        try:
            os.kill(self.number, 0)
        except ProcessLookupError:
            return True
        return False

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.number, signal.SIGKILL)

    def close(self) -> None:
        super().close()
        if self.parent is not None:
            self.parent.kill()
            self.parent.wait()
