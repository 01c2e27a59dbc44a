"""How many connections the web process takes, and who makes room where they are all taken.

There are fewer of them than files the system allows, so that the database can always be opened. Where all are taken, whoever
waits for nothing gives way: a connection kept open between two requests, then one whose request does not come. Where nobody can,
newcomers wait at the socket until somebody leaves. Streams have two thirds at most (deploy.site.streams): the rest is for pages.
As soon as few places are left, one network has a small share of those whose request does not come: the oldest of them gives way
to the next at once, so that nobody has to wait behind a thousand of them. Who has come within a second is not late: of a network
that has many such first those give way who rest.

Who comes costs the same however many are there: each connection says how it stands when that changes; none looks through all.
Those who wait at the socket are taken several at a time: between two looks others hold the interpreter, for as long as they work.
"""

import asyncio
import socket
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from enum import Enum
from itertools import count, islice
from typing import Any, Protocol

from tournament.core import system

MOST, MOST_OF_ONE_ADDRESS = 15_000, 4_000
MOST_STUCK = 50  # of one network, where more than so much is taken:
SCARCE = 3 / 4
LOOKED_AT = 2 * MOST_STUCK
OTHER_FILES = 350  # of the database, of what is read from the disk, of logs
GONE_AFTER = 60_000  # ms until a phone that left without a word is given up
LOOK_AGAIN = 0.5  # seconds
AT_A_TIME = 32  # taken from the socket; far fewer than files are left for others


class Stands(Enum):
    """How a connection stands, most needed first."""

    WORKS = 0
    BODY = 1  # has to come; is stuck where it is slow
    HEADERS = 2  # have to come
    LATE_BODY = 3
    LATE_HEADERS = 4
    RESTS = 5


class Connection(Protocol):
    address: str

    def is_slow(self) -> bool:
        """Whether the request's body arrives too slowly to wait for it."""

    def give_way(self) -> None:
        """Close, and leave the house (`House.leave`) at once."""


class Network:
    """The connections of one network; within each state the one that has been in it longest comes first."""

    def __init__(self) -> None:
        self._all: dict[Connection, Stands] = {}
        self._by: dict[Stands, dict[Connection, int]] = {how: {} for how in Stands}
        self._moves = count()

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, one: Connection) -> bool:
        return one in self._all

    def stand(self, one: Connection, how: Stands) -> None:
        before = self._all.get(one)
        if before is not how:
            if before is not None:
                del self._by[before][one]
            self._all[one] = how
            self._by[how][one] = next(self._moves)

    def leave(self, one: Connection) -> None:
        del self._by[self._all.pop(one)][one]

    def gave_way(self) -> bool:
        """Close one connection if possible: an idle one, else one whose request is late. Whether there was one."""
        first = (self._first(how) for how in (Stands.RESTS, Stands.LATE_HEADERS))
        return any(map(_went, first)) or _went(self._slow(Stands.LATE_BODY))

    def unstuck(self, most: int) -> bool:
        """Close one connection if more than `most` do not get on with their requests. Whether one was closed."""
        if len(self) <= most:
            return False
        late_bodies, slow = self._slow(Stands.LATE_BODY), self._slow(Stands.BODY)
        number_late = len(self._by[Stands.LATE_HEADERS]) + len(late_bodies)
        if number_late + len(self._by[Stands.HEADERS]) + len(slow) <= most:
            return False
        late = [*self._first(Stands.LATE_HEADERS), *late_bodies]
        lately = sorted([*self._first(Stands.HEADERS), *slow[:1]], key=self._since)
        return _went(late if number_late > most else [*self._first(Stands.RESTS), *late, *lately])

    def _since(self, one: Connection) -> int:
        return self._by[self._all[one]][one]

    def _first(self, how: Stands) -> list[Connection]:
        return list(islice(self._by[how], 1))

    def _slow(self, how: Stands) -> list[Connection]:
        """The slow ones among the first few; the others go to the end, so that the next call looks at different ones."""
        mine, slow = self._by[how], []
        for one in list(islice(mine, LOOKED_AT)):
            if one.is_slow():
                slow.append(one)
            else:
                mine[one] = mine.pop(one)
        return slow


def _went(some: list[Connection]) -> bool:
    """Close the first of these, if there is any; whether there was."""
    for one in some[:1]:
        one.give_way()
    return bool(some)


def most_connections() -> int:
    files = system.files_allowed()
    return MOST if files < 0 else max(50, min(MOST, files - OTHER_FILES))


class House:
    """The connections of this process, by network. Behind a proxy all of them come from one network."""

    def __init__(self, most: int, *, behind_proxy: bool) -> None:
        self.most = most
        self.most_of_one = most if behind_proxy else min(MOST_OF_ONE_ADDRESS, most * 3 // 4)
        self.most_stuck = most if behind_proxy else MOST_STUCK
        self._inside: defaultdict[str, Network] = defaultdict(Network)
        self._count = 0
        self._left = asyncio.Event()

    def enter(self, one: Connection, how: Stands) -> None:
        mine = self._inside[one.address]
        mine.stand(one, how)
        self._count += 1
        while self._count > self.most * SCARCE and mine.unstuck(self.most_stuck):
            pass
        if len(mine) > self.most_of_one and not mine.gave_way():
            one.give_way()

    def stand(self, one: Connection, how: Stands) -> None:
        """Note a new state. A connection that was told to give way is not counted any more, even if it has not closed yet."""
        mine = self._inside.get(one.address)
        if mine is not None and one in mine:
            mine.stand(one, how)

    def leave(self, one: Connection) -> None:
        """Stop counting a connection. Called when it closes, and earlier if it is told to give way."""
        mine = self._inside.get(one.address)
        if mine is None or one not in mine:
            return
        mine.leave(one)
        self._count -= 1
        self._left.set()
        if not mine:
            del self._inside[one.address]

    async def has_room(self, wanted: int = 1) -> int:
        """Wait until there is room; then how many of the `wanted` places are free."""
        while self._count >= self.most and not self._made_room():
            self._left.clear()
            try:
                await asyncio.wait_for(self._left.wait(), LOOK_AGAIN)
            except TimeoutError:
                continue  # somebody may have waited long enough meanwhile
        while self.most - self._count < wanted and self._made_room():
            pass
        return min(wanted, self.most - self._count)

    def _made_room(self) -> bool:
        """Connections stuck in a crowd of such are closed before any that is only idle."""
        fullest = sorted(self._inside.values(), key=len, reverse=True)
        return any(each.unstuck(self.most_stuck - 1) for each in fullest) or any(each.gave_way() for each in fullest)


async def accept(listener: socket.socket, house: House, make: Callable[[], asyncio.Protocol]) -> None:
    """Take connections from the socket until cancelled, as many as there is room for."""
    loop = asyncio.get_running_loop()
    listener.setblocking(False)
    while True:
        try:
            arrived, _address = await loop.sock_accept(listener)
        except OSError:  # it is gone already, or the whole system has no files left
            await asyncio.sleep(LOOK_AGAIN)
            continue
        waiting = [arrived, *_more(listener)]
        try:
            while waiting:
                places = await house.has_room(len(waiting))
                coming, waiting = waiting[:places], waiting[places:]
                await _to_the_end([_connected(loop, make, each) for each in coming])
        finally:
            for each in waiting:
                each.close()


def _more(listener: socket.socket) -> Iterator[socket.socket]:
    """Further connections that wait in the socket already."""
    for _n in range(AT_A_TIME - 1):
        try:
            yield listener.accept()[0]
        except OSError:
            return


async def _connected(
    loop: asyncio.AbstractEventLoop, make: Callable[[], asyncio.Protocol], arrived: socket.socket
) -> None:
    try:
        arrived.setblocking(False)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            arrived.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER)
        await loop.connect_accepted_socket(make, arrived)
    except OSError:  # it is gone already
        arrived.close()


async def _to_the_end(connecting: list[Coroutine[Any, Any, None]]) -> None:
    """Finish connecting even if the process is ending: uvloop would close these without telling the protocol."""
    tasks = asyncio.gather(*connecting)
    try:
        await asyncio.shield(tasks)
    except asyncio.CancelledError:
        await tasks
        raise
