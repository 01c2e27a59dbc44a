"""The places of a game as it is replayed, with and without a neutral colour."""

from typing import Any

from games.engine.rules import placing, registry
from games.engine.rules.contract import Rules
from games.engine.rules.placing import Places


def replayed(rules: Rules, text: str, *throws: tuple[Any, str]) -> Places:
    position = rules.read(text)
    places = placing.at_start(rules, position)
    for roll, move in throws:
        after = rules.play(position, roll, move)
        places = placing.after_throw(rules, places, position, after)
        position = after
    return places


def test_first_home_is_first_and_the_last_one_left_is_last() -> None:
    rules = registry.rules("classic")
    text = "4 Y:40,b,c,d G:10,b,c,d R:B,B,B,21 Y 0"
    assert replayed(rules, text, (1, "40-a")).placed == ("Y",)
    assert replayed(rules, text, (1, "40-a"), (1, "10-a")).placed == ("Y", "G", "R")


def test_a_position_set_up_counts_who_is_home() -> None:
    rules = registry.rules("classic")
    assert replayed(rules, "4 Y:B,B,B,1 G:a,b,c,d R:a,b,c,d K:B,B,B,31 Y 0").placed == ("G", "R")
    assert replayed(rules, "4 Y:B,B,B,1 G:a,b,c,d Y 0").placed == ("G", "Y")


def test_mauer() -> None:
    assert replayed(registry.rules("mauer"), "M Y:60,b,c,d G:B,B,B,B Y 0", ((2, 3), "60+2+3=a")).placed == ("Y", "G")


# Three players and a neutral colour: Y and R are home, waiting for its last piece.
WAITING_FOR_K = "4 Y:40,b,c,d G:{green} R:20,b,c,d K:30,b,c,d Y 0"
NEUTRAL = registry.rules("classic", {"neutral": "K"})


def test_nobody_is_placed_before_the_neutral_pieces_are_home() -> None:
    text = WAITING_FOR_K.format(green="11,12,13,14")
    places = replayed(NEUTRAL, text, (1, "40-a"), (5, "14-19"))
    assert places == Places((), ("Y",))


def test_who_brings_the_last_neutral_piece_home_takes_the_best_place() -> None:
    text = WAITING_FOR_K.format(green="11,12,13,14")
    throws = [(1, "40-a"), (5, "14-19"), (1, "20-a"), (1, "K:30-a")]
    assert replayed(NEUTRAL, text, *throws).placed == ("Y", "R", "G")
    throws = [(1, "40-a"), (5, "14-19"), (1, "20-a"), (2, "--"), (5, "13-18"), (1, "K:30-a")]
    assert replayed(NEUTRAL, text, *throws).placed == ("R", "Y", "G")


def test_one_who_still_plays_leaves_the_order_as_it_was() -> None:
    text = WAITING_FOR_K.format(green="11,12,13,14")
    throws = [(1, "40-a"), (5, "14-19"), (1, "20-a"), (2, "--"), (1, "K:30-a")]
    assert replayed(NEUTRAL, text, *throws).placed == ("Y", "R", "G")
