"""A PostgreSQL and a Redis of our own for as long as a test run lasts: in a temporary folder, on this machine.

Nothing is kept, so nothing is synced to the disk, unless a test measures that. The tests connect as an ordinary role, because
a superuser bypasses rules that must hold.
"""

import errno
import os
import pwd
import secrets
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.workshop.tools import postgresql_programs
from tournament.core.system import die_with_parent

LOOPBACK = "127.0.0.1"
ROLE = "augengenau"
START_LIMIT = 30.0
SERVER_PORTS = range(12_000, 32_000)  # below those that Linux gives to connections going out
HERE = [f"listen_addresses={LOOPBACK}", "shared_buffers=64MB"]
QUICK = ["fsync=off", "full_page_writes=off"]


@contextmanager
def postgresql(*, is_durable: bool = False) -> Iterator[str]:
    """Yield the DATABASE_URL of a fresh cluster; a durable one syncs commits to the disk, as a server's must."""
    programs = postgresql_programs()
    if programs is None:
        raise FileNotFoundError("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="augengenau-pg-") as name:
        folder, password = Path(name), secrets.token_hex(16)
        make_cluster(programs, folder, password)
        port = free_port()
        command = [*as_other_user(), f"{programs}/postgres", "-D", f"{folder}/cluster", "-p", str(port), "-k", name]
        command += [word for option in (HERE if is_durable else HERE + QUICK) for word in ("-c", option)]
        with _running(command, folder / "log", signal.SIGINT):
            add_role(programs, port, password)
            yield f"postgres://{ROLE}:{password}@{LOOPBACK}:{port}/{ROLE}"


def as_other_user() -> list[str]:
    """PostgreSQL refuses to run as root. (runuser would not pass signals on.)"""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=QUIT"]


def make_cluster(programs: Path, folder: Path, password: str) -> None:
    (folder / "password").write_text(password)
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        for path in (folder, folder / "password"):
            os.chown(path, owner.pw_uid, owner.pw_gid)
    options = ["--no-sync", "--auth=password", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8"]
    subprocess.run(
        [*as_other_user(), f"{programs}/initdb", "-D", f"{folder}/cluster", f"--pwfile={folder}/password", *options],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def add_role(programs: Path, port: int, password: str) -> None:
    role = f"CREATE ROLE {ROLE} LOGIN CREATEDB PASSWORD '{password}'"
    server = ["-h", LOOPBACK, "-p", str(port), "-U", "postgres", "-d", "postgres"]
    for order in (role, f"CREATE DATABASE {ROLE} OWNER {ROLE}"):
        _until_it_works([f"{programs}/psql", *server, "-qc", order], PGPASSWORD=password)


@contextmanager
def redis() -> Iterator[str]:
    """Yield the REDIS_URL of an empty server."""
    with tempfile.TemporaryDirectory(prefix="augengenau-redis-") as name:
        port, password = free_port(), secrets.token_hex(16)
        command = ["redis-server", "--bind", LOOPBACK, "--port", str(port), "--save", "", "--dir", name]
        with _running([*command, "--requirepass", password], Path(name) / "log", signal.SIGTERM):
            _until_it_works(["redis-cli", "-e", "-p", str(port), "ping"], REDISCLI_AUTH=password)
            yield f"redis://:{password}@{LOOPBACK}:{port}/0"


@contextmanager
def _running(command: list[str], log: Path, end_by: signal.Signals) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=log.parent,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent(),
        )
    try:
        yield
    finally:
        process.send_signal(end_by)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _until_it_works(command: list[str], **environment: str) -> None:
    """Retry a command: a server needs a moment before it answers."""
    limit = time.monotonic() + START_LIMIT
    while True:
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=START_LIMIT
        )
        if done.returncode == 0:
            return
        if time.monotonic() > limit:
            raise OSError(f"{command[0]}: {done.stderr or done.stdout}")
        time.sleep(0.05)


def free_port() -> int:
    """Nobody listens on it, and no connection going out gets it by chance before the server that it is for has started."""
    while True:
        port = secrets.choice(SERVER_PORTS)
        if all(_is_free(family, port) for family in (socket.AF_INET, socket.AF_INET6)):
            return port


def _is_free(family: socket.AddressFamily, port: int) -> bool:
    """On every address of that kind, since a proxy listens on all; where the system has no IPv6, nobody does."""
    try:
        with socket.socket(family) as probe:
            if family == socket.AF_INET6:
                probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            probe.bind(("", port))
    except OSError as error:
        return error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
    return True
