"""One connection of a browser: it has to get on. Headers come within seconds, a body at a least speed, and an answer is taken.

Half a request costs a file of the process for as long as it is waited for; a stranger who opens 1,200 would keep a hall out.
"""

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from deploy.site.accepting import House, Stands
from tournament.core.networks import home_of

HEADERS_WITHIN = 5.0  # seconds, from connecting or from the first byte of a further request
BODY_WITHIN, TAKEN_WITHIN = 15.0, 30.0  # seconds; longer where so many bytes a second come or go:
LEAST_SPEED = 4_000
AT_ONCE = 1.0  # seconds in which an honest browser has sent its headers, also where a hall comes in together
ONE_MORE_LOOK = 0.01  # seconds
LONGEST_HEADERS = 1 << 16  # bytes, the address among them
TOO_SLOW, TOO_LONG = b"408 Request Timeout", b"431 Request Header Fields Too Large"


class Part(Enum):
    """What of a request is to come."""

    HEADERS = 1
    BODY = 2
    NOTHING = 3


class Patient(HttpToolsProtocol):
    house: House  # of this process, named before the first connection

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._to_come = self._waits_for = Part.NOTHING
        self._since, self._bytes, self._is_late = 0.0, 0, False
        self._beside = 0  # bytes since the last of a body: sizes of chunks, and trailers, which uvicorn would keep
        self._waiting: asyncio.TimerHandle | None = None
        self._giving: asyncio.TimerHandle | None = None

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for a web socket gets a page, and no line of the log."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = home_of(self.client[0] if self.client else "")
        self._wait_for(Part.HEADERS)
        self.house.enter(self, self._stands())

    def connection_lost(self, exc: Exception | None) -> None:
        self.house.leave(self)
        self._wait_for(Part.NOTHING)
        self._is_taken()
        super().connection_lost(exc)

    # What the browser sends

    def data_received(self, data: bytes) -> None:
        self._bytes += len(data)
        self._beside += len(data)
        super().data_received(data)
        if self._is_too_long():
            self._end_with(TOO_LONG)
            return
        is_stray = self._to_come is Part.NOTHING and not self._is_answering() and not self.timeout_keep_alive_task
        self._wait_for(Part.HEADERS if is_stray else self._to_come)
        self.house.stand(self, self._stands())

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._to_come = Part.HEADERS

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._to_come, self._bytes = Part.BODY, 0

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._beside = 0

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._to_come, self._bytes = Part.NOTHING, 0

    def _is_too_long(self) -> bool:
        if self._to_come is Part.HEADERS:
            return self._bytes > LONGEST_HEADERS
        return self._to_come is Part.BODY and self._beside > LONGEST_HEADERS

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait_for(self, part: Part) -> None:
        if part is self._waits_for:
            return
        self._waits_for, self._since, self._is_late = part, self.loop.time(), False
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if part is not Part.NOTHING:
            self._after(AT_ONCE, self._be_late)

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        """Call it later, once the loop has read what arrived: a busy process would take its own slowness for the browser's."""

        def look_once_more() -> None:
            self._waiting = self.loop.call_later(ONE_MORE_LOOK, do)

        self._waiting = self.loop.call_later(seconds, look_once_more)

    def _be_late(self) -> None:
        self._is_late = True
        self.house.stand(self, self._stands())
        if self._waits_for is Part.HEADERS:
            self._after(HEADERS_WITHIN - AT_ONCE, self.transport.abort)
        else:
            self._after(BODY_WITHIN - AT_ONCE, self._look_at_body)

    def _look_at_body(self) -> None:
        if self.flow.read_paused or not self.is_slow():
            # What came at once is no reason to wait for hours.
            self._since, self._bytes = self.loop.time() + AT_ONCE, 0
            self._after(BODY_WITHIN, self._look_at_body)
            return
        self._end_with(TOO_SLOW)

    def _end_with(self, status: bytes) -> None:
        """Close, and say why unless an answer is under way or was given."""
        is_free = not self.cycle.response_started if self._is_answering() else self._to_come is Part.HEADERS
        if is_free:
            self.transport.write(b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % status)
        self.transport.close()
        self._must_be_taken()

    def is_slow(self) -> bool:
        return self._bytes < LEAST_SPEED * (self.loop.time() - self._since)

    # What it takes

    def pause_writing(self) -> None:
        super().pause_writing()
        self._must_be_taken()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._is_taken()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.house.stand(self, self._stands())
        if self.transport.is_closing():
            self._must_be_taken()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._must_be_taken()

    def _must_be_taken(self) -> None:
        self._is_taken()
        left = self.transport.get_write_buffer_size()
        self._giving = self.loop.call_later(TAKEN_WITHIN, self._look_at_answer, left)

    def _is_taken(self) -> None:
        if self._giving is not None:
            self._giving.cancel()
            self._giving = None

    def _look_at_answer(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() < LEAST_SPEED * TAKEN_WITHIN:
            self.transport.abort()
        else:
            self._must_be_taken()

    # When others need the place

    def _stands(self) -> Stands:
        if self.timeout_keep_alive_task is not None:
            return Stands.RESTS
        if self._waits_for is Part.HEADERS:
            return Stands.LATE_HEADERS if self._is_late else Stands.HEADERS
        if self._waits_for is Part.BODY:
            return Stands.LATE_BODY if self._is_late else Stands.BODY
        return Stands.WORKS

    def give_way(self) -> None:
        self.house.leave(self)
        if self.timeout_keep_alive_task is None or self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()
