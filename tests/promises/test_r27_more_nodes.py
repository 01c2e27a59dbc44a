"""R27: it grows by adding nodes. Three of the shipped nodes for pages, asked in turn by one person with one session: an evening
is played to its end while a node is killed, and none of them may write to any file. The same sixty entries are typed at one node
and at three, each once.

The control keeps sessions in the memory of a process, and must lose people. How much faster three nodes are is not asked here:
they share two cores (docs/sizing.md has figures).
"""

import itertools
import shutil
import signal
import time
import urllib.error
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import pytest

from deploy.workshop.tools import postgresql_programs
from tests.deploy.server.shipped import Site, site, until_listening
from tests.deploy.server.test_smoke import PASSWORD, enter, play, set_up
from tests.deploy.server.visitor import Visitor
from tests.promises.conftest import DATABASE

NODES = ("web1", "web2", "web3")
CLERKS, WRITES = 6, 60
# No file may grow by a byte; what is said goes through a pipe to the test's log.
WRITES_NOTHING = 'exec > >(cat) 2>&1; ulimit -f 0; exec "$@"'
NEEDED = ("bash", "redis-server", "openssl", "psql")
MISSING = [name for name in NEEDED if not shutil.which(name)] + ([] if postgresql_programs() else ["PostgreSQL"])
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(DATABASE), reason="brings a PostgreSQL of its own"),
    pytest.mark.skipif(bool(MISSING), reason=f"the run of three nodes: {', '.join(MISSING)} not found"),
]


class Three(Site):
    """The compose file has two nodes for pages; a third is like the first."""

    doors = (*Site.doors, "web3")
    more: dict[str, str] = {}

    def described(self, service: str) -> str:
        return "web1" if service == "web3" else service

    def environment(self, service: str) -> dict[str, str]:
        return super().environment(service) | self.more

    def open(self, **more: str) -> None:
        self.more = more
        for node in NODES:
            self.start(node, ["bash", "-c", WRITES_NOTHING, node, *self.command(node)])
        until_listening(self, *NODES)

    def close(self) -> None:
        for node in {*NODES} & self.running.keys():
            self.stop(node)


class Turning(Visitor):
    """Asks the nodes themselves, another one each time, as a proxy would; where nobody listens the next."""

    def __init__(self, made: Site, nodes: tuple[str, ...] = NODES, cookies: CookieJar | None = None) -> None:
        super().__init__("")
        self.site, self.turns, self.answered = made, itertools.cycle(nodes), Counter[str]()
        policy = DefaultCookiePolicy(secure_protocols=("http", "https"))  # the proxy has the certificate
        self.cookies.set_policy(policy)
        for cookie in cookies or ():
            self.cookies.set_cookie(cookie)

    def ask(self, path: str, data: bytes | None = None, method: str | None = None, **headers: str) -> Any:
        by_proxy = {"Host": self.site.name, "Origin": f"https://{self.site.name}", "X_Forwarded_Proto": "https"}
        for node in itertools.islice(self.turns, len(NODES)):
            self.url = f"http://{self.site.address(node)}"
            try:
                answer = super().ask(path, data, method, **headers | by_proxy)
            except urllib.error.URLError as error:
                if not isinstance(error.reason, ConnectionRefusedError):
                    raise
            else:
                self.answered[node] += 1
                return answer
        raise ConnectionRefusedError("no node listens")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Three]:
    with site(tmp_path_factory.mktemp("site"), kind=Three) as made:
        made.open()
        yield made


@pytest.fixture(scope="module")
def yara(made: Three) -> Turning:
    return enter(made, Turning(made))


def test_r27_one_session_and_one_evening_over_three_nodes_of_which_one_dies(made: Three, yara: Turning):
    here = set_up(yara)

    def between(tables: int) -> None:
        if tables == 2:
            made.stop("web2", signal.SIGKILL)

    began = time.monotonic()
    tables = play(yara, here, between)
    assert len(yara.api("GET", f"{here}/stages/1/standings/")["lines"]) == 8
    made.run("web1", "python", "manage.py", "verify_tournament")
    made.start("web2", ["bash", "-c", WRITES_NOTHING, "web2", *made.command("web2")])
    until_listening(made, "web2")
    assert set(yara.answered) == set(NODES)
    print(
        f"R27: {tables} tables by {dict(yara.answered)} in {time.monotonic() - began:.0f} s, one session, no file written"
    )


def test_r27_the_same_writes_at_one_node_and_at_three_count_once(made: Three, yara: Turning):
    for nodes in (NODES[:1], NODES):
        here, began = set_up(yara), time.monotonic()
        names = [f"Gast{n}" for n in range(WRITES)]
        with ThreadPoolExecutor(CLERKS) as pool:
            visitors = [Turning(made, nodes, yara.cookies) for _ in range(CLERKS)]
            list(pool.map(type_in, visitors, [here] * CLERKS, (names[n::CLERKS] for n in range(CLERKS))))
        seconds = time.monotonic() - began
        found = Counter(entry["name"] for entry in yara.api("GET", f"{here}/entries/?limit=100")["items"])
        assert {name: found[name] for name in names} == dict.fromkeys(names, 1)
        assert all(set(visitor.answered) == set(nodes) for visitor in visitors)
        print(f"R27: {WRITES} entries by {CLERKS} clerks at {len(nodes)} nodes in {seconds:.1f} s, each once")
    made.run("web1", "python", "manage.py", "verify_tournament")


def type_in(visitor: Turning, here: str, names: list[str]) -> None:
    for name in names:
        visitor.api("POST", f"{here}/entries/", {"given_name": name})


def led_to_the_login(made: Three) -> int:
    """Of twelve pages of the desk after signing in."""
    visitor = Turning(made)
    visitor.form("/login/", visitor.page("/login/"), login="quirina", password=PASSWORD)
    return sum("/login/" in visitor.ask("/desk/").geturl() for _page in range(12))


def test_r27_control_sessions_in_memory_lose_people(made: Three, yara: Turning):
    assert led_to_the_login(made) == 0
    made.close()
    made.open(DJANGO_SETTINGS_MODULE="tests.promises.settings_memory")
    assert led_to_the_login(made) > 0


def test_r27_control_a_node_that_writes_is_stopped(made: Three, tmp_path: Path):
    """The limit holds for whatever is started under it."""
    write = f"import pathlib; pathlib.Path({str(tmp_path / 'kept')!r}).write_text('1')"
    assert "File too large" in made.run("web1", "bash", "-c", WRITES_NOTHING, "node", "python", "-c", write, code=1)
