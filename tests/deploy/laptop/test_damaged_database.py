"""A database that is damaged, cut off or gone where there was one stops the start with one sentence that names the newest good
backup: never a traceback, never a link for a first organiser over somebody's data."""

import json
import random
import shutil
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from deploy.laptop import database, folder
from deploy.laptop.folder import ROOT
from deploy.workshop.services import free_port
from tests.deploy.conftest import RUN, bare_environment


def torn_header(path: Path) -> None:
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])


def torn_leaf(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\xff" * 4096
    path.write_bytes(content)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def one_nul(path: Path) -> None:
    path.write_bytes(b"\0")


def a_few_bytes(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:80])


def short_by_one(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def another_programs(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
        connection.commit()


def without_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE tournament_account")
        connection.commit()


def without_accounts(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM tournament_account")
        connection.commit()


DAMAGED = [torn_header, torn_leaf, cut_off, emptied, Path.unlink, one_nul, a_few_bytes, short_by_one]
OTHERS = [another_programs, without_tables, without_accounts]


def backup(path: Path, *, accounts: int = 1, **said: object) -> Path:
    """As small as one can be. `said`: what its manifest says otherwise."""
    manifest = {"format": "augengenau/backup", "version": 1, "made_at": "2026-11-19", "heads": {}, "migrations": {}}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tables/tournament.account.jsonl", '["login"]\n' + '["yara"]\n' * accounts)
        archive.writestr("manifest.json", json.dumps(manifest | {"rows": {"tournament.account": accounts}} | said))
    return path


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """A folder with a database, a good backup, and one that is newer and torn."""
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    connection = sqlite3.connect(data / folder.DATABASE)
    connection.execute("CREATE TABLE tournament_account (login TEXT)")
    connection.execute("INSERT INTO tournament_account VALUES ('yara')")
    connection.execute("CREATE TABLE t (words TEXT)")
    connection.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 200)
    connection.commit()
    connection.close()
    backup(data / "backups" / "augengenau-20261119-100000.zip", accounts=1)
    (data / "backups" / "augengenau-20261119-110000.zip").write_bytes(b"torn")
    return data


def test_a_whole_one_and_a_new_folder_start(used, tmp_path):
    database.require_whole(used)
    database.require_whole(tmp_path / "new")


@pytest.mark.parametrize("damage", [*DAMAGED, *OTHERS])
def test_a_damaged_one_is_said_with_the_newest_good_backup(used: Path, damage: Callable[[Path], None]):
    damage(used / folder.DATABASE)
    with pytest.raises(SystemExit) as stopped:
        database.require_whole(used)
    said = str(stopped.value)
    assert (
        "augengenau-20261119-100000.zip, 0 minutes old" in said
        and "deploy/augengenau restore" in said
        and "\n" not in said
    )


@pytest.mark.parametrize("damage", OTHERS)
def test_what_is_not_ours_is_no_damage_where_nothing_was_used(used: Path, damage: Callable[[Path], None]):
    """A start that was ended before it had made all; or whoever began anew, and made no account yet."""
    damage(used / folder.DATABASE)
    for backup in (used / "backups").iterdir():
        backup.unlink()
    database.require_whole(used)


def test_without_an_account_it_starts_where_no_backup_has_one(used: Path):
    """A first evening that was ended before anybody had made one."""
    without_accounts(used / folder.DATABASE)
    backup(used / "backups" / "augengenau-20261119-120000.zip", accounts=0)
    database.require_whole(used)


def test_one_that_is_cut_short_is_found_although_its_last_lines_were_not_brought_in_yet(used: Path, tmp_path: Path):
    """Closing it would bring them in and fill up the page, and looking whose version it is of must not do so either."""
    path = used / folder.DATABASE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        connection.execute("INSERT INTO t VALUES ('y')")
        connection.commit()
        killed = tmp_path / "killed"
        shutil.copytree(used, killed)
    assert (killed / f"{folder.DATABASE}-wal").stat().st_size
    short_by_one(killed / folder.DATABASE)
    folder.applied_migrations(killed)
    with pytest.raises(SystemExit, match="is damaged"):
        database.require_whole(killed)


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


def stopped_by(data: Path, second: Path | None = None) -> str:
    with pytest.raises(SystemExit) as stopped:
        database.require_whole(data, second)
    said = str(stopped.value)
    assert "\n" not in said
    return said


def test_a_folder_in_its_place_is_said_with_the_newest_good_backup(used: Path):
    folder_instead(used / folder.DATABASE)
    assert "is no file" in (said := stopped_by(used)) and "augengenau-20261119-100000.zip, 0 minutes old" in said


def in_deflated_data(content: bytearray) -> None:
    content[content.index(b"PK\x03\x04") + 30 + len("tables/tournament.account.jsonl")] ^= (
        0x06  # the kind of its first block
    )


def other_method(content: bytearray) -> None:
    content[content.index(b"PK\x01\x02") + 10] = 99


def by_bzip2(content: bytearray) -> None:
    content[content.index(b"PK\x01\x02") + 10] = zipfile.ZIP_BZIP2


def encrypted(content: bytearray) -> None:
    content[content.index(b"PK\x01\x02") + 8] |= 1


def newer_zip(content: bytearray) -> None:
    content[content.index(b"PK\x01\x02") + 6] = 255


FLIPPED = [in_deflated_data, other_method, by_bzip2, encrypted, newer_zip]


@pytest.mark.parametrize("flip", FLIPPED)
def test_one_bit_in_the_newest_backup_and_the_one_before_is_offered(used: Path, flip: Callable[[bytearray], None]):
    newest = backup(used / "backups" / "augengenau-20261119-120000.zip")
    content = bytearray(newest.read_bytes())
    flip(content)
    newest.write_bytes(content)
    cut_off(used / folder.DATABASE)
    assert "The newest good backup is" in (said := stopped_by(used)) and "augengenau-20261119-100000.zip" in said


def test_any_bit_of_the_newest_backup_is_no_traceback(used: Path):
    newest = backup(used / "backups" / "augengenau-20261119-120000.zip")
    whole, chance = newest.read_bytes(), random.Random(17)
    emptied(used / folder.DATABASE)
    for _try in range(400):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        newest.write_bytes(content)
        assert "The newest good backup is" in stopped_by(used)
    without_accounts_in(used)
    for _try in range(100):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        newest.write_bytes(content)
        assert "has no account, though" in stopped_by(used)


def without_accounts_in(data: Path) -> None:
    with closing(sqlite3.connect(data / folder.DATABASE)) as connection:
        connection.execute("CREATE TABLE tournament_account (login TEXT)")
        connection.commit()


MADE_UP: list[dict[str, object]] = [
    {"format": "another"},
    {"version": "1"},
    {"version": None},
    {"version": 2},
    {"made_at": None},
    {"rows": []},
    {"rows": {"tournament.account": 2}},
    {"rows": {"../../etc/passwd": 1}},
    {"heads": 1},
    {"migrations": {"tournament": None}},
]


@pytest.mark.parametrize("said", MADE_UP, ids=str)
def test_one_with_a_made_up_manifest_is_not_called_good(used: Path, said: dict[str, object]):
    backup(used / "backups" / "augengenau-20261119-120000.zip", **said)
    emptied(used / folder.DATABASE)
    assert "augengenau-20261119-100000.zip" in stopped_by(used)


@pytest.mark.parametrize("manifest", ["[]", "null", '"x"', "[" * 100_000, '{"a":' * 100_000, "\x00"])
def test_nor_is_one_whose_manifest_is_something_else(used: Path, manifest: str):
    with zipfile.ZipFile(used / "backups" / "augengenau-20261119-120000.zip", "w") as archive:
        archive.writestr("manifest.json", manifest)
    emptied(used / folder.DATABASE)
    assert "augengenau-20261119-100000.zip" in stopped_by(used)


def test_one_that_unpacks_to_gigabytes_is_not_unpacked_for_a_start(used: Path, monkeypatch):
    newest = used / "backups" / "augengenau-20261119-120000.zip"
    with zipfile.ZipFile(newest, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("tables/tournament.account.jsonl", "w") as out:
            for _megabyte in range(600):
                out.write(bytes(1 << 20))
        archive.writestr("manifest.json", "{}")
    monkeypatch.setattr(zipfile.ZipFile, "testzip", lambda _archive: pytest.fail("it is read"))
    emptied(used / folder.DATABASE)
    (used / "backups" / "augengenau-20261119-100000.zip").unlink()
    assert "There is no good backup in the data folder" in stopped_by(used)


@pytest.mark.parametrize("has_key", [False, True])
def test_a_new_folder_beside_backups_in_the_second_place_does_not_begin_anew(tmp_path: Path, has_key: bool):
    data, second = tmp_path / "new", tmp_path / "stick"
    for place in (data, second):
        place.mkdir()
    if has_key:
        (data / "secret-key").write_text("k" * 67)
    database.require_whole(data, second)
    backup(second / "augengenau-20261119-100000.zip")
    said = stopped_by(data, second)
    assert (
        f"{second / 'augengenau-20261119-100000.zip'}, 0 minutes old" in said and "another folder with --backup" in said
    )
    database.require_whole(data)
    database.require_whole(data, tmp_path / "another")


@pytest.mark.slow
@pytest.mark.parametrize("damage", [torn_header, emptied, one_nul, short_by_one, another_programs])
def test_the_launcher_says_so_and_makes_nothing(used: Path, damage: Callable[[Path], None]):
    damage(used / folder.DATABASE)
    before = (used / folder.DATABASE).read_bytes()
    command = [RUN, "--host", "127.0.0.1", "--port", str(free_port()), "--data", used]
    done = subprocess.run(
        command, cwd=ROOT, env=bare_environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1 and "newest good backup" in done.stderr
    assert "Traceback" not in done.stderr and "/link/" not in done.stdout
    assert (used / folder.DATABASE).read_bytes() == before and len(list((used / "backups").iterdir())) == 2
