"""R26: an upgrade keeps history. The data folder of every release (tests/data/releases) is brought up to date as a start does it;
then its log is whole under the seals of then, its standings are the same, its evening goes on, and it can be backed up.

On PostgreSQL it is restored from backups, those of then and one of today. The controls change or lose something on the way. That
what a newer version has used is refused show tests/deploy/laptop/test_folder.py and tests/tournament/out/backup.
Backups and documents are those of the oldest release that made some; AUGENGENAU_LONG=1: of each.
"""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from deploy.laptop import folder
from tests.deploy.server.visitor import Visitor
from tests.promises.conftest import DATABASE, Database
from tests.promises.released import PASSWORD, RELEASED, Installation, Release

pytestmark = pytest.mark.slow
of_a_laptop = pytest.mark.skipif(bool(DATABASE), reason="of the laptop's SQLite")
LONG = bool(os.environ.get("AUGENGENAU_LONG"))
New = Callable[[str], Installation]


def of(releases: Sequence[Release]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("release", releases, ids=lambda one: one.name)


def with_the_oldest_that_has(name: str) -> pytest.MarkDecorator:
    """The first states of the program made no backups and wrote no documents."""
    found = [release for release in RELEASED if (release.folder / name).exists()]
    return of(found if LONG else found[:1])


every_release = of(RELEASED)


@pytest.fixture
def new(tmp_path: Path):
    """Empty installations, on PostgreSQL each with a database of its own."""
    databases: list[Database] = []

    def make(name: str) -> Installation:
        databases.append(Database())
        return Installation(tmp_path / name, databases[-1].__enter__())

    yield make
    for database in databases:
        database.__exit__()


def seals(release: Release) -> list[str]:
    return [line.split()[1] for line in release.said["streams"].values()]


@of_a_laptop
@every_release
def test_r26_nothing_is_lost_or_changed(release: Release, upgraded):
    here = upgraded(release)
    assert folder.applied_migrations(here.data) == folder.own_migrations() and not folder.must_migrate(here.data)
    assert here.says() == release.said
    verified, played = here.verify(*seals(release)), len(release.said["tournaments"])
    assert verified.count(" entries, whole, ") == len(release.said["streams"]) - played
    assert verified.count(" entries, no difference, ") == verified.count("no line of the log binds") == played
    assert_fenced(here.data)


def assert_fenced(data: Path) -> None:
    """SQLite makes a table anew to alter it, and what protected its rows is gone with the old one."""
    with closing(sqlite3.connect(data / folder.DATABASE)) as database:
        for table in ("logentry", "logtext"):
            for change in (f"UPDATE tournament_{table} SET id = id + 1", f"DELETE FROM tournament_{table}"):
                with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                    database.execute(change)


@of_a_laptop
@every_release
def test_r26_the_evening_goes_on(release: Release, upgraded, tmp_path: Path):
    here = upgraded(release).copied(tmp_path / "data")
    path = f"tournaments/{release.facts['tournament']}"
    with here.server() as server:
        yara, guest = Visitor(server.url), Visitor(server.url)
        yara.form("/login/", yara.page("/login/"), login="yara", password=PASSWORD)
        assert 'name="place_' in guest.page(release.facts["slip"])  # printed then
        kept = yara.api("GET", f"{path}/undo/")["items"]
        finish_round(yara, path)
        assert yara.api("GET", f"{path}/next/")["round"] == 3
        for state in kept:  # by the older version, the latest first
            seen = yara.api("GET", f"{path}/undo/")["seen"]
            yara.api("POST", f"{path}/undo/", {"to": state["to"], "seen": seen})
    assert kept or release is RELEASED[0]  # the first kept none
    here.verify(*seals(release))


def finish_round(yara: Visitor, path: str) -> None:
    """The second one, which was played when the program was changed."""
    at = f"{path}/stages/1/rounds/2"
    for table in yara.api("GET", f"{at}/")["tables"]:
        if table["state"] != "done":
            places = {seat["colour"]: {"place": place} for place, seat in enumerate(table["seats"], 1)}
            yara.api("POST", f"{path}/tables/{table['id']}/confirm/", {"places": places})
    yara.api("POST", f"{at}/close/", {})


@with_the_oldest_that_has("data.tar.xz")
def test_r26_today_s_backup_of_it_is_restored(release: Release, upgraded, new: New, tmp_path: Path):
    upgraded(release).run("manage.py", "backup", str(tmp_path / "b.zip"))
    restored = new("restored")
    restored.run("manage.py", "restore", str(tmp_path / "b.zip"))
    assert restored.says() == release.said
    restored.verify(*seals(release))


@with_the_oldest_that_has("backup.zip")
def test_r26_its_own_backup_is_restored(release: Release, new: New):
    restored = new("restored")
    restored.run("manage.py", "restore", str(release.folder / "backup.zip"))
    assert restored.says() == release.said
    restored.verify(*seals(release))


@with_the_oldest_that_has("document.json")
def test_r26_its_document_is_taken_in(release: Release, new: New):
    elsewhere = new("elsewhere")
    elsewhere.run("manage.py", "migrate", "--verbosity", "0")
    elsewhere.run("manage.py", "import_tournament", str(release.folder / "document.json"))
    (taken_in,) = elsewhere.says()["tournaments"].values()
    assert taken_in == release.said["tournaments"][release.facts["tournament"]]
    elsewhere.verify()


def alter(data: Path, *statements: str) -> None:
    """Past the program, and past the fence around the log."""
    with closing(sqlite3.connect(data / folder.DATABASE)) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert database.execute(statement).rowcount


ALTERED = {
    "a line of the log": "UPDATE tournament_logentry SET code = 'entry.paid' WHERE code = 'result.corrected'",
    "a place": "UPDATE tournament_resultseat SET place = 4 WHERE id = (SELECT id FROM tournament_resultseat WHERE place = 1)",
    "a penalty": "DELETE FROM tournament_penalty",
}


@of_a_laptop
@pytest.mark.parametrize("what", ALTERED)
def test_r26_control_what_is_altered_on_the_way_is_found(what: str, tmp_path: Path):
    release = RELEASED[0]
    there = release.unpacked(tmp_path / "data")
    alter(there.data, ALTERED[what])
    there.brought_up_to_date()
    assert there.says() != release.said or "not as it was written" in there.verify(code=1)


@of_a_laptop
def test_r26_control_what_a_migration_forgets_is_found(upgraded, tmp_path: Path):
    """The points of a stage, say, in the place of which it puts what is usual."""
    release = RELEASED[0]
    here = upgraded(release).copied(tmp_path / "data")
    alter(here.data, "UPDATE tournament_stage SET scheme = json_set(scheme, '$.four', json('[1, 1, 1, 1]'))")
    assert here.says() != release.said


def test_the_folders_are_small_and_name_no_machine(tmp_path: Path):
    for release in RELEASED:
        kept = [*release.folder.iterdir(), *release.unpacked(tmp_path / release.name).data.iterdir()]
        assert all(path.stat().st_size < 150_000 for path in release.folder.iterdir())
        for place in (b"/home/", b"/tmp/", b"127.0.0.1", str(folder.ROOT).encode()):
            assert [path.name for path in kept if place in path.read_bytes()] == []
