"""Connections get on or end, and give way where others need the place."""

import asyncio
import errno
import os
import resource
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import uvicorn
from uvicorn.server import ServerState

from deploy.site import accepting, connections, streams

PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = PAGE[:-2]
OK = b"HTTP/1.1 200"


async def read_all(receive) -> int:
    got = 0
    while (message := await receive())["type"] == "http.request":
        got += len(message["body"])
        if not message.get("more_body"):
            break
    return got


class Site:
    """Takes connections as the laptop's process does; its pages are as long as the path says, and wait until they may."""

    def __init__(self, most: int = 100, host: str = "127.0.0.1") -> None:
        self.host = host
        self.house = connections.Patient.house = accepting.House(most, behind_proxy=False)
        self.may, self.bodies, self.state = asyncio.Event(), [], ServerState()
        self.may.set()

    async def __aenter__(self) -> "Site":
        self.config = uvicorn.Config(self.answer, log_config=None, access_log=False, interface="asgi3", ws="none")
        self.config.load()
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        self.listener = socket.create_server((self.host, 0), family=family)
        self.port = self.listener.getsockname()[1]
        self.task = asyncio.create_task(accepting.accept(self.listener, self.house, self.connection))
        return self

    def connection(self) -> connections.Patient:
        return connections.Patient(config=self.config, server_state=self.state, app_state={})

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        for each in list(self.state.connections):
            each.transport.abort()
        await asyncio.sleep(0.02)
        self.listener.close()

    async def answer(self, scope, receive, send) -> None:
        self.bodies.append(await read_all(receive))
        await self.may.wait()
        body = b"x" * int(scope["path"][1:] or 2)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
        await send({"type": "http.response.body", "body": body})

    async def visit(self, said: bytes, address: str = "127.0.0.1") -> "Visitor":
        reader, writer = await asyncio.open_connection(self.host, self.port, local_addr=(address, 0))
        writer.write(said)
        return Visitor(reader, writer)


class Visitor:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def hears(self, seconds: float = 2.0) -> bytes:
        """The first words of the answer; nothing if the connection was ended."""
        with suppress(ConnectionError):
            return (await asyncio.wait_for(self.reader.read(1 << 16), seconds))[:12]
        return b""

    async def is_open(self, seconds: float) -> bool:
        try:
            return await self.hears(seconds) != b""
        except TimeoutError:
            return True


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    for name, seconds in {"HEADERS_WITHIN": 0.6, "BODY_WITHIN": 0.3, "TAKEN_WITHIN": 0.5, "AT_ONCE": 0.2}.items():
        monkeypatch.setattr(connections, name, seconds)
    monkeypatch.setattr(accepting, "LOOK_AGAIN", 0.05)
    monkeypatch.setattr(connections.Patient, "house", None, raising=False)


@pytest.fixture
def unhurried(monkeypatch):
    """For what is about lengths: a busy machine may take its time to send."""
    for name in ("HEADERS_WITHIN", "BODY_WITHIN"):
        monkeypatch.setattr(connections, name, 15.0)


def run(scenario) -> None:
    asyncio.run(asyncio.wait_for(scenario, 20))


def test_half_a_request_ends_and_so_do_lines_without_one():
    async def scenario():
        async with Site() as site:
            half, silent = await site.visit(HALF), await site.visit(b"")
            stray = await site.visit(PAGE)
            assert await stray.hears() == OK
            stray.writer.write(b"\r\n")
            assert [await one.hears() for one in (half, silent, stray)] == [b""] * 3

    run(scenario())


def test_a_body_that_drips_is_told_so_and_one_that_comes_is_read():
    async def scenario():
        async with Site() as site:
            dripping = await site.visit(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx")
            steady = await site.visit(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
            for _piece in range(10):
                steady.writer.write(b"x" * 10_000)
                await asyncio.sleep(0.08)
            assert await dripping.hears() == b"HTTP/1.1 408"
            assert await steady.hears() == OK and site.bodies[-1] == 100_000

    run(scenario())


def test_a_busy_process_takes_not_its_own_slowness_for_the_browsers():
    """What has arrived while it was busy is read before it is missed; uvloop looks at its timers first."""

    async def scenario():
        async with Site() as site:
            visitor = await site.visit(b"")
            await asyncio.sleep(0.1)
            mine, others = socket.socketpair()

            def be_busy() -> None:
                mine.recv(1)
                time.sleep(1)  # longer than headers may take
                os.write(visitor.writer.get_extra_info("socket").fileno(), PAGE)

            asyncio.get_running_loop().add_reader(mine, be_busy)
            others.send(b"x")
            assert await visitor.hears() == OK
            asyncio.get_running_loop().remove_reader(mine)
            mine.close()
            others.close()

    with asyncio.Runner(loop_factory=uvicorn.Config(None, loop="uvloop").get_loop_factory()) as runner:
        runner.run(asyncio.wait_for(scenario(), 20))


def test_a_body_that_came_fast_and_stops_is_told_so():
    async def scenario():
        async with Site() as site:
            visitor = await site.visit(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
            await asyncio.sleep(0.05)
            visitor.writer.write(b"x" * 60_000)
            assert await visitor.hears() == b"HTTP/1.1 408"

    run(scenario())


def test_headers_without_end_are_not_kept(unhurried):
    async def scenario():
        async with Site() as site:
            long = await site.visit(PAGE[:-2] + b"Cookie: " + b"x" * 60_000 + b"\r\n\r\n")
            longer = await site.visit(PAGE[:-2] + b"Cookie: ")
            for _piece in range(8):
                longer.writer.write(b"x" * 10_000)
                await asyncio.sleep(0.01)
            assert [await one.hears() for one in (long, longer)] == [OK, b"HTTP/1.1 431"]

    run(scenario())


def test_trailers_without_end_are_not_kept(unhurried):
    """They come after the body, where uvicorn takes them for headers and keeps each."""
    chunked = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

    async def scenario():
        async with Site() as site:
            few, many, one_long = [await site.visit(chunked + b"1\r\nx\r\n0\r\n") for _ in range(3)]
            one_long.writer.write(b"a: ")
            few.writer.write(b"a: b\r\n\r\n")
            for _piece in range(8):
                many.writer.write(b"a: %b\r\n" % (b"x" * 10_000))
                one_long.writer.write(b"x" * 10_000)
                await asyncio.sleep(0.01)
            assert [await one.hears() for one in (few, many, one_long)] == [OK, b"HTTP/1.1 431", b"HTTP/1.1 431"]

    run(scenario())


def test_many_small_chunks_are_a_body(unhurried):
    async def scenario():
        async with Site() as site:
            visitor = await site.visit(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _piece in range(20):
                visitor.writer.write(b"1\r\nx\r\n" * 2_000)
                await asyncio.sleep(0.01)
            visitor.writer.write(b"0\r\n\r\n")
            assert await visitor.hears() == OK and site.bodies[-1] == 40_000

    run(scenario())


def test_an_answer_that_nobody_takes_is_not_kept():
    async def scenario():
        async with Site() as site:
            visitor = await site.visit(PAGE.replace(b"/", b"/30000000", 1))
            visitor.writer.transport.pause_reading()
            await asyncio.sleep(0.3)
            assert len(site.state.connections) == 1
            await asyncio.sleep(1.5)
            assert not site.state.connections

    run(scenario())


def test_one_that_is_taken_slowly_arrives():
    async def scenario():
        async with Site() as site:
            visitor = await site.visit(PAGE.replace(b"/", b"/9000000", 1))
            got = 0
            while got < 9_000_000:
                got += len(await visitor.reader.read(1 << 18))
                await asyncio.sleep(0.03)

    run(scenario())


def test_where_all_are_taken_whoever_rests_gives_way_at_once():
    async def scenario():
        async with Site(most=4) as site:
            resting = [await site.visit(PAGE, f"127.0.0.{n}") for n in range(2, 6)]
            assert [await one.hears() for one in resting] == [OK] * 4
            newcomer = await site.visit(PAGE)
            assert await newcomer.hears(0.3) == OK
            assert [await one.is_open(0.05) for one in resting] == [False, True, True, True]

    run(scenario())


def test_then_whose_request_does_not_come():
    async def scenario():
        async with Site(most=4) as site:
            site.may.clear()
            working = [await site.visit(PAGE, f"127.0.0.{n}") for n in (2, 3)]
            half = [await site.visit(HALF, f"127.0.0.{n}") for n in (4, 5)]
            newcomer = await site.visit(PAGE)
            await asyncio.sleep(0.4)
            site.may.set()
            assert await newcomer.hears() == OK and not await half[0].is_open(0.05)
            assert [await one.hears() for one in working] == [OK] * 2

    run(scenario())


def test_where_nobody_can_newcomers_wait_and_are_answered():
    async def scenario():
        async with Site(most=2) as site:
            site.may.clear()
            all_of_us = [await site.visit(PAGE, f"127.0.0.{n}") for n in range(2, 8)]
            assert await all_of_us[5].is_open(0.5) and len(site.state.connections) == 2
            site.may.set()
            assert [await one.hears() for one in all_of_us] == [OK] * 6

    run(scenario())


def test_one_address_does_not_take_all_places():
    async def scenario():
        async with Site(most=8) as site:
            mine = [await site.visit(HALF) for _n in range(7)]
            await asyncio.sleep(0.05)
            assert len(site.state.connections) == 6
            other = await site.visit(PAGE, "127.0.0.2")
            assert await other.hears(0.2) == OK
            assert not await mine[-1].is_open(0.05)

    run(scenario())


DRIPS = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx"


@pytest.mark.parametrize("said", [HALF, b"", DRIPS], ids=["half a header", "nothing", "a body that drips"])
def test_where_few_are_left_nobody_waits_behind_many_who_are_stuck(said, monkeypatch):
    """Before any of them is late; whoever has only just come to stand still goes last."""
    monkeypatch.setattr(connections, "AT_ONCE", 5.0)
    monkeypatch.setattr(accepting, "MOST_STUCK", 5)

    async def scenario():
        async with Site(most=20) as site:
            site.may.clear()
            working = [await site.visit(PAGE, f"127.0.0.{n}") for n in range(3, 13)]
            stuck = [await site.visit(said, "127.0.0.2") for _n in range(60)]
            newcomer = await site.visit(PAGE)
            await asyncio.sleep(0.1)
            site.may.set()
            assert await newcomer.hears() == OK
            assert [await one.hears() for one in working] == [OK] * 10
            assert [await one.is_open(0.02) for one in stuck[-3:]] == [True] * 3
            assert not await stuck[0].is_open(0.02)

    run(scenario())


def test_slow_phones_of_one_address_are_not_cut_while_others_of_it_rest(monkeypatch):
    """A hall behind one address: who has only just connected counted among those who do not go on."""
    monkeypatch.setattr(connections, "AT_ONCE", 5.0)
    monkeypatch.setattr(accepting, "MOST_STUCK", 3)

    async def scenario():
        async with Site(most=20) as site:
            resting = [await site.visit(PAGE) for _n in range(8)]
            assert [await one.hears() for one in resting] == [OK] * 8
            slow = [await site.visit(said) for said in (HALF, b"") * 7]
            await asyncio.sleep(0.05)
            for phone, more in zip(slow, (b"\r\n", PAGE) * 7, strict=True):
                phone.writer.write(more)
            assert [await one.hears() for one in slow] == [OK] * 14
            assert not await resting[0].is_open(0.02)

    run(scenario())


def test_who_waits_is_taken_several_at_a_time():
    """Between two looks others may hold the interpreter: a newcomer behind a thousand waited as many times for that."""

    async def scenario():
        async with Site(most=200) as site:
            site.task.cancel()
            await asyncio.gather(site.task, return_exceptions=True)
            for _n in range(64):
                visitor = socket.create_connection((site.host, site.port))
                stack.callback(visitor.close)
            looks, loop = 0, asyncio.get_running_loop()
            plain = loop.sock_accept

            async def counted(listener):
                nonlocal looks
                looks += 1
                return await plain(listener)

            loop.sock_accept = counted
            site.task = asyncio.create_task(accepting.accept(site.listener, site.house, site.connection))
            while len(site.state.connections) < 64:
                await asyncio.sleep(0.01)
            assert looks <= 64 / accepting.AT_A_TIME + 1

    with ExitStack() as stack:
        run(scenario())


def test_one_that_cannot_be_taken_keeps_nobody_else_out():
    """It left while it waited."""

    async def scenario():
        async with Site() as site:
            loop = asyncio.get_running_loop()
            plain, failed = loop.connect_accepted_socket, []

            async def sometimes(make, arrived):
                if not failed:
                    failed.append(arrived)
                    raise OSError(errno.ENOTCONN, "gone")
                return await plain(make, arrived)

            loop.connect_accepted_socket = sometimes
            gone, visitor = await site.visit(PAGE), await site.visit(PAGE)
            assert await visitor.hears() == OK and failed
            assert not await gone.is_open(0.1)

    run(scenario())


def test_where_there_is_room_nobody_who_is_stuck_is_sent_away(monkeypatch):
    monkeypatch.setattr(connections, "AT_ONCE", 5.0)
    monkeypatch.setattr(accepting, "MOST_STUCK", 5)

    async def scenario():
        async with Site(most=40) as site:
            stuck = [await site.visit(HALF, "127.0.0.2") for _n in range(20)]
            assert all([await one.is_open(0.01) for one in stuck])

    run(scenario())


@pytest.mark.skipif(not Path("/proc/net/if_inet6").exists(), reason="this machine speaks no IPv6")
def test_all_addresses_of_a_64_are_one_network():
    async def scenario():
        async with Site(host="::1") as site:
            visitor = await site.visit(PAGE, "::1")
            assert await visitor.hears() == OK
            assert [each.address for each in site.state.connections] == ["::/64"]

    run(scenario())


def test_there_are_fewer_connections_than_files(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 4096))
    assert accepting.most_connections() == 1024 - accepting.OTHER_FILES
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (resource.RLIM_INFINITY, -1))
    assert accepting.most_connections() == accepting.MOST


def test_streams_leave_a_third_to_pages(monkeypatch):
    monkeypatch.setattr(streams, "_most_here", streams._most_here)
    streams.leave_room(674, 505)
    assert list(streams.counted({"headers": [], "client": ("192.0.2.1", 1)}).values()) == [449, 336]


def test_a_hall_of_one_address_has_places_enough():
    usual = accepting.House(accepting.MOST, behind_proxy=False)
    assert usual.most_of_one >= 400 * 3 and accepting.House(100, behind_proxy=True).most_of_one == 100


class Told:
    """A connection that counts how often it is looked at."""

    looks = 0

    def __init__(self, house: accepting.House, how: accepting.Stands, address: str = "127.0.0.2") -> None:
        self.house, self.address, self.is_gone = house, address, False
        house.enter(self, how)

    def is_slow(self) -> bool:
        Told.looks += 1
        return False

    def give_way(self) -> None:
        self.is_gone = True
        self.house.leave(self)


@pytest.mark.parametrize("how", list(accepting.Stands))
def test_who_comes_costs_the_same_beside_thousands(how, monkeypatch):
    """1,200 half-open connections were all looked through for each that was opened anew."""
    monkeypatch.setattr(Told, "looks", 0)
    house = accepting.House(accepting.MOST, behind_proxy=False)
    for _n in range(house.most_of_one):
        Told(house, how)
    before = Told.looks
    for _n in range(10):
        Told(house, how)
    assert Told.looks - before <= 10 * accepting.LOOKED_AT


def test_what_one_network_has_that_is_stuck_makes_room_at_once_for_the_rest(monkeypatch):
    """It came while there was room, and kept all that it had when others came: one went for each that it opened anew."""
    monkeypatch.setattr(accepting, "MOST_STUCK", 5)
    house = accepting.House(40, behind_proxy=False)
    stuck = [Told(house, accepting.Stands.HEADERS) for _n in range(30)]
    working = [Told(house, accepting.Stands.WORKS, f"127.0.1.{n}") for n in range(9)]
    stuck.append(Told(house, accepting.Stands.HEADERS))
    assert [each.is_gone for each in stuck] == [True] * 10 + [False] * 21
    working += [Told(house, accepting.Stands.WORKS, f"127.0.2.{n}") for n in range(19)]
    stuck.append(Told(house, accepting.Stands.HEADERS))
    assert sum(not each.is_gone for each in stuck) == 5
    assert not stuck[-1].is_gone and not any(each.is_gone for each in working)


def test_of_a_network_with_many_late_ones_the_late_go_first_else_who_rests(monkeypatch):
    monkeypatch.setattr(accepting, "MOST_STUCK", 5)
    house = accepting.House(40, behind_proxy=False)
    lately = [Told(house, accepting.Stands.HEADERS) for _n in range(4)]
    late = [Told(house, accepting.Stands.LATE_HEADERS) for _n in range(5)]
    resting = [Told(house, accepting.Stands.RESTS) for _n in range(21)]
    others = [Told(house, accepting.Stands.RESTS, "127.0.0.9")]
    lately.append(Told(house, accepting.Stands.HEADERS))
    assert [each.is_gone for each in resting] == [True] * 2 + [False] * 19
    late.append(Told(house, accepting.Stands.LATE_HEADERS))
    assert [each.is_gone for each in late] == [True] + [False] * 5
    assert not any(each.is_gone for each in (*lately, *others)) and sum(each.is_gone for each in resting) == 2


def test_who_gave_way_and_is_still_closing_does_not_come_in_again():
    house = accepting.House(40, behind_proxy=False)
    one = Told(house, accepting.Stands.RESTS)
    one.give_way()
    house.stand(one, accepting.Stands.WORKS)
    house.leave(one)
    assert not house._inside and house._count == 0


def test_whoever_asks_for_a_web_socket_gets_a_page_and_writes_no_log(caplog):
    async def scenario():
        async with Site() as site:
            asks = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n"
            visitor = await site.visit(HALF + asks)
            assert await visitor.hears() == OK

    run(scenario())
    assert not caplog.records
