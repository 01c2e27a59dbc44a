"""Pages and live streams in one process (the laptop); a server gives /live/ a process of its own.

Streams are answered before Django's middleware: thousands are open at once, and each would occupy a thread.

A page for everybody is asked of Django by one at a time: whoever wants the same meanwhile waits for that answer. Else a process
that takes longer for an answer than it counts for would have to make one for each phone of a hall, and never come out of it.
"""

import asyncio
import os
from collections.abc import Mapping
from http import HTTPStatus
from time import monotonic
from typing import Any

import django
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
django.setup(set_prefix=False)

from deploy.site import metrics  # noqa: E402  (these need the apps loaded)
from deploy.site.bodies import COME_AGAIN, MOST, Body  # noqa: E402
from deploy.site.door import refused  # noqa: E402
from deploy.site.middleware import as_bytes, bare_headers, is_utf8  # noqa: E402
from deploy.site.streams import Receive, Scope, Send, stream  # noqa: E402
from tournament.core.page_cache import RequestKey, cached, is_for_all, is_unchanged, key_for_all, request_key  # noqa: E402
from tournament.core.whole_numbers import LONGEST  # noqa: E402

PREFIX = "/live/"
WAITS_FOR = 3  # answers to others, at most: they may be too old, or of before something was written
READS, WRITES = 24, 40  # requests that Django answers at once; each has a thread, and some files of the database


class Handler(ASGIHandler):
    """Whoever writes may wait for the lock of another writer: those who read do not wait with them."""

    def __init__(self) -> None:
        super().__init__()
        self._reads, self._writes = asyncio.Semaphore(READS), asyncio.Semaphore(WRITES)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        async with self._reads if request.method in ("GET", "HEAD") else self._writes:
            return await super().run_get_response(request)


django_app = Handler()
_under_way: dict[RequestKey, asyncio.Event] = {}  # pages for everybody for which Django is asked


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await stream(scope, receive, send, scope["path"].removeprefix(PREFIX))
    elif scope["type"] == "http" and (status := _refused(dict(scope["headers"]))):
        await _refuse(send, status, scope)
    elif scope["type"] == "http" and scope["method"] == "GET":
        await _page(scope, receive, send)
    elif scope["type"] == "http":
        await _django(scope, receive, send)
    elif scope["type"] == "lifespan":
        await _lifespan(receive, send)


def _refused(headers: dict[bytes, bytes]) -> int:
    """The status code for a request that Django could not or should not parse; 0 for any other."""
    if not is_utf8(headers.get(b"content-type", b"").decode("latin-1")):
        return 415
    length = headers.get(b"content-length", b"0")
    return 413 if length.isdigit() and (len(length) > LONGEST or int(length) > MOST) else 0


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    path, headers, asked_at = *_asked(scope), monotonic()
    key = key_for_all(path, headers)
    answer, waited_for = _from_cache(path, headers, asked_at), 0
    while answer is None and key in _under_way and waited_for < WAITS_FOR:
        await _under_way[key].wait()
        answer, waited_for = _from_cache(path, headers, asked_at), waited_for + 1
    if answer is not None:
        status, lines, body = answer
        await send({"type": "http.response.start", "status": status, "headers": lines})
        await send({"type": "http.response.body", "body": body})
    elif key in _under_way or not is_for_all(key):
        await _django(scope, receive, send)
    else:
        await _for_all_who_wait(key, scope, receive, send)


async def _for_all_who_wait(key: RequestKey, scope: Scope, receive: Receive, send: Send) -> None:
    """They go on as soon as there is an answer: this client may take its time to hear it."""
    answered = _under_way[key] = asyncio.Event()

    async def tell_and_send(message: Mapping[str, Any]) -> None:
        _let_go(key, answered)
        await send(message)

    try:
        await _django(scope, receive, tell_and_send)
    finally:
        _let_go(key, answered)


def _let_go(key: RequestKey, answered: asyncio.Event) -> None:
    if _under_way.get(key) is answered:
        del _under_way[key]
    answered.set()


def _asked(scope: Scope) -> tuple[str, dict[str, str]]:
    """Path with query, and headers."""
    query = scope["query_string"].decode("latin-1")
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    return scope["path"] + (f"?{query}" if query else ""), headers


def _from_cache(
    path: str, headers: dict[str, str], asked_at: float
) -> tuple[int, list[tuple[bytes, bytes]], bytes] | None:
    """Status code, headers and body of a 304 or of a cached page; None if Django must answer."""
    if "if-none-match" in headers and is_unchanged(request_key(path, headers), asked_at):
        metrics.count_unchanged()
        tag = [("ETag", headers["if-none-match"]), ("Cache-Control", "private, no-cache")]
        return 304, as_bytes([*tag, *bare_headers()]), b""
    page = cached(path, headers, asked_at)
    if page is None:
        return None
    metrics.count_kept()
    return 200, as_bytes(page.headers), page.body


async def _django(scope: Scope, receive: Receive, send: Send) -> None:
    body = Body(receive)
    try:
        await django_app(scope, body.receive, send)
    finally:
        body.let_go()
    if body.has_no_room:  # then Django has answered nothing
        await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, scope, (b"retry-after", COME_AGAIN))


async def _refuse(send: Send, status: int, scope: Scope, *more: tuple[bytes, bytes]) -> None:
    accepts = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    kind, body = refused(status, scope["path"], accepts)
    headers = [*as_bytes([("Content-Type", kind), *bare_headers()]), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
