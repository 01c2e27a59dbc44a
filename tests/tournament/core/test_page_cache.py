"""The short way for pages for everybody: never for another reader's page, never after a write, never for long."""

import asyncio

import pytest
from django.test import Client

from deploy.site import wsgi
from deploy.site.asgi import application
from tournament.core import page_cache as unchanged
from tournament.entries.actions import add_entry

ASKED = unchanged.request_key("/t/x/", {"if-none-match": 'W/"1"', "cookie": "csrf=a"})


@pytest.fixture(autouse=True)
def _empty():
    unchanged._known.clear()
    unchanged.forget()
    yield
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
    assert not unchanged.is_unchanged(unchanged.request_key("/t/x/", headers))


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
    newer = unchanged.request_key("/t/x/", {"if-none-match": 'W/"2"'})
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
    monkeypatch.setattr("deploy.site.asgi.django_app", None)
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, None, send))
    assert sent[0]["status"] == 304 and (b"etag", tag.encode()) in sent[0]["headers"] and sent[1]["body"] == b""


# Whole pages

PATH, FIRST = "/t/x/", {"host": "h", "cookie": "theme=dark", "accept-encoding": "gzip, br", "if-none-match": 'W/"old"'}
PAGE = unchanged.Page(club=1, state=7, tag='W/"new"', headers=[("ETag", 'W/"new"')], body=b"seven")


def keep(page: unchanged.Page = PAGE, **more: float) -> None:
    unchanged.store(PATH, FIRST, page, **{"since": unchanged.writes(), "at": unchanged.monotonic(), **more})


@pytest.mark.parametrize("tag", [{}, {"if-none-match": 'W/"older"'}, {"if-none-match": "*"}])
def test_whoever_asks_the_same_gets_the_same_whatever_they_had(tag):
    keep()
    plain = {name: said for name, said in FIRST.items() if name != "if-none-match"}
    assert unchanged.cached(PATH, {**plain, **tag, "user-agent": "another"}) == PAGE


@pytest.mark.parametrize(
    "other",
    [
        {"cookie": "theme=dark; __Host-session=a"},
        {"cookie": ""},
        {"accept-language": "en"},
        {"hx-request": "true"},
        {"accept-encoding": "br"},
        {"host": "other"},
        {"x-forwarded-proto": "http"},
        {"if-none-match": 'W/"old", W/"new"'},  # they have it: Django says so, and it is remembered
    ],
)
def test_whoever_asks_otherwise_or_has_it_does_not(other):
    keep()
    assert unchanged.cached(PATH, {**FIRST, **other}) is None
    assert unchanged.cached(f"{PATH}?q=1", FIRST) is None


def test_no_page_is_kept_for_long_or_over_a_write(monkeypatch):
    since, began = unchanged.writes(), unchanged.monotonic()
    keep(at=began)
    monkeypatch.setattr(unchanged, "monotonic", lambda: began + unchanged.PAGES_COUNT_FOR + 0.001)
    assert unchanged.cached(PATH, FIRST) is None
    monkeypatch.undo()
    keep()
    unchanged.forget()
    assert unchanged.cached(PATH, FIRST) is None
    keep(since=since)  # made before the write
    assert unchanged.cached(PATH, FIRST) is None and not unchanged._pages


def test_a_page_that_took_long_does_not_make_an_old_state_the_newest():
    began = unchanged.monotonic()
    unchanged.store("/t/y/", FIRST, unchanged.Page(1, 8, 'W/"8"', [], b"eight"), unchanged.writes(), began)
    keep(at=began - 1)
    assert unchanged.cached(PATH, FIRST) is None and unchanged.cached("/t/y/", FIRST) is not None


def test_only_so_many_are_kept():
    for n in range(unchanged.MOST_PAGES + 10):
        unchanged.store(f"/t/{n}/", FIRST, PAGE, unchanged.writes(), unchanged.monotonic())
    assert len(unchanged._pages) == unchanged.MOST_PAGES


def by_asgi(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
    scope["headers"] = [(name.replace("_", "-").encode(), said.encode()) for name, said in headers.items()]
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, None, send))
    lines = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], lines, sent[1]["body"]


def by_wsgi(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    said = []
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": ""}
    environ |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    body = b"".join(wsgi.application(environ, lambda status, lines: said.extend((status, lines))))
    return int(said[0][:3]), {name.lower(): value for name, value in said[1]}, body


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [by_asgi, by_wsgi])
def test_the_second_reader_gets_what_the_first_one_got_and_django_is_not_asked(way, tournament, monkeypatch):
    path = f"/t/{tournament.public_id}/standings/"
    monkeypatch.setattr(unchanged, "PAGES_COUNT_FOR", 60)
    first = Client().get(path, headers={"host": "testserver"})
    for server in ("deploy.site.asgi.django_app", "deploy.site.wsgi.django_app"):
        monkeypatch.setattr(server, None)
    status, lines, body = way(path, host="testserver", if_none_match='W/"older"')
    assert status == 200 and body == first.content and "Content-Security-Policy".lower() in lines
    assert lines == {name.lower(): value for name, value in first.items()} and "set-cookie" not in lines


@pytest.mark.django_db(transaction=True)
def test_pages_of_somebody_and_what_is_no_page_are_not_kept(tournament, desk):
    for path in (f"/t/{tournament.public_id}/", f"/t/{tournament.public_id}/standings/"):
        assert desk.get(path).status_code == 200
        Client().head(path)
    Client().get("/t/nothing/")
    Client().get("/")
    assert not unchanged._pages
