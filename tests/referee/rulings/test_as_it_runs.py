"""A ruling beside a record that runs on: who throws next and where the pieces stand is said as the recorder has it right after it
was signed, whichever throw it is about and whatever was decided."""

import os
import re
from random import Random

import pytest
from django.urls import reverse

from games.recording.actions import add_line, open_game
from games.recording.game import sheet
from games.recording.queries import latest_game, recorder
from referee.claims.card import said
from referee.claims.queries import ruled
from referee.models import Claim, Ruling
from referee.rulings.actions import sign_ruling, supersede_ruling
from tests.referee.conftest import MISSED
from tournament.core.actors import Actor

pytestmark = pytest.mark.slow
GAMES = int(os.environ.get("AUGENGENAU_RULINGS", "600")) // 60
NAMES = {"Y": "Yellow", "G": "Green", "R": "Red", "K": "Black"}
BEGUN = "4 Y:B,B,5,20 G:B,B,9,12 R:B,B,22,30 K:B,B,31,38 Y 0"


@pytest.fixture
def by(gero):
    return Actor(gero)


@pytest.fixture
def game(table, by):
    def begun():
        open_game(table.tournament, by=by, table_id=table.public_id)
        made = latest_game(table)
        add_line(made, by=by, kind="begins", colour="Y")
        add_line(made, by=by, kind="ruled", position=BEGUN)
        return made

    return begun


@pytest.fixture
def claim(table, by):
    def signed(game, throw: int, **more) -> Ruling:
        recorded = sheet(game)
        line, before = recorded.throw(throw), recorded.upto(recorded.throw(throw).seq - 1)
        facts = {
            **{name: MISSED[name] for name in ("rules", "options")},
            "position": before.rules.write(before.position),
            "roll": int(line.roll),
            "played": line.played,
            "touched": None,
            "choice": None,
        }
        against = table.seats.get(colour=line.colour).entry.public_id
        given = {"table_id": table.public_id, "against": against, "facts": facts, "throw": throw, **more}
        return sign_ruling(table.tournament, by=by, **given).result

    return signed


def thrown(game, by, random: Random) -> None:
    """What the rules permit."""
    recorded, roll = sheet(game), random.randint(1, 6)
    permitted = recorded.rules.permitted(recorded.position, roll)
    played = random.choice(permitted).text if permitted else "--"
    add_line(game, by=by, kind="throw", roll=str(roll), played=played)


def next_of(words: list[str]) -> str:
    """The name of who throws next, in the last sentence that says it."""
    found = re.findall(
        r"(Yellow|Green|Red|Black)(?: throws next| throws again after| has .*? left|, who throws)", " ".join(words)
    )
    return found[-1] if found else ""


def holds(game, ruling: Ruling) -> None:
    now = recorder(game)
    assert ruling.position == now.position
    assert next_of(ruled(ruling, "en")["words"]["en"]) == NAMES[now.mover]


@pytest.mark.parametrize("seed", range(GAMES))
def test_who_throws_next_and_how_it_stands_is_as_the_recorder_has_it(seed: int, game, claim, by, table):
    random, made = Random(seed), game()
    for _throw in range(random.randint(2, 7)):
        thrown(made, by, random)
    board = random.choice(["verdict", "verdict", "as_is"])
    about = random.choice(sheet(made).numbers)
    ruling = claim(made, about, board=board, deviation="Late" if board != "verdict" else "")
    holds(made, ruling)
    other = {"board": "as_is", "deviation": "Both agree"} if board == "verdict" else {"board": "verdict"}
    newer = supersede_ruling(table.tournament, by=by, number=ruling.claim.number, seen=1, **other).result
    holds(made, newer)


@pytest.fixture
def two_throws(game, by):
    """Yellow's, which is claimed one throw later, and Green's."""
    made, random = game(), Random(3)
    for _throw in range(2):
        thrown(made, by, random)
    assert not sheet(made).replay.stopped
    return made


def test_a_move_that_was_right_is_claimed_one_throw_later(two_throws, claim, phone, table):
    address, now = reverse("claim", args=[table.tournament.public_id, table.public_id]), recorder(two_throws)
    page = phone.get(address, {"throw": "1"}).content.decode()
    assert f'data-now="{now.position}"' in page and 'data-then="4 Y:' in page
    ruling = claim(two_throws, 1)
    assert recorder(two_throws).position == now.position
    said_next = f"no throw is taken back; {NAMES[now.mover]} throws next."
    assert any(one.endswith(said_next) for one in ruled(ruling, "en")["words"]["en"])
    assert said(Claim.objects.get(), Ruling.objects.get())["after"]
    for route in ("ruling", "ruling_card"):
        assert said_next in phone.get(reverse(route, args=[table.tournament.public_id, 1])).content.decode()


def test_before_it_is_signed_the_same_is_said(two_throws, phone, table):
    line, now = sheet(two_throws).throw(1), recorder(two_throws)
    address = reverse("judge", args=[table.tournament.public_id, table.public_id])
    fields = {"throw": "1", "position": BEGUN, "roll": line.roll, "played": line.played}
    assert f"{NAMES[now.mover]} throws next." in " ".join(phone.post(address, fields).json()["words"]["en"])
    assert "no throw is taken back" not in " ".join(phone.post(address, {**fields, "throw": ""}).json()["words"]["en"])
