"""The example of the documentation is run as it stands, against a real server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.promises.server import ROOT, Server

pytestmark = pytest.mark.slow

CLUB_AND_TOKEN = """
from tournament.actions.clubs import create_club
from tournament.actions.tokens import make_token
from tournament.actors import Actor
from tournament.models import Account
yara = Account.objects.create(login="yara")
create_club(None, by=Actor(yara, is_system=True), name="SC Augenzahl", admin=yara)
print(make_token(None, by=Actor(yara), name="example", scope="organiser", days=1).result)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.manage("from django.core.management import call_command; call_command('migrate', verbosity=0)")
    server.start()
    yield server
    server.kill()


def test_the_example_plays_an_evening_to_its_end(server):
    token = server.manage(CLUB_AND_TOKEN)
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "evening.py", server.url, token],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    places = [line.split()[0] for line in done.stdout.splitlines()]
    assert sorted(places) == ["1", "2", "3", "4"]
    left = server.manage(
        "from tournament.models import Tournament; from tournament.queries_rounds import next_step;"
        "print(next_step(Tournament.objects.get()).code)"
    )
    assert left == "done"


def test_the_example_is_short():
    assert len((ROOT / "docs" / "evening.py").read_text().splitlines()) <= 60
