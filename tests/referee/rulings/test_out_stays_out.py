"""Whom a ruling has excluded comes back by no ruling about an earlier throw: not in the record, and not in what is read out."""

import pytest

from games.recording.actions import add_line
from games.recording.game import sheet
from referee.claims.queries import ruled
from referee.models import Ruling
from referee.rulings.actions import revoke_ruling, supersede_ruling
from referee.rulings.recorded import to_throw
from referee.rulings.told import what_counts
from tests.referee.conftest import MISSED, surely
from tests.referee.rulings.conftest import set_to, thrown

BEFORE = "4 Y:B,B,5,20 G:B,B,B,15 R:B,B,B,30 K:B,B,B,B Y 0"


@pytest.fixture
def game(record):
    """Yellow moved, then Green, and Green was excluded."""
    return record(set_to(BEFORE), thrown("4", "20-24"), thrown("1", "15-16"))


FIVE = {**MISSED, "position": BEFORE, "touched": "5"}


def is_out(game, table, ruling: Ruling) -> None:
    recorded = sheet(game)
    assert "G:" not in recorded.rules.write(recorded.position) and "G:" not in ruling.position
    assert to_throw(table) == "R"
    said = " ".join(ruled(ruling, "en")["words"]["en"])
    assert "Green throws" not in said, said
    assert "Red throws next" in said, said
    assert recorded.rules.write(recorded.position) == ruling.position


def test_a_ruling_on_an_earlier_throw_puts_nobody_back(game, sign, table):
    sign("G", **surely({"measure": "exclusion"}))
    ruling = sign(facts=FIVE, throw=1, is_otherwise=True)
    is_out(game, table, ruling)
    assert "Green is out of the tournament" in " ".join(ruling.found["words"]["en"])


def test_nor_does_one_that_lets_the_move_stay(game, sign, table, by):
    add_line(game, by=by, kind="back", number=2)
    sign("G", **surely({"measure": "exclusion"}))
    is_out(game, table, sign(facts=FIVE, throw=1, is_otherwise=True, board="as_is", deviation="Agreed"))


def test_nor_one_that_replaces_another(game, sign, table, evening, by):
    sign(facts=FIVE, throw=1, is_otherwise=True)
    sign("G", **surely({"measure": "exclusion"}))
    is_out(game, table, supersede_ruling(evening.tournament, by=by, number=1, seen=1, measure="warning").result)


def test_a_correct_throw_before_the_exclusion_takes_nothing_back(game, sign, table, by):
    add_line(game, by=by, kind="throw", roll="1", played="30-31")
    sign("G", **surely({"measure": "exclusion"}))
    ruling = sign(facts={**FIVE, "touched": None}, throw=1)
    assert sheet(game).numbers == (1, 2, 3) and to_throw(table) == "K"
    assert "Black throws next" in " ".join(ruled(ruling, "en")["words"]["en"])


def test_who_is_let_in_again_is_said_to_be_missing_in_the_record(game, sign, evening, as_yara):
    sign("G", **surely({"measure": "exclusion"}))
    sign(facts=FIVE, throw=1, is_otherwise=True)
    revoke_ruling(evening.tournament, by=as_yara, number=1, seen=1, reason="Not on purpose")
    assert "ohne Grün weiter" in what_counts(Ruling.objects.get(claim__number=1))
