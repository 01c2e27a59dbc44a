"""Telling open pages that something changed: "version n" of a stream, never what changed.

The version is the sequence number of the stream in the database. A page that hears a new one fetches its content again, with
its own rights. This module only announces versions and waits for newer ones. Within a process a wake-up is immediate; between
processes Redis carries it, if there is one. A lost wake-up costs half a second, not a change: every process polls the
streams that somebody waits for.
"""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import Error, close_old_connections, transaction

from tournament.core import page_cache, wakeups
from tournament.models import Stream

LOOK_EVERY = 0.5  # seconds between two polls of the database
WORD_EVERY = (
    8  # polls between two keep-alive events, which hold a stream open and tell pages that it is not cut off (live.js)
)
RETRY_MS, SPREAD_MS = 1500, 3000  # before a cut stream reconnects; spread, so that a hall does not do so at once


def announce(stream: Stream) -> None:
    """Wake the streams that wait, once the transaction is committed."""
    public_id, seq = stream.public_id, stream.seq
    transaction.on_commit(lambda: _wake(public_id, seq))


def _wake(public_id: str, seq: int) -> None:
    page_cache.forget()
    _hub.wake(public_id, seq)
    wakeups.send(public_id, seq)


class Hub:
    """All open streams of this process. One task polls the database for all of them."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Queue[int | None]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def wake(self, public_id: str, seq: int) -> None:
        """Can be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, public_id, seq)

    def _tell(self, public_id: str, seq: int) -> None:
        page_cache.forget()
        for queue in self._waiting.get(public_id, ()):
            while not queue.empty():  # only the newest counts
                queue.get_nowait()
            queue.put_nowait(seq)

    async def versions(self, public_id: str, known: int) -> AsyncIterator[int | None]:
        """Yield each version newer than `known`, and None as a keep-alive when nothing happens."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self._join(public_id, queue)
        try:
            heads = await _heads([public_id])
            while True:
                seq = heads.pop(public_id, known)
                if seq > known:
                    known = seq
                    yield seq
                heard = await queue.get()
                if heard is None:
                    yield None
                else:
                    heads[public_id] = heard
        finally:
            self._leave(public_id, queue)

    def _join(self, public_id: str, queue: asyncio.Queue[int | None]) -> None:
        self._waiting[public_id].add(queue)
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._loop is not loop:
            self._loop = loop
            self._task = loop.create_task(self._look())

    def _leave(self, public_id: str, queue: asyncio.Queue[int | None]) -> None:
        self._waiting[public_id].discard(queue)
        if not self._waiting[public_id]:
            del self._waiting[public_id]

    async def _look(self) -> None:
        """Find changes that another process made. Ends when nobody waits any more."""
        hearing = asyncio.create_task(wakeups.listen(self._tell))
        try:
            await self._poll()
        finally:
            hearing.cancel()

    def _keep_alive(self) -> None:
        for queues in self._waiting.values():
            for queue in queues:
                if queue.empty():
                    queue.put_nowait(None)

    async def _poll(self) -> None:
        seen: dict[str, int] = {}
        polls = 0
        while self._waiting:
            await asyncio.sleep(LOOK_EVERY)
            polls += 1
            if polls % WORD_EVERY == 0:  # one timer for all: thousands of timers would cost more than the streams
                self._keep_alive()
            try:
                heads = await _heads(list(self._waiting))
            except Error:
                continue  # the database is unreachable for a moment: the pages go on waiting
            for public_id, seq in heads.items():
                if seen.get(public_id, -1) < seq:
                    seen[public_id] = seq
                    self._tell(public_id, seq)


def _read_heads(public_ids: list[str]) -> dict[str, int]:
    close_old_connections()
    try:
        return dict(Stream.objects.filter(public_id__in=public_ids).values_list("public_id", "seq"))
    finally:
        close_old_connections()


async def _heads(public_ids: list[str]) -> dict[str, int]:
    return await sync_to_async(_read_heads, thread_sensitive=False)(public_ids)


_hub = Hub()


async def is_known(public_id: str) -> bool:
    return public_id in await _heads([public_id])


async def events(public_id: str, known: int) -> AsyncIterator[str]:
    """The stream in the format of browsers (text/event-stream)."""
    yield f"retry: {RETRY_MS + secrets.randbelow(SPREAD_MS)}\nevent: alive\ndata:\n\n"
    async for seq in _hub.versions(public_id, known):
        yield "event: alive\ndata:\n\n" if seq is None else f"id: {seq}\nevent: version\ndata: {seq}\n\n"
