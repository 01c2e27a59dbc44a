"""Checks the data folder before anything starts: writable, on a local disk, not of a newer version, not in use.

Other modules make what is in it; this one only writes VERSION (the version and the packages that its database was last migrated
with) and `running` (the process that uses it now).
"""

import hashlib
import os
import re
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from importlib import metadata
from pathlib import Path

from deploy.site import sqlite
from tournament.core import system

ROOT = Path(__file__).resolve().parents[2]
# The word that starts our command in a terminal: from the wheel, or in the project's own folder.
COMMAND = "deploy/augengenau" if (ROOT / "deploy" / "augengenau").exists() else "augengenau"
DATABASE = "augengenau.sqlite3"

NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ceph", "davfs", "fuse.sshfs", "fuse.rclone"}
FRAGILE = {"vfat", "msdos", "exfat", "fuseblk"}
# Folder names of sync programs, which copy files while these are being written.
SYNC_FOLDERS = (
    *("dropbox", "onedrive", "nextcloud", "owncloud", "googledrive", "icloud", "com~apple~clouddocs"),
    *("syncthing", "pclouddrive", "seafile", "megasync", "magentacloud"),
)
MARKER = re.compile(r"(\d{1,6}[\w.+-]{0,40})(?:\n(\w*)\s*)?", re.ASCII)  # what `mark` writes
ELSEWHERE = "choose a folder on this machine's own disk with --data DIR"


def prepare(data: Path) -> Path:
    """Make the folder if it is missing, and refuse one in which data would be in danger."""
    _make_writable(data)
    keep_to_owner([*data.glob(f"{DATABASE}*"), data / "secret-key", *data.glob("backups/*.zip")])
    _refuse_shared(data.resolve())
    _refuse_newer(data)
    return data


def _make_writable(data: Path) -> None:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as error:
        raise SystemExit(f"The data folder {data} cannot be written ({error.strerror}): {ELSEWHERE}.") from None


def keep_to_owner(paths: Iterable[Path]) -> None:
    """What holds everything is the owner's alone, also in a folder that others may look into."""
    for path in paths:
        with suppress(OSError):  # of another kind of disk, or of somebody else
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)


def _refuse_shared(data: Path) -> None:
    kind = file_system(data, _mounts()) or system.drive(data)
    if kind in NETWORK:
        raise SystemExit(f"The data folder {data} is on a network drive, which breaks databases: {ELSEWHERE}.")
    if sync := sync_folder(data):
        raise SystemExit(f"The data folder is kept in step by {sync}, which breaks databases: {ELSEWHERE}.")
    if kind in FRAGILE:
        print(f"The data folder is on a {kind} drive, which a power cut can damage: keep backups elsewhere.")


def _mounts() -> str:
    try:
        return Path("/proc/self/mounts").read_text()
    except OSError:
        return ""  # not Linux: the kind is unknown, nothing is refused


def file_system(path: Path, mounts: str) -> str:
    """The type of the file system that holds a path, by the lines of /proc/self/mounts (the last match counts)."""
    kind, depth = "", 0
    for line in mounts.splitlines():
        _, point, this_kind, *_ = line.split(" ")
        place = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), point))
        if path.is_relative_to(place) and len(place.parts) >= depth:
            kind, depth = this_kind, len(place.parts)
    return kind


def sync_folder(path: Path) -> Path | None:
    for place in (path, *path.parents):
        name = place.name.lower().replace(" ", "")
        if name.startswith(SYNC_FOLDERS) or (place / ".stfolder").exists():
            return place
    return None


def _refuse_folders(data: Path) -> None:
    """A repaired disk may have folders in place of files. (Of the database `database` says it.)"""
    for name in ("VERSION", "running"):
        if (data / name).is_dir():
            raise SystemExit(f"{data / name} is a folder, where a file should be: move it elsewhere, and start again.")


def _refuse_newer(data: Path) -> None:
    _refuse_folders(data)
    used_by, _ = _marker(data)
    if version_key(used_by) > version_key(version()) or applied_migrations(data) - own_migrations():
        raise SystemExit(
            f"The data folder {data} was last used by a version newer than this one ({version()}): "
            "start that version, or choose another folder with --data DIR."
        )


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def version_key(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text))


def packages() -> str:
    """A hash that changes when any installed package does: of the lock, or, installed by pip without one, of what is there."""
    lock = ROOT / "deploy" / "requirements.lock"
    if lock.exists():
        return hashlib.sha256(lock.read_bytes()).hexdigest()
    there = sorted({f"{each.name} {each.version}" for each in metadata.distributions()})
    return hashlib.sha256("\n".join(there).encode()).hexdigest()


def mark(data: Path) -> None:
    """Write that the database is up to date for this version and these packages."""
    draft = data / ".VERSION"
    draft.write_text(f"{version()}\n{packages()}\n")
    draft.replace(data / "VERSION")


def _marker(data: Path) -> tuple[str, str]:
    """None of it where the file is torn: the database itself says which migrations it has, and they are looked at again."""
    try:
        found = MARKER.fullmatch((data / "VERSION").read_text())
    except (OSError, ValueError):
        return "", ""
    return (found[1], found[2] or "") if found else ("", "")


def must_migrate(data: Path) -> bool:
    """Compares our migrations with the database and other packages by the lock; with PostgreSQL `migrate` always runs."""
    return (
        "DATABASE_URL" in os.environ
        or _marker(data) != (version(), packages())
        or applied_migrations(data) != own_migrations()
    )


def own_migrations() -> set[tuple[str, str]]:
    return {(path.parent.parent.name, path.stem) for path in ROOT.glob("*/migrations/[0-9]*.py")}


def applied_migrations(data: Path) -> set[tuple[str, str]]:
    """The migrations of our apps recorded in the database; none if there is no database yet."""
    path = data / DATABASE
    if not path.exists():
        return set()
    apps = {path.parent.name for path in ROOT.glob("*/migrations")}
    return {(app, name) for app, name in _recorded_migrations(path) if app in apps}


def _recorded_migrations(database: Path) -> list[tuple[str, str]]:
    sqlite.use_safe_library()
    import sqlite3

    try:  # only read: closing the last connection that may write changes a file that nobody has looked at yet
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.DatabaseError:
        return []  # made, but never migrated; or damaged, which deploy.laptop.database says


@contextmanager
def alone(data: Path, port: int) -> Iterator[None]:
    """Lock the folder for as long as this process lives; the lock is gone however it ends."""
    with (data / "running").open("a+") as note:
        if not system.lock(note):
            note.seek(0)
            raise SystemExit(
                f"Augengenau already runs with the data folder {data} ({note.read().strip()}): "
                "end it there with Ctrl-C, or choose another folder with --data DIR."
            )
        note.truncate(0)
        note.write(f"http://localhost:{port}/, process {os.getpid()}\n")
        note.flush()
        yield
