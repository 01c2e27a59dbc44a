"""R22, second half: who was erased is in no byte of the data folder any more, nor in a new backup; the log is whole.

The keys of what is kept as a keyed hash are gone as well, so that nobody can try names on it. The control looks before erasing,
and must find the name and the keys. That no guess is proven shows tests/tournament/erasing/test_forgotten_requests.py.
"""

import json
import os
import sqlite3
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.promises.clients import SEED
from tests.promises.released import RELEASED, Installation
from tests.promises.server import Server

GIVEN, FAMILY, MAIL = "Wandelgard", "Xylander", "w.x@example.org"
WORDS = [word.encode() for word in (GIVEN, FAMILY, MAIL)]
FILL = f"""
from tournament.entries.checkin.actions import check_in_all
from tournament.entries.signup.actions import enter_oneself, set_entering
from tournament.entries.withdrawals.actions import exclude_entry
from tournament.paper.actions import order_paper
from tournament.stages.actions import set_preset
from tournament.core.actors import SYSTEM
from tournament.models import Person, Tournament
tournament = Tournament.objects.get()
set_preset(tournament, by=SYSTEM, preset="children", language="de")
set_entering(tournament, by=SYSTEM, takes_entries=True, opens_at=None, closes_at=None, places=0, has_waiting_list=False)
enter_oneself(tournament, by=SYSTEM, given_name="{GIVEN}", family_name="{FAMILY}", email="{MAIL}", note="late", guardian="Kuno")
for given, family in [("Gero", "Graf"), ("Rosa", "Roth"), ("Karl", "Kurz")] * 3:
    enter_oneself(tournament, by=SYSTEM, given_name=given, family_name=family, note="not with {GIVEN}", guardian="Kuno")
check_in_all(tournament, by=SYSTEM)
entry = tournament.entries.last()
exclude_entry(tournament, by=SYSTEM, entry_id=entry.public_id, reason="hit {FAMILY}")
order_paper(tournament, by=SYSTEM, code="names", language="de")
"""
WORK = "from django.core.management import call_command; call_command('worker', drain=True)"
ERASE = f"""
from django.core.management import call_command
from tournament.models import Person
call_command("erase", Person.objects.get(given_name="{GIVEN}").public_id)
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="of the laptop's SQLite file"),
]


def found_in(data: Path, words: Sequence[bytes] = WORDS) -> set[str]:
    """Files in which one of the words stands as it is; archives are looked into."""
    return {path.name for path in data.rglob("*") if path.is_file() and any(word in _all(path) for word in words)}


OF_CLUBS = "tournament_stream WHERE club_id IS NOT NULL OR tournament_id IS NOT NULL"


def keys(data: Path) -> list[bytes]:
    """Of the club and its tournament: what their requests are hashed with."""
    with closing(sqlite3.connect(data / "augengenau.sqlite3")) as database:
        return [salt.encode() for (salt,) in database.execute(f"SELECT salt FROM {OF_CLUBS}")]


def erased_by_an_older_version(here: Installation, backup: Path) -> list[bytes]:
    """The keys that stayed as they were, in a folder and a backup that do not know of the migration."""
    with closing(sqlite3.connect(here.data / "augengenau.sqlite3")) as database:
        before = database.execute(f"SELECT salt, id FROM {OF_CLUBS}").fetchall()
        (person,) = database.execute("SELECT public_id FROM tournament_person ORDER BY id").fetchone()
        here.run("manage.py", "erase", person)
        with database:
            database.executemany("UPDATE tournament_stream SET salt = ? WHERE id = ?", before)
        here.run("manage.py", "backup", str(backup))
        here.run("manage.py", "migrate", "tournament", "0023", "--verbosity=0")
        made_then(backup, database)
    return [salt.encode() for salt, _pk in before]


def made_then(backup: Path, database: sqlite3.Connection) -> None:
    """A backup of today becomes one of then: the tables, columns and migrations that the database has."""
    with zipfile.ZipFile(backup) as packed:
        held = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(held.pop("manifest.json"))
    manifest["migrations"] = {app: [] for app in manifest["migrations"]}
    for app, name in database.execute("SELECT app, name FROM django_migrations ORDER BY name"):
        manifest["migrations"].get(app, []).append(name)
    for label in list(manifest["rows"]):
        then = {
            name for (name,) in database.execute("SELECT name FROM pragma_table_info(?)", [label.replace(".", "_")])
        }
        name = f"tables/{label}.jsonl"
        if not then:
            del manifest["rows"][label], held[name]
            continue
        columns, *rows = [json.loads(line) for line in held[name].splitlines()]
        kept = [number for number, column in enumerate(columns) if column in then]
        lines = [json.dumps([row[number] for number in kept]) for row in (columns, *rows)]
        held[name] = "".join(f"{line}\n" for line in lines).encode()
    with zipfile.ZipFile(backup, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in {**held, "manifest.json": json.dumps(manifest).encode()}.items():
            packed.writestr(name, content)


def _all(path: Path) -> bytes:
    content = path.read_bytes()
    if not zipfile.is_zipfile(path):
        return content
    with zipfile.ZipFile(path) as packed:
        return b"".join(packed.read(name) for name in packed.namelist())


def test_r22_no_byte_of_somebody_erased_is_left(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    server = Server(data)
    server.migrate()
    server.manage(SEED)
    server.manage(FILL)
    server.manage(WORK)
    kept = [path for path in (data / "files").rglob("*") if path.is_file()]
    salts = keys(data)
    assert kept and "augengenau.sqlite3" in found_in(data) and found_in(data, salts)
    for backup in (data / "backups").glob("*"):  # made before: they go when newer ones replace them
        backup.unlink()
    server.manage(ERASE)
    assert found_in(data) == set() and found_in(data, salts) == set()
    assert not any(path.exists() for path in kept)
    server.manage(
        f"from django.core.management import call_command; call_command('backup', {str(tmp_path / 'b.zip')!r})"
    )
    assert not any(word in _all(tmp_path / "b.zip") for word in (*WORDS, *salts))
    server.manage("from django.core.management import call_command; call_command('verify_tournament')")


def test_r22_what_an_older_version_erased_is_mended_in_its_data_and_its_backups(upgraded, tmp_path):
    here, backup = upgraded(RELEASED[-1]).copied(tmp_path / "data"), tmp_path / "b.zip"
    salts = erased_by_an_older_version(here, backup)
    assert "augengenau.sqlite3" in found_in(here.data, salts) and any(salt in _all(backup) for salt in salts)
    here.brought_up_to_date().run("manage.py", "worker", "--drain")
    for made in (here.data / "backups").glob("*"):
        made.unlink()
    assert found_in(here.data, salts) == set()
    here.verify()
    restored = Installation(tmp_path / "restored")
    restored.run("manage.py", "restore", str(backup))
    restored.run("manage.py", "worker", "--drain")
    assert found_in(restored.data, salts) == set()
    restored.verify()
