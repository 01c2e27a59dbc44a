"""`mauer`: positions and throws that exist and that do not, and what a referee does to a position."""

from typing import Any

import pytest

from games.engine.rules import layout as layouts
from games.engine.rules.errors import BadMove, BadOption, BadPosition, GameError
from games.engine.rules.mauer import Mauer
from games.engine.rules.registry import rules as registered

MAUER = Mauer()


@pytest.mark.parametrize(
    ("question", "position"),
    [
        ({"players": 2}, "M Y:B,B,B,B G:B,B,B,B Y 0"),
        ({"players": 4, "board": "M"}, "M Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"),
        ({"colours": ["K", "R"]}, "M R:B,B,B,B K:B,B,B,B R 0"),
        ({"colours": iter("RKG"), "players": 3}, "M G:B,B,B,B R:B,B,B,B K:B,B,B,B G 0"),
    ],
)
def test_start(question: dict[str, Any], position: str) -> None:
    assert MAUER.write(MAUER.start(**question)) == position


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({}, "start_nobody"),
        ({"players": 1}, "start_players"),
        ({"players": 5}, "start_players"),
        ({"colours": ["Y"]}, "start_players"),
        ({"players": 3, "colours": ["Y", "G"]}, "start_disagree"),
        ({"colours": ["Y", "Y"]}, "start_twice"),
        ({"colours": ["Y", "B"]}, "colour"),
        ({"players": 2, "board": "4"}, "board"),
    ],
)
def test_start_that_does_not_exist(question: dict[str, Any], code: str) -> None:
    with pytest.raises(GameError) as refused:
        MAUER.start(**question)
    assert refused.value.code == code


def test_layout_says_who_can_play_and_where_each_starts() -> None:
    club = {"track": 20, "start": {"K": 10, "G": 3}, "z": [20], "walls": []}
    rules = registered("mauer", boards={"M": layouts.from_data(club)})
    assert rules.write(rules.start(players=2)) == "M G:B,B,B,B K:B,B,B,B G 0"
    assert [m.text for m in rules.permitted(rules.read("M G:B,B,B,B K:B,B,B,B K 0"), (2, 2))] == ["B+2+2=13", "B+2-2=9"]
    with pytest.raises(BadOption):
        rules.start(players=3)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("M G:B,B,B,B Y:d,12,B,B Y 0", "M Y:B,B,12,d G:B,B,B,B Y 0"),
        ("M Y:B,B,B,B K:a,9,10,B K 2", "M Y:B,B,B,B K:B,9,10,a K 0"),
        ("M Y:a,b,c,d K:a,b,c,d K 1", "M Y:a,b,c,d K:a,b,c,d K 0"),
    ],
)
def test_position_is_written_canonically(text: str, canonical: str) -> None:
    assert MAUER.write(MAUER.read(text)) == canonical


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4 Y:B,B,B,B G:B,B,B,B Y 0", "board"),
        ("m Y:B,B,B,B G:B,B,B,B Y 0", "board"),
        ("M Y:B,B,B,B B:B,B,B,B Y 0", "colour"),
        ("M Y:B,B,B,67 G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B,0 G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B,012 G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B,-1 G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B,٣ G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B,e G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B, G:B,B,B,B Y 0", "field"),
        ("M Y:B,B,B,65 G:B,B,B,B Y 0", "z_field"),
        ("M Y:B,B,B,66 G:B,B,B,B Y 0", "z_field"),
        ("M Y:B,B,12,12 G:B,B,B,B Y 0", "two_on_field"),
        ("M Y:B,B,B,12 G:B,B,B,12 Y 0", "two_on_field"),
        ("M Y:B,B,d,d G:B,B,B,B Y 0", "two_on_field"),
        ("M Y:B,B,B G:B,B,B,B Y 0", "pieces"),
        ("M Y:B,B,B,B G:B,B,B,B R 0", "to_move"),
        ("M Y:B,B,B,B Y 0", "few_colours"),
        ("M Y:B,B,B,B G:B,B,B,B Y 3", "throws"),
    ],
)
def test_position_that_cannot_stand(text: str, code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        MAUER.read(text)
    assert refused.value.code == code
    assert refused.value.sentence("de") != refused.value.sentence("en")


@pytest.mark.parametrize("roll", [3, None, "25", [2], [2, 5, 1], [0, 1], [1, 7], [2.0, 5], [True, 2], {1: 2}, [[1], 2]])
def test_throw_that_two_dice_cannot_show(roll: object) -> None:
    with pytest.raises(BadMove):
        MAUER.read_roll(roll)


def test_throw_is_two_dice() -> None:
    assert (MAUER.read_roll([2, 5]), MAUER.read_roll((6, 6))) == ((2, 5), (6, 6))
    with pytest.raises(BadMove):
        MAUER.moves(MAUER.start(players=2), 3)


def test_options_do_not_exist() -> None:
    with pytest.raises(BadOption):
        Mauer({"forced_capture": True})


# The table


def test_progress_counts_from_the_own_start() -> None:
    position = MAUER.start(players=2)
    assert [MAUER.progress(position, "Y", field) for field in ("B", "1", "2", "64", "a", "d")] == [-1, 0, 1, 63, 66, 69]


def test_piece_behind_its_start_has_come_no_way() -> None:
    club = Mauer(boards={"M": layouts.from_data({"track": 9, "start": {"Y": 4, "G": 1}, "z": [9], "walls": []})})
    assert club.progress(club.start(players=2), "Y", "2") == 0


def test_referee_passes_the_turn_on_and_sends_a_piece_back() -> None:
    position = MAUER.read("M Y:B,B,12,d G:B,B,B,B Y 0")
    assert MAUER.write(MAUER.pass_on(position)) == "M Y:B,B,12,d G:B,B,B,B G 0"
    assert MAUER.write(MAUER.send_back(position, "Y", "12")) == "M Y:B,B,B,d G:B,B,B,B Y 0"


def test_piece_is_sent_back_before_the_turn_is_settled() -> None:
    position = MAUER.read("M Y:61,b,c,d G:B,B,B,B Y 0")
    (home,) = [move for move in MAUER.permitted(position, (2, 3)) if move.target == "a"]
    assert MAUER.write(MAUER.follow(position, (2, 3), home, ("Y", "b"))) == "M Y:B,a,c,d G:B,B,B,B G 0"


@pytest.mark.parametrize(
    ("text", "gone", "after"),
    [
        ("M Y:B,B,B,B G:B,B,B,5 R:B,B,B,7 Y 0", "Y", "M G:B,B,B,5 R:B,B,B,7 G 0"),
        ("M Y:B,B,B,B G:B,B,B,5 R:B,B,B,7 R 0", "Y", "M G:B,B,B,5 R:B,B,B,7 R 0"),
        ("M Y:B,B,B,B G:a,b,c,d R:B,B,B,7 K:B,B,B,B Y 0", "Y", "M G:a,b,c,d R:B,B,B,7 K:B,B,B,B R 0"),
        ("M Y:a,b,c,d G:a,b,c,d R:B,B,B,7 R 0", "R", "M Y:a,b,c,d G:a,b,c,d Y 0"),
    ],
)
def test_excluded_player_leaves_the_board(text: str, gone: str, after: str) -> None:
    assert MAUER.write(MAUER.without(MAUER.read(text), gone)) == after
