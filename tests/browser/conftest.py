"""A real server and a real browser. Every page that is opened is watched: a page that breaks the content security policy, or
whose script fails, fails the test."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from deploy.workshop import tools
from tests.promises.server import ROOT, Server

HALL = "hall.test"  # a name over plain http, as phones in a hall reach a laptop: unlike 127.0.0.1 no secure context
ARGUMENTS = [
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 15_000  # ms
MINUTE = 60_000  # ms: Python on a loaded machine
expect.set_options(timeout=PATIENCE)


@dataclass
class Site:
    server: Server
    facts: dict[str, str] = field(default_factory=dict)

    host: str = "127.0.0.1"

    @property
    def url(self) -> str:
        return self.server.url.replace("127.0.0.1", self.host)


def until(page: Page, question: str, said: object = None) -> None:
    """Asked again until the answer is yes. `wait_for_function` takes a promise for one, and our policy for scripts may
    refuse what it asks with after the first time."""
    over = time.monotonic() + MINUTE / 1000
    while not page.evaluate(question, said):
        assert time.monotonic() < over, question
        page.wait_for_timeout(100)


# Package scope: an open browser runs an event loop in this thread, and Django refuses its database to such a thread.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = os.environ.get("AUGENGENAU_CHROMIUM") or tools.chromium()
    assert path, "no chromium here: " + tools.install_line(["chromium"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Styles and scripts as they are shipped: compressed, under hashed names."""
    folder = tmp_path_factory.mktemp("static")
    run("collectstatic", AUGENGENAU_STATIC=str(folder), AUGENGENAU_DATA=str(tmp_path_factory.mktemp("none")))
    return folder


def run(command: str, **environment: str) -> None:
    arguments = [sys.executable, "manage.py", command, "--no-input", "--verbosity", "0"]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.site.settings", **environment}
    subprocess.run(arguments, cwd=ROOT, env=env, check=True, timeout=120)


def started(data: Path, static: Path, *, is_debug: bool = False, settings: str = "deploy.site.settings") -> Server:
    server = Server(data, settings)
    server.env |= {
        "AUGENGENAU_DEBUG": "1" if is_debug else "0",
        "AUGENGENAU_STATIC": str(static),
        "AUGENGENAU_NAMES": HALL,
    }
    server.migrate()
    server.start()
    return server


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[Site]:
    """A club at work (seed.py)."""
    server = started(tmp_path_factory.mktemp("site"), static)
    yield Site(server, json.loads(server.manage("from tests.browser.seed import seed; seed()")))
    server.kill()


ANOTHER_GAME = """
from games.models import Game
from games.recording.actions import add_line, open_game
from tournament.core.actors import Actor
from tournament.models import Account, Table
by, table = Actor(Account.objects.get(login="yara")), Table.objects.get(public_id="{table}")
opened = open_game(table.tournament, by=by, table_id=table.public_id).receipt["game"]
game = Game.objects.get(public_id=opened)
add_line(game, by=by, kind="begins", colour=game.colours[0])
add_line(game, by=by, kind="throw", roll="6", played="--")
"""


@pytest.fixture
def recorded(site: Site) -> None:
    """A throw has one ruling in force: here is one that no other test has ruled."""
    site.server.manage(ANOTHER_GAME.format(table=site.facts["table"]))


@pytest.fixture
def fresh(tmp_path: Path, static: Path) -> Iterator[Site]:
    """An installation on which nobody has done anything yet, and the link that its terminal shows."""
    server = started(tmp_path, static)
    ask = "from tournament.people.actions import first_organiser_link; print(first_organiser_link())"
    yield Site(server, {"link": server.manage(ask)})
    server.kill()


@pytest.fixture(scope="package")
def workshop(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[Site]:
    """With DEBUG on, for /dev/ui."""
    server = started(tmp_path_factory.mktemp("workshop"), static, is_debug=True)
    yield Site(server)
    server.kill()


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a browser of its own; `session` is the key of somebody who is signed in there."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            complaints.append(message.text)

    def visit(site: Site, *, session: str = "", language: str = "de", **options: Any) -> Page:
        context = chromium.new_context(base_url=site.url, **options)
        context.set_default_timeout(PATIENCE)
        cookies = {"django_language": language, "session": session}
        context.add_cookies([{"name": n, "value": v, "url": site.url} for n, v in cookies.items() if v])
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
