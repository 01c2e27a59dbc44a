"""A live stream as an ASGI answer: what `tournament.live` says, until the browser goes away.

A stream tells nothing but the number of a version. Who is signed in is looked at again every few seconds all the same: when
a session, an account or a role ends, so does the stream, and the page asks anew for what it may still show.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.conf import settings

from deploy.middleware import as_bytes, bare_headers
from tournament.accounts import standing_of
from tournament.live import events, is_known
from tournament.models.ids import ALPHABET

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
LOOK_AGAIN = 3.0  # seconds
MOST, MOST_OF_ONE_ADDRESS = 10_000, 2_000  # a hall shares one address; beyond, pages ask by themselves
_open: Counter[str] = Counter()


def number_open() -> int:
    return _open.total()


async def stream(scope: Scope, receive: Receive, send: Send, public_id: str) -> None:
    if scope["method"] != "GET" or not await _is_stream(public_id):
        await _refuse(send, 404, b"not found")
        return
    address = _address(scope)
    if _open.total() >= MOST or _open[address] >= MOST_OF_ONE_ADDRESS:
        await _refuse(send, 429, b"too many streams")
        return
    _open[address] += 1
    try:
        await _stream(scope, receive, send, public_id)
    finally:
        _open[address] -= 1
        _open[address] or _open.pop(address)


async def _stream(scope: Scope, receive: Receive, send: Send, public_id: str) -> None:
    headers = [*HEADERS, *as_bytes(bare_headers())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    sending = asyncio.create_task(_send_events(send, public_id, _known(scope)))
    ends = [asyncio.create_task(_left(receive))]
    if session := _session(scope):
        ends.append(asyncio.create_task(_until_revoked(session, send)))
    done, pending = await asyncio.wait({sending, *ends}, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()


async def _is_stream(public_id: str) -> bool:
    return len(public_id) <= 16 and set(public_id) <= set(ALPHABET) and await is_known(public_id)


async def _refuse(send: Send, status: int, words: bytes) -> None:
    headers = as_bytes([("Content-Type", "text/plain; charset=utf-8"), *bare_headers()])
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


async def _send_events(send: Send, public_id: str, known: int) -> None:
    async for text in events(public_id, known):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_revoked(session: str, send: Send) -> None:
    """Ends when who is signed in may less, or more, than when the stream began."""
    look = sync_to_async(standing_of, thread_sensitive=False)
    then = await look(session)
    while await look(session) == then:
        await asyncio.sleep(LOOK_AGAIN)
    await send({"type": "http.response.body", "body": b"event: revoked\ndata:\n\n"})


def _session(scope: Scope) -> str:
    cookies = SimpleCookie()
    try:
        cookies.load(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return ""
    found = cookies.get(settings.SESSION_COOKIE_NAME)
    return found.value if found else ""


def _address(scope: Scope) -> str:
    """As `tournament.guard.network` does: only what our own proxies said is believed."""
    said = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1").split(",")
    if settings.PROXIES and len(said) >= settings.PROXIES:
        return said[-settings.PROXIES].strip()
    return str((scope.get("client") or ("", 0))[0])


def _known(scope: Scope) -> int:
    """The version that the page shows: what it says itself, or what it heard last before it lost us."""
    heard = dict(scope["headers"]).get(b"last-event-id", b"").decode("ascii", "replace")
    shown = parse_qs(scope["query_string"].decode("ascii", "replace")).get("known", [""])[0]
    return max(_whole(heard), _whole(shown))


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else -1
