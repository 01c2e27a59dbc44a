"""No backup is made of a database that is damaged."""

import pytest
from django.db import connection
from django.db.backends.base.base import NO_DB_ALIAS

from tests.tournament.evening import refused
from tournament.out.backup import frozen, making

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL looks after its pages itself")


@pytest.mark.django_db(transaction=True)
def test_a_torn_page_makes_no_backup(tournament, tmp_path, monkeypatch):
    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)  # Django's tests allow no other
    made = making.make(tmp_path / "whole.zip")
    assert made.path.exists()
    real = frozen.connections[frozen.DEFAULT_DB_ALIAS].connection

    class Torn:
        """Copies everything, and one page wrongly."""

        def backup(self, copy):
            real.backup(copy)
            copy.execute("PRAGMA writable_schema=ON")
            copy.execute("UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'tournament_contact'")
            copy.execute("PRAGMA writable_schema=RESET")
            copy.commit()

    monkeypatch.setattr(frozen.connection._connections[frozen.DEFAULT_DB_ALIAS], "connection", Torn(), raising=False)
    with refused("database_damaged"):
        making.make(tmp_path / "torn.zip")
    monkeypatch.undo()
    assert not (tmp_path / "torn.zip").exists()
