"""The database as it is at one moment, while others go on writing."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

ALIAS = "frozen"


@contextmanager
def frozen() -> Iterator[str]:
    """The name of a connection on which nothing changes any more."""
    with _copy() if connection.vendor == "sqlite" else _one_look() as alias:
        yield alias


@contextmanager
def _copy() -> Iterator[str]:
    """SQLite copies a database that is being written to by itself, in well under a second."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".frozen-") as folder:
        path = Path(folder) / "copy.sqlite3"
        with opened_sqlite(path) as alias:
            connection.ensure_connection()
            connections[alias].ensure_connection()
            connection.connection.backup(connections[alias].connection)
            yield alias


@contextmanager
def opened_sqlite(path: Path) -> Iterator[str]:
    """A further database of this process, until it is left."""
    assert ALIAS not in connections.databases, "one at a time"
    # A scratch copy: nothing need survive a power cut.
    options = {"timeout": 20, "init_command": "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"}
    defaults = connections.databases[DEFAULT_DB_ALIAS]
    connections.databases[ALIAS] = {
        **defaults,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": options,
    }
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.databases[ALIAS]


@contextmanager
def _one_look() -> Iterator[str]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            # Who only looks keeps nobody waiting, and may pack for a while between two questions.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '1h'")
        yield DEFAULT_DB_ALIAS
