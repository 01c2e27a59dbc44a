"""A database that is damaged, cut off or gone where there was one stops the start with one sentence that names the newest good
backup: never a traceback, never a link for a first organiser over somebody's data."""

import sqlite3
import subprocess
import zipfile
from collections.abc import Callable
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


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """A folder with a database, a good backup, and one that is newer and torn."""
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    connection = sqlite3.connect(data / folder.DATABASE)
    connection.execute("CREATE TABLE t (words TEXT)")
    connection.executemany("INSERT INTO t VALUES (?)", [("x" * 500,)] * 200)
    connection.commit()
    connection.close()
    with zipfile.ZipFile(data / "backups" / "augengenau-20261119-100000.zip", "w") as archive:
        archive.writestr("manifest.json", "{}")
    (data / "backups" / "augengenau-20261119-110000.zip").write_bytes(b"torn")
    return data


def test_a_whole_one_and_a_new_folder_start(used, tmp_path):
    database.require_whole(used)
    database.require_whole(tmp_path / "new")


@pytest.mark.parametrize("damage", [torn_header, torn_leaf, cut_off, emptied, Path.unlink])
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


@pytest.mark.slow
@pytest.mark.parametrize("damage", [torn_header, emptied])
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
