"""The site that deploy/server describes, from its files, each of its parts on a host of its own: a proxy, three nodes for pages,
one for streams, two hosts with workers and a relay on both, a database that keeps what it has committed, and both Redis."""

import os
import resource
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

import psycopg

from tests.deploy.conftest import until
from tests.deploy.server.shipped import Site, certify, prepare, psql, until_listening
from tests.promises.clients import SEED
from tests.promises.fragile import PostgreSQL, killed_in_the_end
from tests.promises.postbox import Postbox
from tests.rig.network import NETWORK, Network

ALTERED = "tests.promises.settings_altered"
NODES = ("web1", "web2", "web3")
WORKERS = ("work1", "work2")
ADDRESSES = [f"{NETWORK}.{100 + n}" for n in range(8)]  # of the clients: the program takes only so many streams of one
UNBOUND = "unbound"  # a node for pages that waits for a lost database without end, for a control
HOSTS = ("lb", *NODES, UNBOUND, "live", *WORKERS, "db", "redis", "cli")
HOST_OF = {"proxy": "lb", "https": "lb", "http": "lb", "broker": "redis", "cache": "redis", "migrate": "web1"}
LIKE = {"web3": "web1", UNBOUND: "web1"}  # the compose file has two nodes for pages
BACKGROUND = [f"{kind}@{host}" for host in WORKERS for kind in ("relay", "worker-paper", "worker-post")]
# Unless AUGENGENAU_LONG is set, what takes half a minute by itself (who is silent for so long is given up) takes a second.
HURRY = {} if os.environ.get("AUGENGENAU_LONG") else {"DJANGO_SETTINGS_MODULE": ALTERED, "HURRY": "1"}
CLERKS = 12
TOKENS = f"""
from tournament.entries.actions import add_entry
from tournament.out.tokens.actions import make_token
by, made = Actor(yara), made
for n in range({CLERKS} + 1):
    entry = add_entry(made, by=by, given_name=f"Gast{{n}}").result
    print(entry.public_id, make_token(None, by=by, name=f"clerk{{n}}", scope="organiser", days=1).result)
print(made.stream.public_id)
"""


class Spread(Site):
    """A service may say after an @ on which host it runs."""

    doors = ("https", "http", *NODES, UNBOUND, "live", "broker", "cache")

    def __init__(self, folder: Path, network: Network, database: str, posts: Mapping[str, Postbox]) -> None:
        self.network, self.name = network, network["lb"].address
        super().__init__(folder, database)
        without_end = f"{self.secret('app_url')}?tcp_user_timeout=0&keepalives=0"
        self.more = {UNBOUND: {"DATABASE_URL": without_end, "DATABASE_URL_FILE": ""}}
        for host, post in posts.items():
            self.more[host] = {"AUGENGENAU_MAIL": post.url, "AUGENGENAU_MAIL_FILE": "", **HURRY}

    def host_of(self, service: str) -> str:
        kind, _at, host = service.partition("@")
        return host or HOST_OF.get(kind, kind)

    def host(self, service: str) -> str:
        return self.network[self.host_of(service)].address

    def inside(self, service: str) -> Any:
        return self.network[self.host_of(service)].entered()

    def described(self, service: str) -> str:
        return LIKE.get(service, service.partition("@")[0])

    def command(self, service: str) -> list[str]:
        return [word.replace("@%h", f"@{self.host_of(service)}") for word in super().command(service)]

    def environment(self, service: str) -> dict[str, str]:
        said = super().environment(service)
        if service == "proxy":
            first = said["WEB_NODES"].partition(";")[0]
            said["WEB_NODES"] += f" {first.replace(self.address('web1'), self.address('web3'))};"
        return said | self.more.get(self.host_of(service), {})

    def signal(self, service: str, number: signal.Signals) -> None:
        """To all its processes."""
        os.killpg(self.running[service].pid, number)

    @contextmanager
    def hung(self, *services: str) -> Iterator[None]:
        for service in services:
            self.signal(service, signal.SIGSTOP)
        try:
            yield
        finally:
            for service in services:
                self.signal(service, signal.SIGCONT)

    @contextmanager
    def killed(self, *services: str) -> Iterator[None]:
        """Started again afterwards."""
        for service in services:
            self.stop(service, signal.SIGKILL)
        try:
            yield
        finally:
            for service in services:
                self._start_again(service)

    def _start_again(self, service: str) -> None:
        if service == "proxy":
            self.start_proxy()
        elif service in ("broker", "cache"):
            self.start_redis(service)
        else:
            self.start(service)

    def wipe_redis(self) -> None:
        for service in ("broker", "cache"):
            order = ["redis-cli", "-h", self.host(service), "-p", str(self.ports[service]), "flushall"]
            with self.inside(service):
                password = {"REDISCLI_AUTH": self.secret("redis_password")}
                subprocess.run(order, env=os.environ | password, check=True, capture_output=True)


@dataclass
class Rig:
    """All of it, with one tournament that is under way the whole time."""

    network: Network
    site: Spread
    database: PostgreSQL
    tournament: str
    session: str
    entries: list[tuple[str, str]]  # and a token each
    stream: str
    posts: list[Postbox]

    def mails(self) -> list[Message]:
        """Whatever went out, from wherever."""
        return [mail for post in self.posts for mail in list(post.mails)]

    def until_at_work(self, queue: str) -> None:
        """Somebody has a job of this queue in hand just now."""
        running = "SELECT count(*) > 0 FROM tournament_job WHERE queue = %s AND state = 'running'"
        until(lambda: self.ask(running, queue) == [(True,)])

    def until_done(self, queue: str, seconds: float) -> float:
        """How long it took until no job was left that waits or is worked on."""
        began = time.monotonic()
        left = "SELECT count(*) FROM tournament_job WHERE queue = %s AND state IN ('queued', 'running')"
        until(lambda: self.ask(left, queue) == [(0,)], seconds)
        return time.monotonic() - began

    def log(self) -> dict[str, list[tuple[int, str]]]:
        """What the log of the tournament holds, by the id of the action, past the program."""
        asked = (
            "SELECT e.action_id, e.seq, e.hash FROM tournament_logentry e JOIN tournament_stream s ON s.id = stream_id"
        )
        found: dict[str, list[tuple[int, str]]] = {}
        for key, seq, seal in self.ask(f"{asked} WHERE s.public_id = %s ORDER BY e.seq", self.stream):
            found.setdefault(key, []).append((seq, seal))
        return found

    def head(self) -> int:
        return int(self.ask("SELECT seq FROM tournament_stream WHERE public_id = %s", self.stream)[0][0])

    @contextmanager
    def somebody_writes(self) -> Iterator[None]:
        """In this tournament: whoever wants to write there waits."""
        with self._connected() as connection:
            connection.execute("SELECT 1 FROM tournament_stream WHERE public_id = %s FOR UPDATE", [self.stream])
            yield

    def ask(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """Of the database, beside it."""
        with self._connected() as connection:
            return connection.execute(question, values).fetchall()  # type: ignore[arg-type]

    def _connected(self) -> psycopg.Connection[tuple[Any, ...]]:
        with self.network["db"].entered():
            return psycopg.connect(self.site.secret("owner_url").partition("?")[0])

    def is_whole(self) -> bool:
        """By the program's own check of the chain."""
        return "whole, head" in self.site.run("web1", "python", "manage.py", "verify_tournament")

    def bring_back_database(self) -> float:
        """When it takes connections again."""
        with self.network["db"].entered():
            self.database.start()
        until(self._takes_connections, 60)
        return time.monotonic()

    def _takes_connections(self) -> bool:
        with suppress(psycopg.OperationalError):
            self._connected().close()
            return True
        return False


@contextmanager
def spread(folder: Path) -> Iterator[Rig]:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(20_000, most), most))  # of whoever holds or answers streams
    with ExitStack() as ends:
        network = Network(*HOSTS)
        ends.callback(network.close)
        for address in ADDRESSES:
            network["cli"].take(address)
        posts = {}
        for host in WORKERS:
            with network[host].entered():
                posts[host] = ends.enter_context(Postbox())
        with network["db"].entered():
            database = ends.enter_context(killed_in_the_end(PostgreSQL("listen_addresses=*", "shared_buffers=64MB")))
        let_in(database)
        site = Spread(folder, network, f"{network['db'].address}:{database.port}", posts)
        certify(folder, f"IP:{site.name}")
        with network["db"].entered():
            psql(f"postgres://postgres:{database.password}@127.0.0.1:{database.port}/postgres", site)
        ends.callback(site.stop_all)
        prepare(site)
        said = site.run("web1", "python", "-c", f"import django; django.setup()\n{SEED}{TOKENS}").split()
        for service in (*NODES, UNBOUND, "live", *BACKGROUND):
            site.start(service)
        until_listening(site, *NODES, UNBOUND, "live")
        site.start_proxy()
        until_listening(site, "https")
        entries = list(zip(said[2:-1:2], said[3:-1:2], strict=True))
        yield Rig(network, site, database, *said[:2], entries, said[-1], list(posts.values()))


def let_in(database: PostgreSQL) -> None:
    """Who comes from another host, by password."""
    rules = database.folder / "cluster" / "pg_hba.conf"
    rules.write_text(f"{rules.read_text()}host all all {NETWORK}.0/24 scram-sha-256\n")
    os.kill(database.process.pid, signal.SIGHUP)
