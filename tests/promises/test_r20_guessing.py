"""R20: guessing is bounded exactly, whoever asks at once and whatever they say about themselves.

A hundred wrong passwords by sixteen hands at a real server, each from another address if one believes them; as many as the limit
are looked at. Whoever knows the password still gets in from a device that was in before. The control does not count. What else
can be guessed at, door by door: tests/tournament/core/test_guard.py.
"""

import http.client
import os
import time
import urllib.parse
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier

import pytest

from tests.promises.conftest import House
from tests.promises.server import Server
from tournament.core import guard

GUESSES, HANDS = (1000 if os.environ.get("AUGENGENAU_LONG") else 100), 16
LIMIT = guard.account_door("yara", None).limit
LASTS = 20  # seconds that the guesses take at most
WRONG, RIGHT = "fünf mal fünf", "sechs mal sechs"

pytestmark = pytest.mark.slow


@dataclass
class Browser:
    port: int
    cookies: dict[str, str] = field(default_factory=lambda: {"csrf": "a" * 32})

    def sign_in(self, password: str, **headers: str) -> int:
        form = {"login": "Yara", "password": password, "csrfmiddlewaretoken": self.cookies["csrf"]}
        said = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        said["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", "/login/", urllib.parse.urlencode(form), said)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _is, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answer.status


def forged(n: int) -> dict[str, str]:
    address = f"10.{n % 200}.{n // 200}.7"
    return {"X-Forwarded-For": f"{address}, {address}", "X-Real-IP": address, "Forwarded": f"for={address}"}


def guess(server: Server, guesses: int) -> Counter[int]:
    together = Barrier(HANDS)

    def hand(number: int) -> Counter[int]:
        together.wait(30)
        mine = range(number, guesses, HANDS)
        return Counter(Browser(server.port).sign_in(f"{WRONG} {n}", **forged(n)) for n in mine)

    with ThreadPoolExecutor(HANDS) as pool:
        return sum(pool.map(hand, range(HANDS)), Counter())


@pytest.fixture
def started():
    """Starts servers, and ends them."""
    servers: list[Server] = []

    def start(house: House, **more: str) -> Server:
        servers.append(house.server("tests.promises.settings_altered", **more))
        servers[-1].start()
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


def test_r20_of_a_hundred_guesses_as_many_as_the_limit_are_looked_at(house, started):
    server = started(house)
    left = guard.WINDOW - time.time() % guard.WINDOW
    time.sleep(left if left < LASTS else 0)  # in the next window the same number is looked at again
    known, stranger = Browser(server.port), Browser(server.port)
    assert known.sign_in(RIGHT) == 302
    known.cookies.pop("session")
    answers = guess(server, GUESSES)
    print(f"R20: {GUESSES} guesses by {HANDS} hands: {answers[422]} looked at, {answers[429]} turned away")
    assert answers == {422: LIMIT, 429: GUESSES - LIMIT}
    assert stranger.sign_in(RIGHT) == 429
    assert known.sign_in(RIGHT) == 302


def test_r20_control_uncounted_all_are_looked_at(house, started):
    answers = guess(started(house, WITHOUT="counter"), 3 * LIMIT)
    print(f"R20, control: {answers[422]} of {3 * LIMIT} looked at")
    assert answers[422] > LIMIT
