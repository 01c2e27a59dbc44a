"""The text protocol: every line gets one line, whatever is on it."""

import io
import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.protocol import DEEPEST, MOST_KNOWN, OPS, Answer, Desk, Request, serve

ROOT = Path(__file__).parents[3]
MIDDLE = "4 Y:B,7,21,c G:B,14,33,39 R:5,25,31,d K:B,B,3,36 Y 0"
MOVES = {"op": "moves", "rules": "turnier", "position": MIDDLE, "roll": 6}


def ask(request: object) -> dict[str, Any]:
    return line(json.dumps(request).encode())


def line(words: bytes) -> dict[str, Any]:
    answer = Desk(OPS).answer(words)
    assert "\n" not in answer
    found: dict[str, Any] = json.loads(answer, parse_constant=pytest.fail)
    return found


# Good requests


def test_start() -> None:
    start = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
    told = {"over": False, "places": [], "throws_left": 3}
    assert ask({"id": 7, "op": "start", "rules": "turnier", "players": 4}) == {"id": 7, "position": start, **told}


@pytest.mark.parametrize(
    ("asked", "position"),
    [
        ({"rules": "turnier", "players": 3}, "6 Y:B,B,B,B R:B,B,B,B B:B,B,B,B Y 0"),
        ({"rules": "classic", "players": 2}, "4 Y:B,B,B,1 R:B,B,B,21 Y 0"),
        ({"rules": "classic6", "players": 2, "board": "6"}, "6 Y:B,B,B,1 K:B,B,B,25 Y 0"),
        ({"rules": "classic6", "colours": ["W", "G"], "board": "6"}, "6 G:B,B,B,9 W:B,B,B,41 G 0"),
        ({"rules": "classic", "colours": ["K", "G"], "players": 2}, "4 G:B,B,B,11 K:B,B,B,31 G 0"),
        (
            {"rules": "classic", "players": 3, "options": {"neutral": "Y"}},
            "4 Y:B,B,B,1 G:B,B,B,11 R:B,B,B,21 K:B,B,B,31 G 0",
        ),
        ({"rules": "verboten", "players": 3, "options": None}, "4 Y:B,B,B,1 G:B,B,B,11 R:B,B,B,21 Y 0"),
        ({"rules": "mauer", "players": 2}, "M Y:B,B,B,B G:B,B,B,B Y 0"),
    ],
)
def test_starts(asked: Request, position: str) -> None:
    assert ask({"op": "start", **asked})["position"] == position


def test_moves_name_captures_and_duties() -> None:
    answer = ask({**MOVES, "position": "4 Y:B,1,2,d G:B,B,B,7 K:B,8,9,10 Y 0"})
    assert answer["legal"] == [
        {"move": "1x7", "captures": ["G7"], "duties": [10, 8, 5]},
        {"move": "2x8", "captures": ["K8"], "duties": [10, 8]},
    ]
    assert answer["permitted"] == ["1x7"]


def test_other_rule_sets_name_no_duties() -> None:
    answer = ask({**MOVES, "rules": "classic", "roll": 2})
    assert all(set(entry) == {"move", "captures"} for entry in answer["legal"])


def test_rule_sets_with_options_are_told_apart() -> None:
    desk = Desk(OPS)

    def permitted(**request: object) -> object:
        position = "4 Y:B,B,9,39 G:B,B,B,B Y 0"
        words = json.dumps({"op": "moves", "rules": "turnier", "position": position, "roll": 3, **request})
        return json.loads(desk.answer(words.encode())).get("permitted")

    for _ in range(2):
        assert permitted(options={"goal_entry": "free"}) == ["39-b", "9-12"]
        assert permitted() == permitted(options={}) == ["39-b"]
        assert permitted(rules="turnier {'goal_entry': 'free'}") is None
        assert permitted(rules="classic", options={"barriers": True}) == ["39-b", "9-12"]
        assert permitted(rules="classic", options={"barriers": 1}) is None


def test_no_more_than_so_many_rule_sets_are_kept() -> None:
    desk = Desk(OPS)
    names = ["three_throws", "no_goal_jump", "backward_capture", "barriers", "forced_capture"]
    for order in permutations(names):
        desk.rules({"rules": "classic", "options": dict.fromkeys(order, True)})
        desk.rules({"rules": "verboten", "options": dict.fromkeys(order, False)})
        desk.rules({"rules": "classic6", "options": {**dict.fromkeys(order, False), "neutral": "K"}})
        for colour in "YG":
            desk.rules({"rules": "classic", "options": {**dict.fromkeys(order, False), "neutral": colour}})
    assert len(desk.known) <= MOST_KNOWN


def test_play() -> None:
    answer = ask({**MOVES, "op": "play", "move": "B-1"})
    assert answer["position"] == MIDDLE.replace("Y:B,7,21,c", "Y:1,7,21,c")


@pytest.mark.parametrize(
    ("position", "roll", "move", "told"),
    [
        ("4 Y:B,B,B,B G:B,B,B,B Y 0", 3, "--", (False, [], 2)),
        ("4 Y:B,B,B,B G:B,B,B,B Y 1", 3, "--", (False, [], 1)),
        ("4 Y:B,B,B,B G:B,B,B,B Y 2", 3, "--", (False, [], 3)),
        ("4 Y:B,B,B,B G:B,B,B,B Y 2", 6, "B-1", (False, [], 1)),
        ("4 Y:40,b,c,d G:B,B,B,B R:B,B,B,9 Y 0", 1, "40-a", (False, ["Y"], 3)),
        ("4 Y:a,b,c,d G:10,b,c,d R:B,B,B,9 G 0", 1, "10-a", (True, ["Y", "G", "R"], 0)),
    ],
)
def test_what_a_program_need_not_work_out(
    position: str, roll: int, move: str, told: tuple[bool, list[str], int]
) -> None:
    answer = ask({**MOVES, "op": "play", "position": position, "roll": roll, "move": move})
    assert (answer["over"], answer["places"], answer["throws_left"]) == told
    following = ask({**MOVES, "position": answer["position"], "roll": roll})
    assert (following["over"], following["throws_left"]) == (told[0], told[2])


def test_who_had_finished_before_comes_clockwise() -> None:
    """Also where one of them has the turn: nobody knows their order."""
    answer = ask({**MOVES, "op": "play", "position": "4 Y:a,b,c,d G:B,B,B,1 R:a,b,c,d K:B,B,B,B R 0", "move": "--"})
    assert answer["places"] == ["Y", "R"]


def test_two_dice_are_a_pair() -> None:
    start = "M Y:B,B,B,B G:B,B,B,B Y 0"
    answer = ask({"op": "moves", "rules": "mauer", "position": start, "roll": [2, 5]})
    assert "B+2+5=7" in answer["permitted"]


def test_perft() -> None:
    assert ask({"op": "perft", "rules": "turnier", "position": MIDDLE, "depth": 3}) == {"nodes": 1664}


def test_rules_are_described() -> None:
    described = {entry["id"]: entry for entry in ask({"op": "rules"})["rules"]}
    assert list(described) == ["turnier", "classic", "classic6", "verboten", "mauer"]
    assert described["turnier"]["options"] == {
        "goal_entry": "duty",
        "touched_stuck": "void",
        "missed_capture": "capturer",
    }
    assert described["classic6"]["boards"] == ["4", "6"]
    assert described["classic6"]["players"] == [2, 6]


@pytest.mark.parametrize("asked_id", [0, "", None, [1, {"a": 2}], 1.5, True, "\ud800", "ä"])
def test_id_comes_back(asked_id: object) -> None:
    assert ask({**MOVES, "id": asked_id})["id"] == asked_id
    assert ask({"id": asked_id, "op": "?"})["id"] == asked_id


def test_without_an_id_there_is_none() -> None:
    assert "id" not in ask(MOVES)
    assert ask({"op": "?"})["id"] is None


# Bad requests


@pytest.mark.parametrize(
    "changed",
    [
        {"op": "fly"}, {"op": None}, {"op": ["moves"]}, {"op": {}}, {"rules": "halma"}, {"rules": 4}, {"rules": None},
        {"roll": 0}, {"roll": 7}, {"roll": 6.0}, {"roll": "6"}, {"roll": True}, {"roll": None}, {"roll": [6]},
        {"roll": 10**30}, {"position": None}, {"position": 4}, {"position": ["4"]}, {"position": ""},
        {"options": []}, {"options": "x"}, {"options": 0}, {"options": False}, {"options": {"barriers": True}},
        {"options": {"goal_entry": True}}, {"options": {"goal_entry": None}}, {"options": {"goal_entry": ["duty"]}},
    ],
    ids=str,
)  # fmt: skip
def test_wrong_types_and_values(changed: Request) -> None:
    answer = ask({"id": 3, **MOVES, **changed})
    assert set(answer) == {"id", "error"}
    assert answer["id"] == 3
    assert len(answer["error"]["sentence"]) < 200


@pytest.mark.parametrize("depth", [-1, 1.0, "1", True, None, DEEPEST + 1, 10**18])
def test_wrong_depths(depth: object) -> None:
    assert "error" in ask({"op": "perft", "rules": "turnier", "position": MIDDLE, "depth": depth})


def test_any_depth_is_counted_once_the_game_is_over() -> None:
    over = "4 Y:a,b,c,d G:B,B,B,B Y 0"
    assert ask({"op": "perft", "rules": "classic", "position": over, "depth": 10**18}) == {"nodes": 1}


@pytest.mark.parametrize("move", ["--", "B-2", "b-1", "B-1 ", "7-13", "", None, 5, ["B-1"]])
def test_moves_that_are_not_permitted(move: object) -> None:
    assert "error" in ask({**MOVES, "op": "play", "move": move})


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "turnier"}, {"rules": "turnier", "players": 2}, {"rules": "turnier", "players": 5},
        {"rules": "turnier", "players": 4, "board": "6"}, {"rules": "turnier", "players": 3, "board": "4"},
        {"rules": "classic", "players": 5}, {"rules": "classic", "players": 4, "board": "6"},
        {"rules": "classic", "players": 3, "colours": ["Y", "G"]}, {"rules": "classic", "colours": []},
        {"rules": "classic", "colours": "YG"}, {"rules": "classic", "colours": ["Y", "Y"]},
        {"rules": "classic", "colours": ["Y", 2]}, {"rules": "classic", "colours": ["Y", "B"]},
        {"rules": "classic", "players": 2, "options": {"neutral": "K"}}, {"rules": "classic", "players": 3.0},
        {"rules": "classic6", "players": 3, "board": "6", "options": {"neutral": "K"}},
        {"rules": "classic6", "players": 3, "board": 6}, {"rules": "classic6", "players": 5, "board": "4"},
    ],
    ids=str,
)  # fmt: skip
def test_starts_that_make_no_table(asked: Request) -> None:
    assert set(ask({"op": "start", **asked})) == {"id", "error"}


@pytest.mark.parametrize(
    "words",
    [
        b"", b" ", b"\r", b"x", b"{", b"[]", b"null", b"7", b'"op"', b"{}", b"\xff\xfe", b'{"id": "\xc3"}',
        b'{"op": NaN}', b'{"id": Infinity}', b'{"op": "rules"} x', b'\xef\xbb\xbf{"op": "rules"}', b"\x00" * 4,
        b"[" * 100_000, b'{"a":' * 100_000, b'{"id": 1e999, "op": "rules"}', "{\"op\": \"rules\"}".encode("utf-16"),
    ],
    ids=lambda words: repr(words[:20]),
)  # fmt: skip
def test_lines_that_are_no_request(words: bytes) -> None:
    answer = line(words)
    assert answer["id"] is None
    assert set(answer) == {"id", "error"}


def test_numbers_of_thousands_of_digits() -> None:
    """They are no numbers that anybody needs, but the rest of the line can be read."""
    digits = b"9" * 5000
    assert line(b'{"id": 5, "op": "moves", "rules": "turnier", "position": "x", "roll": ' + digits + b"}")["id"] == 5
    assert "rules" in line(b'{"op": "rules", "id": ' + digits + b"}")


def test_unknown_keys_are_named() -> None:
    answer = ask({**MOVES, "id": 4, "colour": "Y", "rol": None, "": 1})
    assert answer == {
        "id": 4,
        "error": {
            "code": "unknown_key",
            "sentence": "moves takes no , colour, rol",
            "data": {"keys": ["", "colour", "rol"]},
        },
    }
    assert "error" in ask({**MOVES, "depth": 2})
    assert len(ask({**MOVES, "x" * 9000: 1})["error"]["sentence"]) < 200


def test_an_error_has_the_shape_of_all_our_protocols() -> None:
    assert ask({**MOVES, "position": "4 Y:B,B,5,5 G:B,B,B,8 Y 0"}) == {
        "id": None,
        "error": {"code": "two_on_field", "sentence": "too many pieces stand on field 5", "data": {"field": "5"}},
    }
    assert ask({"op": "?"})["error"]["code"] == "bad_request"


@given(st.binary(max_size=200))
def test_any_bytes_get_one_line(words: bytes) -> None:
    line(words.replace(b"\n", b""))


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from(["id", "op", "rules", "options", "position", "roll", "move", "players", "colours", "board"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
            max_leaves=5,
        ),
    ),
    st.sampled_from(list(OPS)),
)
def test_any_json_gets_one_line(request: Request, op: str) -> None:
    answer = ask({**request, "op": op})
    assert answer.get("id") == request.get("id")


# The program


def test_another_program_adds_its_ops() -> None:
    def judge(desk: Desk, request: Request) -> Answer:
        return {"verdict": desk.rules(request).id}

    answer = Desk({**OPS, "judge": judge}).answer(b'{"op": "judge", "rules": "mauer"}')
    assert json.loads(answer) == {"verdict": "mauer"}


class Unbuffered(io.BytesIO):
    """Notes how much was written whenever it is flushed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines_at_flush: list[int] = []

    def flush(self) -> None:
        self.lines_at_flush.append(self.getvalue().count(b"\n"))


def test_each_answer_is_flushed_in_order() -> None:
    sink = Unbuffered()
    serve(Desk(OPS), [b'{"id": 1, "op": "rules"}\n', b"\n", b'{"id": 3}'], sink)
    assert sink.lines_at_flush == [1, 2, 3]
    assert [json.loads(answer)["id"] for answer in sink.getvalue().splitlines()] == [1, None, 3]


def program(words: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "games", *arguments]
    return subprocess.run(command, input=words, capture_output=True, cwd=ROOT, timeout=60)


def test_program_without_settings_and_without_django() -> None:
    watched = "import sys; from games.engine.protocol import OPS, main; main(OPS); sys.exit('django' in sys.modules)"
    words = json.dumps(MOVES).encode() + b"\n\n" + b'{"op": "rules"}'
    done = subprocess.run([sys.executable, "-c", watched], input=words, capture_output=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 3


def test_program_reads_a_layout(tmp_path: Path) -> None:
    layout = {"track": 9, "start": {"Y": 1, "G": 2}, "z": [9], "walls": [[2, 7, 3]]}
    file = tmp_path / "club.json"
    file.write_text(json.dumps(layout))
    asked = b'{"op": "moves", "rules": "mauer", "position": "M Y:B,B,B,B G:B,B,B,B Y 0", "roll": [2, 3]}'
    answer = json.loads(program(asked, "--layout", str(file)).stdout)
    assert answer["permitted"] == ["B+2+3=5", "B+2^3=7", "B+3-2=1"]


def test_program_refuses_a_layout_in_one_sentence(tmp_path: Path) -> None:
    done = program(b"", "--layout", str(tmp_path / "none.json"))
    assert done.returncode == 2
    assert b"cannot be read" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_bug_of_ours_is_told_and_the_next_line_is_answered(capsys):
    def broken(_desk: Desk, _request: Request) -> Answer:
        raise KeyError("ours")

    desk, sink = Desk({**OPS, "broken": broken}), io.BytesIO()
    serve(desk, [b'{"id": 7, "op": "broken"}', b'{"op": "start", "rules": "turnier", "players": 4}'], sink)
    first, second = map(json.loads, sink.getvalue().splitlines())
    assert first["id"] == 7
    assert "error" in first
    assert "position" in second
    assert "KeyError" in capsys.readouterr().err
