"""The cast of all tests: Yara, Gero, Rosa, Karl, Bela and Wanda, for the colours Y G R K B W."""

import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.transaction import atomic
from django.test import Client, TransactionTestCase

APPEND_ONLY = import_module("tournament.migrations.0002_log_append_only")
KEPT = ("django_migrations", "django_content_type", "auth_permission")  # as migrating made them
CAST = ("Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss")


def pytest_sessionfinish() -> None:
    shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _emptying_is_a_test_thing() -> Iterator[None]:
    """Tests that commit empty the tables afterwards; only they may lift the fence around the log for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _empty_what_was_filled)
        yield


def _empty_what_was_filled(_case: TransactionTestCase) -> None:
    """Django's own flush truncates every table, which takes PostgreSQL a second; a test fills few of them."""
    with connection.schema_editor() as editor:
        APPEND_ONLY.unfence(apps, editor)
    try:
        _delete_rows([name for name in connection.introspection.django_table_names() if not name.startswith(KEPT)])
    finally:
        with connection.schema_editor() as editor:
            APPEND_ONLY.fence(apps, editor)


def _delete_rows(tables: list[str]) -> None:
    """In any order: foreign keys are looked at when the transaction ends."""
    each = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables)
    with atomic(), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")


@pytest.fixture
def account(db: None) -> Callable[..., Any]:
    """Makes somebody who can sign in."""
    from tournament.models import Account

    def make(login: str = "yara", password: str = "sechs mal sechs", **fields: Any) -> Any:
        made = Account(login=login, **fields)
        made.set_password(password)
        made.save()
        return made

    return make


@pytest.fixture
def yara(account: Callable[..., Any]) -> Any:
    """Runs this installation and is admin of the club."""
    return account("yara", is_operator=True)


@pytest.fixture
def as_yara(yara: Any) -> Any:
    from tournament.actors import Actor

    return Actor(yara)


@pytest.fixture
def club(yara: Any, as_yara: Any) -> Any:
    from tournament.actions.clubs import create_club

    return create_club(None, by=as_yara, name="SC Augenzahl", admin=yara).result


@pytest.fixture
def tournament(club: Any, as_yara: Any) -> Any:
    from datetime import date

    from tournament.actions.tournaments import create_tournament

    return create_tournament(club, by=as_yara, name="Herbstturnier", played_on=date(2026, 11, 21)).result


@pytest.fixture
def entries(tournament: Any, as_yara: Any) -> Any:
    """The cast, entered in order."""
    from tournament.actions.entries import add_entry
    from tournament.forms import split_name

    names = [split_name(name) for name in CAST]
    return [add_entry(tournament, by=as_yara, given_name=g, family_name=f).result for g, f in names]


@pytest.fixture
def desk(yara: Any) -> Client:
    """A browser in which Yara is signed in."""
    browser = Client()
    browser.force_login(yara)
    return browser


@pytest.fixture
def signed_in(db: None) -> Callable[[Any], Client]:
    def enter(who: Any) -> Client:
        browser = Client()
        browser.force_login(who)
        return browser

    return enter
