"""A database that does not answer is told from a mistake in the program: by 503 the proxy knows to ask another node. Found out
once, it is told at once, until the database is back."""

import json
from threading import Event
from types import SimpleNamespace

import psycopg.errors
import psycopg_pool
import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpResponse

from deploy.laptop.folder import ROOT
from deploy.site import answers
from deploy.site import database_away as away
from tests.deploy.conftest import until


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


NO_CONNECTION = caused(OperationalError, psycopg_pool.PoolTimeout("couldn't get a connection after 3.00 sec"))


@pytest.fixture
def back(monkeypatch):
    """To be set when the database is back."""
    moment = Event()
    monkeypatch.setattr(away, "answers", moment.is_set)
    monkeypatch.setattr(away, "PAUSE", 0.01)
    yield moment
    moment.set()
    assert until(lambda: not away.is_known())


@pytest.fixture
def asked():
    return []


@pytest.fixture
def ask(rf, asked):
    """Through the door: `asked` are those that came to a view."""
    through = answers.door(lambda request: asked.append(request.path) or HttpResponse("fine"))
    return lambda path, method="GET": through(rf.generic(method, path))


def test_who_waited_in_vain_shuts_the_door_until_the_database_is_back(rf, ask, asked, back):
    assert ask("/desk/").status_code == 200
    assert answer_to(rf, "/desk/", NO_CONNECTION).status_code == 503
    page, said = ask("/desk/"), ask("/api/v1/clubs/", "POST")
    assert (page.status_code, said.status_code) == (503, 503) and asked == ["/desk/"]
    assert json.loads(said.content)["code"] == "database_away" and page["Retry-After"] == "5"
    back.set()
    assert until(lambda: ask("/desk/").status_code == 200)


def test_a_connection_that_broke_shuts_no_door(rf, ask, back):
    broke = caused(OperationalError, psycopg.OperationalError("server closed the connection unexpectedly"))
    assert answer_to(rf, "/desk/", broke).status_code == 503
    assert ask("/desk/").status_code == 200


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_look_that_fails_for_another_reason_leaves_nobody_outside(monkeypatch):
    monkeypatch.setattr(away, "answers", lambda: 1 / 0)
    away.shut()
    assert until(lambda: not away.is_known())


def test_what_was_not_begun_is_for_another_node_and_who_looks_after_us_is_let_through(ask, asked, back):
    away.shut()
    assert {
        method: ask("/desk/", method).get("X-Accel-Redirect") for method in ("GET", "HEAD", "POST", "PUT", "DELETE")
    } == {
        "GET": None,
        "HEAD": None,
        **dict.fromkeys(("POST", "PUT", "DELETE"), "@elsewhere"),
    }
    assert [ask(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200] * 3 and len(asked) == 3


@pytest.mark.django_db
def test_who_asks_whether_it_is_ready_shuts_and_opens_the_door(client, monkeypatch, back):
    assert client.get("/readyz").status_code == 503 and away.is_known()
    assert client.get("/login/").status_code == 503
    monkeypatch.setattr(away, "PAUSE", 60)  # found by whoever asks, not by our own look
    back.set()
    assert client.get("/readyz").status_code == 200 and client.get("/login/").status_code == 200


@pytest.fixture
def server(settings, monkeypatch):
    settings.ON_SERVER = True
    monkeypatch.setattr(away, "_fits", Event())


@pytest.fixture
def recorder(db):
    return MigrationRecorder(connection)


def newest() -> str:
    return max(path.stem for path in (ROOT / "tournament" / "migrations").glob("0*.py"))


def test_a_server_is_not_ready_before_its_database_has_every_migration(server, recorder, client, caplog, monkeypatch):
    recorder.record_unapplied("tournament", newest())
    assert not away.answers() and "behind this program by 1 migrations" in caplog.text
    shut = []
    monkeypatch.setattr(away, "shut", lambda: shut.append(True))
    away.look_at_start()
    assert client.get("/readyz").status_code == 503 and len(shut) == 2
    recorder.record_applied("tournament", newest())
    assert away.answers() and away._fits.is_set()


def test_an_older_program_works_on_with_a_database_that_has_more(server, recorder, caplog):
    recorder.record_applied("tournament", "9999_of_next_year")
    assert away.answers() and "a newer version" in caplog.text
