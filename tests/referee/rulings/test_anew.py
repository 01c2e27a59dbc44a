"""A game that is played again starts anew in its record too; revoking the ruling brings the record back."""

import pytest

from games.plugins.verify import faults
from games.recording.actions import add_line
from games.recording.game import sheet
from games.recording.queries import latest_game, recorder
from referee.models import Ruling
from referee.rulings.actions import revoke_ruling
from referee.rulings.told import what_counts
from tests.referee.conftest import MISSED, surely
from tests.referee.rulings.conftest import set_to, thrown

START = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
ANEW = {"board": "replay", "deviation": "The board cannot be set up again"}


@pytest.fixture
def game(record):
    return record(thrown("2", "--"), set_to(MISSED["position"]), thrown("4", "20-24"))


def position(game) -> str:
    recorded = sheet(game)
    return recorded.rules.write(recorded.position)


@pytest.mark.parametrize("about", [{"facts": MISSED, "throw": 2}, {"offence": "slow"}], ids=["throw", "conduct"])
def test_the_record_starts_again_and_goes_on_from_there(game, sign, about, by, evening):
    ruling = sign(**about, **ANEW)
    now = recorder(game)
    assert (position(game), now.phase, now.mover, now.trouble) == (START, "throw", "Y", "")
    add_line(game, by=by, kind="throw", roll="6", played="B-1")
    assert sheet(game).numbers == (3,) and list(faults(evening.tournament)) == []
    assert what_counts(ruling) == ""


def test_revoked_before_anything_is_thrown_the_record_is_as_it_was(game, sign, evening, by):
    before = position(game)
    sign(facts=MISSED, throw=2, **ANEW)
    revoke_ruling(evening.tournament, by=by, number=1, seen=1, reason="They go on")
    assert position(game) == before and sheet(game).numbers == (1, 2) and recorder(game).phase == "irregular"


def test_who_is_out_does_not_start_again(game, sign, table):
    sign("G", **surely({"measure": "exclusion"}))
    sign(offence="slow", **ANEW)
    assert position(game) == "4 Y:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    assert sheet(game).replay.excluded == ("G",)


def test_a_ruling_about_a_throw_of_the_game_before_says_that_it_decides_nothing(game, sign):
    sign(facts=MISSED, throw=2)
    sign("K", offence="slow", **ANEW)
    assert "Wurf 2 wurde durch Entscheidung 2 zurückgenommen" in what_counts(Ruling.objects.get(claim__number=1))


def test_without_a_record_there_is_nothing_to_set(sign, table):
    sign(facts=MISSED, **ANEW)
    assert latest_game(table) is None
