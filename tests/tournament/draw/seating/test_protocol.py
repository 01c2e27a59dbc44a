import json
import subprocess
import sys
from typing import Any

import pytest

from tests.tournament.draw.seating.checker import judge, new_repeats, whole
from tournament.draw.seating.protocol import answer


def ask(**asked: Any) -> Any:
    return json.loads(json.dumps(answer(json.dumps(asked).encode())))


def test_a_draw_of_a_number_of_players() -> None:
    found = ask(op="draw", players=24, rounds=7, seed=1, id="a")
    assert whole(found["rounds"], 24).repeats == 0
    assert found["id"] == "a"
    assert found["report"]["seed"] == "1"
    assert [len(numbers) for numbers in found["boards"]] == [6] * 7


def test_a_draw_of_players_with_ids() -> None:
    ids = ["Yara", "Gero", 17, 4, "ä", "Wanda", -3]
    found = ask(op="draw", players=ids, rounds=2)
    assert judge(found["rounds"], [ids] * 2).three_spread <= 1


def test_without_a_seed_one_is_chosen_and_told() -> None:
    found = ask(op="draw", players=40, rounds=3)
    other = ask(op="draw", players=40, rounds=3)
    assert found["rounds"] != other["rounds"]
    assert ask(op="draw", players=40, rounds=3, seed=found["report"]["seed"])["rounds"] == found["rounds"]


def test_a_history_is_played_on() -> None:
    """Four rounds of 64, then two have gone and one has come."""
    history = ask(op="draw", players=64, rounds=4, seed=1)["rounds"]
    ids = [*range(2, 64), "late"]
    for mode, rounds, new in (("all", 3, 3), ("next", 7, 1), ("swiss", 7, 1)):
        found = ask(op="draw", players=ids, rounds=rounds, history=history, mode=mode, seed=2)
        assert len(found["rounds"]) == new
        judge(found["rounds"], [ids] * new)
        assert new_repeats(found["rounds"], history) == found["report"]["repeats"]["count"] == 0


def test_a_report_agrees_with_the_draw() -> None:
    found = ask(op="draw", players=17, rounds=4, seed=1, clubs=[i % 4 for i in range(17)])
    again = ask(op="report", players=17, rounds=found["rounds"], clubs=[i % 4 for i in range(17)])
    for part in ("repeats", "threes", "colours", "turns", "wishes", "tables"):
        assert again["report"][part] == found["report"][part]


def test_a_report_on_rounds_in_which_not_everybody_played() -> None:
    found = ask(op="report", rounds=[[["a", "b", "c"]], [["a", "c", "b", "d"]], [["d", "b", "a"]]])
    repeats = found["report"]["repeats"]
    assert (repeats["count"], repeats["least"], repeats["most_often"]) == (6, 6, 3)


def test_a_report_on_five_of_whom_one_always_sits_out() -> None:
    rounds = [[[out + i if out + i < 5 else out + i - 5 for i in range(1, 5)]] for out in range(5)]
    report = ask(op="report", players=5, rounds=rounds)["report"]
    assert (report["repeats"]["count"], report["repeats"]["least"]) == (20, 20)
    assert report["boards"]["most_often"] == 4


def test_of_many_attempts_as_many_are_made_as_there_is_time_for() -> None:
    clubs = [player % 5 for player in range(18)]
    found = ask(op="draw", players=18, rounds=4, seed=3, clubs=clubs, attempts=1000, seconds=1)
    assert whole(found["rounds"], 18).repeats == 0 and found["report"]["seconds"] <= 1


def test_classes_are_drawn_apart() -> None:
    found = ask(op="draw", players=20, rounds=2, classes=["a", "b"] * 10, seed=1)
    assert sorted(found["classes"]) == ["a", "b"]
    judge(found["classes"]["a"]["rounds"], [range(0, 20, 2)] * 2)


BAD = [
    b"",
    b"x",
    b"\xff\xfe",
    b"[" * 100_000,
    b"[1]",
    b"null",
    b"{}",
    b'{"op": []}',
    b'{"op": "dance"}',
    b'{"op": "draw"}',
    b'{"op": "draw", "players": 8, "id": [1]}',
    b'{"op": "draw", "players": "8"}',
    b'{"op": "draw", "players": true}',
    b'{"op": "draw", "players": 8.0}',
    b'{"op": "draw", "players": -8}',
    b'{"op": "draw", "players": 1000000000000}',
    b'{"op": "draw", "players": [1, 2, 3, 2]}',
    b'{"op": "draw", "players": [1, 2, 3, "1"]}',
    b'{"op": "draw", "players": [1, 2, 3, null]}',
    b'{"op": "draw", "players": [1, 2, 3, ""]}',
    b'{"op": "draw", "players": 8, "rounds": 0}',
    b'{"op": "draw", "players": 8, "rounds": 1e400}',
    b'{"op": "draw", "players": 8, "rounds": 100000}',
    b'{"op": "draw", "players": 1900, "rounds": 100}',
    b'{"op": "draw", "players": 8, "seconds": 0}',
    b'{"op": "draw", "players": 8, "seconds": NaN}',
    b'{"op": "draw", "players": 8, "seconds": Infinity}',
    b'{"op": "draw", "players": 8, "seconds": "2"}',
    b'{"op": "draw", "players": 8, "seed": [1]}',
    b'{"op": "draw", "players": 8, "seed": true}',
    b'{"op": "draw", "players": 8, "mode": "best"}',
    b'{"op": "draw", "players": 8, "first": "me"}',
    b'{"op": "draw", "players": 8, "history": 3}',
    b'{"op": "draw", "players": 8, "history": [[]]}',
    b'{"op": "draw", "players": 8, "history": [[[0, 1]]]}',
    b'{"op": "draw", "players": 8, "history": [[[0, 1, 2, 0]]]}',
    b'{"op": "draw", "players": 8, "history": [[[0, 1, 2, 3, 4]]]}',
    b'{"op": "draw", "players": 8, "history": [[[0, 1, 2, 3], [3, 4, 5]]]}',
    b'{"op": "draw", "players": 8, "history_boards": [["1"]]}',
    b'{"op": "draw", "players": 8, "clubs": ["a"]}',
    b'{"op": "draw", "players": 4, "clubs": [[], 1, 1, 1]}',
    b'{"op": "draw", "players": 4, "weights": {"club": -1}}',
    b'{"op": "draw", "players": 4, "attempts": 0}',
    b'{"op": "draw", "players": 4, "attempts": "9"}',
    b'{"op": "draw", "players": 4, "weights": {"hate": 1}}',
    b'{"op": "draw", "players": 4, "wishes": [{"kind": "club", "players": [0, 9]}]}',
    b'{"op": "draw", "players": 4, "wishes": [{"kind": "hate", "players": [0, 1]}]}',
    b'{"op": "draw", "players": 4, "wishes": ["apart"]}',
    b'{"op": "draw", "players": 4, "scores": [1, 2]}',
    b'{"op": "draw", "players": 4, "scores": [1, 2, 3, 1e999]}',
    b'{"op": "draw", "players": 4, "scores": [1, 2, 3, "4"]}',
    b'{"op": "draw", "players": 4, "boards": [{"number": 1, "kind": "5"}]}',
    b'{"op": "draw", "players": 4, "boards": [{"number": 0, "kind": "4"}]}',
    b'{"op": "draw", "players": 4, "boards": [[1, "4"]]}',
    b'{"op": "draw", "players": 4, "boards": [{"number": 1, "kind": "4"}, {"number": 1, "kind": "6"}]}',
    b'{"op": "draw", "players": 4, "fixed": {"9": [1]}}',
    b'{"op": "draw", "players": 4, "fixed": {"0": 1}}',
    b'{"op": "draw", "players": 4, "classes": ["a", "b"]}',
    b'{"op": "report"}',
    b'{"op": "report", "rounds": []}',
    b'{"op": "report", "players": 4, "rounds": [[[0, 1, 2, 9]]]}',
    b'{"op": "report", "rounds": [[[0, 1, 2, 3]]], "round_boards": [[1, 2]]}',
]


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:70].decode("latin-1"))
def test_a_bad_line_is_refused_with_a_reason(line: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    error = answer(line)["error"]
    assert error["code"] == "bad_request"
    assert error["sentence"].startswith(error["data"]["field"])
    assert capsys.readouterr().err == ""


def test_an_id_that_is_none_is_named() -> None:
    assert answer(b'{"op": "draw", "players": 8, "id": [1]}')["error"]["data"] == {"field": "id"}


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_what_cannot_be_split_is_refused(n: int) -> None:
    for mode in ("all", "next", "swiss", "knockout"):
        assert ask(op="draw", players=n, mode=mode)["error"]["code"] == "cannot_split"


def test_a_hall_too_small_is_refused() -> None:
    error = ask(op="draw", players=8, boards=[{"number": 1, "kind": "4"}])["error"]
    assert error["code"] == "boards_missing"
    assert error["data"] == {"missing": {"4": 1}}


def test_a_board_that_is_not_there_is_refused() -> None:
    error = ask(op="draw", players=8, fixed={"1": [1, 9]})["error"]
    assert (error["code"], error["data"]) == ("unknown_boards", {"boards": [9]})


def test_the_program_answers_line_by_line_and_needs_no_django() -> None:
    lines = [b'{"op": "draw", "players": 8, "id": 1}', b"nonsense", b"", b"\xff", b'{"op": "draw", "players": 4}']
    program = "import sys; sys.modules['django'] = None; sys.argv = ['x']; import tournament.draw.__main__"
    run = subprocess.run(
        [sys.executable, "-c", program], input=b"\n".join(lines), capture_output=True, timeout=60, check=True
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert ["error" in found for found in answers] == [False, True, True, False]
    assert answers[0]["id"] == 1
