"""OpenSpiel's `maedn` allows the same moves as `classic` without options on board 4.

It starts with all pieces waiting, ends with the first winner, and names a piece by how far it has come from its own
start: action 0 passes, 1 enters, 2 + n moves the piece that has come n fields. Chance outcome n is the throw n + 1.
"""

import os
from random import Random
from typing import Any

import pytest

from tests.games.engine.asking import engine

THROWS = 10_000
SEATS = {2: "YR", 3: "YGR", 4: "YGRK"}
START = {"Y": 1, "G": 11, "R": 21, "K": 31}
PASS, ENTER, FIRST_FIELD = 0, 1, 2

pytestmark = pytest.mark.skipif(
    os.environ.get("AUGENGENAU_NO_OPENSPIEL") == "1", reason="AUGENGENAU_NO_OPENSPIEL is set"
)


def new_game(players: int) -> tuple[Any, str]:
    """OpenSpiel's first state, and our position that is like it."""
    import pyspiel  # type: ignore[import-not-found]

    state = pyspiel.load_game("maedn", {"players": players, "twoPlayersOpposite": True}).new_initial_state()
    return state, f"4 {' '.join(f'{colour}:B,B,B,B' for colour in SEATS[players])} Y 0"


def action_of(colour: str, move: str) -> int:
    """OpenSpiel's number for one of our moves."""
    origin = move.replace("x", "-").split("-")[0]
    if origin == "B":
        return ENTER
    come = 40 + "abcd".index(origin) if origin in "abcd" else (int(origin) - START[colour]) % 40
    return FIRST_FIELD + come


def mover(position: str) -> str:
    return position.split(" ")[-2]


@pytest.mark.parametrize("players", SEATS)
def test_the_same_moves(players: int) -> None:
    random = Random(players)
    state, position = new_game(players)
    compared = choices = captures = games = 0
    while compared < THROWS:
        if state.is_terminal():
            assert any(fields.endswith("a,b,c,d") for fields in position.split(" ")), "it ends with the first winner"
            games += 1
            state, position = new_game(players)
        roll = random.randint(1, 6)
        state.apply_action(roll - 1)
        asked = {"rules": "classic", "position": position, "roll": roll}
        permitted = engine({"op": "moves", **asked})["permitted"]
        colour = mover(position)
        ours = {action_of(colour, move): move for move in permitted} or {PASS: "--"}
        assert state.current_player() == SEATS[players].index(colour), f"{position}, throw {roll}"
        assert sorted(ours) == state.legal_actions(), f"{position}, throw {roll}"
        action = random.choice(sorted(ours))
        state.apply_action(action)
        position = engine({"op": "play", **asked, "move": ours[action]})["position"]
        compared += 1
        choices += len(ours) > 1
        captures += "x" in ours[action]
    # Without these the run would have proved little.
    assert choices > THROWS // 10
    assert captures > THROWS // 100
    assert games > 5
