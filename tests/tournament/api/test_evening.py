"""The example of the documentation is run as it stands, against a real server."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.promises.server import ROOT, Server

pytestmark = pytest.mark.slow

CLUB_AND_TOKEN = """
from tournament.people.clubs import create_club
from tournament.out.tokens.actions import make_token
from tournament.core.actors import Actor
from tournament.models import Account
yara = Account.objects.create(login="yara")
create_club(None, by=Actor(yara, is_system=True), name="SC Augenzahl", admin=yara)
print(make_token(None, by=Actor(yara), name="example", scope="organiser", days=1).result)
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.migrate()
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
        "from tournament.models import Tournament; from tournament.rounds.queries import next_step;"
        "print(next_step(Tournament.objects.get()).code)"
    )
    assert left == "done"


CHANGED = """
from tournament.core.actors import SYSTEM
from tournament.models import Tournament
from tournament.standings.penalties.actions import give_penalty
sample = Tournament.objects.latest("pk")
rosa, first = sample.entries.get(person__given_name="Rosa"), sample.stages.order_by("position").first()
give_penalty(sample, by=SYSTEM, stage_id=first.pk, entry_id=rosa.public_id, points=3, reason="late")
"""
SAMPLE = """
from django.core.management import call_command
from tournament.models import Tournament
call_command("demo_tournament", stdout=open("/dev/null", "w"))
print(Tournament.objects.latest("pk").public_id)  # one server's database may serve another test as well
"""


def board(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "docs" / "board.py"), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_board_shows_the_standings_and_follows_them(server):
    tournament = server.manage(SAMPLE)
    once = board(server.url, tournament, "--once")
    said, _ = once.communicate(timeout=60)
    first = said.splitlines()
    assert once.returncode == 0 and first[1].startswith("Beispielturnier") and len(first) == 2 + 23
    following = board(server.url, tournament)
    assert following.stdout
    try:
        assert [following.stdout.readline().rstrip() for _line in first] == first
        server.manage(CHANGED)
        again = [following.stdout.readline().rstrip() for _line in first]
        assert again[:2] == first[:2] and sorted(again[2:]) != sorted(first[2:])
    finally:
        following.kill()
        following.communicate()


def test_the_board_says_in_a_sentence_what_is_refused(server):
    refused = board(server.url, "nowhere", "--once")
    _, said = refused.communicate(timeout=60)
    assert refused.returncode == 1 and said.startswith("404: ") and "Traceback" not in said


@pytest.mark.parametrize("name", ["evening.py", "board.py"])
def test_the_examples_are_short_and_say_how_they_are_called(name):
    example = ROOT / "docs" / name
    assert len(example.read_text().splitlines()) <= 60
    done = subprocess.run([sys.executable, example], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and f"python docs/{name} http://localhost:8000" in done.stderr
