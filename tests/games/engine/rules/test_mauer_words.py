"""A move of two dice in words: fields and walls, no notation."""

import re
from itertools import product

import pytest

from games.engine.rules import registry
from games.engine.rules.mauer_refusals import ONE_DIE, WRITTEN_MOVE
from games.engine.rules.mauer_words import in_words


@pytest.mark.parametrize(
    ("move", "en", "de"),
    [
        (
            "2^3^4=24x21x24",
            "the move from 2 to 24 (3 over the wall, then 4 over the wall; captured on 21 and 24)",
            "der Zug von 2 auf 24 (3 über die Mauer, dann 4 über die Mauer; geschlagen auf 21 und 24)",
        ),
        ("12+3-2=13", "the move from 12 to 13 (3 on, then 2 back)", "der Zug von 12 auf 13 (3 vor, dann 2 zurück)"),
        (
            "B+3+2=5",
            "the move from the waiting field to 5 (3 on, then 2 on)",
            "das Einsetzen auf 5 (3 vor, dann 2 vor)",
        ),
        ("64+1=65", "the move from 64 to 65 (only 1 on)", "der Zug von 64 auf 65 (nur 1 vor)"),
        (
            "10+2=12 20-4=16x16",
            "the move from 10 to 12 (only 2 on) and the move from 20 to 16 (only 4 back; captured on 16)",
            "der Zug von 10 auf 12 (nur 2 vor) und der Zug von 20 auf 16 (nur 4 zurück; geschlagen auf 16)",
        ),
    ],
)
def test_what_each_die_was_used_for_is_said(move: str, en: str, de: str) -> None:
    assert (in_words(move, "en"), in_words(move, "de")) == (en, de)


@pytest.mark.parametrize("move", ["17-21", "5x8", "B-1", "--", "K:35x38", "", "nothing like it"])
def test_what_is_no_move_of_two_dice_stays_as_it_is(move: str) -> None:
    assert in_words(move, "de") == move


def test_no_move_of_a_game_is_left_in_notation_and_no_two_are_said_alike() -> None:
    rules = registry.rules("mauer")
    position = rules.read("M Y:B,10,20,30 G:12,21,33,41 R:B,B,B,B K:B,B,B,B Y 0")
    for roll in product(range(1, 7), repeat=2):
        moves = [move.text for move in rules.legal(position, rules.read_roll(list(roll)))]
        said = [in_words(move, "de") for move in moves]
        assert len(set(said)) == len(moves)
        assert not any(re.search(r"[=^]", one) for one in said)
        assert not any(WRITTEN_MOVE.fullmatch(one) or ONE_DIE.fullmatch(one) for one in said)
