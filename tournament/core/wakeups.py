"""Waking the streams of other processes through Redis, if there is one. It may be down, hang or be wiped at any moment:
nobody waits for it, and a lost wake-up is found by the next poll of the database.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from queue import Empty, Full, Queue

import redis
import redis.asyncio
from django.conf import settings

CHANNEL = "augengenau.versions"
PATIENCE = 0.5  # seconds, the timeout of one response
REST = 5.0  # seconds before the next attempt, after a failure
LOOK_UP = 1.0  # seconds between two checks whether to go on listening
_log = logging.getLogger(__name__)


class Sender:
    """Publishes in a thread of its own, so that no request waits. After a failure the backlog is dropped."""

    def __init__(self, url: str) -> None:
        self._queue: Queue[str] = Queue(maxsize=1000)
        self._client = redis.Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        threading.Thread(target=self._run, name="wakeups", daemon=True).start()

    def say(self, public_id: str, seq: int) -> None:
        with suppress(Full):
            self._queue.put_nowait(f"{public_id} {seq}")

    def _run(self) -> None:
        while True:
            words = self._queue.get()
            try:
                self._client.publish(CHANNEL, words)
            except (redis.RedisError, OSError) as error:
                _log.info("Redis does not carry wake-ups: %s", type(error).__name__)
                self._rest()

    def _rest(self) -> None:
        threading.Event().wait(REST)
        with suppress(Empty):
            while True:
                self._queue.get_nowait()


@cache
def _sender() -> Sender:
    return Sender(settings.REDIS_URL)


def send(public_id: str, seq: int) -> None:
    if settings.REDIS_URL:
        _sender().say(public_id, seq)


async def listen(tell: Callable[[str, int], None]) -> None:
    """Pass on the wake-ups of other processes until cancelled. Returns at once if there is no Redis."""
    while settings.REDIS_URL and not _is_cancelled():
        try:
            await _listen(tell)
        except (redis.RedisError, OSError, ValueError):
            if not _is_cancelled():
                await asyncio.sleep(REST)


def _is_cancelled() -> bool:
    """The client retries after anything that ends a read, a cancellation too: without this the process could not stop."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def _listen(tell: Callable[[str, int], None]) -> None:
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE)
    async with client, client.pubsub() as channel:
        await channel.subscribe(CHANNEL)
        while not _is_cancelled():
            asked_at = time.monotonic()
            message = await channel.get_message(timeout=LOOK_UP)
            if message is None:
                _require_silence(time.monotonic() - asked_at)
            elif message["type"] == "message":
                public_id, _space, seq = message["data"].decode().partition(" ")
                tell(public_id, int(seq))


def _require_silence(seconds: float) -> None:
    """Raise if the client did not really wait. On a connection that the system gave up as dead (Redis cut off for half a minute)
    it reports a timeout at once, again and again: this loop would starve everything else in the process."""
    if seconds < LOOK_UP / 2:
        raise redis.ConnectionError("it does not even wait")
