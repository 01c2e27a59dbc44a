"""Who throws, who is out, which claim comes in time."""

import pytest

from games.rules import registry
from games.rules.contract import Position, Rules
from games.rules.errors import GameError
from games.rules.wording import LANGUAGES
from referee.judging import Ruling, Thrown, exclude, handed_on, in_time, thrown_by
from referee.judging.wording import explain

TURNIER = registry.rules("turnier")
CLASSIC = registry.rules("classic", {"neutral": "K"})
WAITING = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y"
OUT = "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,30 K:B,B,B,35"
OVER = "4 Y:a,b,c,d G:a,b,c,d R:a,b,c,d K:B,B,B,5 K 0"


def after(rules: Rules, text: str, roll: int, move: str = "--") -> tuple[Thrown, Position]:
    before = rules.read(text)
    return Thrown(rules.view(before).to_move, roll, before), rules.play(before, roll, move)


def codes(ruling: Ruling) -> list[str]:
    return [reason.code for reason in ruling.reasons]


def test_whose_turn_it_is_throws() -> None:
    ruling = thrown_by(TURNIER, TURNIER.read(f"{OUT} Y 0"), "Y")
    assert (ruling.stands, ruling.broken, codes(ruling)) == (True, (), ["right_turn"])


def test_a_fourth_throw_breaks_3() -> None:
    last, position = after(TURNIER, f"{WAITING} 2", 4)
    ruling = thrown_by(TURNIER, position, "Y", last)
    assert (ruling.stands, ruling.broken, ruling.position) == (False, (3,), position)


def test_a_second_throw_where_one_was_to_be_had_breaks_2() -> None:
    last, position = after(TURNIER, f"{OUT} Y 0", 4, "5x9")
    ruling = thrown_by(TURNIER, position, "Y", last)
    assert (ruling.stands, ruling.broken, codes(ruling)) == (False, (2,), ["too_often", "throw_void"])


def test_after_a_6_the_same_player_may_throw() -> None:
    last, position = after(TURNIER, f"{OUT} Y 0", 6, "B-1")
    assert thrown_by(TURNIER, position, "Y", last).stands


def test_a_throw_out_of_turn_is_void_and_the_turn_stays() -> None:
    last, position = after(TURNIER, f"{OUT} Y 0", 4, "5x9")
    for ruling in (thrown_by(TURNIER, position, "K", last), thrown_by(TURNIER, position, "K")):
        assert (ruling.stands, ruling.broken, ruling.position) == (False, (), position)
        assert codes(ruling) == ["not_their_turn", "throw_void"]


def test_who_throws_before_the_6_has_thrown_again_is_out_of_turn() -> None:
    """The throw left out is not counted against anybody once the next player has thrown."""
    last, position = after(TURNIER, f"{OUT} Y 0", 6, "B-1")
    ruling = thrown_by(TURNIER, position, "G", last)
    assert (ruling.stands, ruling.broken, TURNIER.view(ruling.position).to_move) == (False, (), "Y")


def test_a_6_handed_on_breaks_7_and_is_made_good() -> None:
    last, position = after(TURNIER, f"{OUT} Y 0", 6, "B-1")
    ruling = handed_on(TURNIER, position, last)
    assert (ruling.stands, ruling.broken, ruling.position) == (False, (7,), position)
    assert codes(ruling) == ["left_out", "next_again"]


def test_three_throws_handed_on_too_early_break_nothing() -> None:
    last, position = after(TURNIER, f"{WAITING} 0", 4)
    ruling = handed_on(TURNIER, position, last)
    assert (ruling.stands, ruling.broken, codes(ruling)) == (False, (), ["left_out", "next_left"])


def test_handing_on_a_throw_that_ends_the_turn_is_right() -> None:
    last, position = after(TURNIER, f"{OUT} Y 0", 4, "5x9")
    assert handed_on(TURNIER, position, last).stands


def test_a_6_that_brought_the_last_piece_home_is_handed_on() -> None:
    last, position = after(TURNIER, "4 Y:35,b,c,d G:B,B,B,9 R:B,B,B,30 K:B,B,B,5 Y 0", 6, "35-a")
    assert handed_on(TURNIER, position, last).stands


def test_other_books_have_no_numbers() -> None:
    last, position = after(CLASSIC, f"{OUT} Y 0", 6, "B-1")
    assert handed_on(CLASSIC, position, last).broken == ()
    last, position = after(CLASSIC, f"{OUT} Y 0", 4, "5x9")
    assert thrown_by(CLASSIC, position, "Y", last).broken == ()
    assert exclude(CLASSIC, position, "Y").broken == ()


def test_in_a_finished_game_nobody_throws() -> None:
    ruling = thrown_by(TURNIER, TURNIER.read(OVER), "K")
    assert (ruling.stands, codes(ruling)) == (False, ["game_over"])


# Exclusion


@pytest.mark.parametrize(("mover", "then"), [("Y", "G"), ("R", "R")])
def test_the_pieces_of_an_excluded_player_leave_and_the_others_play_on(mover: str, then: str) -> None:
    ruling = exclude(TURNIER, TURNIER.read(f"{OUT} {mover} 0"), "Y")
    assert ruling.broken == (15,)
    assert TURNIER.write(ruling.position) == f"4 G:B,B,B,9 R:B,B,B,30 K:B,B,B,35 {then} 0"


def test_with_one_left_the_game_is_over() -> None:
    ruling = exclude(TURNIER, TURNIER.read("4 Y:B,B,5,20 G:B,B,B,9 Y 0"), "Y")
    assert TURNIER.over(ruling.position)
    assert "game is over" in explain(ruling.reasons)


@pytest.mark.parametrize("colour", ["W", "K", ""])
def test_only_who_plays_at_the_table_throws_or_is_excluded(colour: str) -> None:
    position = CLASSIC.read(f"{OUT} Y 0")  # black is neutral
    for asked in (thrown_by, exclude):
        with pytest.raises(GameError) as refused:
            asked(CLASSIC, position, colour)
        assert [refused.value.sentence(language) for language in LANGUAGES]


# Claims


@pytest.mark.parametrize(
    ("throwers", "expected"),
    [
        ("Y", True),
        ("YY", True),
        ("YYG", True),
        ("YGGG", True),
        ("YGR", False),
        ("YGY", False),  # two play on: the player after next is the one who threw
        ("YGYG", False),
    ],
)
def test_a_throw_can_be_claimed_until_the_player_after_next_has_thrown(throwers: str, expected: bool) -> None:
    assert in_time(throwers) is expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_read_out(language: str) -> None:
    last, position = after(TURNIER, f"{WAITING} 2", 4)
    rulings = [thrown_by(TURNIER, position, colour, last) for colour in "YGR"]
    rulings += [handed_on(TURNIER, position, last), exclude(TURNIER, position, "R")]
    for ruling in rulings:
        assert "{" not in explain(ruling.reasons, language)
