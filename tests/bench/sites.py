"""The shipped site on a PostgreSQL that has every commit on the disk, with more nodes for pages than the compose file names."""

import json
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from deploy.workshop.services import free_port
from tests.bench.asking import Door
from tests.deploy.server import shipped
from tests.deploy.server.shipped import Site, until_listening

SERVICES = shipped.COMPOSE["services"]
DATABASE = "augengenau"


class Nodes:
    """By the names of services, as somebody would write them into the compose file."""

    def __init__(self, made: Site) -> None:
        self.made = made
        self.certificate = ssl.create_default_context(cafile=str(made.folder / "fullchain.pem"))

    def start(self, name: str, *, line: Sequence[str] = (), database: str = DATABASE, **environment: str) -> None:
        like = SERVICES["web1"]
        secret = self.url_of(database, "app").name
        more = {"DATABASE_URL_FILE": f"/run/secrets/{secret}", **environment}
        SERVICES[name] = like | {"environment": like["environment"] | more}
        if name not in self.made.ports:
            self.made.ports[name], self.made.doors = free_port(), (*self.made.doors, name)
        self.made.start(name, line)

    def url_of(self, database: str, role: str) -> Path:
        """The file with the address of a database, for one of the two roles."""
        known = self.made.secrets / f"{role}_url"
        if database == DATABASE:
            return known
        file = self.made.secrets / f"{role}_url_{database}"
        file.write_text(_to(known.read_text(), database))
        return file

    def run(self, database: str, *words: str) -> str:
        """As the role that owns the tables."""
        return self.made.run("migrate", *words, DATABASE_URL_FILE=str(self.url_of(database, "owner")))

    def copy(self, database: str, name: str) -> None:
        """While nobody is connected to it."""
        elsewhere = _to(self.url_of(DATABASE, "owner").read_text(), "postgres")
        order = f"CREATE DATABASE {name} TEMPLATE {database}"
        self.made.run("migrate", "psql", "--dbname", elsewhere, "--command", order)

    def door(self, name: str) -> Door:
        """Past the proxy."""
        until_listening(self.made, name)
        return Door(self.made.ports[name])

    def behind(self, *names: str) -> Door:
        """The proxy, with these nodes behind it."""
        if "proxy" in self.made.running:
            self.made.stop("proxy")
        until_listening(self.made, *names)
        nodes = (f"server 127.0.0.1:{self.made.ports[name]} max_fails=2 fail_timeout=5s;" for name in names)
        SERVICES["proxy"]["environment"]["WEB_NODES"] = " ".join(nodes)
        self.made.start_proxy()
        until_listening(self.made, "https")
        return Door(self.made.ports["https"], self.certificate)

    def answered_by(self, name: str) -> set[str]:
        """The numbers of the requests that a node has noted."""
        lines = (self.made.folder / f"{name}.log").read_text().splitlines()
        said = (json.loads(line) for line in lines if line.startswith("{"))
        return {line["request"] for line in said if line.get("said") == "answered"}


def _to(url: str, database: str) -> str:
    return urlsplit(url.strip())._replace(path=f"/{database}").geturl()


@contextmanager
def nodes(folder: Path) -> Iterator[Nodes]:
    with shipped.site(folder, is_durable=True) as made:
        made.run("web1", "python", "manage.py", "check", "--deploy", "--database", "default")
        yield Nodes(made)
