"""A consistent snapshot of the database, while others go on writing."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

ALIAS = "frozen"


@contextmanager
def frozen(beside: Path) -> Iterator[str]:
    """The alias of a database connection that sees one unchanging state. `beside`: where the backup is made."""
    with _copy(beside) if connection.vendor == "sqlite" else _read_only_transaction() as alias:
        yield alias


@contextmanager
def _copy(beside: Path) -> Iterator[str]:
    """A copy made by SQLite's online backup, in well under a second even while others write."""
    with _folder(beside) as folder:
        path = Path(folder) / "copy.sqlite3"
        with opened_sqlite(path) as alias:
            connection.ensure_connection()
            connections[alias].ensure_connection()
            connection.connection.backup(connections[alias].connection)
            yield alias


def _folder(beside: Path) -> "tempfile.TemporaryDirectory[str]":
    """On the data's own disk; where that takes nothing any more, a backup elsewhere is wanted all the more."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    try:
        return tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".frozen-")
    except OSError:
        return tempfile.TemporaryDirectory(dir=beside, prefix=".frozen-")


@contextmanager
def opened_sqlite(path: Path) -> Iterator[str]:
    """Connect this process to a further SQLite database, for the time of the context."""
    assert ALIAS not in connections.databases, "one at a time"
    # A temporary copy, which need not survive a power cut.
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
def _read_only_transaction() -> Iterator[str]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            # Reading blocks nobody, and compressing may take a while between two queries.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '1h'")
        yield DEFAULT_DB_ALIAS
