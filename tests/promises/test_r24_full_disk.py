"""R24: a full disk is a message, not damage.

The data folder lies on a small disk that is filled up while clerks type. What is written then is refused with a sentence, what is
read is there; with room again the same process goes on, and nothing that was acknowledged is missing. The control does not know
a full disk when it meets one, and answers as to a mistake of its own.
"""

import json
import os
import subprocess
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.promises.clients import Clerk
from tests.promises.conftest import DATABASE
from tests.promises.test_r01_kept_once import READ

MEGABYTES, SECONDS = (64, 60.0) if os.environ.get("AUGENGENAU_LONG") else (16, 1.5)
CLERKS = 4
PATIENCE = 60.0  # seconds: longer than SQLite waits for a lock
SENTENCE = "Der Speicher ist voll"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(DATABASE), reason="of the laptop's data folder"),
]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here (mount -t tmpfs)")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path) -> Path:
    """To the last byte."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue
    return ballast


class Hall:
    def __init__(self, clerks: list[Clerk]) -> None:
        self.over, self.answers, self.sentences = threading.Event(), Counter[int](), set[str]()
        self.unanswered: set[str] = set()
        self.hands = [threading.Thread(target=self._type, args=(clerk,)) for clerk in clerks]

    def __enter__(self) -> "Hall":
        for hand in self.hands:
            hand.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for hand in self.hands:
            hand.join()

    def _type(self, clerk: Clerk) -> None:
        n = 0
        while not self.over.is_set():
            n += 1
            name = f"{clerk.name}-{n}"
            try:
                status, said = clerk.answered(f"tournaments/{clerk.tournament}/entries/", {"given_name": name})
            except OSError:  # no answer in the clerk's patience: it may have been done
                self.unanswered.add(name)
                time.sleep(0.01)
                continue
            self.answers[status] += 1
            if status == 200:
                clerk.acked[name] = said
            else:
                self.sentences.add(said.get("title", ""))

    def wait_for(self, status: int, more: int, given_up: Callable[[], bool] = lambda: False) -> None:
        wanted, until = self.answers[status] + more, time.monotonic() + PATIENCE
        while self.answers[status] < wanted and time.monotonic() < until and not given_up():
            time.sleep(0.02)
        assert self.answers[status] >= wanted, (self.answers, len(self.unanswered))


def test_r24_a_full_disk_is_said_and_damages_nothing(disk, new_house):
    house = new_house(disk / "data")
    server = house.server("tests.promises.settings_altered")
    server.start()
    try:
        clerks = house.clerks(server, CLERKS)
        with Hall(clerks) as hall:
            hall.wait_for(200, 20)
            ballast = fill(disk)
            hall.wait_for(507, 20)
            assert not server.is_dead()
            time.sleep(SECONDS)
            page = urllib.request.urlopen(f"{server.url}/t/{house.tournament}/", timeout=10)
            assert page.status == 200 and len(clerks[0].ask(f"tournaments/{house.tournament}/entries/")["items"]) > 10
            ballast.unlink()
            hall.wait_for(200, 20)
        found = json.loads(server.manage(READ))
        print(f"R24: answers {dict(hall.answers)}")
        assert set(hall.answers) == {200, 507} and all(said.startswith(SENTENCE) for said in hall.sentences)
        acked = {name: receipt for clerk in clerks for name, receipt in clerk.acked.items()}
        assert len(found["names"]) == len(set(found["names"])) and found["faults"] == []
        assert set(acked) <= set(found["names"]) <= set(acked) | hall.unanswered
        assert all(found["log"][said["id"]] == [said["seq"], said["hash"]] for said in acked.values())
        server.manage("from django.core.management import call_command; call_command('verify_tournament')")
    finally:
        server.kill()


def test_r24_control_unknown_it_is_a_mistake_of_the_program(disk, new_house):
    house = new_house(disk / "data")
    server = house.server("tests.promises.settings_altered", WITHOUT="sentence", AUGENGENAU_DEBUG="0")
    server.start()
    try:
        with Hall(house.clerks(server, CLERKS)) as hall:
            hall.wait_for(200, 20)
            fill(disk)
            hall.wait_for(500, 20)
        assert 507 not in hall.answers
    finally:
        server.kill()
