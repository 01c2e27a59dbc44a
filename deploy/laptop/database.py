"""Whether the database of a laptop is whole, before anything writes to it: else one sentence that names the newest backup."""

import re
import time
import zipfile
from contextlib import closing
from pathlib import Path

from deploy.laptop.folder import COMMAND, DATABASE
from deploy.site import sqlite

BACKUPS, FILES = "backups", "files"
STAMPED = re.compile(r"\d{8}-\d{6}")


def require_whole(data: Path, second: Path | None = None) -> None:
    """Empty beside backups or files, torn, cut off: refused. A new folder is none of these."""
    why = _wrong(data)
    if why:
        raise SystemExit(f"The database {data / DATABASE} {why}. {_what_to_do(data, second)}")


def _wrong(data: Path) -> str:
    path = data / DATABASE
    if not path.exists() or not path.stat().st_size:
        was_used = (data / "VERSION").exists() or any((data / FILES).glob("*")) or any(_backups(data / BACKUPS))
        return "is missing or empty, though there was one" if was_used else ""
    sqlite.use_safe_library()
    import sqlite3

    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA cell_size_check=ON")
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return "" if isinstance(error, sqlite3.OperationalError) and "locked" in str(error) else "is damaged"
    return "" if found == "ok" else "is damaged"


def _what_to_do(data: Path, second: Path | None) -> str:
    places = [data / BACKUPS, *([second] if second else [])]
    found = sorted((path for place in places for path in _backups(place)), key=_stamp, reverse=True)
    newest = next(filter(_is_whole, found), None)
    if newest is None:
        return "There is no good backup in the data folder: keep the folder as it is, and look for one elsewhere."
    return (
        f"The newest good backup is {newest}, {_age(newest)} old. Move {data / DATABASE}* and VERSION elsewhere, then: "
        f"{COMMAND} restore {newest} --data {data}"
    )


def _backups(place: Path) -> list[Path]:
    return list(place.glob("augengenau-*.zip"))


def _stamp(path: Path) -> str:
    found = STAMPED.search(path.name)
    return found[0] if found else ""


def _is_whole(path: Path) -> bool:
    """`restore` looks it over line by line."""
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    except (OSError, zipfile.BadZipFile, EOFError):
        return False


def _age(path: Path) -> str:
    minutes = max(0, int(time.time() - path.stat().st_mtime) // 60)
    return (
        f"{minutes} minutes"
        if minutes < 120
        else f"{minutes // 60} hours"
        if minutes < 2880
        else f"{minutes // 1440} days"
    )
