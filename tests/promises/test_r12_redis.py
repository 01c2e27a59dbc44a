"""R12: Redis is killed, hangs, is wiped; the tournament goes on, and what was ordered meanwhile is made afterwards.

A server with PostgreSQL, Celery and the relay; clerks type, somebody reads the pages and orders papers all the while. The control
has Django's own cache in Redis, and must fail. The relay's waiting is cut short (`altered.hurry`); how long a write waits is
printed beside the wait before, and bounded widely: other work runs on the machine. AUGENGENAU_LONG=1: a minute of each.
"""

import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from tests.promises.clients import Clerk
from tests.promises.conftest import DATABASE, House
from tests.promises.fragile import Redis, killed_in_the_end
from tests.promises.server import ROOT

SECONDS = 60.0 if os.environ.get("AUGENGENAU_LONG") else 1.5  # of each trouble
CLERKS, LONGEST, CAUGHT_UP = 3, 3.0, 60.0
HTTPS = {"X-Forwarded-Proto": "https", "Origin": "https://club.example", "Host": "club.example"}
TOKEN = """
from tournament.out.tokens.actions import make_token
from tournament.core.actors import Actor
from tournament.models import Account
print(make_token(None, by=Actor(Account.objects.get(login="yara")), name="clerk", scope="organiser", days=1).result)
"""
OPEN = "from tournament.models import Job; print(Job.objects.filter(queue='paper').exclude(state='done').count())"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATABASE, reason="of a server with PostgreSQL"),
    pytest.mark.skipif(not shutil.which("redis-server"), reason="Redis is not installed here"),
]


@dataclass
class Hall:
    """One web node, and clerks who write down how long each answer took and what it was."""

    house: House
    redis: Redis
    settings: str = "tests.promises.settings_altered"
    writes: list[tuple[float, int]] = field(default_factory=list)
    pages: list[tuple[float, int]] = field(default_factory=list)
    papers: int = 0

    def __post_init__(self) -> None:
        mode = {"AUGENGENAU_MODE": "server", "AUGENGENAU_DEBUG": "0", "AUGENGENAU_HOSTS": "club.example", "HURRY": "1"}
        mode |= {"REDIS_URL": self.redis.url, "AUGENGENAU_SECRET_KEY": "only for tests " * 4}
        self.server = self.house.server(self.settings, **mode)
        self.token = self.server.manage(TOKEN)
        self.over = threading.Event()

    @contextmanager
    def open(self) -> Iterator[None]:
        self.server.start()
        hands = [threading.Thread(target=self._write, args=(self.clerk(f"clerk{n}"),)) for n in range(CLERKS)]
        hands += [threading.Thread(target=self._read), threading.Thread(target=self._order)]
        for hand in hands:
            hand.start()
        try:
            yield
        finally:
            self.over.set()
            for hand in hands:
                hand.join()
            self.server.kill()

    def clerk(self, name: str) -> Clerk:
        headers = {**HTTPS, "Authorization": f"Bearer {self.token}", "Cookie": ""}
        return Clerk(self.server.url, self.house.tournament, "", name, headers=headers)

    def _write(self, clerk: Clerk) -> None:
        entries, n = f"tournaments/{self.house.tournament}/entries/", 0
        entry = clerk.ask(entries, {"given_name": clerk.name})["id"]
        while not self.over.wait(0.05):
            n += 1
            began = time.monotonic()
            status, _said = clerk.answered(f"{entries}{entry}/paid/", {"is_paid": bool(n % 2)})
            self.writes.append((time.monotonic() - began, status))

    def _read(self) -> None:
        while not self.over.wait(0.1):
            began = time.monotonic()
            request = urllib.request.Request(f"{self.server.url}/t/{self.house.tournament}/", headers=HTTPS)
            try:
                status = urllib.request.urlopen(request, timeout=20).status
            except urllib.error.HTTPError as error:
                status = error.code
            self.pages.append((time.monotonic() - began, status))

    def _order(self) -> None:
        clerk = self.clerk("paper")
        while not self.over.wait(0.7):
            asked = {"paper": "names", "language": ("de", "en")[self.papers % 2]}
            status, _said = clerk.answered(f"tournaments/{self.house.tournament}/papers/", asked)
            self.papers += status == 200

    def during(self, trouble: str) -> str:
        """What was answered while it lasted."""
        writes, pages = len(self.writes), len(self.pages)
        time.sleep(SECONDS)
        waited = [seconds for seconds, _status in self.writes[writes:]]
        seen = {status for _seconds, status in self.pages[pages:]}
        return f"{trouble}: {len(waited)} writes, longest {max(waited, default=0):.2f} s, pages {sorted(seen)}"

    def bad(self) -> list[int]:
        return [status for _seconds, status in [*self.writes, *self.pages] if status >= 400]


def troubles(hall: Hall) -> Iterator[str]:
    yield hall.during("quiet")
    hall.redis.kill()
    yield hall.during("killed")
    hall.redis.start()
    yield hall.during("back")
    hall.redis.hang()
    yield hall.during("hung")
    hall.redis.go_on()
    yield hall.during("awake")
    hall.redis.wipe()
    yield hall.during("wiped")


@contextmanager
def backstage(hall: Hall) -> Iterator[None]:
    """The relay and a Celery worker."""
    worker = ["-m", "celery", "-A", "deploy.site.celery_app", "worker", "--pool=solo", "-Q", "paper", "-l", "critical"]
    silent = {"cwd": ROOT, "env": hall.server.env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen([sys.executable, *words], **silent) for words in (["manage.py", "relay"], worker)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_r12_without_redis_the_tournament_goes_on(house):
    with killed_in_the_end(Redis()) as redis:
        hall = Hall(house, redis)
        with backstage(hall):
            with hall.open():
                for line in troubles(hall):
                    print(f"R12: {line}")
            began = time.monotonic()
            while int(hall.server.manage(OPEN)) and time.monotonic() - began < CAUGHT_UP:
                time.sleep(1)
            caught_up = time.monotonic() - began
    print(
        f"R12: {len(hall.writes)} writes, {len(hall.pages)} pages, {hall.papers} papers ordered, made after {caught_up:.0f} s"
    )
    assert hall.bad() == [] and len(hall.writes) > 20 and hall.papers
    assert max(seconds for seconds, _status in hall.writes) < LONGEST
    assert caught_up < CAUGHT_UP


def test_r12_control_with_a_cache_as_it_comes_writes_fail(house):
    with killed_in_the_end(Redis()) as redis:
        hall = Hall(house, redis, "tests.promises.settings_plain_cache")
        with hall.open():
            hall.during("quiet")
            assert hall.bad() == []
            redis.kill()
            hall.during("killed")
            redis.start()  # for the way out
    assert 500 in hall.bad()
