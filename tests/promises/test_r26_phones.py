"""R26, for phones: what the pages of an older version kept and sent (tests/data/releases/*/phone.json, written down by a browser
at that version) is taken by the program of today, once; and today's page sends what the older one kept in the browser.

A page that is open stays the older one until it is loaded again; one that the phone keeps for times without network even longer.
What is signed with a date (a session, the cookie of a table) is fetched anew: it does not live for as long as a release.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, sync_playwright
from playwright.sync_api import TimeoutError as TooLong

from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS
from tests.deploy.server.visitor import Visitor
from tests.promises.conftest import DATABASE
from tests.promises.release import STORED
from tests.promises.released import PASSWORD, RELEASED, Installation, Release
from tests.promises.server import Server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(DATABASE), reason="of the laptop's SQLite"),
]
every_release = pytest.mark.parametrize("release", RELEASED, ids=lambda one: one.name)
with_a_queue = pytest.mark.parametrize(
    "release", [one for one in RELEASED if one.phone("")["stored"]], ids=lambda one: one.name
)
newest = pytest.mark.parametrize("release", RELEASED[-1:], ids=lambda one: one.name)
Hall = tuple[Installation, Server]
LOGGED = """
import json, django
django.setup()
from tournament.models import LogEntry
print(json.dumps(list(LogEntry.objects.order_by("pk").values_list("action_id", flat=True))))
"""
KEEP = """async ({ name, version, store, keyPath, autoIncrement, entries }) => {
  await new Promise((done) => (indexedDB.deleteDatabase(name).onsuccess = done));
  const asked = indexedDB.open(name, version);
  asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath, autoIncrement });
  const base = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
  const kept = base.transaction(store, 'readwrite').objectStore(store);
  entries.forEach((entry) => kept.add(entry));
  await new Promise((done) => (kept.transaction.oncomplete = done));
  base.close();
}"""


@pytest.fixture
def hall(release: Release, upgraded, tmp_path: Path) -> Iterator[Hall]:
    here = upgraded(release).copied(tmp_path / "data")
    with here.server() as server:
        yield here, server


def phone(release: Release, server: Server, csrf: str) -> Visitor:
    """Signed in, at the table of the slip, and with the token that the open pages were made for."""
    visitor = Visitor(server.url)
    visitor.form("/login/", visitor.page("/login/"), login="yara", password=PASSWORD)
    visitor.page(release.facts["slip"])
    next(cookie for cookie in visitor.cookies if cookie.name == "csrf").value = csrf
    return visitor


def not_taken(visitor: Visitor, asked: dict[str, Any]) -> list[str]:
    """What an old page would stumble over. Sent twice, as after an answer that was lost."""
    troubles = []
    for _again in range(2):
        answer = visitor.ask(asked["url"].removeprefix(visitor.url), asked["body"].encode(), **asked["headers"])
        is_json = answer.headers["Content-Type"].startswith("application/json")
        missing = set(asked["answer"] or []) - set(json.load(answer) if is_json else [])
        if answer.status >= 400 or missing:
            troubles.append(f"{asked['url']}: {answer.status}, without {sorted(missing)}")
    return troubles


def ids(asked: dict[str, Any]) -> list[str]:
    if not asked["body"].startswith("{"):
        return parse_qs(asked["body"])["action_id"]
    body = json.loads(asked["body"])
    return [line["id"] for line in body["lines"]] if "lines" in body else [body["action_id"]]


def times_logged(here: Installation, wanted: list[str]) -> list[int]:
    logged = json.loads(here.run("-c", LOGGED))
    return [logged.count(one) for one in wanted]


@every_release
def test_r26_what_older_pages_send_is_taken_once(release: Release, hall: Hall):
    here, server = hall
    then = release.phone(server.url)
    visitor = phone(release, server, then["csrf"])
    assert [trouble for asked in then["requests"] for trouble in not_taken(visitor, asked)] == []
    assert set(times_logged(here, [one for asked in then["requests"] for one in ids(asked)])) == {1}
    here.verify()


@contextmanager
def opened_with(stored: dict[str, Any], release: Release, server: Server, **altered: str) -> Iterator[Page]:
    """A browser that kept this signs in and opens the recorder of today, or one whose queue is altered."""

    def script(route: Route) -> None:
        answer = route.fetch()
        assert altered["was"] in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(altered["was"], altered["now"]))

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
        page = browser.new_context(base_url=server.url, service_workers="block").new_page()
        page.route("**/phone/python/**", lambda route: route.abort())
        if altered:
            page.route("**/outbox.js", script)
        page.goto("/login/")
        page.evaluate(KEEP, stored)
        page.locator("[name=login]").fill("yara")
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("main form button").first.click()
        page.goto(release.facts["recorder"])
        yield page
        browser.close()


@with_a_queue
def test_r26_what_an_older_page_kept_is_sent_by_today_s(release: Release, hall: Hall):
    here, server = hall
    stored = release.phone(server.url)["stored"]
    with opened_with(stored, release, server) as page:
        page.locator("html[data-unsent='0']").wait_for()
        assert page.evaluate(STORED)["entries"] == []
    assert times_logged(here, [entry["id"] for entry in stored["entries"]]) == [1, 1, 1]


@newest
def test_r26_control_a_store_that_takes_nothing_along_is_found_and_loses_nothing(release: Release, hall: Hall):
    """A number raised without a way for what is kept: nothing is sent, nothing is gone."""
    here, server = hall
    stored = release.phone(server.url)["stored"]
    with opened_with(stored, release, server, was='"augengenau", 2', now='"augengenau", 3') as page:
        with pytest.raises(TooLong):
            page.locator("html[data-unsent='0']").wait_for(timeout=5000)
        assert page.evaluate(STORED)["entries"] == stored["entries"]
    assert times_logged(here, [entry["id"] for entry in stored["entries"]]) == [0, 0, 0]


@newest
@pytest.mark.parametrize(("name", "called"), [("roll", "dice"), ("lines", "entries")])
def test_r26_control_another_name_for_what_is_sent_is_found(release: Release, hall: Hall, name: str, called: str):
    _here, server = hall
    then = release.phone(server.url)
    asked = then["requests"][0]
    assert name in asked["body"]
    other = {**asked, "body": asked["body"].replace(f'"{name}"', f'"{called}"')}
    assert not_taken(phone(release, server, then["csrf"]), other)
