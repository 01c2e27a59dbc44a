"""The cast of all tests: Yara, Gero, Rosa, Karl, Bela and Wanda, for the colours Y G R K B W."""

import os
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.transaction import atomic, set_rollback
from django.test import Client, TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as settings_of_hypothesis

from deploy.site import database_away as away
from tournament.core.cache import Kept

os.environ["LANGUAGE"] = "en"  # commands speak the language of the terminal
APPEND_ONLY = import_module("tournament.migrations.0002_log_append_only")
settings_of_hypothesis.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings_of_hypothesis.load_profile("here")  # how quick a machine is at the moment decides nothing
KEPT = ("django_migrations", "django_content_type", "auth_permission")  # as migrating made them
CAST = ("Yara Yilmaz", "Gero Graf", "Rosa Roth", "Karl Kurz", "Bela Blau", "Wanda Weiss")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also tests that need many minutes, or a whole machine")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files that take long begin first: when two processes share the files, neither is left with a long one in the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    for item in items:
        if item.get_closest_marker("long") and not config.getoption("--long"):
            item.add_marker(pytest.mark.skip(reason=f"only with deploy/test --long: {item.path.stem}"))


def pytest_sessionfinish() -> None:
    shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _emptying_is_a_test_thing() -> Iterator[None]:
    """Tests that commit empty the tables afterwards; only they may lift the fence around the log for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _empty_what_was_filled)
        yield


@pytest.fixture(scope="session", autouse=True)
def _answers_are_as_described() -> Iterator[None]:
    """Whatever a test asks of the API, the description and the server cannot differ in it."""
    from tests.described import watch

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", watch(Client))
        yield


@pytest.fixture(autouse=True)
def _in_german() -> None:
    """A request in English leaves its thread in English; the next test begins as the next request would."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _caches_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's rows are rolled back and their keys given again: the next tournament may have the key and the first head of the
    last, and would be shown as that one was."""
    test, get = object(), Kept.get
    monkeypatch.setattr(Kept, "get", lambda kept, key, compute: get(kept, (test, key), compute))


@pytest.fixture(autouse=True)
def _with_a_database() -> Iterator[None]:
    """What one test did to it, the next one does not hear (deploy/site/database_away.py)."""
    yield
    away.is_back()


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


def make_account(login: str = "yara", password: str = "sechs mal sechs", **fields: Any) -> Any:
    from tournament.models import Account

    made = Account(login=login, **fields)
    made.set_password(password)
    made.save()
    return made


def make_club(by: Any) -> Any:
    from tournament.people.clubs import create_club

    return create_club(None, by=by, name="SC Augenzahl", admin=by.account).result


def make_tournament(club: Any, by: Any) -> Any:
    from datetime import date

    from tournament.setup.actions import create_tournament

    return create_tournament(club, by=by, name="Herbstturnier", played_on=date(2026, 11, 21)).result


class Scene(NamedTuple):
    by: Any
    club: Any
    tournament: Any


@pytest.fixture(scope="module")
def for_the_whole_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """What a fixture of a module makes after asking for this is there for all its tests, and undone after the last. What a
    test changes is undone before the next."""
    block = atomic()
    block._from_testcase = True  # a durable transaction within it is one
    with django_db_blocker.unblock(), block:
        yield
        set_rollback(True)


@pytest.fixture(scope="module")
def scene(for_the_whole_file: None) -> Scene:
    """Yara, club and tournament once for a whole file, for files of hundreds of tests. Not beside those below, which each test
    gets for itself."""
    from tournament.core.actors import Actor

    by = Actor(make_account(is_operator=True))
    club = make_club(by)
    return Scene(by, club, make_tournament(club, by))


@pytest.fixture
def account(db: None) -> Callable[..., Any]:
    """Makes somebody who can sign in."""
    return make_account


@pytest.fixture
def yara(account: Callable[..., Any]) -> Any:
    """Runs this installation and is admin of the club."""
    return account("yara", is_operator=True)


@pytest.fixture
def as_yara(yara: Any) -> Any:
    from tournament.core.actors import Actor

    return Actor(yara)


@pytest.fixture
def club(as_yara: Any) -> Any:
    return make_club(as_yara)


@pytest.fixture
def tournament(club: Any, as_yara: Any) -> Any:
    return make_tournament(club, as_yara)


@pytest.fixture
def entries(tournament: Any, as_yara: Any) -> Any:
    """The cast, entered in order."""
    from tournament.core.person_names import split_name
    from tournament.entries.actions import add_entry

    names = [split_name(name) for name in CAST]
    return [add_entry(tournament, by=as_yara, given_name=g, family_name=f).result for g, f in names]


def browser_of(who: Any) -> Client:
    browser = Client()
    browser.force_login(who)
    return browser


def signed_in_as(browser: Client) -> Client:
    """Another one with the cookies of this one: signing in anew costs as much as a page."""
    other = Client()
    other.cookies = deepcopy(browser.cookies)
    return other


@pytest.fixture
def desk(yara: Any, request: pytest.FixtureRequest) -> Client:
    """A browser in which Yara is signed in; it asks in English for tests that are marked so."""
    browser = browser_of(yara)
    if request.node.get_closest_marker("english"):
        browser.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return browser


@pytest.fixture
def signed_in(db: None) -> Callable[[Any], Client]:
    return browser_of


@pytest.fixture
def today_is_trusted(transactional_db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is kept for a while only may be cleared away, after a backup."""
    from tournament.core.days import today
    from tournament.models import SeenDay
    from tournament.out.backup import frozen

    monkeypatch.setattr(frozen, "ALIAS", NO_DB_ALIAS)  # Django's tests allow no database but those of the settings
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    SeenDay.objects.create(day=today(), is_confirmed=True)
