"""R29: clocks do not decide. The server's is set back by an hour in the middle of a round, the program is started anew under it,
phones are a day early and a day late: what is left of a round stays right, and everything stays in the order of the log.

The web process and the worker run under libfaketime, with a file that says how far their clock is off; it leaves the machine's
ticks alone, as setting a clock does. The control is the same program with the machine's clock for its own: it must fail.
"""

import json
import random
import re
import shutil
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS
from tests.promises import test_r04_offline_queue as r04
from tests.promises.conftest import DATABASE, House
from tests.promises.test_r13_jobs import start_worker

HOUR, DAY = 3600, 24 * 3600
EXACT = 1.5  # seconds: whole ones are shown
LONG_ENOUGH = 6  # seconds, to see whether a clock goes on
PATIENCE = 180  # seconds: a server and a worker that start on a loaded machine
LIBRARY = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), Path("none"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("faketime") and LIBRARY.exists()), reason="faketime is not installed here"),
]

SEED = """
import json
from tests.tournament.evening import Evening
from tournament.entries.signup.actions import set_entering
from tournament.core.actors import SYSTEM
from tournament.models import Club
evening = Evening(Club.objects.first(), "championship")
evening.come(16)
rules = {"takes_entries": True, "opens_at": None, "closes_at": None, "places": 16, "has_waiting_list": True}
set_entering(evening.tournament, by=SYSTEM, **rules)
round_ = evening.publish(evening.draw(1)[0])
tables = [[table.public_id, [seat.colour for seat in table.seats.all()]] for table in round_.tables.all()]
pairs = Evening(Club.objects.first(), "championship")
ids = [entry.public_id for entry in pairs.come(4)]
pairs.play_stage(1, lambda here: {entry.pk: 1 if entry.number <= 2 else 3 for entry in here})
print(json.dumps({"id": evening.tournament.public_id, "tables": tables, "final": pairs.tournament.public_id, "pairs": ids}))
"""
READ = """
import json
from django.core.management import call_command
from tournament.models import Job, Report, Round, Stream, ThrowOff
call_command("verify_tournament", verbosity=0, stdout=open("/dev/null", "w"))
logs = [list(stream.log.order_by("seq").values_list("recorded_at", flat=True)) for stream in Stream.objects.all()]
reports = list(Report.objects.order_by("pk").values_list("reported_at", flat=True))
jobs = Job.objects.filter(state="done")
print(json.dumps({
    "logs": all(times == sorted(times) for times in logs),
    "reports": reports == sorted(reports),
    "jobs": all(job.created_at <= job.ended_at for job in jobs),
    "pauses": all(round_.paused_for.total_seconds() >= 0 for round_ in Round.objects.all()),
    "throws": [off.throws for off in ThrowOff.objects.order_by("pk")],
}))
"""
PAGES = ("", "rounds/", "results/", "log/", "undo/", "data/", "papers/", "entering/")
# In text as people read it: what is negative, but neither a span of times nor a day.
NEGATIVE = re.compile(r"(?<![\w–-])[-−]\d")


@dataclass
class Machine:
    """One whose clock can be set: a server and a worker."""

    house: House
    file: Path
    more: dict[str, str]
    wrong: list[str] = field(default_factory=list)  # what was not as it should be

    def __post_init__(self) -> None:
        fake = {"LD_PRELOAD": str(LIBRARY), "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_CACHE_DURATION": "1"}
        fake |= {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
        self.set_back(0)
        self.facts = json.loads(self.house.server().manage(SEED))
        self.server = self.house.server("tests.promises.settings_altered", **fake, **self.more)
        (self.clerk,) = self.house.clerks(self.server, 1)
        self.at = f"tournaments/{self.facts['id']}"
        self.clock, self.final = (
            f"{self.at}/stages/1/rounds/1",
            f"tournaments/{self.facts['final']}/stages/2/cut/throws",
        )

    def set_back(self, seconds: int) -> None:
        draft = self.file.with_suffix(".new")
        draft.write_text(f"{-seconds:+}\n")
        draft.replace(self.file)

    @contextmanager
    def running(self) -> Iterator[None]:
        self.server.start(wait=False)
        worker = start_worker(self.server)
        try:
            self.server.wait_until_ready(PATIENCE)
            yield
            self.server.stop()
        finally:
            self.server.kill()
            worker.kill()
            worker.wait()

    def expect(self, what: str, is_so: object) -> None:
        if not is_so:
            self.wrong.append(what)

    # What is done

    def change_clock(self, to: str) -> None:
        self.clerk.ask(f"{self.clock}/clock/", {"to": to})

    def confirm(self, table: int) -> None:
        table_id, colours = self.facts["tables"][table]
        self.clerk.ask(f"{self.at}/tables/{table_id}/confirm/", {"places": places(colours)})

    def correct_and_undo(self, table: int) -> None:
        table_id, colours = self.facts["tables"][table]
        said = {"places": places(colours[::-1])}
        effect = self.clerk.ask(f"{self.at}/tables/{table_id}/effect/", said)
        more = {"reason": "other way round", "seen": effect["fingerprint"], "then": "keep"}
        self.clerk.ask(f"{self.at}/tables/{table_id}/correct/", said | more)
        kept = self.clerk.ask(f"{self.at}/undo/")
        self.clerk.ask(f"{self.at}/undo/", {"to": kept["items"][0]["to"], "seen": kept["seen"]})

    def enter(self, name: str) -> None:
        self.clerk.ask(f"{self.at}/entries/self/", {"given_name": name})

    def throw(self, values: dict[int, int]) -> None:
        self.clerk.ask(f"{self.final}/", {"throws": {self.facts["pairs"][n - 1]: value for n, value in values.items()}})

    def is_printed(self, language: str) -> bool:
        job = self.clerk.ask(f"{self.at}/papers/", {"paper": "names", "language": language})["job"]
        until = time.monotonic() + PATIENCE
        while (state := self.clerk.ask(f"jobs/{job}/")["state"]) in ("queued", "running") and time.monotonic() < until:
            time.sleep(0.2)
        return state == "done"

    # What is seen

    def page(self, address: str) -> str:
        request = urllib.request.Request(self.server.url + address, headers={"Cookie": f"session={self.house.session}"})
        return urllib.request.urlopen(request, timeout=20).read().decode()

    def end(self) -> tuple[float, float]:
        """Between which of our own moments the round ends, by what a page says to somebody without scripts."""
        asked = time.monotonic()
        found = re.search(r'data-left="(-?\d+)"', self.page(f"/t/{self.facts['id']}/?q=Gast{random.random()}"))
        assert found
        return asked + int(found[1]) - 1, time.monotonic() + int(found[1])

    def look_at_pages(self) -> None:
        everybodys, desk = f"/t/{self.facts['id']}/", f"/desk/t/{self.facts['id']}/"
        for address in [everybodys, *(desk + word for word in PAGES)]:
            text = re.sub(r"<[^>]+>", " ", self.page(address))
            self.expect(f"{address}: {NEGATIVE.findall(text)}", not NEGATIVE.search(text))


def places(colours: list[str]) -> dict[str, Any]:
    return {colour: {"place": place} for place, colour in enumerate(colours, 1)}


class Watch:
    """Holds the end of a round to what it was at first."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.at_first = machine, machine.end()

    def look(self, when: str, *, longer: float = 0) -> None:
        (earliest, latest), (early, late) = self.machine.end(), self.at_first
        self.machine.expect(f"clock {when}", latest >= early - EXACT and earliest <= late + EXACT + longer)


def set_back_in_the_middle(machine: Machine) -> Watch:
    """Of a round, of a throw-off, and of the work beside them."""
    machine.change_clock("start")
    machine.confirm(0)
    machine.enter("Wanda")
    machine.throw({1: 6, 2: 5})
    watch = Watch(machine)
    machine.set_back(HOUR)
    time.sleep(LONG_ENOUGH)
    watch.look("set back")
    machine.confirm(1)
    machine.correct_and_undo(1)
    machine.enter("Bela")
    machine.throw({3: 4, 4: 3})
    machine.clerk.ask(f"{machine.final}/take-back/", {})
    machine.expect("paper", machine.is_printed("de"))
    machine.look_at_pages()
    watch.look("after the work")
    return watch


def started_anew(machine: Machine) -> None:
    watch = Watch(machine)
    machine.confirm(2)
    machine.correct_and_undo(2)
    machine.change_clock("pause")
    machine.change_clock("continue")
    machine.expect("paper, started anew", machine.is_printed("en"))
    machine.look_at_pages()
    watch.look("to the end")
    moved = machine.clerk.ask(f"{machine.at}/entries/move-up/", {})
    machine.expect("waiting list", machine.clerk.ask(f"{machine.at}/entries/{moved['id']}/")["number"] == 17)


def look_at_what_is_kept(machine: Machine) -> None:
    found = json.loads(machine.house.server().manage(READ))
    throws = found.pop("throws")
    machine.expect("throw taken back", [len(off) for off in throws] == [1] and set(throws[0][0].values()) == {6, 5})
    for what, is_so in found.items():
        machine.expect(what, is_so)


def test_r29_a_server_whose_clock_is_set_back_goes_on(house, tmp_path):
    machine = Machine(house, tmp_path / "clock", {})
    with machine.running():
        watch = set_back_in_the_middle(machine)
        machine.confirm(3)
        written = time.monotonic()
    with machine.running():  # it knows what was written last, not how long ago that was
        watch.look("started anew", longer=time.monotonic() - written)
        started_anew(machine)
    look_at_what_is_kept(machine)
    assert machine.wrong == []


@pytest.mark.skipif(bool(DATABASE), reason="what the control shows does not depend on the database")
def test_r29_control_by_the_machines_clock_it_does_not(house, tmp_path):
    machine = Machine(house, tmp_path / "clock", {"WITHOUT": "clock"})
    with machine.running():
        set_back_in_the_middle(machine)
    look_at_what_is_kept(machine)
    print(f"R29, control: wrong {', '.join(machine.wrong)}")
    assert {"clock set back", "logs", "throw taken back"} <= set(machine.wrong)


# A day that is wrong

KEPT_FOR_A_WHILE = """
from datetime import timedelta
from django.utils import timezone
from tests.tournament.evening import Evening
from tournament.core import jobs
from tournament.core.actors import SYSTEM
from tournament.models import Account, Club, Contact, SeenDay, Token
evening = Evening(Club.objects.first(), "village")
Contact.objects.create(entry=evening.come(1)[0], email="w@example.org")
soon = timezone.now() + timedelta(days=20)
Token.objects.create(account=Account.objects.first(), name="board", scope="read", token_hash="x" * 64, expires_at=soon)
today, later = timezone.localdate(), timezone.localdate() + timedelta(days=%d)
SeenDay.objects.bulk_create(SeenDay(day=today - timedelta(days=n), seconds=600) for n in range(3))
SeenDay.objects.bulk_create(SeenDay(day=later - timedelta(days=n), seconds=600) for n in range(%d))
"""
LEFT = """
from tournament.models import Contact, Job, Token
print(Contact.objects.count(), Token.objects.count(), Job.objects.filter(kind="retention.keep", state="done").count())
"""
FORWARD = 400  # days


def left_after_a_jump(house: House, tmp_path: Path, held: int) -> str:
    """Contacts, tokens, and how often was looked what is to go, after a machine's date was wrong for some seconds."""
    machine = Machine(house, tmp_path / "clock", {})
    house.server().manage(KEPT_FOR_A_WHILE % (FORWARD, held))
    machine.set_back(-FORWARD * DAY)
    worker = start_worker(machine.server)
    try:
        until = time.monotonic() + PATIENCE
        while (left := house.server().manage(LEFT)).endswith(" 0") and time.monotonic() < until:
            time.sleep(1)
    finally:
        worker.kill()
        worker.wait()
    return left


def test_r29_a_date_that_jumps_deletes_nothing(house, tmp_path):
    assert left_after_a_jump(house, tmp_path, held=0) == "1 1 1"


def test_r29_control_a_date_that_has_held_deletes(house, tmp_path):
    assert left_after_a_jump(house, tmp_path, held=3) == "0 0 1"


# Phones

SHIFTED = """
const Real = Date, by = %d * 1000;
globalThis.Date = class extends Real {
  constructor(...said) { said.length ? super(...said) : super(Real.now() + by); }
  static now() { return Real.now() + by; }
};
"""


@dataclass
class Shop:
    """Where phones with a wrong clock come from."""

    browser: Browser
    ahead: int

    def new_context(self, **options: Any) -> BrowserContext:
        context = self.browser.new_context(**options)
        context.add_init_script(SHIFTED % self.ahead)
        return context


@pytest.fixture
def shops() -> Iterator[list[Shop]]:
    """A day early, a day late."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
        yield [Shop(browser, ahead) for ahead in (-DAY, DAY)]
        browser.close()


@pytest.mark.skipif(bool(DATABASE), reason="a phone shows the same with either database")
def test_r29_a_phone_that_is_a_day_off_shows_what_is_left(house, tmp_path, shops):
    """Also while the server's own clock is set back: its header `Date` is an hour off then."""
    machine = Machine(house, tmp_path / "clock", {})
    with machine.running():
        machine.change_clock("start")
        machine.set_back(HOUR)
        time.sleep(LONG_ENOUGH)
        for shop in shops:
            page = shop.new_context().new_page()
            with page.expect_response("**/healthz"):
                page.goto(f"{machine.server.url}/t/{machine.facts['id']}/")
            page.wait_for_timeout(1000)  # the next tick
            asked, (minutes, seconds) = time.monotonic(), page.locator(".bigclock .clock").inner_text().split(":")
            shown, (earliest, latest) = 60 * int(minutes) + int(seconds), machine.end()
            assert earliest - EXACT <= asked + shown <= latest + EXACT
            off = page.evaluate("Date.now()") / 1000 - time.time()
            assert abs(off - shop.ahead) < HOUR


@pytest.mark.skipif(bool(DATABASE), reason="of the laptop's SQLite")
def test_r29_what_a_phone_that_is_a_day_off_has_kept_arrives_once_and_in_order(tmp_path, shops):
    with r04.house(tmp_path) as (server, games, session):
        phones = [
            r04.PagePhone(shop, game, session, random.Random(shop.ahead))
            for shop, game in zip(shops, games, strict=False)
        ]
        for phone in phones:
            phone.enter(6)
            phone.back_in_the_net()
        for phone in phones:
            phone.until_sent(time.monotonic() + PATIENCE)
            assert not phone.kept and phone.refused == []
        found = json.loads(server.manage(r04.READ))
    for phone in phones:
        assert found["lines"][phone.game.split("/")[-2]] == phone.entered
    assert found["faults"] == []
