"""What is wrong with a disk is told from other troubles, whoever met it, and said in a sentence; reads go on."""

import errno
import json
import sqlite3
from contextlib import closing

import psycopg.errors
import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import RequestFactory

from deploy.site import sqlite
from deploy.site.answers import as_refusal, server_error
from tournament.core import disks


def of_postgresql(cause: Exception) -> OperationalError:
    error = OperationalError("could not extend file")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "disk_full"),
        (OperationalError("database or disk is full"), "disk_full"),
        (of_postgresql(psycopg.errors.DiskFull("could not extend file")), "disk_full"),
        (OSError(errno.EROFS, "Read-only file system"), "disk_read_only"),
        (OperationalError("attempt to write a readonly database"), "disk_read_only"),
        (of_postgresql(psycopg.errors.ReadOnlySqlTransaction("read-only transaction")), "disk_read_only"),
        (OSError(errno.EIO, "Input/output error"), "disk_failing"),
        (OperationalError("disk I/O error"), "disk_failing"),
        (OperationalError("unable to open database file"), "disk_failing"),
        (of_postgresql(psycopg.errors.IoError("could not read block")), "disk_failing"),
        (DatabaseError("database disk image is malformed"), "database_damaged"),
        (DatabaseError("file is not a database"), "database_damaged"),
        (of_postgresql(psycopg.errors.DataCorrupted("invalid page")), "database_damaged"),
        (of_postgresql(psycopg.errors.LockNotAvailable("lock timeout")), ""),
        (OSError(errno.EACCES, "Permission denied"), ""),
        (OperationalError("database is locked"), ""),
        (ValueError("database or disk is full"), ""),
        (None, ""),
    ],
)
def test_who_met_it(error, code):
    found = disks.trouble(error)
    assert (found.code if found else "") == code
    assert found is None or (found.status == 507 and found.sentence)


@pytest.mark.django_db
def test_a_database_that_takes_nothing_says_so_and_is_read_on(tournament):
    statement = "PRAGMA query_only=ON" if connection.vendor == "sqlite" else "SET TRANSACTION READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(statement)
        try:
            with pytest.raises(DatabaseError) as failed:
                cursor.execute("UPDATE tournament_club SET name = 'x'")
        finally:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA query_only=OFF")
    refusal = as_refusal(failed.value)
    assert (refusal.status, refusal.code) == (507, "disk_read_only")


@pytest.mark.parametrize("path", ["/desk/", "/api/v1/"])
def test_met_outside_a_view_it_is_said_as_well(path):
    of_sqlite = OperationalError("disk I/O error")
    of_server = of_postgresql(psycopg.errors.IoError("could not read block"))
    try:
        raise of_sqlite if connection.vendor == "sqlite" else of_server
    except OperationalError:
        answer = server_error(RequestFactory().get(path))
    assert answer.status_code == 507
    if path == "/api/v1/":
        assert json.loads(answer.content)["code"] == "disk_failing"
    else:
        assert "Der Speicher" in answer.content.decode()


def test_a_commit_counts_where_the_disk_takes_something_afterwards(tmp_path, monkeypatch):
    """The kernel can say of what it throws away that it has reached the disk."""
    connect = sqlite.options(sqlite.SAFE_WAL)["factory"]
    with closing(connect(tmp_path / "db")) as opened:
        opened.execute("CREATE TABLE t (n INTEGER)")
        opened.execute("INSERT INTO t VALUES (1)")
        opened.commit()
        opened.execute("INSERT INTO t VALUES (2)")
        monkeypatch.setattr(sqlite.os, "utime", raises(OSError(errno.EROFS, "Read-only file system")))
        with pytest.raises(sqlite3.OperationalError) as failed:
            opened.commit()
    assert disks.trouble(OperationalError(*failed.value.args)).code == "disk_failing"


def raises(error):
    def fail(*_args, **_more):
        raise error

    return fail
