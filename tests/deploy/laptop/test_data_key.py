"""The key of a laptop is made once; an emptied or damaged one signs nothing."""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from deploy.laptop.data_key import require_there, secret_key
from deploy.workshop.services import free_port
from tests.deploy.conftest import RUN, bare_environment


def test_it_is_made_once(tmp_path: Path):
    made = secret_key(tmp_path)
    assert len(made) == 67 and secret_key(tmp_path) == made


@pytest.mark.parametrize("left", [b"", b"\0", b"\0" * 67, b"\xff" * 67, b"abc\n"])
def test_a_damaged_one_is_refused_with_one_sentence(tmp_path: Path, left: bytes):
    """After a power cut a file may be empty or nothing but zeros: with those anybody could sign links."""
    path = tmp_path / "secret-key"
    path.write_bytes(left)
    with pytest.raises(SystemExit, match="is damaged") as stopped:
        secret_key(tmp_path)
    assert "\n" not in str(stopped.value) and path.read_bytes() == left


def test_one_that_is_gone_beside_a_database_is_said_and_none_is_made(tmp_path: Path, monkeypatch):
    monkeypatch.delenv("AUGENGENAU_SECRET_KEY", raising=False)
    database, path = tmp_path / "augengenau.sqlite3", tmp_path / "secret-key"
    require_there(tmp_path, database)  # a first start
    database.write_bytes(b"SQLite")
    with pytest.raises(SystemExit, match=r"is gone, though there is a database: put it back .look for a copy"):
        require_there(tmp_path, database)
    (tmp_path / "backups").mkdir()
    for name in ("augengenau-20261119-120000.zip", "augengenau-20261120-120000-round.zip"):
        (tmp_path / "backups" / name).touch()
    with pytest.raises(SystemExit, match=r"\S+20261120-120000-round.zip holds it as secret-key") as stopped:
        require_there(tmp_path, database)
    assert "\n" not in str(stopped.value) and not path.exists()
    secret_key(tmp_path)
    require_there(tmp_path, database)


def test_the_launcher_asks_for_it_before_it_starts_anything(tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "augengenau.sqlite3")) as connection:
        connection.execute("CREATE TABLE tournament_account (login TEXT)")
        connection.commit()
    command = [RUN, "--data", tmp_path, "--host", "127.0.0.1", "--port", str(free_port()), "--only-check"]
    done = subprocess.run(command, env=bare_environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "is gone, though there is a database" in done.stderr
    assert done.stderr.count("\n") == 1 and not (tmp_path / "secret-key").exists()
