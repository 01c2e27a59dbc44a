"""R22, second half: who was erased is in no byte of the data folder any more, nor in a new backup; the log is whole.

The control looks before erasing, and must find the name.
"""

import os
import zipfile
from pathlib import Path

import pytest

from tests.promises.clients import SEED
from tests.promises.server import Server

GIVEN, FAMILY, MAIL = "Wandelgard", "Xylander", "w.x@example.org"
WORDS = [word.encode() for word in (GIVEN, FAMILY, MAIL)]
FILL = f"""
from tournament.actions.checkin import check_in_all
from tournament.actions.entering import enter_oneself, set_entering
from tournament.actions.entries import exclude_entry
from tournament.actions.papers import order_paper
from tournament.actions.setup import set_preset
from tournament.actors import SYSTEM
from tournament.models import Person, Tournament
tournament = Tournament.objects.get()
set_preset(tournament, by=SYSTEM, preset="children", language="de")
set_entering(tournament, by=SYSTEM, takes_entries=True, opens_at=None, closes_at=None, places=0, has_waiting_list=False)
enter_oneself(tournament, by=SYSTEM, given_name="{GIVEN}", family_name="{FAMILY}", email="{MAIL}", note="late")
for given, family in [("Gero", "Graf"), ("Rosa", "Roth"), ("Karl", "Kurz")] * 3:
    enter_oneself(tournament, by=SYSTEM, given_name=given, family_name=family, note="not with {GIVEN}")
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


def found_in(data: Path) -> set[str]:
    """Files in which one of the words stands as it is; archives are looked into."""
    return {path.name for path in data.rglob("*") if path.is_file() and any(word in _all(path) for word in WORDS)}


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
    server.manage("from django.core.management import call_command; call_command('migrate', verbosity=0)")
    server.manage(SEED)
    server.manage(FILL)
    server.manage(WORK)
    kept = [path for path in (data / "files").rglob("*") if path.is_file()]
    assert kept and "augengenau.sqlite3" in found_in(data)
    for backup in (data / "backups").glob("*"):  # made before: they go when newer ones replace them
        backup.unlink()
    server.manage(ERASE)
    assert found_in(data) == set()
    assert not any(path.exists() for path in kept)
    server.manage(
        f"from django.core.management import call_command; call_command('backup', {str(tmp_path / 'b.zip')!r})"
    )
    assert not any(word in _all(tmp_path / "b.zip") for word in WORDS)
    server.manage("from django.core.management import call_command; call_command('verify_tournament')")
