"""Restore a backup into a temporary database, to prove that it can be restored."""

import tempfile
from pathlib import Path

from tournament.out.backup.frozen import opened_sqlite
from tournament.out.backup.restoring import restore


def restored_for_a_try(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, opened_sqlite(Path(folder) / "tried.sqlite3") as alias:
        restore(path, alias)
