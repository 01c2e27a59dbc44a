"""What a ruling set in a record is undone by revoking it, and the page of missed duties says what became of rulings."""

import pytest

from games.live.missed import missed
from games.models import Game
from games.recording.actions import add_line
from games.recording.game import sheet
from games.recording.queries import recorder
from referee.rulings.actions import revoke_ruling, sign_ruling
from tests.referee.conftest import MISSED
from tests.referee.rulings.conftest import set_to, thrown
from tests.tournament.evening import refused


@pytest.fixture
def game(record):
    """Yellow missed a capture with the second throw."""
    return record(thrown("1", "--"), set_to(MISSED["position"]), thrown("4", "20-24"))


@pytest.fixture
def sign(evening, table, yellow, by):
    def act(**said):
        given = {"table_id": table.public_id, "against": yellow.public_id, "facts": MISSED, "throw": 2, **said}
        return sign_ruling(evening.tournament, by=by, **given).result

    return act


def settled(game) -> tuple[str, int]:
    [one] = missed(sheet(Game.objects.get(pk=game.pk)))
    return one.settled, one.ruling


@pytest.mark.parametrize("number", [1, 2])
def test_going_back_beyond_a_ruling_is_refused(sign, game, by, number):
    sign()
    add_line(game, by=by, kind="throw", roll="1", played="9-10")
    before = recorder(game).position
    with refused("ruled_so") as caught:
        add_line(game, by=by, kind="back", number=number)
    assert "1" in str(caught.value) and recorder(game).position == before
    add_line(game, by=by, kind="back", number=3)


def test_beyond_one_that_does_not_count_any_more_the_record_goes_back(sign, game, by, evening):
    sign()
    add_line(game, by=by, kind="throw", roll="1", played="9-10")
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    add_line(game, by=by, kind="back")
    add_line(game, by=by, kind="back")  # what the revoked ruling had set
    assert recorder(game).phase == "irregular"
    add_line(game, by=by, kind="back", number=1)
    assert sheet(game).numbers == ()


def test_another_ruling_may_go_back_beyond_one(sign, game, by):
    """That was said before it was signed, and both stay readable."""
    sign()
    facts = {**MISSED, "position": sheet(game).start, "roll": 1, "played": "--"}
    sign(throw=1, facts=facts, board="other", position=sheet(game).start, deviation="All wrong")
    assert sheet(game).numbers == (1,)


def test_a_revoked_ruling_is_not_told_as_one_that_counts(sign, game, by, evening):
    sign()
    assert settled(game) == ("Das Schiedsgericht hat entschieden: Entscheidung 1.", 1)
    add_line(game, by=by, kind="throw", roll="1", played="9-10")
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    said, number = settled(game)
    assert "zählt nicht mehr" in said and number == 1


def test_one_revoked_at_once_leaves_the_throw_unsettled(sign, game, by, evening):
    sign()
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="Wrong throw")
    assert settled(game) == ("Noch nicht geklärt.", 0)


def test_a_claim_that_came_too_late_is_not_told_as_nobody_objecting(sign, game, by):
    add_line(game, by=by, kind="ruled", position="4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0")
    assert settled(game)[0].startswith("Niemand hat")
    for roll, played in (("1", "9-10"), ("1", "--"), ("1", "--"), ("1", "--")):
        add_line(game, by=by, kind="throw", roll=roll, played=played)
    assert sign(board="as_is", deviation="Too late").claim.is_in_time is False
    said, number = settled(game)
    assert said.startswith("Zu spät") and number == 1
