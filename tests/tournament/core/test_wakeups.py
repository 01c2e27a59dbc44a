"""Redis only wakes: without it, with a dead one and with a live one nobody waits, and with a live one the others hear."""

import asyncio
import time

import pytest

from deploy.workshop import services, tools
from tournament.core import wakeups

NOBODY = "redis://127.0.0.1:1/0"


def test_without_redis_nothing_is_sent_and_nobody_listens(settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(wakeups, "Sender", None)
    wakeups.send("abc", 1)
    asyncio.run(asyncio.wait_for(wakeups.listen(lambda *_: None), 1))


def test_a_redis_that_is_away_keeps_nobody_waiting():
    sender, began = wakeups.Sender(NOBODY), time.monotonic()
    for seq in range(5000):  # more than is kept for later
        sender.say("abc", seq)
    assert time.monotonic() - began < 1


def test_a_dead_connection_that_says_nothing_at_once_keeps_nobody_from_working(settings, monkeypatch):
    """So the client behaves when the system has given up a Redis that was cut off."""
    asked: list[float] = []

    async def subscribe(*_: object) -> None: ...

    async def get_message(*_: object, **__: object) -> None:
        asked.append(time.monotonic())
        assert len(asked) < 100

    monkeypatch.setattr("redis.asyncio.client.PubSub.subscribe", subscribe)
    monkeypatch.setattr("redis.asyncio.client.PubSub.get_message", get_message)
    settings.REDIS_URL = NOBODY

    async def scenario() -> None:
        listening = asyncio.create_task(wakeups.listen(lambda *_: None))
        await asyncio.sleep(0.2)
        assert not listening.done()  # it rests, and tries anew
        listening.cancel()

    asyncio.run(scenario())
    assert len(asked) == 1


@pytest.mark.slow
@pytest.mark.skipif(not tools.TOOLS["Redis"].is_there, reason="no redis-server here")
def test_what_one_process_says_the_others_hear(settings):
    heard: list[tuple[str, int]] = []

    async def scenario(url: str) -> None:
        listening = asyncio.create_task(wakeups.listen(lambda *said: heard.append(said)))
        sender = wakeups.Sender(url)
        until = time.monotonic() + 10
        while not heard and time.monotonic() < until:
            sender.say("abc", 7)
            await asyncio.sleep(0.1)
        listening.cancel()

    with services.redis() as url:
        settings.REDIS_URL = url
        asyncio.run(scenario(url))
    assert heard[0] == ("abc", 7)


@pytest.mark.slow
@pytest.mark.skipif(not tools.TOOLS["Redis"].is_there, reason="no redis-server here")
def test_whenever_it_is_told_to_stop_it_stops(settings):
    async def stop_after(seconds: float) -> None:
        listening = asyncio.create_task(wakeups.listen(lambda *_: None))
        await asyncio.sleep(seconds)
        for _time in range(3):  # who ends the loop cancels everything, what waits for each other twice
            listening.cancel()
            await asyncio.sleep(0)
        _done, on = await asyncio.wait([listening], timeout=wakeups.LOOK_UP + 5)
        assert not on

    async def scenario() -> None:
        await asyncio.gather(*(stop_after(hundredth / 2000) for hundredth in range(100)))

    with services.redis() as url:
        settings.REDIS_URL = url
        asyncio.run(scenario())
