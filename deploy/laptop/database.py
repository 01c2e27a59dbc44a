"""Whether the database of a laptop is whole, before anything writes to it: else one sentence that names the newest backup.

SQLite itself takes a file of a few bytes for an empty database, and fills up a last page that was cut short.
"""

import re
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from deploy.laptop.folder import COMMAND, DATABASE
from deploy.site import sqlite
from tournament.out.backup import archive

BACKUPS, FILES = "backups", "files"
MAGIC, PAGE_SIZE, LARGEST_PAGE = b"SQLite format 3\0", slice(16, 18), 1 << 16
ACCOUNTS = "tournament.account"  # as a backup's manifest calls them
STAMPED = re.compile(r"\d{8}-\d{6}")


def require_whole(data: Path, second: Path | None = None) -> None:
    """Empty or another's beside backups or files, torn, cut off: refused. A new folder is none of these."""
    why = _wrong(data, second) or _begins_anew(data, second)
    if why:
        raise SystemExit(f"The database {data / DATABASE} {why}. {_what_to_do(data, second)}")


def _wrong(data: Path, second: Path | None) -> str:
    try:
        return _is_missing(data, second) or _looked_into(data / DATABASE)
    except OSError as error:
        return f"cannot be read ({error.strerror})"


def _is_missing(data: Path, second: Path | None) -> str:
    path = data / DATABASE
    if path.exists() and not path.is_file():
        return "is no file"
    if path.exists() and path.stat().st_size:
        return ""
    if _was_used(data):
        return "is missing or empty, though there was one"
    if second and any(_backups(second)):
        return (
            f"would begin anew, though {second} has backups of one (to begin anew, name another folder with --backup)"
        )
    return ""


def _looked_into(path: Path) -> str:
    if not path.exists() or not path.stat().st_size:
        return ""
    if _is_cut_short(path):
        return "is damaged"
    try:
        with closing(_opened(path)) as connection:
            connection.execute("PRAGMA cell_size_check=ON")
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except _errors() as error:
        return "" if _is_locked(error) else "is damaged"
    return "" if found == "ok" else "is damaged"


def _begins_anew(data: Path, second: Path | None) -> str:
    """Over somebody's data: whole, but not ours, or with no account where a backup has some."""
    path = data / DATABASE
    if not path.exists() or not (_was_used(data) or (second and any(_backups(second)))):
        return ""
    try:
        with closing(_opened(path)) as connection:
            if connection.execute("SELECT 1 FROM tournament_account LIMIT 1").fetchone():
                return ""
    except _errors() as error:
        return "" if _is_locked(error) else "is not one of Augengenau, though there was one"
    newest = _newest_good(data, second)
    return "has no account, though the newest backup has" if newest and archive.rows_of(newest, ACCOUNTS) else ""


def _was_used(data: Path) -> bool:
    return (data / "VERSION").exists() or any((data / FILES).glob("*")) or any(_backups(data / BACKUPS))


def _is_cut_short(path: Path) -> bool:
    """By its head, before SQLite opens it, which would write."""
    with path.open("rb") as file:
        head = file.read(100)
    size = int.from_bytes(head[PAGE_SIZE]) or 1
    return not head.startswith(MAGIC) or path.stat().st_size % (LARGEST_PAGE if size == 1 else size) != 0


def _opened(path: Path) -> Any:
    sqlite.use_safe_library()
    import sqlite3

    return sqlite3.connect(path)


def _errors() -> type[Exception]:
    sqlite.use_safe_library()
    import sqlite3

    return sqlite3.DatabaseError


def _is_locked(error: Exception) -> bool:
    import sqlite3

    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def _what_to_do(data: Path, second: Path | None) -> str:
    newest = _newest_good(data, second)
    if newest is None:
        where = f"the data folder or {second}" if second else "the data folder"
        return f"There is no good backup in {where}: keep the folder as it is, and look for one elsewhere."
    return (
        f"The newest good backup is {newest}, {_age(newest)} old. Move {data / DATABASE}* and VERSION elsewhere, then: "
        f"{COMMAND} restore {newest} --data {data}"
    )


def _newest_good(data: Path, second: Path | None) -> Path | None:
    places = [data / BACKUPS, *([second] if second else [])]
    found = sorted((path for place in places for path in _backups(place)), key=_stamp, reverse=True)
    return next(filter(archive.is_whole, found), None)


def _backups(place: Path) -> list[Path]:
    return list(place.glob("augengenau-*.zip"))


def _stamp(path: Path) -> str:
    found = STAMPED.search(path.name)
    return found[0] if found else ""


def _age(path: Path) -> str:
    minutes = max(0, int(time.time() - path.stat().st_mtime) // 60)
    return (
        f"{minutes} minutes"
        if minutes < 120
        else f"{minutes // 60} hours"
        if minutes < 2880
        else f"{minutes // 1440} days"
    )
