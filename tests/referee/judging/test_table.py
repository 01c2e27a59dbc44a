"""Who throws, who is out, which claim comes in time."""

import pytest

from games.engine.records.handing_on import found_by
from games.engine.rules import registry
from games.engine.rules.contract import Position, Rules
from games.engine.rules.errors import GameError
from games.engine.rules.speech import languages
from referee.judging import Claimed, Ruling, Thrown, claimed, exclude, handed_on, thrown_by
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
    assert codes(ruling) == ["left_out", "next_again", "would_be_lost"]


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
        assert [refused.value.sentence(language) for language in languages()]


# Claims


UNTIL = ("after_next", "next", "game")


@pytest.mark.parametrize(
    ("throwers", "in_time"),
    [
        ("Y", ("after_next", "next", "game")),
        ("YY", ("after_next", "next", "game")),
        ("YYG", ("after_next", "game")),
        ("YGGG", ("after_next", "game")),
        ("YGR", ("game",)),
        ("YGY", ("game",)),  # two play on: the player after next is the one who threw
        ("YGYG", ("game",)),
    ],
)
def test_until_when_a_throw_can_be_claimed_is_read_three_ways(throwers: str, in_time: tuple[str, ...]) -> None:
    for until in UNTIL:
        rules = registry.rules("turnier", {"claims_until": until})
        assert claimed(rules, throwers).is_in_time is (until in in_time)
        assert claimed(rules, throwers, is_over=True).is_in_time is (until in in_time and until != "game")


def test_it_is_said_what_another_reading_would_say() -> None:
    rules = registry.rules("turnier", {"claims_until": "next"})
    assert explain(claimed(rules, "YG").reasons, "de") == (
        "Zu spät reklamiert: Reklamieren kann man bis zum Wurf des Nächsten; die Stellung bleibt, außer das Schiedsgericht "
        "geht auf diesen Wurf zurück. Nach einer anderen Lesart (Reklamieren kann man: bis zum Wurf des Übernächsten) "
        "wäre es rechtzeitig."
    )
    assert [reason.code for reason in claimed(rules, "Y").reasons] == ["in_time"]
    assert [reason.code for reason in claimed(TURNIER, "YG").reasons] == ["in_time", "would_be_too_late"]
    assert [reason.code for reason in claimed(TURNIER, "YGR").reasons] == ["too_late", "would_be_in_time"]


# A throw left out after a 6

LOST = {"left_out_throw": "lost"}


def test_a_6_handed_on_is_lost_where_it_is_read_so() -> None:
    rules = registry.rules("turnier", LOST)
    last, position = after(rules, f"{OUT} Y 0", 6, "B-1")
    ruling = handed_on(rules, position, last)
    assert (ruling.stands, ruling.broken) == (False, (7,))
    assert rules.write(ruling.position) == rules.write(rules.pass_on(position))
    assert rules.view(ruling.position).to_move == "G"
    assert codes(ruling) == ["lost", "next_other", "would_be_made_good"]


def test_only_the_throw_after_a_6_is_lost() -> None:
    """One of three throws is made good by either reading."""
    rules = registry.rules("turnier", LOST)
    last, position = after(rules, f"{WAITING} 0", 4)
    assert handed_on(rules, position, last)[:3] == handed_on(TURNIER, position, last)[:3]
    assert codes(handed_on(rules, position, last)) == ["left_out", "next_left"]


@pytest.mark.parametrize(("colour", "finds"), [("G", "G"), ("R", "Y"), ("Y", "Y")])
def test_the_next_players_throw_counts_then(colour: str, finds: str) -> None:
    rules = registry.rules("classic", LOST)
    last, position = after(rules, f"{OUT} Y 0", 6, "B-1")
    thrown = (last.colour, last.roll)
    assert rules.view(found_by(rules, position, colour, thrown)).to_move == finds
    assert found_by(CLASSIC, position, colour, thrown) == position  # made good: the turn is restored
    assert found_by(rules, position, colour, None) == position  # something was ruled since


@pytest.mark.parametrize("language", languages())
def test_all_of_it_is_read_out(language: str) -> None:
    last, position = after(TURNIER, f"{WAITING} 2", 4)
    rulings: list[Ruling | Claimed] = [thrown_by(TURNIER, position, colour, last) for colour in "YGR"]
    rulings += [handed_on(TURNIER, position, last), exclude(TURNIER, position, "R")]
    last, position = after(TURNIER, f"{OUT} Y 0", 6, "B-1")
    rulings += [handed_on(rules, position, last) for rules in (TURNIER, registry.rules("turnier", LOST))]
    rulings += [claimed(TURNIER, throwers) for throwers in ("Y", "YG", "YGR")]
    for ruling in rulings:
        assert "{" not in explain(ruling.reasons, language)
