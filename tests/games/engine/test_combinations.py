"""Every combination of options and readings that a rule set has is asked of the engine and of the second reading of the rules."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from games.engine.rules import registry
from tests.games.engine import random_requests
from tests.games.engine.asking import engine, oracle

A_COMBINATION = 12  # positions, each with a throw


def combinations(rules: str) -> Iterator[dict[str, Any]]:
    """A neutral colour or none, and every value of all else."""
    options = registry.rule_class(rules).choices
    values = [[None, *"YGRK"] if option.name == "neutral" else [*option.values] for option in options]
    for chosen in product(*values):
        named = zip([option.name for option in options], chosen, strict=True)
        yield {name: value for name, value in named if value is not None}


def board_for(random: Random, rules: str, chosen: dict[str, Any]) -> tuple[str, str]:
    if "neutral" in chosen:
        return "4", "YGRK"
    return random_requests.table(random, rules)


def asked_of(random: Random, rules: str, chosen: dict[str, Any]) -> dict[str, Any]:
    board, colours = board_for(random, rules, chosen)
    if rules == "mauer":
        position = random_requests.mauer_position(random, colours, random_requests.reconstruction())
    else:
        position = random_requests.ring_position(random, board, colours, chosen)
    return {"rules": rules, "options": chosen, "position": position, "roll": random_requests.roll(random, rules)}


def test_how_many_there_are() -> None:
    counts = {rules: len(list(combinations(rules))) for rules in registry.RULE_SETS}
    assert counts == {"turnier": 8, "classic": 160, "classic6": 160, "verboten": 160, "mauer": 1}


@pytest.mark.slow
@pytest.mark.parametrize("rules", registry.RULE_SETS)
def test_each_is_played_alike(rules: str) -> None:
    random, played = Random(f"combinations {rules}"), 0
    for chosen in combinations(rules):
        for _ in range(A_COMBINATION):
            asked = asked_of(random, rules, chosen)
            answers = [answer({"op": "moves", **asked}) for answer in (oracle, engine)]
            if "error" in answers[0]:
                assert "error" in answers[1], asked
                continue
            assert answers[0] == answers[1], asked
            move = random.choice(answers[0]["permitted"] or ["--"])
            assert oracle({"op": "play", **asked, "move": move}) == engine({"op": "play", **asked, "move": move}), asked
            played += 1
    assert played > A_COMBINATION * len(list(combinations(rules))) / 2
