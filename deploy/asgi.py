"""Pages and live streams in one process (the laptop); a server gives /live/ a process of its own.

Streams are answered before Django's middleware: thousands are open at once and each would cost a thread's attention.
"""

import os
from http import HTTPStatus

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django_app = get_asgi_application()

from deploy import metrics  # noqa: E402  (these need the apps loaded)
from deploy.middleware import as_bytes, bare_headers, is_utf8  # noqa: E402
from deploy.streams import stream  # noqa: E402
from tournament.unchanged import is_unchanged, question  # noqa: E402

PREFIX = "/live/"
MOST = 20 * 1024 * 1024  # bytes of one request; Django would put any number on the disk before a view sees the first


async def application(scope, receive, send):  # type: ignore[no-untyped-def]
    if scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await stream(scope, receive, send, scope["path"].removeprefix(PREFIX))
    elif scope["type"] == "http" and (status := _refused(dict(scope["headers"]))):
        headers = as_bytes([("Content-Type", "text/plain; charset=utf-8"), *bare_headers()])
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": HTTPStatus(status).phrase.encode()})
    elif scope["type"] == "http" and (answer := _unchanged(scope)):
        metrics.count_unchanged()
        await send({"type": "http.response.start", "status": 304, "headers": answer})
        await send({"type": "http.response.body", "body": b""})
    elif scope["type"] == "http":
        await django_app(scope, _bounded(receive), send)
    elif scope["type"] == "lifespan":
        await _lifespan(receive, send)


def _refused(headers: dict[bytes, bytes]) -> int:
    """What Django could not even make a request of, or should not."""
    if not is_utf8(headers.get(b"content-type", b"").decode("latin-1")):
        return 415
    length = headers.get(b"content-length", b"0")
    return 413 if length.isdigit() and int(length) > MOST else 0


def _unchanged(scope) -> list[tuple[bytes, bytes]]:  # type: ignore[no-untyped-def]
    """The headers of the answer "you have it already"; empty where only Django can say."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if scope["method"] != "GET" or "if-none-match" not in headers:
        return []
    query = scope["query_string"].decode("latin-1")
    asked = question(scope["path"] + (f"?{query}" if query else ""), headers)
    tag = headers["if-none-match"].encode("latin-1")
    found = [(b"etag", tag), (b"cache-control", b"private, no-cache"), *as_bytes(bare_headers())]
    return found if is_unchanged(asked) else []


def _bounded(receive):  # type: ignore[no-untyped-def]
    """Who announces nothing and sends without end is hung up on."""
    got = 0

    async def bounded():  # type: ignore[no-untyped-def]
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        return message if got <= MOST else {"type": "http.disconnect"}

    return bounded


async def _lifespan(receive, send):  # type: ignore[no-untyped-def]
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
