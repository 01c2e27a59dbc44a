"""`python -m tests.promises.release NAME`: what a release leaves behind, kept under tests/data/releases for the upgrades to come.

Made by the program as it stands: its data folder and what it says of it, a backup, a tournament as a document, and what a phone
without network keeps and sends. Nothing in it is true or secret: the people are invented, the key and the password thrown away.
"""

import json
import shutil
import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Response, sync_playwright

from deploy.laptop.folder import DATABASE
from deploy.workshop import tools
from tests.browser.conftest import ARGUMENTS
from tests.promises.released import RELEASES, SITE, Installation

KEPT = ("VERSION", "secret-key", DATABASE)
HEADERS = ("accept", "content-type", "hx-request", "x-csrftoken")  # that a script of ours sets
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STORED = """async () => {
  const [known] = await indexedDB.databases();
  const base = await new Promise((done) => (indexedDB.open(known.name).onsuccess = (event) => done(event.target.result)));
  const store = base.transaction('entries').objectStore('entries');
  const entries = await new Promise((done) => (store.getAll().onsuccess = (event) => done(event.target.result)));
  base.close();
  return { ...known, store: store.name, keyPath: store.keyPath, autoIncrement: store.autoIncrement, entries };
}"""


def main(name: str) -> None:
    if (RELEASES / name).exists():
        raise SystemExit(f"{name} is there already: what a release has left behind is not made anew.")
    with tempfile.TemporaryDirectory() as place:
        here, folder = Installation(Path(place) / "data").brought_up_to_date(), Path(place) / name
        folder.mkdir()
        facts = json.loads(here.run("-m", "tests.promises.release_evening", "play"))
        session = facts.pop("session")
        here.run("manage.py", "backup", str(folder / "backup.zip"))
        here.run("manage.py", "export_tournament", facts["tournament"], str(folder / "document.json"))
        write(folder / "told.json", {**here.says(), "facts": facts})
        pack(here.data, folder / "data.tar.xz")
        with here.server() as server:
            write(folder / "phone.json", as_kept_and_sent(server.url, session, facts))
        shutil.copytree(folder, RELEASES / name)
    print(f"{name}: {sum(path.stat().st_size for path in (RELEASES / name).iterdir()):,} bytes")


def write(path: Path, said: dict[str, Any]) -> None:
    path.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n")


def pack(data: Path, path: Path) -> None:
    """Without what tells of this machine; the database as one file, as it is when the program has ended."""
    with tempfile.TemporaryDirectory() as place, closing(sqlite3.connect(data / DATABASE)) as database:
        whole = Path(place) / DATABASE
        database.execute("VACUUM INTO ?", [str(whole)])
        with tarfile.open(path, "w:xz", preset=9) as archive:
            for name in KEPT:
                archive.add(whole if name == DATABASE else data / name, name, filter=_anonymous)


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


def as_kept_and_sent(url: str, session: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The browser's own store while the network is gone, then every request that writes, with the kind of its answer: the queue
    of a recorder and referee, a report from a table, a result typed at the desk."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=tools.chromium(), args=ARGUMENTS)
        context = browser.new_context(base_url=url, service_workers="block", **PHONE)
        cookies = {"session": session, "django_language": "de"}
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
        context.route("**/phone/python/**", lambda route: route.abort())
        phone = without_network(context, facts)
        stored, sent = phone.evaluate(STORED), []
        context.on("response", lambda answer: sent.append(answer) if answer.request.method == "POST" else None)
        context.set_offline(False)
        phone.locator("html[data-unsent='0']").wait_for()
        report(opened(context, facts["slip"]), facts["colours"])
        type_result(opened(context, facts["results"]), facts)
        requests = [request_of(answer) for answer in sent]
        csrf = next(cookie["value"] for cookie in context.cookies() if cookie["name"] == "csrf")
        browser.close()
    return json.loads(json.dumps({"csrf": csrf, "stored": stored, "requests": requests}).replace(url, SITE))


def opened(context: BrowserContext, path: str) -> Page:
    page = context.new_page()
    page.goto(path)
    return page


def without_network(context: BrowserContext, facts: dict[str, Any]) -> Page:
    """Two throws and a ruling wait."""
    recorder, claim = opened(context, facts["recorder"]), opened(context, facts["claim"])
    context.set_offline(True)
    recorder.locator("[data-otherwise] > summary").tap()
    for n, roll in enumerate("23", 1):
        recorder.locator("#other-roll").fill(roll)
        recorder.locator("[data-otherwise] [value='--']").tap()
        recorder.locator(f"#outbox [data-count]:text-is('{n}')").wait_for()
    claim.locator("#claim label:has(input[name=against])").first.tap()
    claim.locator("#claim label:has(input[name=roll][value='3'])").tap()
    claim.locator("#claim [data-do=nothing]").tap()
    claim.locator(".signbar button.main").tap()
    claim.locator("#outbox [data-count]:text-is('3')").wait_for()
    claim.close()
    return recorder


def report(page: Page, colours: list[str]) -> None:
    for place, colour in enumerate(colours, 1):
        page.locator(f"label:has([name=place_{colour}][value='{place}'])").tap()
    with page.expect_navigation():
        page.locator("form:has([name^=place_]) button.main").tap()


def type_result(page: Page, facts: dict[str, Any]) -> None:
    page.locator("#line").fill(f"{facts['number']} {'1234'[: len(facts['colours'])]}")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    page.locator("#queue li, #preview p").first.wait_for()


def request_of(answer: Response) -> dict[str, Any]:
    asked = answer.request
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    return {
        "url": asked.url,
        "headers": {name: value for name, value in asked.headers.items() if name in HEADERS},
        "body": asked.post_data,
        "status": answer.status,
        "answer": sorted(answer.json()) if is_json else None,
    }


if __name__ == "__main__":
    main(sys.argv[1])
