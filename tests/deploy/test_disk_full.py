"""A full disk is told from other troubles, whoever found it full."""

import errno

import psycopg.errors
import pytest
from django.db import OperationalError

from deploy.answers import is_disk_full


def of_postgresql(cause: Exception) -> OperationalError:
    error = OperationalError("could not extend file")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "is_full"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (OperationalError("database or disk is full"), True),
        (of_postgresql(psycopg.errors.DiskFull("could not extend file")), True),
        (of_postgresql(psycopg.errors.LockNotAvailable("lock timeout")), False),
        (OSError(errno.EACCES, "Permission denied"), False),
        (OperationalError("database is locked"), False),
        (ValueError("database or disk is full"), False),
    ],
)
def test_who_found_it_full(error, is_full):
    assert is_disk_full(error) is is_full
