"""Who waits for somebody else's lock longer than anybody should is told so, and by nobody taken for a mistake of ours."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

import psycopg.errors
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse

from deploy.site.answers import is_locked
from tests.tournament.evening import text
from tournament.core import chain
from tournament.models import Entry, Stream

# Patience of a tenth of a second, and again as it was.
SHORT = {"postgresql": "SET lock_timeout = '100ms'", "sqlite": "PRAGMA busy_timeout = 100"}
USUAL = {"postgresql": "RESET lock_timeout", "sqlite": "PRAGMA busy_timeout = 20000"}


def by_postgresql(cause: type[psycopg.Error]) -> OperationalError:
    error = OperationalError("said by Django")
    error.__cause__ = cause("said by PostgreSQL")
    return error


@pytest.mark.parametrize(
    ("error", "is_one"),
    [
        (by_postgresql(psycopg.errors.LockNotAvailable), True),
        (OperationalError("database is locked"), True),
        (by_postgresql(psycopg.errors.QueryCanceled), False),
        (by_postgresql(psycopg.errors.AdminShutdown), False),
        (OperationalError("database or disk is full"), False),
        (IntegrityError("UNIQUE constraint failed"), False),
        (ValueError("database is locked"), False),
    ],
)
def test_what_counts_as_waiting_too_long(error, is_one):
    assert is_locked(error) is is_one


@contextmanager
def somebody_writes(tournament) -> Iterator[None]:
    """By a connection of their own, without an end."""
    holds, ends = Event(), Event()

    def hand() -> None:
        try:
            with transaction.atomic():
                Stream.objects.select_for_update().get(tournament=tournament)
                holds.set()
                assert ends.wait(20)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, connection.cursor() as cursor:
        done = pool.submit(hand)
        assert holds.wait(10)
        cursor.execute(SHORT[connection.vendor])
        try:
            yield
        finally:
            ends.set()
            done.result()
            cursor.execute(USUAL[connection.vendor])


@pytest.fixture
def enter(yara, tournament):
    """Somebody is entered by a program, under the same key each time."""
    browser = Client(raise_request_exception=False)
    browser.force_login(yara)
    path = reverse("api_entries", args=[tournament.public_id])
    body, key = {"given_name": "Gero"}, {"Idempotency-Key": "a" * 16}
    return lambda: browser.post(path, body, "application/json", headers=key)


@pytest.mark.django_db(transaction=True)
def test_a_program_is_told_to_send_it_again_and_then_it_counts_once(tournament, enter):
    with somebody_writes(tournament):
        answer = enter()
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "busy", "2")
    assert answer["Content-Type"] == "application/problem+json"
    assert not Entry.objects.exists()
    assert [enter().status_code, enter().status_code] == [201, 201] and Entry.objects.count() == 1
    assert not list(chain.faults(Stream.objects.get(tournament=tournament)))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_people_are_told_that_nothing_was_saved(tournament, desk, headers):
    path, written = reverse("check_in_everybody", args=[tournament.public_id]), tournament.stream.seq
    with somebody_writes(tournament):
        page = desk.post(path, {"action_id": "a" * 16}, headers=headers)
    assert (page.status_code, page["Retry-After"]) == (503, "2")
    assert "Jemand anderes schreibt hier gerade" in text(page)
    assert page.has_header("HX-Retarget") is bool(headers)
    assert Stream.objects.get(tournament=tournament).seq == written
