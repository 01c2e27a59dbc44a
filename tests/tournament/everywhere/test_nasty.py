"""Whatever is sent, by whomever: an answer below 500. Every route, every way to say something in a request (R17).

Which fields a route reads is listened to, not listed here: a new route is attacked as soon as it is there.
"""

import json
import uuid
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.architecture.test_gates import ROUTES, gates_of
from tests.conftest import signed_in_as
from tests.tournament.routes import LONG, ON_THE_STRICTER, address, confirmed, things_of
from tournament.core.access import EVERYBODY, MATRIX
from tournament.entries.actions import add_entry
from tournament.models import GuessCount
from tournament.people.actions import invite

pytestmark = [pytest.mark.slow, ON_THE_STRICTER]

NASTY = {
    "nothing": "",
    "nul": "a\0b",
    "half a pair": "\ud800",
    "full width digits": "１２３４５６",
    "huge number": "9" * 30,
    "less than nothing": "-1",
    "long": "a" + "\u0301" * 5_000 + "x" * 15_000,
    "word": "foo",
    "half an address": "http://[::1",
    "markup": "a\r\nSet-Cookie: b=c\u202e<script>alert(1)</script>'\"{{ 7|add:7 }}%s%(a)s",
}
WORST = ("nul", "full width digits", "huge number", "word")  # in one field at a time; the others in all at once
PATHS = [path for path, _view in ROUTES]
# One route for each way that leads to an answer: public, behind the login, a form, a part for htmx, the API.
WAYS = ("", "desk/", "login/", "theme/", "desk/t/<str:tournament_id>/enter/", "api/v1/tournaments/")
HEADERS = (
    *("HTTP_REFERER", "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_X_FORWARDED_FOR", "HTTP_IDEMPOTENCY_KEY"),
    *("HTTP_HX_REQUEST", "HTTP_HX_CURRENT_URL", "HTTP_HX_TARGET", "HTTP_ORIGIN", "HTTP_RANGE", "HTTP_IF_NONE_MATCH"),
)
COOKIES = ("session", "device", "theme", "django_language", "csrf", "messages")
OCTAL = (r'"\000\000\000\000\000\000\000\000\000"', '"' + r"\355" * 9 + '"', "x" * 4000)
METHODS = ("get", "post", "head", "put", "patch", "delete", "options", "trace")


def fine(answer: HttpResponse) -> None:
    assert answer.status_code < 500, answer


def as_sent(nasty: str) -> str:
    """A form is decoded leniently: half a pair arrives as the sign for what could not be read."""
    return nasty.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


@pytest.fixture(scope="module")
def known(scene) -> dict[str, str]:
    add_entry(scene.tournament, by=scene.by, given_name="Yara")
    things = things_of(scene.tournament, scene.by)
    return things | {"entry": things["entry_id"]}


@pytest.fixture
def things(known, db) -> dict[str, str]:
    cache.clear()  # how much somebody has asked is not undone with the rest
    return known


@pytest.fixture(scope="module")
def signed_in(known, scene) -> list[Client]:
    """Somebody signed in, and somebody who came by an invitation."""
    invited = Client()
    invited.get(f"/link/{invite(scene.tournament, by=scene.by, role='desk').result}/")
    return [confirmed(scene.by.account), invited]


@pytest.fixture
def desk(signed_in, db) -> Client:
    return signed_in_as(signed_in[0])


@pytest.fixture
def good(things) -> dict[str, str]:
    """What forms would take."""
    return {
        "login": "gero", "password": "sechs mal sechs", "email": "", "club_name": "Club", "code": "123456",
        "old": "sechs mal sechs", "new": "sieben mal sieben", "device": "1", "name": "Gero Graf",
        "played_on": "2026-11-21", "entry": things["entry"], "to": "withdrawn", "version": "1",
        "role": "desk", "grant": "1", "next": "/desk/", "theme": "dark", "language": "en",
    }  # fmt: skip


@pytest.fixture
def browsers(signed_in, db) -> list[Client]:
    """The two of them, and nobody."""
    return [*map(signed_in_as, signed_in), Client()]


IN_PATHS = ("%00", "%ED%A0%80", "9" * 30, "x" * 3000)
ALSO_IN_PATHS = ("a%00b", "%ff", "-1", "%0d%0aa:b", "%2e%2e", "１", "%25s")


@pytest.mark.parametrize("path", [path for path in PATHS if "<" in path], ids=str)
def test_in_the_address(path, things, browsers, good):
    for name in (name for name in things if f":{name}>" in path):
        for nasty in (*IN_PATHS, *ALSO_IN_PATHS):
            url = address(path, {**things, name: nasty})
            fine(browsers[0].get(url))
            if nasty in IN_PATHS or LONG:
                fine(browsers[0].post(url, good))
                fine(browsers[2].get(url))


@pytest.mark.parametrize(("path", "view"), ROUTES, ids=lambda part: part if isinstance(part, str) else "")
def test_in_each_field(path, view, things, browsers, good, heard):
    is_private = not any(EVERYBODY in MATRIX[gate] for gate in gates_of(view))
    url, browser = address(path, things), browsers[0 if is_private else 1]
    fine(browser.get(url))
    asked = sorted(heard)
    heard.clear()
    fine(browser.post(url, good))
    sent = sorted(heard)
    for name, nasty in NASTY.items():
        GuessCount.objects.all().delete()  # a shut door would keep the rest from being looked at
        is_alone = name in WORST or LONG
        for fields in [[field] for field in asked] if is_alone else [asked]:
            fine(browser.get(url, dict.fromkeys(fields, as_sent(nasty))))
        for fields in [[field] for field in sent] if is_alone else [sent]:
            fine(browser.post(url, {**good, "action_id": uuid.uuid4().hex, **dict.fromkeys(fields, as_sent(nasty))}))


def headers() -> Iterator[dict[str, str]]:
    for nasty in NASTY.values():
        if nasty.isprintable():  # no server lets the others in
            yield from ({header: nasty} for header in HEADERS)
    yield from ({"HTTP_COOKIE": f"{name}={value}"} for name in COOKIES for value in OCTAL)


@pytest.mark.parametrize("path", WAYS, ids=str)
def test_in_each_header(path, things, browsers, good):
    url = address(path, things)
    for header in headers():
        fine(Client().get(f"{url}?q=%e4&next=%ff", **header))
        fine(browsers[0].post(url, good, **header))


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_by_each_method(path, things, browsers):
    for method in METHODS:
        for browser in browsers[::2] if method in ("get", "post") or LONG else browsers[:1]:
            fine(getattr(browser, method)(address(path, things)))


BODIES = (
    b"", b"\0", b"null", b"[]", b'"x"', b"1e999", b"NaN", b"9" * 5000, b"[" * 100_000, b'{"a":' * 100_000,
    b"\xff\xfe\x00", b'{"given_name": {}}', b'{"given_name": []}', b'{"given_name": true}', b'{"given_name": 1e308}',
    b'{"given_name": "\\u0000"}', b'{"given_name": "\\ud800"}', b'{"given_name": "a", "is_minor": {}}',
    b'{"given_name": "a", "is_hidden": "\\ud800"}', b'{"given_name": "a", "family_name": null}',
    b'{"given_name": "' + b"x" * 100_000 + b'"}',
)  # fmt: skip


@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith("api/")], ids=str)
def test_in_a_body_of_the_api(path, things, browsers):
    for body in BODIES if LONG else BODIES[PATHS.index(path) % 3 :: 3]:  # by turns: one place reads all of them
        for browser in browsers if LONG else browsers[:1]:  # who gets furthest
            fine(browser.post(address(path, things), body, content_type="application/json"))


@pytest.mark.parametrize("nasty", NASTY.values(), ids=list(NASTY))
def test_in_each_field_of_the_api(nasty, things, desk):
    url = f"/api/v1/tournaments/{things['tournament_id']}/entries/"
    for field in ("given_name", "family_name", "is_minor", "is_hidden", nasty):
        fine(desk.post(url, json.dumps({"given_name": "Gero", field: nasty}), content_type="application/json"))


@pytest.mark.parametrize("key", ["", "x" * 65, "ä", "a b", "x" * 10_000])
def test_a_key_of_the_api_that_is_none_is_refused(key, things, desk):
    url = f"/api/v1/tournaments/{things['tournament_id']}/entries/"
    answer = desk.post(url, {"given_name": "Gero"}, content_type="application/json", HTTP_IDEMPOTENCY_KEY=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_key")


@pytest.mark.parametrize("day", ["0000-00-00", "0001-01-01", "9999-12-31", "99999-01-01", "2026-02-30"])
def test_in_the_day(day, scene, desk):
    fine(desk.post(f"/desk/clubs/{scene.club.public_id}/new/", {"name": "A", "played_on": day}, follow=True))
    fine(desk.get("/"))
