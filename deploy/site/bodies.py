"""How much of long bodies the process holds at once: each is kept until all of it has come, and anybody may send one.

The beginning of each is free, so that a form is taken whatever strangers send beside it; a list or photo may have to come again.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

MOST = 20 * 1024 * 1024  # bytes of one request; Django would write any number to the disk before a view sees the first
FREE = 64 * 1024  # bytes of each request that do not count
MOST_AT_ONCE = 8 * MOST
COME_AGAIN = b"20"  # seconds

_held = 0


class Body:
    """What comes of one request's body. `has_no_room`: it is not taken, because of others."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._bytes, self._counted = receive, 0, 0
        self.has_no_room = False

    async def receive(self) -> Message:
        """Disconnects a client that gives no length and sends too much, and one for whose body there is no room."""
        message = await self._receive()
        self._bytes += len(message.get("body", b""))
        self.has_no_room = self.has_no_room or not self._has_room()
        return {"type": "http.disconnect"} if self.has_no_room or self._bytes > MOST else message

    def _has_room(self) -> bool:
        global _held
        more = max(0, self._bytes - FREE) - self._counted
        if _held + more > MOST_AT_ONCE:
            return False
        self._counted += more
        _held += more
        return True

    def let_go(self) -> None:
        global _held
        _held -= self._counted
        self._counted = 0
