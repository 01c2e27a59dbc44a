"""A PostgreSQL and a Redis that a test may kill, hang and start again, on ports that stay."""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from deploy.laptop.children import die_with_parent
from deploy.workshop import services
from deploy.workshop.tools import postgresql_programs


class Service:
    """A process and what it starts."""

    command: list[str]
    process: subprocess.Popen[bytes]

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fragile-"))
        self.port, self.password = services.free_port(), secrets.token_hex(16)

    def start(self) -> None:
        with (self.folder / "log").open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                preexec_fn=die_with_parent(),
            )

    def kill(self) -> None:
        """All of it in one moment, as when the machine is reset: nobody gets to write anything down."""
        os.kill(self.process.pid, signal.SIGSTOP)
        for pid in [*children_of(self.process.pid), self.process.pid]:
            with suppress(ProcessLookupError):  # it was just ending by itself
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def hang(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)


def children_of(parent: int) -> list[int]:
    """Those of all its threads."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for of_thread in lists for pid in of_thread.read_text().split()]


class PostgreSQL(Service):
    """As it comes, unlike `deploy.workshop.services`: what is committed is on the disk, unless an option says otherwise."""

    def __init__(self, *options: str) -> None:
        super().__init__()
        programs = postgresql_programs()
        assert programs is not None
        services.make_cluster(programs, self.folder, self.password)
        self.command = [*services.as_other_user(), f"{programs}/postgres", "-D", f"{self.folder}/cluster"]
        self.command += ["-p", str(self.port), "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        self.command += [word for option in options for word in ("-c", option)]
        self.start()
        services.add_role(programs, self.port, self.password)

    @property
    def url(self) -> str:
        return f"postgres://{services.ROLE}:{self.password}@127.0.0.1:{self.port}/{services.ROLE}"

    def start(self) -> None:
        (self.folder / "cluster" / "postmaster.pid").unlink(missing_ok=True)
        super().start()

    def wait_until_ready(self, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                assert time.monotonic() < until
                time.sleep(0.05)
            else:
                return


class Redis(Service):
    """The broker: it keeps nothing on the disk, and what does not fit is refused."""

    def __init__(self) -> None:
        super().__init__()
        options = {"bind": "127.0.0.1", "port": self.port, "save": "", "dir": self.folder, "requirepass": self.password}
        options["maxmemory-policy"] = "noeviction"
        self.command = ["redis-server", *(str(word) for name in options for word in (f"--{name}", options[name]))]
        self.start()

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def wipe(self) -> None:
        command = ["redis-cli", "-p", str(self.port), "flushall"]
        subprocess.run(command, env={**os.environ, "REDISCLI_AUTH": self.password}, check=True, capture_output=True)


@contextmanager
def killed_in_the_end(service: Service) -> Iterator[Service]:
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.go_on()
            service.kill()
        shutil.rmtree(service.folder, ignore_errors=True)
