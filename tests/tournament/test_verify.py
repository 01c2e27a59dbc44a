import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.conftest import APPEND_ONLY


def test_a_whole_log_is_named_with_its_head(tournament, entries, capsys):
    call_command("verify_tournament", tournament.public_id)
    tournament.stream.refresh_from_db()
    assert f"6 entries, whole, head {tournament.stream.head}" in capsys.readouterr().out


def test_a_changed_log_is_an_error_that_names_the_entry(tournament, entries, capsys):
    with connection.cursor() as cursor:
        drop = [APPEND_ONLY.POSTGRES_BACK] if connection.vendor == "postgresql" else []
        for statement in drop or [f"DROP TRIGGER {name}" for name in APPEND_ONLY.NAMES]:
            cursor.execute(statement)
        cursor.execute("UPDATE tournament_logentry SET actor = 'x' WHERE code = 'entry.added' AND seq = 2")
    with pytest.raises(CommandError):
        call_command("verify_tournament")
    assert "entry 2: content" in capsys.readouterr().err


def test_a_tournament_that_does_not_exist_is_said(db):
    with pytest.raises(CommandError, match="no such"):
        call_command("verify_tournament", "nothere")
