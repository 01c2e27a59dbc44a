"""The readings that concern the table, beside every option that decides a move: they change no move, only when the game is over
and whose throw a record takes. Both are said here a second time, from what the second reading of the rules answers."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from games.engine.records.handing_on import found_by
from games.engine.rules import registry
from tests.games.engine import random_requests
from tests.games.engine.asking import oracle
from tests.games.engine.test_combinations import asked_of, combinations

Chosen = dict[str, Any]


def at_table(rules: str) -> Iterator[Chosen]:
    """Every combination of the readings of the table; a club's own board is no reading."""
    options = [option for option in registry.rule_class(rules).at_table if option.is_of_table]
    for values in product(*[option.values for option in options]):
        yield dict(zip([option.name for option in options], values, strict=True))


def all_of_them(rules: str) -> Iterator[tuple[Chosen, Chosen]]:
    yield from product(combinations(rules), at_table(rules))


def over_by(asked: Chosen, table: Chosen, answered: Chosen) -> bool:
    return bool(answered["over"]) or (table["play_on"] == "winner" and bool(places(asked)))


def places(asked: Chosen) -> list[str]:
    """Of a position: those of whom nobody can take the place away any more."""
    told = oracle({"op": "judge", **asked, "touched": None, "played": "--"})
    return [colour for colour in told.get("places", []) if told["over"] or colour not in still_playing(asked)]


def still_playing(asked: Chosen) -> set[str]:
    """Colours with a piece that is not home."""
    groups = [word.split(":") for word in asked["position"].split(" ") if ":" in word]
    return {colour for colour, fields in groups if set(fields.split(",")) != set("abcd")}


def test_how_many_there_are() -> None:
    counts = {rules: len(list(all_of_them(rules))) for rules in registry.RULE_SETS}
    assert counts == {"turnier": 96, "classic": 1920, "classic6": 1920, "verboten": 1920, "mauer": 6}


@pytest.mark.slow
@pytest.mark.parametrize("rules", registry.RULE_SETS)
def test_they_decide_when_it_is_over_and_no_move(rules: str) -> None:
    random, compared, ended = Random(f"table {rules}"), 0, 0
    for chosen, table in all_of_them(rules):
        for _ in range(8 if rules == "mauer" else 2):
            asked = asked_of(random, rules, chosen)
            answered = oracle({"op": "moves", **asked})
            if "error" in answered:
                continue
            engine = registry.rules(rules, {**chosen, **table})
            position, roll = engine.read(asked["position"]), engine.read_roll(asked["roll"])
            is_over = over_by(asked, table, answered)
            assert engine.over(position) is is_over, (asked, table)
            legal, permitted = engine.moves(position, roll)
            expected = [] if is_over else [move["move"] for move in answered["legal"]]
            assert [move.text for move in legal] == expected, (asked, table)
            assert [move.text for move in permitted] == ([] if is_over else answered["permitted"]), (asked, table)
            compared, ended = compared + 1, ended + (is_over and not answered["over"])
    assert compared > len(list(all_of_them(rules))) / 2
    assert ended, "no position in which somebody had won"


@pytest.mark.slow
@pytest.mark.parametrize("rules", [each for each in registry.RULE_SETS if each != "mauer"])
def test_a_throw_left_out_after_a_6_is_taken_from_the_next_player_alone(rules: str) -> None:
    """Second reading: it is lost where it is read so, somebody threw a 6 and is to throw again, and the next unfinished player
    threw."""
    random, lost = Random(f"left out {rules}"), 0
    for chosen, table in all_of_them(rules):
        asked = {**asked_of(random, rules, chosen), "roll": 6}
        answered = oracle({"op": "moves", **asked})
        if "error" in answered or over_by(asked, table, answered):
            continue
        after = oracle({"op": "play", **asked, "move": random.choice(answered["permitted"] or ["--"])})["position"]
        mover, next_to_throw = asked["position"].split(" ")[-2], after.split(" ")[-2]
        then = {**asked, "position": after}
        engine = registry.rules(rules, {**chosen, **table})
        position = engine.read(after)
        is_over = over_by(then, table, oracle({"op": "moves", **then}))
        again = next_to_throw == mover and not is_over
        for colour in random_requests.colours_of(asked["position"].split(" ")[0]):
            found = engine.view(found_by(engine, position, colour, (mover, 6))).to_move
            is_lost = table["left_out_throw"] == "lost" and again and colour == next_unfinished(then)
            assert found == (colour if is_lost else next_to_throw), (asked, after, colour, table)
            lost += is_lost
    assert lost


def next_unfinished(asked: Chosen) -> str:
    """Clockwise from the colour to move, the first that has not finished; the neutral one takes no turns."""
    words, done = asked["position"].split(" "), places(asked)
    colours = [word[0] for word in words[1:-2] if word[0] != asked["options"].get("neutral")]
    at = colours.index(words[-2])
    return next(colour for colour in [*colours[at + 1 :], *colours[:at]] if colour not in done)
