"""A live stream as an ASGI response: sends the events of `tournament.core.live` until the browser disconnects.

A stream sends nothing but version numbers. The session is checked every few seconds all the same: when a session, an account or
a role ends, so does the stream, and the page asks again for what it may still show.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http.request import HttpHeaders as Headers

from deploy.site.middleware import as_bytes, bare_headers
from deploy.site.seen import may_ask, seen
from tournament.core.live import events, is_known
from tournament.core.networks import WIDER, home_of, site_of
from tournament.core.whole_numbers import LONGEST, whole_number
from tournament.models.ids import ALPHABET
from tournament.people.signing_in import standing_of

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
LOOK_AGAIN = 3.0  # seconds
MOST, MOST_OF_ONE_ADDRESS = 10_000, 2_000  # a hall shares one address; beyond that, pages poll instead
OF_CONNECTIONS = 2 / 3
COME_AGAIN = b"20"  # seconds
ALL = "all"
_open: Counter[str] = Counter()  # by network, and all of them
_most_here = MOST, MOST_OF_ONE_ADDRESS


def number_open() -> int:
    return _open[ALL]


def leave_room(connections: int, of_one_address: int) -> None:
    """There are so many connections in all, and pages need some of them."""
    global _most_here
    most = int(connections * OF_CONNECTIONS), int(of_one_address * OF_CONNECTIONS)
    _most_here = min(MOST, most[0]), min(MOST_OF_ONE_ADDRESS, most[1])


async def stream(scope: Scope, receive: Receive, send: Send, public_id: str) -> None:
    if public_id == "seen" and (told := _told_of(scope)):
        await _send_what_was_seen(send, told)
        return
    if scope["method"] != "GET" or not await _is_stream(public_id):
        await _refuse(send, 404, b"not found")
        return
    limits = counted(scope)
    if any(_open[network] >= most for network, most in limits.items()):
        await _refuse(send, 429, b"too many streams", (b"retry-after", COME_AGAIN))
        return
    _open.update(limits.keys())
    try:
        await _stream(scope, receive, send, public_id)
    finally:
        for network in limits:
            _open[network] -= 1
            _open[network] or _open.pop(network)


async def _stream(scope: Scope, receive: Receive, send: Send, public_id: str) -> None:
    headers = [*HEADERS, *as_bytes(bare_headers())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    sending = asyncio.create_task(_send_events(send, public_id, _last_version(scope)))
    ends = [asyncio.create_task(_until_disconnected(receive))]
    if session := _session(scope):
        ends.append(asyncio.create_task(_until_revoked(session, send)))
    done, pending = await asyncio.wait({sending, *ends}, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()


def _told_of(scope: Scope) -> str:
    """What arrived here, for `python -m deploy.server_check`; nothing for all others."""
    headers = Headers(
        {
            f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}": value.decode("latin-1")
            for name, value in scope["headers"]
        }
    )
    return json.dumps(seen(headers, _address(scope))) if may_ask(headers.get("Authorization", "")) else ""


async def _send_what_was_seen(send: Send, told: str) -> None:
    """In two parts, a second apart: a proxy that buffers brings them together."""
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": f"data: {told}\n\n".encode(), "more_body": True})
    await asyncio.sleep(1)
    await send({"type": "http.response.body", "body": b"data: end\n\n"})


async def _is_stream(public_id: str) -> bool:
    return len(public_id) <= 16 and set(public_id) <= set(ALPHABET) and await is_known(public_id)


async def _refuse(send: Send, status: int, words: bytes, *more: tuple[bytes, bytes]) -> None:
    headers = [*as_bytes([("Content-Type", "text/plain; charset=utf-8"), *bare_headers()]), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


async def _send_events(send: Send, public_id: str, known: int) -> None:
    async for text in events(public_id, known):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _until_revoked(session: str, send: Send) -> None:
    """Ends when the account has fewer or more rights than when the stream began."""
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
    cookie = cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


def counted(scope: Scope) -> dict[str, int]:
    """With what a stream is counted, and how many of it there may be."""
    address = _address(scope)
    most, of_one = min(MOST, _most_here[0]), min(MOST_OF_ONE_ADDRESS, _most_here[1])
    site = {site_of(address): WIDER * of_one} if site_of(address) else {}
    return {ALL: most, home_of(address): of_one, **site}


def _address(scope: Scope) -> str:
    """Like `tournament.core.guard.came_from`: only the entries of our own proxies are trusted."""
    addresses = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1").split(",")
    if settings.PROXIES and len(addresses) >= settings.PROXIES:
        return str(addresses[-settings.PROXIES]).strip()
    return str((scope.get("client") or ("", 0))[0])


def _last_version(scope: Scope) -> int:
    """The version that the page shows (query), or the last one it received before the connection was lost (header)."""
    received = dict(scope["headers"]).get(b"last-event-id", b"").decode("ascii", "replace")
    of_page = parse_qs(scope["query_string"].decode("ascii", "replace")).get("known", [""])[0]
    versions = [whole_number(text, 10**LONGEST) for text in (received, of_page)]
    return max((version for version in versions if version is not None), default=-1)
