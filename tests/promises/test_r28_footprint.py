"""R28: on a laptop everything together needs no more than 400 MB, also while a hall is busy; and while nobody is there hardly any
of a processor, so that its battery lasts.

`deploy/run` as an organiser starts it; twelve clerks type at the desk, fifty pages listen, large documents are printed. Counted
is the proportional share (PSS) of every process it has started, and of what those started. AUGENGENAU_LONG=1: two hours, and
no growth of more than a tenth over the second half.
"""

import http.client
import os
import threading
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.deploy.conftest import Started, data, prepared_data, start  # noqa: F401  (fixtures)
from tests.promises.clients import SEED
from tests.promises.conftest import DATABASE
from tests.promises.fragile import children_of
from tests.promises.server import Server
from tests.promises.test_r25_stops import STREAM, streams

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
SECONDS, CLERKS, STREAMS = (7200.0, 12, 100) if LONG else (6.0, 12, 50)
LATEST = SECONDS + 60
MOST, GROWTH = 400 << 20, 1.1
IDLE, OF_A_PROCESSOR = (600.0, 0.02) if LONG else (8.0, 0.04)  # in so few seconds each waking up shows
TICKS = os.sysconf("SC_CLK_TCK")
CSRF = "a" * 32
ORDER = """
from tests.tournament.evening import Evening
from tournament.paper.actions import order_paper
from tournament.core.actors import SYSTEM
from tournament.models import Club
evening = Evening(Club.objects.first(), "open_long")
evening.come(250)
for code in ("names", "passes"):
    order_paper(evening.tournament, by=SYSTEM, code=code, language="de")
"""
PRINTED = "from tournament.models import Job; print(Job.objects.filter(queue='paper', state='done').count())"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(DATABASE), reason="of a laptop"),
    pytest.mark.skipif(
        not Path("/proc/self/smaps_rollup").exists(), reason="this system does not tell shares of memory"
    ),
]


def share_of(pid: int) -> int:
    """Of a process and all that it started, in bytes."""
    own = 0
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        own = sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
        own += sum(map(share_of, children_of(pid)))
    return own


def worked(pid: int) -> float:
    """Seconds of a processor, of a process and all that it started."""
    own = 0.0
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        own = (int(fields[11]) + int(fields[12])) / TICKS + sum(map(worked, children_of(pid)))
    return own


def test_r28_with_nobody_there_it_rests(start: Started):  # noqa: F811
    pid, began = start.process.pid, time.monotonic()
    until_quiet = worked(pid)
    while time.monotonic() - began < LATEST:  # what a start brings along comes to its end
        time.sleep(1)
        if worked(pid) - until_quiet < 0.1:
            break
        until_quiet = worked(pid)
    before = worked(pid)
    time.sleep(IDLE)
    share = (worked(pid) - before) / IDLE
    print(f"R28: {share:.1%} of a processor while nobody is there")
    assert share <= OF_A_PROCESSOR


class Typist:
    """At the form of the desk, which no limit for programs holds back."""

    def __init__(self, port: int, tournament: str, session: str) -> None:
        self.port, self.path = port, f"/desk/t/{tournament}/enter/"
        self.headers = {"Cookie": f"session={session}; csrf={CSRF}", "HX-Request": "true"}
        self.headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.entered = 0

    def type(self, name: str) -> None:
        form = {"name": name, "state": "present", "action_id": name.replace(" ", "-"), "csrfmiddlewaretoken": CSRF}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("POST", self.path, urllib.parse.urlencode(form), self.headers)
        self.entered += connection.getresponse().status < 400
        connection.close()


@contextmanager
def typing(typists: list[Typist]) -> Iterator[None]:
    over = threading.Event()

    def hand(number: int, typist: Typist) -> None:
        for n in range(1000 // len(typists)):  # a tournament takes no more
            if over.wait(SECONDS / 90):
                return
            typist.type(f"Gast {number}-{n}")

    hands = [threading.Thread(target=hand, args=each) for each in enumerate(typists)]
    for each in hands:
        each.start()
    yield
    over.set()
    for each in hands:
        each.join()


def test_r28_a_busy_laptop_needs_four_hundred_megabytes_at_most(start: Started):  # noqa: F811
    product = Server(start.data)
    tournament, session = product.manage(SEED).split()
    idle, shares = share_of(start.process.pid), []
    typists = [Typist(start.port, tournament, session) for _ in range(CLERKS)]
    with streams(start.port, product.manage(STREAM), STREAMS), typing(typists):
        product.manage(ORDER)
        began = time.monotonic()
        while time.monotonic() - began < SECONDS or int(product.manage(PRINTED)) < 2:
            assert time.monotonic() - began < LATEST
            shares.append(share_of(start.process.pid))
            time.sleep(0.25)
    megabytes = [round(share / (1 << 20)) for share in (idle, max(shares))]
    print(
        f"R28: {megabytes[0]} MB idle, {megabytes[1]} MB at most; {sum(one.entered for one in typists)} entered meanwhile"
    )
    assert sum(one.entered for one in typists) > 30
    assert max(shares) <= MOST
    if LONG:
        half = len(shares) // 2
        assert max(shares[half:]) <= GROWTH * max(shares[:half])
