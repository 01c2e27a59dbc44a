"""Whoever writes keeps all others of that tournament waiting: what is asked of the database meanwhile is named here, one by one,
so that nobody adds to it unseen. What it costs a hall is measured by tests/bench/capacity.py."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test.utils import isolate_apps
from django.urls import reverse

from tests.tournament.evening import Evening
from tournament.core.actors import Actor
from tournament.models import Result, Table
from tournament.results.actions import report_result

pytestmark = pytest.mark.django_db(transaction=True)
ORDER = re.compile(r'(SELECT|INSERT|UPDATE|DELETE).*?"tournament_(\w+)"')
CONFIRMED = [
    "SELECT stream",  # takes the lock
    "SELECT grant",
    "SELECT logentry",  # by the id of the request
    "SELECT table",
    "SELECT seat",
    "INSERT report",
    "INSERT result",
    "INSERT resultseat",
    "UPDATE table",
    "INSERT logentry",
    "UPDATE stream",
]


@contextmanager
def orders() -> Iterator[tuple[list[str], list[str]]]:
    """What the database is asked before the lock, and under it: on SQLite the whole transaction is the lock."""
    before: list[str] = []
    under: list[str] = []

    def note(execute: Any, sql: str, *more: Any) -> Any:
        if found := ORDER.match(sql):
            (under if connection.in_atomic_block else before).append(" ".join(found.groups()))
        return execute(sql, *more)

    with connection.execute_wrapper(note):
        yield before, under


@pytest.fixture
def table(club, as_yara) -> Table:
    evening = Evening(club, "open_long", by=as_yara)
    evening.come(8)
    table = evening.publish(evening.draw(1)[0]).tables.first()
    assert table.tournament  # read now: `address` is asked for it
    return table


def address(name: str, table: Table, *more: object) -> str:
    return reverse(name, args=[table.tournament.public_id, *more])


def by_program(desk, table):
    places = {colour: {"place": place} for place, colour in enumerate("YGRK", 1)}
    path = f"{address('api_tournament', table)}tables/{table.public_id}/confirm/"
    return desk.post(path, {"places": places}, "application/json", headers={"Idempotency-Key": "a" * 16})


def by_keyboard(desk, table):
    line = {"line": f"{table.number} 1234", "round": table.round_id, "action_id": "a" * 16}
    return desk.post(address("results", table), line, headers={"HX-Request": "true"})


def by_form(desk, table):
    places = {f"place_{colour}": place for place, colour in enumerate("YGRK", 1)}
    return desk.post(address("table_confirm", table, table.public_id), places | {"action_id": "a" * 16})


@pytest.mark.parametrize(("confirm", "most_before"), [(by_program, 5), (by_keyboard, 10), (by_form, 6)])
def test_what_a_confirmed_result_asks(confirm, most_before, desk, table):
    with orders() as (before, under):
        assert confirm(desk, table).status_code in (200, 302)
    assert under == CONFIRMED
    first = before.index("SELECT webhook") + 1  # what comes after it is asked for the page
    assert len(before[:first]) <= most_before
    assert Result.objects.filter(table=table, superseded_at=None).exists()


def test_only_where_something_was_said_before_it_is_set_aside(desk, table):
    said = {colour: {"place": place} for place, colour in enumerate("KRGY", 1)}
    phone = Actor(via="link", table=table.public_id, device="one")
    report_result(table.tournament, by=phone, table_id=table.public_id, source="table", places=said)
    with isolate_apps("tournament"):  # another registry of apps, as other tests make one: nothing is registered twice
        pass
    with orders() as (_before, under):
        by_form(desk, table)
    changed = [
        "SELECT report",
        "UPDATE report",
    ]  # which rows an update meets is looked up, as the log binds their values
    assert under == [*CONFIRMED[:5], *changed, "INSERT report", *changed, *CONFIRMED[6:]]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is asked without a way to it")
def test_what_is_asked_often_is_planned_once():
    with connection.cursor() as cursor:
        for time in range(7):
            cursor.execute("SELECT %s::int AS planned_once", [time])
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["SELECT%planned_once"])
        assert cursor.fetchone() == (1,)
