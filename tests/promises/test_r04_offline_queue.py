"""R4: what phones kept while the network was gone arrives exactly once, in the order of each phone, and nothing is refused in
silence.

Phones record games without a network; then comes one that swallows 30 of 100 answers and doubles 20 of 100 requests. Some are
browsers with the recorder's page, reloaded while they send; the others speak the queue's protocol, and are turned off in the
middle of sending. The control invents a new id for every try and must double entries. AUGENGENAU_LONG=1: 20 phones, three of
them browsers, 500 entries.
"""

import json
import os
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS
from tests.promises.server import Server

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
PHONES, BROWSERS, ENTRIES = (20, 3, 500) if LONG else (6, 1, 90)
SWALLOWED, DOUBLED, TURNED_OFF = 0.3, 0.2, 0.1
EMPTY_WITHIN = 30  # s after the network is back
FIRST = "0123456789abcdef"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite"),
]

SEED = """
import json
from games.recording.actions import add_line, open_game
from games.models import Game
from tests.browser.seed import signed_in, someone
from tests.tournament.evening import Evening
from tournament.people.clubs import create_club
from tournament.core.actors import Actor
from tournament.models import Table
yara = someone("yara", is_operator=True)
by = Actor(yara)
evening = Evening(create_club(None, by=by, name="Club", admin=yara).result, "championship", by=by)
evening.come({players})
evening.publish(evening.draw(1)[0])
games = []
for table in Table.objects.of(evening.tournament).filter(round__number=1)[:{phones}]:
    game = Game.objects.get(public_id=open_game(evening.tournament, by=by, table_id=table.public_id).receipt["game"])
    add_line(game, by=by, kind="begins", colour=game.colours[0])
    games.append(game.public_id)
print(json.dumps({{"tournament": evening.tournament.public_id, "games": games, "session": signed_in(yara)}}))
"""
READ = """
import json
from games.models import Game, Line
from tournament.core import chain
from tournament.models import LogEntry, Stream
lines = {g.public_id: [[n.roll, n.played] for n in g.lines.filter(kind="throw")] for g in Game.objects.all()}
ids = list(LogEntry.objects.filter(code="game.line_added").values_list("action_id", flat=True))
faults = [str(fault) for stream in Stream.objects.all() for fault in chain.faults(stream)]
print(json.dumps({"lines": lines, "ids": ids, "faults": faults}))
"""


@dataclass
class Phone:
    """Kept entries and a network that cannot be relied on."""

    game: str
    session: str
    chance: random.Random
    keeps_id: bool = True
    kept: list[dict] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    entered: list[list[str]] = field(default_factory=list)
    tries: int = 0

    def enter(self, count: int) -> None:
        """Without network: throws for which no piece can move, so that any number of them is a game."""
        for n in range(count):
            roll = str(self.chance.randint(1, 5))
            self.entered.append([roll, "--"])
            said = {"kind": "throw", "roll": roll, "played": "--", "id": self.new_id()}
            self.kept.append(said | ({"seen": n + 1} if self.keeps_id else {}))

    def new_id(self) -> str:
        return "".join(self.chance.choices(FIRST, k=24))

    def flush(self, until: float) -> None:
        while self.kept and time.monotonic() < until:
            try:
                self.taken(self.over_the_air())
            except (OSError, urllib.error.URLError):
                time.sleep(self.chance.uniform(0.01, 0.1))

    def over_the_air(self) -> dict:
        """Part of the queue, as when a phone is turned off in the middle; maybe twice; maybe without an answer."""
        self.tries += 1
        part = self.chance.randint(1, len(self.kept)) if self.chance.random() < TURNED_OFF else len(self.kept)
        for _again in range(2 if self.chance.random() < DOUBLED else 1):
            answer = self.post(self.kept[:part])
        if self.tries == 1 or self.chance.random() < SWALLOWED:
            raise OSError("the answer was lost")
        return answer

    def post(self, lines: list[dict]) -> dict:
        sent = lines if self.keeps_id else [{**line, "id": self.new_id()} for line in lines]
        headers = {"Content-Type": "application/json", "X-CSRFToken": "a" * 32}
        headers["Cookie"] = f"session={self.session}; csrf={'a' * 32}"
        request = urllib.request.Request(f"{self.game}lines/", json.dumps({"lines": sent}).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return {**json.load(answer), "sent": [line["id"] for line in sent]}
        except urllib.error.HTTPError as error:
            if error.code >= 500:
                raise
            return {**json.load(error), "sent": [line["id"] for line in sent]}

    def taken(self, answer: dict) -> None:
        gone = sum(one in answer["done"] for one in answer["sent"])
        self.kept = self.kept[gone:]
        if answer["code"]:  # a person is told, and decides
            self.refused.append(answer["code"])
            self.kept = []


class PagePhone:
    """The recorder's page in a browser. What was thrown is typed, as on a phone that cannot judge by itself."""

    def __init__(self, browser: Browser, game: str, session: str, chance: random.Random) -> None:
        self.game, self.chance, self.tries = game, chance, 0
        self.entered: list[list[str]] = []
        context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
        context.add_cookies([{"name": "session", "value": session, "url": game}])
        self.page: Page = context.new_page()
        self.page.route("**/phone/python/**", lambda route: route.abort())
        self.page.goto(game)

    def enter(self, count: int) -> None:
        self.page.context.set_offline(True)
        self.page.locator("[data-otherwise] > summary").click()
        for n in range(count):
            roll = str(self.chance.randint(1, 5))
            self.page.locator("#other-colour").select_option("YGRK"[n // 3 % 4])  # three throws each, for a six
            self.page.locator("#other-roll").fill(roll)
            self.page.locator("[data-otherwise] [value='--']").click()
            self.page.locator(f"#outbox [data-count]:text-is('{n + 1}')").wait_for()
            self.entered.append([roll, "--"])

    def back_in_the_net(self) -> None:
        self.page.route("**/lines/", self.over_the_air)
        with self.page.expect_request("**/lines/"):
            self.page.context.set_offline(False)
        self.page.reload()

    def over_the_air(self, route: Route) -> None:
        self.tries += 1
        for _again in range(2 if self.chance.random() < DOUBLED else 1):
            answer = route.fetch()
        if self.tries == 1 or self.chance.random() < SWALLOWED:
            route.abort()
        else:
            route.fulfill(response=answer)

    def until_sent(self, until: float) -> None:
        self.page.wait_for_selector("html[data-unsent='0']", timeout=1000 * max(until - time.monotonic(), 1))

    @property
    def kept(self) -> int:
        return int(self.page.locator("html").get_attribute("data-unsent") or 0)

    @property
    def refused(self) -> list[str]:
        shown = self.page.locator("#outbox [data-conflict], #outbox [data-refused]")
        return [box.inner_text() for box in shown.all() if box.is_visible()]


def test_r4_everything_kept_arrives_once_and_in_order(tmp_path: Path):
    with house(tmp_path) as (server, games, session), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
        scripted = [Phone(game, session, random.Random(n)) for n, game in enumerate(games[BROWSERS:])]
        pages = [PagePhone(browser, game, session, random.Random(n)) for n, game in enumerate(games[:BROWSERS])]
        phones = [*pages, *scripted]
        for n, phone in enumerate(phones):
            phone.enter(ENTRIES // PHONES + (n < ENTRIES % PHONES))
        begun = time.monotonic()
        until = begun + 3 * EMPTY_WITHIN
        with sending(scripted, until):
            for page in pages:
                page.back_in_the_net()
            for page in pages:
                page.until_sent(until)
        seconds, found = time.monotonic() - begun, json.loads(server.manage(READ))
        assert sum(len(phone.entered) for phone in phones) == ENTRIES
        for phone in phones:
            assert not phone.kept and phone.refused == []
            assert found["lines"][phone.game.split("/")[-2]] == phone.entered  # each once, none lost, in order
        browser.close()
    assert len(found["ids"]) == len(set(found["ids"])) == ENTRIES + PHONES
    assert found["faults"] == []
    assert seconds <= EMPTY_WITHIN
    tries = sum(one.tries for one in phones)
    print(
        f"R4: {PHONES} phones, {BROWSERS} of them browsers, {ENTRIES} entries, {tries} tries, empty after {seconds:.1f} s"
    )


def test_control_without_ids_of_their_own_entries_double(tmp_path: Path):
    with house(tmp_path) as (server, games, session):
        phones = [Phone(game, session, random.Random(n), keeps_id=False) for n, game in enumerate(games)]
        for phone in phones:
            phone.enter(2)
        with sending(phones, time.monotonic() + 3 * EMPTY_WITHIN):
            pass
        stored = sum(map(len, json.loads(server.manage(READ))["lines"].values()))
    assert stored > sum(len(phone.entered) for phone in phones)


@contextmanager
def house(data: Path) -> Iterator[tuple[Server, list[str], str]]:
    """A hall in which as many games are recorded as there are phones: where, and who is signed in."""
    server = Server(data)
    server.migrate()
    facts = json.loads(server.manage(SEED.format(phones=PHONES, players=4 * PHONES)))
    try:
        server.start()
        yield (
            server,
            [f"{server.url}/desk/t/{facts['tournament']}/games/{game}/" for game in facts["games"]],
            facts["session"],
        )
    finally:
        server.kill()


@contextmanager
def sending(phones: list[Phone], until: float) -> Iterator[None]:
    """All at once, in any order."""
    threads = [threading.Thread(target=phone.flush, args=(until,)) for phone in phones]
    random.Random(1).shuffle(threads)
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.join()
