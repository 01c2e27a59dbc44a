"""What strangers send at length and never finish has a bound for all of them together, and forms come through beside it."""

import asyncio

import pytest

from deploy.site import asgi, bodies

pytestmark = pytest.mark.django_db(transaction=True)
PIECE = b"x" * 32 * 1024


async def asked(pieces: list[bytes], *, ends: bool) -> int | None:
    """The status; None if it is cut off while it is sent."""
    sent: list[dict] = []
    messages = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    if ends:
        messages.append({"type": "http.request", "body": b"", "more_body": False})
    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "POST", "path": "/nowhere/", "query_string": b"", "headers": headers}

    async def receive() -> dict:
        await asyncio.sleep(0)
        return messages.pop(0) if messages else await asyncio.Event().wait()

    async def send(message: dict) -> None:
        sent.append(message)

    await asgi.application(scope, receive, send)
    return sent[0]["status"] if sent else None


def test_long_bodies_share_what_there_is_and_short_ones_are_free(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_AT_ONCE", 10 * len(PIECE))

    async def scenario():
        stalled = [asyncio.create_task(asked([PIECE] * 6, ends=False)) for _ in range(6)]
        await asyncio.wait(stalled, timeout=0.5)
        assert sorted(one.result() for one in stalled if one.done()) == [503] * 4
        assert await asked([PIECE] * 6, ends=True) == 503
        assert await asked([PIECE], ends=True) == 404
        for one in stalled:
            one.cancel()
        await asyncio.gather(*stalled, return_exceptions=True)
        assert await asked([PIECE] * 6, ends=True) == 404

    asyncio.run(scenario())
    assert bodies._held == 0
