"""The log cannot be changed by the program, and a change by other means shows."""

import pytest
from django.db import DatabaseError, connection, transaction

from tests.conftest import APPEND_ONLY
from tournament.core import chain
from tournament.models import LogEntry, LogText, Stream


@pytest.fixture
def stream(tournament, entries):
    return Stream.objects.get(tournament=tournament)


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def whats(stream: Stream) -> set[str]:
    stream.refresh_from_db()
    return {fault.what for fault in chain.faults(stream)}


FORBIDDEN = [
    "UPDATE tournament_logentry SET code = 'x'",
    "DELETE FROM tournament_logentry",
    "UPDATE tournament_logtext SET text = 'x'",
    "DELETE FROM tournament_logtext",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_database_refuses_to_change_the_log(stream, statement):
    with pytest.raises(DatabaseError), transaction.atomic():
        sql(statement)
    assert whats(stream) == set()


def test_insert_or_replace_is_refused_too(stream):
    if connection.vendor == "postgresql":
        statement = "TRUNCATE tournament_logentry CASCADE"
    else:
        columns = ", ".join(f.column for f in LogEntry._meta.fields)
        statement = f"INSERT OR REPLACE INTO tournament_logentry ({columns}) SELECT {columns} FROM tournament_logentry"
    with pytest.raises(DatabaseError), transaction.atomic():
        sql(statement)
    assert whats(stream) == set()


@pytest.fixture
def unfenced(stream):
    """As somebody does who opens the file with other tools."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(APPEND_ONLY.POSTGRES_BACK)
        else:
            for name in APPEND_ONLY.NAMES:
                cursor.execute(f"DROP TRIGGER {name}")
    return stream


def test_an_untouched_chain_has_no_faults(stream):
    assert stream.log.count() == 6 and whats(stream) == set()


def test_an_edited_entry_shows(unfenced):
    sql("UPDATE tournament_logentry SET code = 'entry.restored' WHERE stream_id = %s AND seq = 3", unfenced.pk)
    assert whats(unfenced) == {"content"}


def test_an_entry_taken_out_shows(unfenced):
    gone = unfenced.log.get(seq=3)
    sql("DELETE FROM tournament_logtext WHERE entry_id = %s", gone.pk)
    sql("DELETE FROM tournament_logkey WHERE entry_id = %s", gone.pk)
    sql("DELETE FROM tournament_logentry WHERE id = %s", gone.pk)
    assert {"gap", "link"} <= whats(unfenced)


def test_the_tail_cut_off_shows(unfenced):
    gone = unfenced.log.get(seq=6)
    sql("DELETE FROM tournament_logtext WHERE entry_id = %s", gone.pk)
    sql("DELETE FROM tournament_logkey WHERE entry_id = %s", gone.pk)
    sql("DELETE FROM tournament_logentry WHERE id = %s", gone.pk)
    assert whats(unfenced) == {"head"}


def test_two_entries_swapped_show(unfenced):
    for old, new in ((2, 99), (4, 2), (99, 4)):
        sql("UPDATE tournament_logentry SET seq = %s WHERE stream_id = %s AND seq = %s", new, unfenced.pk, old)
    assert {"link", "content"} <= whats(unfenced)


def test_an_edited_name_shows(unfenced):
    sql("UPDATE tournament_logtext SET text = 'Somebody Else' WHERE text = 'Rosa Roth'")
    assert whats(unfenced) == {"text"}


def test_an_erased_name_leaves_the_chain_whole(stream):
    from django.utils import timezone

    LogText.objects.filter(text="Rosa Roth").update(text="", salt="", erased_at=timezone.now())
    assert not LogText.objects.filter(text__contains="Rosa").exists()
    assert whats(stream) == set()


def test_fractions_are_kept_out():
    with pytest.raises(TypeError):
        chain.canonical({"points": [1, 2.5]})


def test_one_way_to_write_it_down():
    assert chain.canonical({"b": 1, "a": "o\u0308"}) == '{"a":"ö","b":1}'.encode()
