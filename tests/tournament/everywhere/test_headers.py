"""What fences every answer in, looked at on every route: for nobody in particular, for who runs things, for a part of a page."""

import asyncio
import io

import pytest
from django.test import Client
from django.urls import reverse

from deploy.site import asgi, wsgi
from tests.architecture.test_gates import DJANGOS_OWN, ROUTES, gates_of
from tests.tournament.routes import ON_EITHER, address, play
from tournament.core.access import EVERYBODY, MATRIX
from tournament.paper.actions import order_paper

pytestmark = [pytest.mark.slow, ON_EITHER]

PATHS = [(path, view) for path, view in ROUTES if path not in DJANGOS_OWN]
# What anybody may keep, names nobody: pictures, calendars, feeds, what a program must know.
FOR_ALL = (
    "picture.png",
    "calendar.ics",
    "feed.xml",
    "logo/",
    ".webmanifest",
    "schema/",
    ".zip",
    "python/",
    "board.svg",
    "board.png",
)
IN_OTHERS_PAGES = ("picture.png", "calendar.ics", "feed.xml", "board.png")


@pytest.fixture
def things(tournament, club, yara, as_yara) -> dict[str, str]:
    return play(tournament, as_yara) | {
        "tournament_id": tournament.public_id,
        "club_id": club.public_id,
        "account_id": yara.public_id,
        "job_id": str(order_paper(tournament, by=as_yara, code="names", language="de").result.pk),
        "token": "set",
        "entry_id": tournament.entries.first().public_id,
    }


@pytest.fixture
def confirmed(yara) -> Client:
    browser = Client()
    browser.force_login(yara)
    session = browser.session
    session["confirmed_at"] = 2**40
    session.save()
    return browser


def test_every_answer_is_fenced_in(things, confirmed):
    for path, view in PATHS:
        url = address(path, things)
        for browser in (Client(), confirmed):
            for answer in (browser.get(url), browser.post(url), browser.get(url, headers={"hx-request": "true"})):
                fenced_in(path, answer.headers)
                open_to_others(path, view, browser, answer)
                kept_by_nobody_else(path, view, answer)


def fenced_in(path: str, headers) -> None:
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "object-src 'none'" in policy and "base-uri 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy.replace("frame-ancestors *", "")
    assert ("frame-ancestors *" in policy) <= path.endswith("embed/")
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    may_be = path.endswith(IN_OTHERS_PAGES) or "Access-Control-Allow-Origin" in headers
    expected = "cross-origin" if may_be else "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] in (expected, "same-origin")
    assert "geolocation=()" in headers["Permissions-Policy"] and headers["X-Robots-Tag"] == "noindex"
    assert "Server" not in headers


def open_to_others(path: str, view, browser: Client, answer) -> None:
    """Pages of other origins read what everybody may read over the API, when no cookie came along."""
    allowed = answer.headers.get("Access-Control-Allow-Origin")
    assert allowed in (None, "*") and "Access-Control-Allow-Credentials" not in answer.headers
    if allowed:
        read = getattr(view, "cls", view)
        gate = read.gates["GET"] if hasattr(read, "gates") else read.gate
        assert path.startswith("api/") and EVERYBODY in MATRIX[gate] and not browser.cookies
        assert answer.request["REQUEST_METHOD"] == "GET"


def kept_by_nobody_else(path: str, view, answer) -> None:
    cached = answer.headers["Cache-Control"]
    if "private" in cached or "no-store" in cached:
        return
    assert path.endswith(FOR_ALL) or "/python/" in path, cached
    assert any(EVERYBODY in MATRIX[gate] for gate in gates_of(view))
    assert "Set-Cookie" not in answer.headers


def test_what_is_private_is_stored_nowhere(things, confirmed):
    """Pages not at all. What the API says may be asked for again with its tag, by whoever got it, who is looked at anew."""
    for path, view in PATHS:
        if any(EVERYBODY in MATRIX[gate] for gate in gates_of(view)):
            continue
        cached = confirmed.get(address(path, things)).headers["Cache-Control"]
        assert cached in ("private, no-store", "no-store") or (
            path.startswith("api/") and cached == "private, no-cache"
        ), path


def test_every_text_says_its_alphabet(things, confirmed):
    for path, _view in PATHS:
        for browser in (Client(), confirmed):
            answer = browser.get(address(path, things))
            kind = answer.headers.get("Content-Type", "text/html; charset=utf-8")
            assert not kind.startswith("text/") or "charset=utf-8" in kind, (path, kind)


def test_every_cookie_is_for_the_server_alone(things, tournament, yara):
    browser = Client()
    browser.post("/login/", {"login": "yara", "password": "sechs mal sechs"})
    browser.post("/theme/", {"theme": "dark"})
    browser.post("/language/", {"language": "en"})
    browser.post(reverse("forget_device"), {"others": ""})
    assert {"session", "csrf", "device", "theme", "django_language", "messages"} <= set(browser.cookies) | {"csrf"}
    for cookie in browser.cookies.values():
        assert cookie["httponly"] and cookie["samesite"] in ("Lax", "Strict"), cookie


@pytest.mark.parametrize("path", ["/", "/login/", "/api/v1/tournaments/", "/nothere/"])
def test_what_a_browser_sent_is_not_sent_back_by_trace(db, path):
    answer = Client().trace(path, headers={"x-mine": "hello"})
    assert answer.status_code == 405 and b"hello" not in answer.content


# On a server


@pytest.fixture
def on_server(settings):
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True


def test_pages_lead_to_https_and_programs_are_refused(db, on_server):
    page, program = Client().get("/login/"), Client().get("/api/v1/tournaments/")
    assert (page.status_code, page.headers["Location"]) == (301, "https://testserver/login/")
    assert (program.status_code, program.json()["code"]) == (403, "https")
    secure = Client(headers={"x-forwarded-proto": "https"})
    for path in ("/", "/api/v1/tournaments/", "/nothere/"):
        assert secure.get(path).headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def asked(path: str, *headers: tuple[bytes, bytes], method: str = "GET") -> dict[str, str]:
    """Of the ASGI application, which gives some answers before Django."""
    sent: list[dict] = []

    async def send(message: dict) -> None:
        sent.append(message)

    async def receive() -> dict:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": list(headers)}
    asyncio.run(asgi.application(scope, receive, send))
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.mark.django_db(transaction=True)
def test_so_are_answers_given_before_django_is_asked(on_server, tournament):
    answers = [
        asked("/live/nothere"),
        asked(f"/live/{tournament.stream.public_id}"),
        asked("/", (b"content-length", b"99999999999"), method="POST"),
        asked("/", (b"content-type", b"text/plain; charset=hex"), method="POST"),
    ]
    said: list[list[tuple[str, str]]] = []
    environ = {"CONTENT_TYPE": "text/plain; charset=hex", "REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO()}
    list(wsgi.application(environ, lambda _status, headers: said.append(headers)))
    answers.append({name.lower(): value for name, value in said[0]})
    for headers in answers:
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["strict-transport-security"].startswith("max-age=31536000")
