"""R24: a disk that fails under the program is a message as well. The kernel aborts a file system when it finds it damaged:
what is written then fails, first as an error of the disk, then as on one that can only be read. SQLite's processes share
memory through a file on the same disk; where its pages went to the disk in that moment the kernel ends who writes into them.
Nothing that was acknowledged may be missing then either, and a process started anew, as the launcher does, says the same.

The data folder lies on an ext4 of its own, which is aborted while clerks type.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from deploy.workshop.services import free_port
from tests.promises.clients import Clerk
from tests.promises.conftest import DATABASE, House
from tests.promises.fragile import children_of
from tests.promises.server import ROOT, Laptop
from tests.promises.test_r01_kept_once import READ
from tests.promises.test_r24_full_disk import Hall

CLERKS = 4
PATIENCE = 60.0  # seconds
PAGES = (
    "/",
    "/t/{}/",
    "/desk/",
    "/desk/t/{}/",
    "/desk/t/{}/log/",
    "/login/",
    "/api/v1/tournaments/{}/entries/",
    "/readyz",
)
SENTENCES = ("Der Speicher lässt sich", "Der Speicher antwortet")
SIGNALS = {signal.SIGBUS, signal.SIGSEGV, signal.SIGABRT}  # whichever of its threads wrote there, and where it was
BACKUP = "from django.core.management import call_command; call_command('backup', '{}')"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(DATABASE), reason="of the laptop's data folder"),
]


class Disk:
    def __init__(self, image: Path, place: Path) -> None:
        self.image, self.place = image, place
        image.write_bytes(b"")
        subprocess.run(["truncate", "-s", "96M", image], check=True)
        subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)

    def mount(self) -> None:
        subprocess.run(["mount", "-o", "loop", self.image, self.place], check=True, capture_output=True)

    def sync(self) -> None:
        subprocess.run(["sync", "-f", self.place], check=True)

    def abort(self) -> None:
        subprocess.run(["mount", "-o", "remount,abort", self.place], check=True)

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", self.place], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    (place := tmp_path / "disk").mkdir()
    try:
        disk = Disk(tmp_path / "image", place)
        disk.mount()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a disk of our own cannot be mounted here (mkfs.ext4, mount -o loop)")
    yield disk
    disk.unmount()


def test_r24_an_aborted_disk_is_said_and_what_is_there_is_read(disk, new_house, tmp_path):
    house = new_house(disk.place / "data")
    disk.sync()  # it was copied: only what the program writes is its own care
    server = house.server("tests.promises.settings_altered", AUGENGENAU_DEBUG="0")
    server.start()
    try:
        clerks = house.clerks(server, CLERKS)
        with Hall(clerks) as hall:
            hall.wait_for(200, 20)
            disk.abort()
            try:
                hall.wait_for(507, 20, given_up=server.is_dead)
                read(server.url, house)
                time.sleep(1)
            except (AssertionError, OSError):
                assert server.ended_by() in SIGNALS
                server.start()
                hall.wait_for(507, 20)
                read(server.url, house)
    finally:
        server.kill()
    print(f"R24, aborted: answers {dict(hall.answers)}, {hall.sentences}")
    assert set(hall.answers) == {200, 507}
    assert all(said.startswith(SENTENCES) for said in hall.sentences)
    with pytest.raises(AssertionError, match="cannot be written: Read-only file system"):
        server.manage(BACKUP.format(disk.place / "backup.zip"))
    assert "looked over" in server.manage(BACKUP.format(tmp_path / "elsewhere.zip"))
    disk.unmount()
    disk.mount()  # as after the machine was started anew
    acked = {name: receipt for clerk in clerks for name, receipt in clerk.acked.items()}
    found = json.loads(server.manage(READ))
    assert found["faults"] == [] and set(acked) <= set(found["names"])
    assert all(found["log"][said["id"]] == [said["seq"], said["hash"]] for said in acked.values())


def read(url: str, house: House) -> None:
    for page in PAGES:
        request = urllib.request.Request(
            url + page.format(house.tournament), headers={"Cookie": f"session={house.session}"}
        )
        assert urllib.request.urlopen(request, timeout=20).status == 200


def test_r24_it_is_read_where_nobody_was_at_work_in_that_moment(disk, new_house):
    """Whoever closes the last connection takes files beside the database away; nobody makes them anew on such a disk."""
    house = new_house(disk.place / "data")
    server = Laptop(house.data, "tests.promises.settings_altered", AUGENGENAU_DEBUG="0")
    server.start()
    try:
        clerk = Clerk(server.url, house.tournament, house.session, "clerk")
        wait_for_answer(clerk, 200)
        disk.sync()
        disk.abort()
        read(server.url, house)
        assert wait_for_answer(clerk, 507).startswith(SENTENCES)
        server.kill()
        server.start()
        read(server.url, house)
        assert wait_for_answer(clerk, 507).startswith(SENTENCES)
    finally:
        server.close()


@contextmanager
def launched(house: House, port: int, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    environment = {**os.environ, "AUGENGENAU_STATIC": str(tmp_path / "static"), "AUGENGENAU_LOG": "ERROR"}
    command = [sys.executable, "-m", "deploy.laptop.launch", "--data", str(house.data), "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1"], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()


def web_process(launcher: int) -> int:
    """0 while there is none."""
    for pid in children_of(launcher):
        with suppress(OSError):
            if "deploy.site.uvicorn_process" in Path(f"/proc/{pid}/cmdline").read_text():
                return pid
    return 0


def answer(clerk: Clerk, name: str) -> tuple[int, str]:
    """0 where nobody answered."""
    try:
        status, said = clerk.answered(f"tournaments/{clerk.tournament}/entries/", {"given_name": name})
    except OSError:
        return 0, ""
    return status, said.get("title", "")


def wait_for_answer(clerk: Clerk, wanted: int) -> str:
    until, got = time.monotonic() + PATIENCE, (0, "")
    while time.monotonic() < until:
        got = answer(clerk, f"Wanda{time.monotonic_ns()}")
        if got[0] == wanted:
            return got[1]
        assert got[0] in (0, 200, 507), got
        time.sleep(0.1)
    raise AssertionError(got)


def test_r24_the_launcher_starts_it_again_on_an_aborted_disk(disk, new_house, tmp_path):
    house, port = new_house(disk.place / "data"), free_port()
    disk.sync()
    with launched(house, port, tmp_path) as launcher:
        url = f"http://127.0.0.1:{port}"
        clerk = Clerk(url, house.tournament, house.session, "clerk")
        wait_for_answer(clerk, 200)
        first = web_process(launcher.pid)
        disk.abort()
        assert wait_for_answer(clerk, 507).startswith(SENTENCES)
        with suppress(ProcessLookupError):  # unless the kernel was quicker
            os.kill(first, signal.SIGBUS)
        assert wait_for_answer(clerk, 507).startswith(SENTENCES)
        assert web_process(launcher.pid) not in (0, first)
        read(url, house)
        assert launcher.poll() is None
    said = (tmp_path / "log").read_text()
    assert re.search(r"web ended \(-\d+\), starts again in", said), said[-2000:]
