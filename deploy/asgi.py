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
from tournament.unchanged import is_unchanged, kept, question  # noqa: E402

PREFIX = "/live/"
MOST = 20 * 1024 * 1024  # bytes of one request; Django would put any number on the disk before a view sees the first


async def application(scope, receive, send):  # type: ignore[no-untyped-def]
    if scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await stream(scope, receive, send, scope["path"].removeprefix(PREFIX))
    elif scope["type"] == "http" and (status := _refused(dict(scope["headers"]))):
        headers = as_bytes([("Content-Type", "text/plain; charset=utf-8"), *bare_headers()])
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": HTTPStatus(status).phrase.encode()})
    elif scope["type"] == "http" and (answer := _known(scope)):
        status, lines, body = answer
        await send({"type": "http.response.start", "status": status, "headers": lines})
        await send({"type": "http.response.body", "body": body})
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


def _known(scope) -> tuple[int, list[tuple[bytes, bytes]], bytes] | None:  # type: ignore[no-untyped-def]
    """Status, headers and body of "you have it already", or of what the last one got; None where only Django can say."""
    if scope["method"] != "GET":
        return None
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    query = scope["query_string"].decode("latin-1")
    path = scope["path"] + (f"?{query}" if query else "")
    if "if-none-match" in headers and is_unchanged(question(path, headers)):
        metrics.count_unchanged()
        tag = [("ETag", headers["if-none-match"]), ("Cache-Control", "private, no-cache")]
        return 304, as_bytes([*tag, *bare_headers()]), b""
    page = kept(path, headers)
    if page is None:
        return None
    metrics.count_kept()
    return 200, as_bytes(page.headers), page.body


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
