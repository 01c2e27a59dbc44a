"""The second reading of the rules against what was worked out by hand, so that it is worth comparing with."""

import ast
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.engine import random_requests
from tests.games.engine.asking import oracle
from tests.games.engine.judging_tables import Judgement, judgements
from tests.games.engine.oracle.boards import read
from tests.games.engine.oracle.mauer import layout_from, reconstruction
from tests.games.engine.oracle.places import places
from tests.games.engine.oracle.words import Game, Refused

JUDGEMENTS = judgements()
MIDGAME = "4 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 Y 0"


@pytest.mark.parametrize("case", JUDGEMENTS, ids=lambda case: case.name)
def test_judging(case: Judgement) -> None:
    answered = oracle({"op": "judge", **case.ask})
    assert {key: answered[key] for key in case.ruling} == case.ruling


def test_judging_cases_are_named_once_and_worded_twice() -> None:
    assert len({case.name for case in JUDGEMENTS}) == len(JUDGEMENTS)
    assert all(case.reason["de"] and case.reason["en"] for case in JUDGEMENTS)


@pytest.mark.parametrize("rule", [*range(2, 15), 16])
def test_every_rule_that_one_throw_can_break_or_keep_is_judged(rule: int) -> None:
    # 1 is before the game, 15 is no matter of a throw.
    assert any(case.name.startswith(f"turnier {rule:02} ") for case in JUDGEMENTS)


@pytest.mark.parametrize(
    "bad",
    [
        {"touched": "12"},  # nobody stands there
        {"touched": "8"},  # somebody else does
        {"touched": 5},
        {"touched": "K:5"},
        {"played": "12-15"},
        {"played": "5-5"},
        {"played": "5-41"},
        {"played": "5"},
        {"played": "5 - 8"},
        {"played": None},
        {"choice": "e"},
        {"choice": "41"},
    ],
    ids=str,
)
def test_a_judgement_that_cannot_be_asked(bad: dict[str, Any]) -> None:
    asked = {
        "op": "judge",
        "rules": "turnier",
        "position": "4 Y:B,B,5,20 G:B,B,B,8 Y 0",
        "roll": 3,
        "played": "5x8",
    }
    assert oracle(asked)["verdict"] == "correct"
    assert set(oracle({**asked, **bad})) == {"id", "error"}


@pytest.mark.parametrize("sign", "-x<")
def test_the_sign_between_from_and_to_is_all_one(sign: str) -> None:
    asked = {"op": "judge", "rules": "turnier", "position": "4 Y:B,B,5,20 G:B,B,B,8 Y 0", "roll": 3}
    assert oracle({**asked, "played": f"5{sign}8"})["move"] == "5x8"


@pytest.mark.slow
def test_rulings_on_random_throws_hang_together() -> None:
    random = Random(12)
    verdicts = set()
    for _ in range(4000):
        asked = random_requests.set_up(random, None)
        moves = oracle({"op": "moves", **asked})
        if "error" in moves:
            continue
        ruled = oracle({"op": "judge", **asked, **random_requests.table_talk(random, asked)})
        here = ruled.pop("position")
        played = oracle({"op": "play", **asked, "move": ruled["move"]})
        if ruled["verdict"] in ("correct", "enforced"):
            assert played["position"] == here
            assert ruled["broken"] == ([12] if ruled["verdict"] == "enforced" else [])
        elif ruled["verdict"] == "penalised":
            assert ruled["move"] not in moves["permitted"]
            assert asked["options"]["forced_capture"]
        elif asked["rules"] == "turnier":
            assert ruled["broken"] == [8] if not moves["permitted"] else 13 in ruled["broken"]
        else:
            assert (ruled["verdict"], ruled["broken"], ruled["sent_back"], ruled["move"]) == ("void", [], None, "--")
            assert oracle({"op": "moves", **asked, "position": here}) == moves
        verdicts.add((asked["rules"] == "turnier", ruled["verdict"]))
    assert len(verdicts) == 6, "every verdict of the tournament game and of the others came about"


def test_perft_as_the_engine_was_promised_to_count_it() -> None:
    asked = {"op": "perft", "rules": "turnier", "position": MIDGAME}
    assert [oracle({**asked, "depth": depth})["nodes"] for depth in range(4)] == [1, 11, 135, 1664]


@pytest.mark.parametrize("rules", ["turnier", "classic", "classic6", "verboten"])
def test_from_the_start_every_throw_is_one_way(rules: str) -> None:
    start = oracle({"op": "start", "rules": rules, "players": 4})["position"]
    assert oracle({"op": "perft", "rules": rules, "position": start, "depth": 3})["nodes"] == 6**3


def test_the_reconstruction_is_ploughed_to_and_fro() -> None:
    layout = reconstruction()
    assert layout.track == 66
    assert len(layout.walls) == 25
    assert (13, 32, 2) in layout.walls
    # Walls stand between lanes: nobody walks from one side of a section to the other in a step.
    assert all(abs(one - other) > 1 for one, other, _ in layout.walls)
    sections = [wall for wall in layout.walls if wall[0] <= 11]
    assert [number for *_, number in sections] == [3, 4, 5, 6, 1]
    assert all(later[0] - earlier[0] == 2 for earlier, later in pairwise(sections))


NEUTRAL = Game("classic", {"neutral": "K"})


@pytest.mark.parametrize(
    ("mover", "order"),
    [("Y", ["Y", "G"]), ("G", ["G", "Y"]), ("R", ["Y", "G"])],
    ids=["the first one home", "the second one home", "one who is not home"],
)
def test_who_moves_the_last_neutral_piece_home_comes_first_of_those_waiting(mover: str, order: list[str]) -> None:
    """Yellow was home first, then green; red has a piece out."""
    before = [
        "4 Y:a,b,c,d G:10,b,c,d R:B,B,B,25 K:30,b,c,d G 0",
        f"4 Y:a,b,c,d G:a,b,c,d R:B,B,B,25 K:30,b,c,d {mover} 0",
    ]
    after = f"4 Y:a,b,c,d G:a,b,c,d R:B,B,B,25 K:a,b,c,d {mover} 0"
    assert places(NEUTRAL, [read(NEUTRAL, text) for text in before]) == []
    assert places(NEUTRAL, [read(NEUTRAL, text) for text in (*before, after)]) == [*order, "R"]


def test_after_the_neutral_pieces_are_home_the_own_last_piece_finishes() -> None:
    texts = ["4 Y:40,b,c,d G:9,b,c,d R:B,B,B,25 K:a,b,c,d G 0", "4 Y:40,b,c,d G:a,b,c,d R:B,B,B,25 K:a,b,c,d Y 0"]
    record = [read(NEUTRAL, text) for text in texts]
    assert places(NEUTRAL, record) == ["G"]


def test_the_oracle_knows_nothing_of_what_it_is_compared_with() -> None:
    for path in (Path(__file__).parent / "oracle").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.split(".")[0] in ("games", "referee", "tournament")], path


GOOD = {"track": 5, "start": {"Y": 1, "G": 1, "R": 1, "K": 1}, "z": [5], "walls": [[2, 4, 6]]}


def test_a_layout_is_read() -> None:
    assert layout_from(GOOD).walls == ((2, 4, 6),)


@pytest.mark.parametrize(
    "bad",
    [
        {"track": 0},
        {"track": "5"},
        {"start": {"Y": 1}},
        {"start": {"Y": 6, "G": 1, "R": 1, "K": 1}},
        {"z": [6]},
        {"walls": [[2, 6, 1]]},
        {"walls": [[2, 4, 7]]},
        {"walls": [[2, 4]]},
        {"walls": [[2, 4, 1], [2, 3, 1]]},
        {"walls": [[2, 2, 1]]},
        {"z": [2, 3, 4, 5]},
    ],
    ids=str,
)
def test_a_layout_that_is_none(bad: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        layout_from({**GOOD, **bad})


@pytest.mark.parametrize("request_", [None, [], "x", {}, {"op": "sing"}, {"op": ["moves"]}], ids=str)
def test_what_is_no_request(request_: Any) -> None:
    assert set(oracle(request_)) == {"id", "error"}


def test_an_id_comes_back() -> None:
    assert oracle({"op": "start", "rules": "turnier", "players": 4, "id": [7]})["id"] == [7]
    assert oracle({"op": "start", "rules": "turnier", "id": [7]})["id"] == [7]
