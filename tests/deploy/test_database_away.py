"""A database that does not answer is told from a mistake in the program: by 503 the proxy knows to ask another node."""

import json
from types import SimpleNamespace

import psycopg.errors
import pytest
from django.db import IntegrityError, InterfaceError, OperationalError

from deploy import answers


def caused(kind: type[Exception], by: Exception) -> Exception:
    error = kind("said by Django")
    error.__cause__ = by
    return error


@pytest.fixture(autouse=True)
def on_postgresql(monkeypatch):
    monkeypatch.setattr(answers, "connection", SimpleNamespace(vendor="postgresql"))


@pytest.mark.parametrize(
    ("error", "is_away"),
    [
        (caused(OperationalError, psycopg.OperationalError("couldn't get a connection")), True),
        (caused(OperationalError, psycopg.OperationalError("server closed the connection unexpectedly")), True),
        (caused(OperationalError, psycopg.errors.AdminShutdown("terminating connection")), True),
        (caused(OperationalError, psycopg.errors.CannotConnectNow("the database system is starting up")), True),
        (caused(OperationalError, psycopg.errors.ConnectionFailure("connection failure")), True),
        (caused(InterfaceError, psycopg.InterfaceError("the connection is closed")), True),
        (caused(OperationalError, psycopg.errors.LockNotAvailable("lock timeout")), False),
        (caused(OperationalError, psycopg.errors.QueryCanceled("statement timeout")), False),
        (caused(IntegrityError, psycopg.errors.UniqueViolation("duplicate key")), False),
        (ValueError("couldn't get a connection"), False),
        (None, False),
    ],
)
def test_what_counts_as_away(error, is_away):
    assert answers.is_database_away(error) is is_away


def test_on_a_laptop_the_database_is_a_file(monkeypatch):
    monkeypatch.setattr(answers, "connection", SimpleNamespace(vendor="sqlite"))
    assert not answers.is_database_away(OperationalError("database is locked"))


def answer_to(rf, path: str, error: Exception):
    try:
        raise error
    except Exception:  # noqa: BLE001  (Django catches any)
        return answers.server_error(rf.get(path))


def test_programs_and_people_are_told_to_try_again(rf):
    away = caused(OperationalError, psycopg.OperationalError("couldn't get a connection"))
    said, page = answer_to(rf, "/api/v1/clubs/", away), answer_to(rf, "/desk/", away)
    assert (said.status_code, page.status_code) == (503, 503)
    assert said["Retry-After"] == page["Retry-After"] == "5"
    assert json.loads(said.content)["code"] == "database_away"
    assert "es zählt nur einmal" in page.content.decode().lower()
    assert answer_to(rf, "/desk/", ValueError("a mistake")).status_code == 500
