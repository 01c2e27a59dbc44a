"""How many connections the web process takes, and who makes room where they are all taken.

There are fewer of them than files the system allows, so that the database can always be opened. Where all are taken, whoever
waits for nothing gives way: a connection kept open between two requests, then one whose request does not come. Where nobody can,
newcomers wait at the socket until somebody leaves. Streams have two thirds at most (deploy.site.streams): the rest is for pages.
As soon as few places are left, one network has a small share of those that have begun a request and do not go on with it: the
oldest of them gives way to the next at once, so that nobody has to wait behind a thousand of them.
"""

import asyncio
import resource
import socket
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterable
from typing import Any, Protocol

MOST, MOST_OF_ONE_ADDRESS = 15_000, 4_000
MOST_STUCK = 50  # of one network, where more than so much is taken:
SCARCE = 3 / 4
OTHER_FILES = 350  # of the database, of what is read from the disk, of logs
GONE_AFTER = 60_000  # ms until a phone that left without a word is given up
LOOK_AGAIN = 0.5  # seconds


class Connection(Protocol):
    address: str

    def needlessness(self) -> int:
        """0: it is at work. The higher, the sooner it can go."""

    def is_stuck(self) -> bool:
        """It has begun a request, of which nothing comes."""

    def give_way(self) -> None: ...


def most_connections() -> int:
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if files == resource.RLIM_INFINITY else max(50, min(MOST, files - OTHER_FILES))


class House:
    """The connections of this process, of each network the oldest first. Behind a proxy they are all of one."""

    def __init__(self, most: int, *, behind_proxy: bool) -> None:
        self.most = most
        self.most_of_one = most if behind_proxy else min(MOST_OF_ONE_ADDRESS, most * 3 // 4)
        self.most_stuck = most if behind_proxy else MOST_STUCK
        self._inside: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._count = 0
        self._left = asyncio.Event()

    def enter(self, one: Connection) -> None:
        self._inside[one.address][one] = None
        self._count += 1
        if len(self._inside[one.address]) > self.most_of_one and not _gave_way(self._inside[one.address]):
            one.give_way()
        elif self._count > self.most * SCARCE:
            self._unstuck(self._inside[one.address], self.most_stuck)

    def _unstuck(self, mine: Collection[Connection], most: int) -> bool:
        """Whether the oldest of more than so many gave way."""
        if len(mine) <= most:
            return False
        stuck = [each for each in mine if each.is_stuck()]
        if len(stuck) <= most:
            return False
        stuck[0].give_way()
        return True

    def _made_room(self) -> bool:
        """Those who are stuck in a crowd go before anybody who only rests."""
        fullest = self._fullest_first()
        return any(self._unstuck(each, self.most_stuck - 1) for each in fullest) or any(map(_gave_way, fullest))

    def leave(self, one: Connection) -> None:
        """Also for one that gave way before it has closed."""
        mine = self._inside[one.address]
        if one in mine:
            del mine[one]
            self._count -= 1
            self._left.set()
        if not mine:
            del self._inside[one.address]

    async def has_room(self) -> None:
        while self._count >= self.most and not self._made_room():
            self._left.clear()
            try:
                await asyncio.wait_for(self._left.wait(), LOOK_AGAIN)
            except TimeoutError:
                continue  # somebody may have waited long enough meanwhile

    def _fullest_first(self) -> list[dict[Connection, None]]:
        return sorted(self._inside.values(), key=len, reverse=True)


def _gave_way(some: Iterable[Connection]) -> bool:
    one = max(some, key=lambda each: each.needlessness())
    if not one.needlessness():
        return False
    one.give_way()
    return True


async def accept(listener: socket.socket, house: House, make: Callable[[], asyncio.Protocol]) -> None:
    """For as long as the process takes connections."""
    loop = asyncio.get_running_loop()
    listener.setblocking(False)
    while True:
        try:
            arrived, _address = await loop.sock_accept(listener)
        except OSError:  # it is gone already, or the whole system has no files left
            await asyncio.sleep(LOOK_AGAIN)
            continue
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            arrived.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER)
        await house.has_room()
        await _to_the_end(loop.connect_accepted_socket(make, arrived))


async def _to_the_end(connecting: Coroutine[Any, Any, object]) -> None:
    """Also where the process ends in the middle of it: uvloop would close it without telling the protocol."""
    task = asyncio.ensure_future(connecting)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise
