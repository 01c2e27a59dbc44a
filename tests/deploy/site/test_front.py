"""What is refused before there is a request: too much, and alphabets that are none."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator

import pytest
from django.http import HttpRequest

from deploy.site import asgi, door, wsgi

pytestmark = pytest.mark.django_db(transaction=True)
ODD = ("hex", "rot13", "zlib", "undefined", "idna", "utf-16", "nothing", "é")


def asked(pieces: Iterator[bytes], **headers: str) -> int | None:
    """The status; None if we were hung up on."""
    sent: list[dict] = []
    ended: list[bool] = []
    lines = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": "/login/", "query_string": b"q=%e4", "headers": lines}

    async def receive() -> dict:
        if ended:
            await asyncio.Event().wait()  # the browser waits for the answer
        piece = next(pieces, None)
        if piece is None:
            ended.append(True)
        return {"type": "http.request", "body": piece or b"", "more_body": piece is not None}

    async def send(message: dict) -> None:
        sent.append(message)

    asyncio.run(asgi.application(scope, receive, send))
    return sent[0]["status"] if sent else None


@pytest.mark.parametrize("length", [str(asgi.MOST + 1), "9" * 5000])
def test_a_request_that_says_it_is_too_large_is_refused_unread(length):
    assert asked(iter([]), host="localhost", content_length=length) == 413


def test_one_that_does_not_say_is_hung_up_on():
    given = []

    def without_end() -> Iterator[bytes]:
        while len(given) < 1000:
            given.append(1)
            yield b"x" * 1024 * 1024

    assert asked(without_end(), host="localhost") is None
    assert len(given) <= asgi.MOST // 1024 // 1024 + 2


@pytest.mark.parametrize("charset", [*(f"charset={name}" for name in ODD), "charset*=foo''bar"])
def test_alphabets_that_are_none_are_refused(charset):
    assert asked(iter([]), host="localhost", content_type=f"text/plain; {charset}") == 415
    status = []
    environ = {"CONTENT_TYPE": f"text/plain; {charset}", "REQUEST_METHOD": "GET", "QUERY_STRING": "q=%e4"}
    assert list(wsgi.application(environ, lambda line, _headers: status.append(line)))
    assert status[0].startswith("415")


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain; charset=UTF-8"])
def test_ours_is_understood(kind):
    assert asked(iter([]), host="localhost", content_type=kind) in (403, 422)


def test_so_many_are_answered_at_once_and_readers_do_not_wait_for_writers(monkeypatch):
    at_work, most = Counter(), Counter()
    may = asyncio.Event()

    async def work(_handler, request: HttpRequest) -> None:
        at_work[request.method] += 1
        most[request.method] = max(most[request.method], at_work[request.method])
        if request.method == "POST":
            await may.wait()
        await asyncio.sleep(0)
        at_work[request.method] -= 1

    async def ask(method: str) -> None:
        (request := HttpRequest()).method = method
        await handler.run_get_response(request)

    async def scenario() -> None:
        writing = [asyncio.create_task(ask("POST")) for _n in range(100)]
        await asyncio.gather(*(ask("GET") for _n in range(100)))
        may.set()
        await asyncio.gather(*writing)

    monkeypatch.setattr(asgi.ASGIHandler, "run_get_response", work)
    handler = asgi.Handler()
    asyncio.run(asyncio.wait_for(scenario(), 10))
    assert most == {"GET": asgi.READS, "POST": asgi.WRITES}


@pytest.mark.parametrize(
    ("accepts", "word"),
    [
        ("", "Das"),
        ("de-AT", "Das"),
        ("en", "This"),
        ("en-GB,de;q=0.5", "This"),
        ("fr, en;q=0.3", "This"),
        ("é;;q=x", "Das"),
    ],
)
def test_a_refusal_before_there_is_a_request_is_in_the_language_asked_for(accepts, word):
    kind, body = door.refused(413, "/api/v1/tournaments/", accepts)
    assert kind == "application/problem+json"
    assert json.loads(body)["title"].startswith(word)
    assert json.loads(body)["code"] == "too_large"
