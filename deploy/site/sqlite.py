"""Which SQLite the process uses, and how a database file is opened.

SQLite 3.7.0 to 3.51.2 can damage a WAL file when it is reset during a read. If the system's library is one of these, the
bundled newer one replaces it; if that is missing too, the rollback journal is used: slower, but safe.
"""

import errno
import os
import sys
from pathlib import Path
from typing import Any

SAFE_WAL = (3, 51, 3)

_COMMON = "PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON; PRAGMA cell_size_check=ON;"


def use_safe_library() -> tuple[int, ...]:
    """Swap in the bundled SQLite if the system's is not safe; return the version in use."""
    import sqlite3

    if sqlite3.sqlite_version_info < SAFE_WAL:
        try:
            import pysqlite3
            from pysqlite3 import dbapi2
        except ImportError:
            return sqlite3.sqlite_version_info
        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = dbapi2
        return tuple(dbapi2.sqlite_version_info)
    return sqlite3.sqlite_version_info


def options(version: tuple[int, ...]) -> dict[str, object]:
    """A write transaction takes its lock when it begins, and a commit is on the disk when it returns."""
    journal = "WAL" if version >= SAFE_WAL else "DELETE"
    return {
        "factory": _connections(),
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode={journal}; {_COMMON}",
    }


def _connections() -> type:
    """Connections that believe a commit only where the disk takes something afterwards, too.

    A file system that the kernel gives up can say of what it throws away that it has reached the disk.
    """
    from sqlite3 import Connection, OperationalError

    class Doubting(Connection):
        def __init__(self, database: str | Path, *more: Any, **options: Any) -> None:
            super().__init__(database, *more, **options)
            self._file = Path(database)

        def commit(self) -> None:
            super().commit()
            if self._file.is_absolute():  # else it lies in memory
                try:
                    _touch(self._file)
                except OSError as error:
                    raise OperationalError("disk I/O error") from error

    return Doubting


def stay_open(database: str | Path) -> object | None:
    """A connection to be kept for as long as the process lives, without a transaction; nothing where there is no such database.

    Whoever closes the last one takes the files beside the database away (`-wal`, `-shm`). If the disk then turns read-only
    nobody can make them anew, and without them nothing can be read.
    """
    from sqlite3 import Error, connect

    try:
        connection = connect(f"{Path(database).as_uri()}?mode=rw", uri=True, check_same_thread=False)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (Error, ValueError):
        return None
    return connection


def _touch(file: Path) -> None:
    """A change that needs the file system's journal, and that writes nothing: some microseconds."""
    if hasattr(os, "setxattr"):
        try:
            os.setxattr(file, "user.augengenau", b"")
        except OSError as error:
            if error.errno != errno.ENOTSUP:  # else a file system without such attributes
                raise
    os.utime(file)
