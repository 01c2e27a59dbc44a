"""The short way for pages that have not changed: never for another reader's page, never after a write, never for long."""

import asyncio

import pytest
from django.test import Client

from deploy.asgi import application
from tournament import unchanged
from tournament.actions.entries import add_entry

ASKED = unchanged.question("/t/x/", {"if-none-match": 'W/"1"', "cookie": "csrf=a"})


@pytest.fixture(autouse=True)
def _empty():
    unchanged._known.clear()
    unchanged.forget()


def test_what_was_so_a_moment_ago_is_so_still():
    assert not unchanged.is_unchanged(ASKED)
    unchanged.remember(ASKED, club=1, state=7, since=unchanged.writes())
    assert unchanged.is_unchanged(ASKED)


@pytest.mark.parametrize(
    "other", [{"cookie": "csrf=b"}, {"cookie": "csrf=a; theme=dark"}, {"accept-language": "en"}, {"hx-request": "true"}]
)
def test_whoever_asks_otherwise_is_not_answered(other):
    unchanged.remember(ASKED, club=1, state=7, since=unchanged.writes())
    headers = {"if-none-match": 'W/"1"', "cookie": "csrf=a", **other}
    assert not unchanged.is_unchanged(unchanged.question("/t/x/", headers))


def test_after_a_write_nothing_is_known(tournament, as_yara, django_capture_on_commit_callbacks):
    since = unchanged.writes()
    unchanged.remember(ASKED, club=1, state=7, since=since)
    with django_capture_on_commit_callbacks(execute=True):
        add_entry(tournament, by=as_yara, given_name="Neu")
    assert not unchanged.is_unchanged(ASKED)
    unchanged.remember(ASKED, club=1, state=7, since=since)  # read before the write
    assert not unchanged.is_unchanged(ASKED)


def test_another_state_of_the_club_makes_older_copies_old():
    unchanged.remember(ASKED, club=1, state=7, since=unchanged.writes())
    newer = unchanged.question("/t/x/", {"if-none-match": 'W/"2"'})
    unchanged.remember(newer, club=1, state=8, since=unchanged.writes())
    assert unchanged.is_unchanged(newer) and not unchanged.is_unchanged(ASKED)


def test_it_counts_for_a_moment_only(monkeypatch):
    unchanged.remember(ASKED, club=1, state=7, since=unchanged.writes())
    monkeypatch.setattr(unchanged, "monotonic", lambda: unchanged._states[1][1] + unchanged.COUNTS_FOR)
    assert not unchanged.is_unchanged(ASKED)


@pytest.mark.django_db(transaction=True)
def test_the_third_time_django_is_not_asked(tournament, monkeypatch):
    path = f"/t/{tournament.public_id}/standings/"
    visitor = Client()
    tag = [visitor.get(path) for _n in range(2)][1].headers["ETag"]
    headers = {"if-none-match": tag, "host": "testserver"}
    assert visitor.get(path, headers=headers).status_code == 304
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
    scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
    monkeypatch.setattr("deploy.asgi.django_app", None)
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, None, send))
    assert sent[0]["status"] == 304 and (b"etag", tag.encode()) in sent[0]["headers"] and sent[1]["body"] == b""
