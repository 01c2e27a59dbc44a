"""Whole stretches of play of every rule set, drawn throw by throw with the moves the engine gives."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

from games.engine.drawing import draw
from games.engine.drawing.board import plan_of, shipped
from games.engine.drawing.traces import trace, waiting_of
from games.engine.rules.contract import Move, Roll
from games.engine.rules.notation import Written
from games.engine.rules.registry import RULE_SETS, rules
from tests.games.engine.drawn import SVG, Field, fields, root

pytestmark = pytest.mark.slow

OPTIONS: dict[str, dict[str, Any]] = {
    "classic": {"barriers": True, "backward_capture": True},
    "classic6": {"no_goal_jump": True, "forced_capture": True},
}
PLAYERS = {"turnier": 3, "classic": 4, "classic6": 6, "verboten": 2, "mauer": 3}
THROWS = 250


class Scene(NamedTuple):
    """A position, how it came about, what is permitted with the next throw."""

    written: Written
    roll: Roll
    last: Move | None
    permitted: tuple[Move, ...]


def scenes(rules_id: str) -> list[Scene]:
    rule_set, dice = rules(rules_id, OPTIONS.get(rules_id)), Random(rules_id)
    position, roll = rule_set.start(PLAYERS[rules_id]), rule_set.rolls[0]
    last: Move | None = None
    seen = []
    for _ in range(THROWS):
        coming = dice.choice(rule_set.rolls)
        permitted = rule_set.permitted(position, coming)
        seen.append(Scene(rule_set.view(position), roll, last, permitted))
        last, roll = (dice.choice(permitted) if permitted else None), coming
        position = rule_set.follow(position, roll, last)
    return seen


def named(drawn: list[Field], mark: str) -> set[tuple[str, str]]:
    return {(field.colour, field.name) for field in drawn if f"ag-{mark}" in field.classes()}


def key(colour: str, name: str) -> tuple[str, str]:
    return ("" if name.isdigit() else colour), name


@pytest.mark.parametrize("rules_id", RULE_SETS)
def test_every_throw_of_a_game_can_be_drawn(rules_id: str) -> None:
    for scene in scenes(rules_id):
        text = draw(scene.written, last_move=scene.last, permitted=scene.permitted)
        drawn = fields(text)
        assert Counter((p[0], f.name) for f in drawn for p in f.pieces) == Counter(
            (colour, field) for colour, group in scene.written.groups for field in group
        )
        assert named(drawn, "from") == {key(move.colour, move.origin) for move in scene.permitted}
        assert named(drawn, "to") == {key(move.colour, move.target) for move in scene.permitted}
        captured = Counter(e.get("data-captured") for e in root(text).iter(f"{SVG}g") if e.get("data-captured"))
        assert captured == Counter(capture[0] for capture in (scene.last.captures if scene.last else ()))


@pytest.mark.parametrize("rules_id", [rules_id for rules_id in RULE_SETS if rules_id != "mauer"])
def test_a_trail_has_as_many_steps_as_the_die(rules_id: str) -> None:
    walks = [scene for scene in scenes(rules_id) if scene.last and scene.last.origin != "B"]
    assert len(walks) > 50
    for scene in walks:
        assert scene.last
        places = trace(plan_of(shipped(scene.written.board)), scene.last, waiting_of(scene.written))
        assert sum(a != b for a, b in pairwise(places)) == scene.roll
