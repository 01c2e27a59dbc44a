"""A backup restored into a database of its own, which is thrown away: the proof that it can be."""

import tempfile
from pathlib import Path

from tournament.backup.frozen import opened_sqlite
from tournament.backup.restoring import restore


def restored_for_a_try(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, opened_sqlite(Path(folder) / "tried.sqlite3") as alias:
        restore(path, alias)
