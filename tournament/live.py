"""Telling open pages that something changed: "version n" of a stream, never what changed.

The version is the running number of the stream in the database. A page that hears a new one fetches what it shows, with
its own rights. Here only: announcing, and waiting for a newer version. A lost wake-up costs a second, not a change: every
process looks at the heads that somebody waits for about once a second.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.db import Error, close_old_connections, transaction

from tournament.models import Stream

LOOK_EVERY = 1.0  # seconds between two looks at the heads
COMMENT_EVERY = 15.0  # a line now and then keeps proxies from closing the stream
RETRY_MS = 3000


def announce(stream: Stream) -> None:
    """Once the transaction stands, wake those who wait in this process."""
    public_id, seq = stream.public_id, stream.seq
    transaction.on_commit(lambda: _hub.wake(public_id, seq))


class Hub:
    """All open streams of this process. One task looks at the database for all of them."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Queue[int]]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def wake(self, public_id: str, seq: int) -> None:
        """From any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, public_id, seq)

    def _tell(self, public_id: str, seq: int) -> None:
        for queue in self._waiting.get(public_id, ()):
            while not queue.empty():  # only the newest counts
                queue.get_nowait()
            queue.put_nowait(seq)

    async def versions(self, public_id: str, known: int) -> AsyncIterator[int | None]:
        """Each version newer than `known`; None now and then when nothing happens."""
        queue: asyncio.Queue[int] = asyncio.Queue()
        self._join(public_id, queue)
        try:
            heads = await _heads([public_id])
            while True:
                seq = heads.pop(public_id, known)
                if seq > known:
                    known = seq
                    yield seq
                try:
                    heads[public_id] = await asyncio.wait_for(queue.get(), COMMENT_EVERY)
                except TimeoutError:
                    yield None
        finally:
            self._leave(public_id, queue)

    def _join(self, public_id: str, queue: asyncio.Queue[int]) -> None:
        self._waiting[public_id].add(queue)
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._loop is not loop:
            self._loop = loop
            self._task = loop.create_task(self._look())

    def _leave(self, public_id: str, queue: asyncio.Queue[int]) -> None:
        self._waiting[public_id].discard(queue)
        if not self._waiting[public_id]:
            del self._waiting[public_id]

    async def _look(self) -> None:
        """For changes that another process made. Ends when nobody waits any more."""
        seen: dict[str, int] = {}
        while self._waiting:
            await asyncio.sleep(LOOK_EVERY)
            try:
                heads = await _heads(list(self._waiting))
            except Error:
                continue  # a database that is away for a moment: the pages wait on
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
    """The stream as the browser reads it (text/event-stream)."""
    yield f"retry: {RETRY_MS}\n\n"
    async for seq in _hub.versions(public_id, known):
        yield ": still here\n\n" if seq is None else f"id: {seq}\nevent: version\ndata: {seq}\n\n"
