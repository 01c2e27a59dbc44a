"""A live stream as an ASGI answer: what `tournament.live` says, until the browser goes away."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

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


async def stream(scope: Scope, receive: Receive, send: Send, public_id: str) -> None:
    if scope["method"] != "GET" or not await _is_stream(public_id):
        await _refuse(send)
        return
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    sending = asyncio.create_task(_send_events(send, public_id, _known(scope)))
    leaving = asyncio.create_task(_left(receive))
    done, pending = await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()


async def _is_stream(public_id: str) -> bool:
    return len(public_id) <= 16 and set(public_id) <= set(ALPHABET) and await is_known(public_id)


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"not found"})


async def _send_events(send: Send, public_id: str, known: int) -> None:
    async for text in events(public_id, known):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _known(scope: Scope) -> int:
    """The version that the page shows: what it says itself, or what it heard last before it lost us."""
    heard = dict(scope["headers"]).get(b"last-event-id", b"").decode("ascii", "replace")
    shown = parse_qs(scope["query_string"].decode("ascii", "replace")).get("known", [""])[0]
    return max(_whole(heard), _whole(shown))


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else -1
