"""R9: the log is append-only for the application itself: each way that SQL has to change or lose a row is refused.

The control is a table beside it, on which the same statements work: they are no nonsense.
"""

import pytest
from django.db import Error, connection, transaction

from tournament.entries.actions import add_entry
from tournament.models import GuessCount, LogEntry, LogText

POSTGRES = connection.vendor == "postgresql"
CHANGE = {
    "update": "UPDATE {table} SET {column} = 'x'",
    "delete": "DELETE FROM {table}",
    "one row": "DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})",
    "new number": "UPDATE {table} SET id = id + 100000",
    **(
        {
            "truncate": "TRUNCATE {table} CASCADE",
            "upsert": "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT (id) DO UPDATE SET {column} = 'x'",
            "merge": "MERGE INTO {table} a USING {table} b ON a.id = b.id WHEN MATCHED THEN UPDATE SET {column} = 'x'",
        }
        if POSTGRES
        else {
            "replace": "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
            "update or replace": "UPDATE OR REPLACE {table} SET {column} = 'x'",
            "upsert": "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT (id) DO UPDATE SET {column} = 'x'",
        }
    ),
}
LOG = [(LogEntry._meta.db_table, "code"), (LogText._meta.db_table, "text")]
every_way = pytest.mark.parametrize("statement", CHANGE.values(), ids=list(CHANGE))


@pytest.fixture
def written(tournament, as_yara) -> list[tuple]:
    """Rows of both tables, and what they are."""
    add_entry(tournament, by=as_yara, given_name="Gero")
    connection.check_constraints()  # else PostgreSQL refuses to truncate for what it has still to check
    return rows()


def rows() -> list[tuple]:
    return [*LogEntry.objects.order_by("pk").values_list(), *LogText.objects.order_by("pk").values_list()]


def carry_out(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@every_way
@pytest.mark.parametrize(("table", "column"), LOG, ids=["entry", "text"])
def test_r9_the_log_is_never_changed(written, statement, table, column):
    with pytest.raises(Error, match="append-only"):
        carry_out(statement.format(table=table, column=column))
    assert rows() == written


@every_way
def test_r9_control_beside_the_log_it_works(db, statement):
    GuessCount.objects.create(key="a", window=1)
    before = list(GuessCount.objects.values_list())
    if "SELECT *" in statement and "ON CONFLICT" not in statement:  # replaced by itself
        carry_out(statement.format(table=GuessCount._meta.db_table, column="key"))
        return
    carry_out(statement.format(table=GuessCount._meta.db_table, column="key"))
    assert list(GuessCount.objects.values_list()) != before


def test_r9_the_application_does_not_own_the_power_to_write_past_it(db):
    """A superuser of PostgreSQL could; the tests run as a role such as the product has."""
    if not POSTGRES:
        pytest.skip("of PostgreSQL; whoever opens the file of SQLite owns it")
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == (False,)
        with pytest.raises(Error), transaction.atomic():
            cursor.execute("SET LOCAL session_replication_role = replica")
