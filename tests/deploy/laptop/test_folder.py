import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from deploy.laptop import folder

MOUNTS = r"""/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
/dev/sdb1 /home/karl\040kurz/local ext4 rw 0 0
/dev/sdc1 /media/stick vfat rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/data", "ext4"),
        ("/home/yara/data", "nfs4"),
        ("/home/karl kurz/local/data", "ext4"),
        ("/homes/data", "ext4"),
        ("/media/stick", "vfat"),
    ],
)
def test_file_system(path, kind):
    assert folder.file_system(Path(path), MOUNTS) == kind


def test_file_system_on_a_system_that_does_not_say():
    assert folder.file_system(Path("/var/data"), "") == ""


def test_what_holds_everything_is_the_owners_alone_also_in_a_folder_that_others_see(tmp_path):
    tmp_path.chmod(0o755)
    (tmp_path / "backups").mkdir()
    names = [folder.DATABASE, f"{folder.DATABASE}-wal", "secret-key", "backups/augengenau-20261120-120000.zip"]
    for name in names:
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    folder.prepare(tmp_path)
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in names} == {0o600}


def test_a_network_drive_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "_mounts", lambda: "server:/x / nfs4 rw 0 0\n")
    with pytest.raises(SystemExit, match="is on a network drive"):
        folder.prepare(tmp_path)


def test_a_stick_is_only_remarked_upon(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(folder, "_mounts", lambda: "/dev/sdb1 / vfat rw 0 0\n")
    assert folder.prepare(tmp_path) == tmp_path
    assert "a power cut can damage" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["Dropbox", "OneDrive - SC Augenzahl", "Google Drive", "Nextcloud"])
def test_sync_folder_by_name(name):
    assert folder.sync_folder(Path("/home/yara") / name / "augengenau" / "data") == Path("/home/yara") / name


def test_sync_folder_by_its_mark(tmp_path):
    (tmp_path / ".stfolder").mkdir()
    assert folder.sync_folder(tmp_path / "data") == tmp_path


def test_a_plain_folder_is_no_sync_folder():
    assert folder.sync_folder(Path("/home/yara/augengenau/data")) is None


def test_the_folder_is_made_for_its_owner_alone(tmp_path):
    data = folder.prepare(tmp_path / "club" / "data")
    assert data.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("one", "other"), [("0.9", "0.10"), ("0.1.0", "1"), ("", "0.1")])
def test_versions_are_compared_by_number(one, other):
    assert folder.version_key(one) < folder.version_key(other)


def test_the_version_is_the_one_of_the_settings(settings):
    assert folder.version() == settings.VERSION


@pytest.fixture
def migrated(tmp_path):
    """A data folder whose database has noted our migrations, and what the test adds."""

    def make(*more: tuple[str, str]) -> Path:
        with closing(sqlite3.connect(tmp_path / folder.DATABASE)) as database, database:
            database.execute("CREATE TABLE django_migrations (app, name)")
            rows = [*folder.own_migrations(), ("auth", "0001_initial"), *more]
            database.executemany("INSERT INTO django_migrations VALUES (?, ?)", rows)
        folder.mark(tmp_path)
        return tmp_path

    return make


def test_our_migrations_are_found():
    assert ("tournament", "0001_initial") in folder.own_migrations()


def test_a_migration_from_the_future_is_refused(migrated):
    data = migrated(("tournament", "0999_tomorrow"))
    with pytest.raises(SystemExit, match="newer than this one"):
        folder.prepare(data)


def test_what_is_up_to_date_need_not_be_migrated(migrated, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert not folder.must_migrate(migrated())


def test_a_missing_migration_a_changed_lock_or_another_database_must_be_migrated(migrated, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    data = migrated()
    with monkeypatch.context() as patch:
        patch.setenv("DATABASE_URL", "postgres://localhost/augengenau")
        assert folder.must_migrate(data)
    with monkeypatch.context() as patch:
        patch.setattr(folder, "packages", lambda: "another lock")
        assert folder.must_migrate(data)
    with closing(sqlite3.connect(data / folder.DATABASE)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'tournament'")
    assert folder.must_migrate(data)


def test_an_empty_folder_must_be_migrated(tmp_path):
    assert folder.must_migrate(tmp_path)


def test_only_one_at_a_time(tmp_path):
    said = r"already runs.*http://localhost:8000/"
    with folder.alone(tmp_path, 8000), pytest.raises(SystemExit, match=said), folder.alone(tmp_path, 8001):
        pass
    with folder.alone(tmp_path, 8002):
        assert "8002" in (tmp_path / "running").read_text()


@pytest.mark.parametrize("torn", [b"\xff\xfe\x00" * 40, b"\0" * 90, b"", b"9" * 5000, "９９.0\n".encode()])
def test_a_torn_version_is_looked_up_in_the_database(tmp_path, torn):
    (tmp_path / "VERSION").write_bytes(torn)
    assert folder.prepare(tmp_path) == tmp_path
    assert folder.must_migrate(tmp_path)


@pytest.mark.parametrize("name", ["VERSION", "running"])
def test_a_folder_in_place_of_a_file_is_one_sentence(tmp_path, name):
    (tmp_path / name).mkdir()
    with pytest.raises(SystemExit, match=f"{name} is a folder, where a file should be"):
        folder.prepare(tmp_path)
