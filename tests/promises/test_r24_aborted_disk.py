"""R24: a disk that fails under the program is a message as well. The kernel aborts a file system when it finds it damaged:
what is written then fails, first as an error of the disk, then as on one that can only be read. SQLite's processes share
memory through a file on the same disk; where its pages went to the disk in that moment the kernel ends who writes into them.
Nothing that was acknowledged may be missing then either, and a process started anew, as the launcher does, says the same.

The data folder lies on an ext4 of its own, which is aborted while clerks type.
"""

import json
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.promises.conftest import DATABASE
from tests.promises.test_r01_kept_once import READ
from tests.promises.test_r24_full_disk import Hall

CLERKS = 4
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


def read(url: str, house) -> None:
    for page in PAGES:
        request = urllib.request.Request(
            url + page.format(house.tournament), headers={"Cookie": f"session={house.session}"}
        )
        assert urllib.request.urlopen(request, timeout=20).status == 200
