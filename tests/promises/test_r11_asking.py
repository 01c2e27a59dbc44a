"""R11: where no stream gets through, asking is enough: a page is fresh when it is asked for, and costs little while nothing
happens. (That pages turn to asking by themselves is a journey of tests/browser; the rate is in tests/bench/public.py.)
"""

import time
import urllib.error
import urllib.request
from http.client import HTTPMessage

import pytest

from tests.promises.server import Server
from tournament.core import page_cache as unchanged

pytestmark = pytest.mark.slow

MADE = """
from datetime import date
from tournament.people.clubs import create_club
from tournament.setup.actions import create_tournament
from tournament.core.actors import SYSTEM
club = create_club(None, by=SYSTEM, name="Club", admin=None).result
print(create_tournament(club, by=SYSTEM, name="Evening", played_on=date(2026, 11, 21)).result.public_id)
"""
ENTERED = """
from tournament.entries.actions import add_entry
from tournament.core.actors import SYSTEM
from tournament.models import Tournament
add_entry(Tournament.objects.get(), by=SYSTEM, given_name="Quirin")
"""


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path)
    made.env.pop("DATABASE_URL", None)
    yield made
    made.kill()


def ask(server: Server, path: str, tag: str = "") -> tuple[int, HTTPMessage, str]:
    request = urllib.request.Request(server.url + path, headers={"If-None-Match": tag} if tag else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, ""


def test_who_asks_again_hears_that_nothing_happened_or_what(server):
    server.migrate()
    path = f"/t/{server.manage(MADE)}/"
    server.start()
    status, headers, page = ask(server, path)
    tag = headers["ETag"]
    assert status == 200 and tag and "Quirin" not in page
    assert [ask(server, path, tag)[0] for _ in range(20)] == [304] * 20
    server.manage(ENTERED)  # by another process, which wakes nobody here
    time.sleep(unchanged.COUNTS_FOR)  # so long an answer may be old; pages ask every five seconds at most
    status, headers, page = ask(server, path, tag)
    assert status == 200 and "Quirin" in page and headers["ETag"] != tag
