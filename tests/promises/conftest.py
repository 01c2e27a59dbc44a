"""A house for tests with real processes: a data folder of its own, and on PostgreSQL a database of its own."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests.promises.clients import SEED, Clerk
from tests.promises.released import Installation, Release
from tests.promises.server import Server

DATABASE = os.environ.get("DATABASE_URL", "")


@dataclass
class House:
    """Where somebody is signed in and one tournament is there (`clients.SEED`)."""

    data: Path
    tournament: str
    session: str
    more: dict[str, str] = field(default_factory=dict)  # for the environment of every process in it

    def server(self, settings: str = "deploy.site.settings", **more: str) -> Server:
        return Server(self.data, settings, **{**self.more, **more})

    def clerks(self, server: Server, count: int) -> list[Clerk]:
        return [Clerk(server.url, self.tournament, self.session, f"clerk{n}") for n in range(count)]


@pytest.fixture(scope="session")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Release], Installation]:
    """The data folder of a release, brought up to date once; not to be written to."""
    made: dict[Release, Installation] = {}

    def upgrade(release: Release) -> Installation:
        if release not in made:
            made[release] = release.unpacked(tmp_path_factory.mktemp("upgraded") / "data").brought_up_to_date()
        return made[release]

    return upgrade


@pytest.fixture(scope="session")
def _first_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Made once; the others are copies."""
    data = tmp_path_factory.mktemp("house") / "data"
    data.mkdir(mode=0o700)
    with Database() as more:
        server = Server(data, **more)
        server.migrate()
        yield House(data, *server.manage(SEED).split(), more)


@pytest.fixture
def new_house(_first_house: House, tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Makes a house, in the folder that is named or under `tmp_path`."""
    made: list[Database] = []

    def make(data: Path | None = None) -> House:
        data = data or tmp_path / f"house{len(made)}"
        shutil.copytree(_first_house.data, data, dirs_exist_ok=True)
        made.append(Database(_first_house.more.get("DATABASE_URL", "")))
        return House(data, _first_house.tournament, _first_house.session, made[-1].__enter__())

    yield make
    for database in made:
        database.__exit__()


@pytest.fixture
def house(new_house: Callable[..., House]) -> House:
    return new_house()


class Database:
    """On PostgreSQL a database beside the one of the tests, as a copy of another; on SQLite it lies in the data folder."""

    def __init__(self, like: str = "") -> None:
        self.name = f"promise_{secrets.token_hex(4)}"
        self.template = like.rpartition("/")[2]

    def __enter__(self) -> dict[str, str]:
        if not DATABASE:
            return {}
        self._order(f"CREATE DATABASE {self.name}" + (f" TEMPLATE {self.template}" if self.template else ""))
        return {"DATABASE_URL": f"{DATABASE.rpartition('/')[0]}/{self.name}"}

    def __exit__(self, *_: object) -> None:
        if DATABASE:
            self._order(f"DROP DATABASE {self.name} WITH (FORCE)")

    @staticmethod
    def _order(statement: str) -> None:
        with psycopg.connect(DATABASE, autocommit=True) as connection:
            connection.execute(statement)
