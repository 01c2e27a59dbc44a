"""A hall full of phones, and somebody who keeps connections half open: every page is answered, streams wait their turn.

The controls run the same program under uvicorn as it comes, which takes as many connections as there are files.
"""

import asyncio
import resource
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

import pytest

from deploy.laptop import launch
from tests.bench.phones import Hall, Seen, addresses
from tests.promises.conftest import House, _first_house, house, new_house  # noqa: F401  (fixtures)
from tests.promises.server import Laptop, Server
from tests.promises.test_r25_stops import STREAM

MANY, SECONDS = 1200, 2.0
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
PHONES, FILES = 160, 450  # as many connections as 33 phones want


@contextmanager
def running(server: Server, files: int) -> Iterator[Server]:
    """With so many files for the server, and as many as can be for those who visit it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    try:
        server.start()
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
        yield server
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        server.kill()


def seen_by_phones(house: House, server: Server, seconds: float) -> Seen:  # noqa: F811
    pages = [f"/t/{house.tournament}/", f"/t/{house.tournament}/tables/"]
    hall = Hall(server.port, server.manage(STREAM), pages, looks_every=(1, 4))
    return asyncio.run(hall.open(addresses(PHONES, one=False), seconds))


@pytest.mark.slow
def test_phones_that_want_more_connections_than_there_are_get_every_page(house):  # noqa: F811
    with running(Laptop(house.data, "tests.promises.settings_altered", **house.more), FILES) as server:
        seen = seen_by_phones(house, server, 12)
    print(f"pages {dict(seen.answers)}, streams {dict(seen.streams)}, slowest {seen.late:.1f} s")
    assert seen.wrong == {} and sum(seen.answers.values()) > PHONES
    assert seen.streams["opened"] == (FILES - 350) * 2 // 3 and seen.streams["refused"] >= PHONES - 66


@pytest.mark.slow
def test_control_a_server_that_takes_any_number_fails_them(house):  # noqa: F811
    with running(house.server("tests.promises.settings_altered", AUGENGENAU_DEBUG="0"), FILES) as server:
        seen = seen_by_phones(house, server, 12)
    print(f"control: {seen.wrong}")
    assert seen.wrong


def half_open(port: int) -> socket.socket:
    visitor = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=("127.0.0.2", 0))
    visitor.sendall(HALF)
    return visitor


@pytest.mark.slow
def test_a_thousand_half_open_ones_keep_nobody_from_a_page(house):  # noqa: F811
    visitors = []
    with running(Laptop(house.data, **house.more), 1024) as server:
        try:
            visitors = [half_open(server.port) for _n in range(MANY)]
            for _page in range(3):
                began = time.monotonic()
                assert urllib.request.urlopen(f"{server.url}/t/{house.tournament}/", timeout=SECONDS).status == 200
                assert time.monotonic() - began < SECONDS
            with closing(half_open(server.port)) as slow:  # also one that is alone
                slow.settimeout(8)
                began = time.monotonic()
                with suppress(ConnectionResetError):
                    assert slow.recv(1) == b""
                assert time.monotonic() - began < 7
        finally:
            for visitor in visitors:
                visitor.close()


def test_the_launcher_takes_as_many_files_as_it_may_and_says_where_they_are_few(monkeypatch, capsys):
    set_to = []
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limits: set_to.append(limits))
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 4096))
    launch.raise_file_limit()
    assert set_to == [(4096, 4096)] and capsys.readouterr().out == ""
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (1024, 1024))
    launch.raise_file_limit()
    assert "1024 open files" in capsys.readouterr().out
