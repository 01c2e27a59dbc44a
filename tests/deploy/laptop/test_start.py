"""deploy/run as a person meets it: real processes, a real data folder."""

import os
import signal
import sqlite3
from contextlib import closing

import pytest

from tests.deploy.conftest import START_LIMIT, Started, children_of, is_alive, until

pytestmark = pytest.mark.slow


def test_the_start_tells_where_and_how(running):
    assert f"http://localhost:{running.port}/\n" in running.said
    assert "Make your organiser account" in running.said
    assert running.answers()


def test_a_second_start_on_the_same_data_says_so(running):
    second = Started(running.data)
    assert second.process.wait(20) == 1
    assert second.said.startswith("Augengenau already runs with the data folder")
    assert f"http://localhost:{running.port}/" in second.said
    assert second.said.count("\n") == 1


@pytest.mark.parametrize("word", ["deploy.site.uvicorn_process", "worker"])
def test_a_process_that_dies_is_started_again(running, word):
    first = until(lambda: running.child(word))
    os.kill(first, signal.SIGKILL)
    assert running.answers()  # who comes meanwhile waits at the door, which the launcher holds open
    until(lambda: running.child(word) not in (0, first))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_everything_though_a_live_page_is_open(start, number):
    children = children_of(start.process.pid)
    with closing(sqlite3.connect(start.data / "augengenau.sqlite3", timeout=20)) as database, database:
        database.execute("INSERT INTO tournament_stream (public_id, seq, head, salt) VALUES ('abc', 0, '', '')")
    with start.connect("/live/abc") as page:
        assert page.recv(12) == b"HTTP/1.1 200"
        start.process.send_signal(number)
        assert start.process.wait(10) == 0
    assert len(children) == 2
    assert not any(map(is_alive, children))
    assert "ERROR" not in start.said
    assert "Traceback" not in start.said


def test_killing_the_launcher_leaves_nothing(start):
    children = children_of(start.process.pid)
    start.process.kill()
    start.process.wait()
    assert len(children) == 2
    until(lambda: not any(map(is_alive, children)))


def test_what_the_database_lacks_is_brought_up_before_the_first_page(data, request):
    with closing(sqlite3.connect(data / "augengenau.sqlite3")) as database, database:
        database.execute("DROP TABLE django_session")
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    (data / "VERSION").unlink()
    started = Started(data)
    request.addfinalizer(started.end)
    until(started.is_ready, START_LIMIT)
    with closing(sqlite3.connect(data / "augengenau.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM django_session").fetchone() == (0,)
