"""`python -m referee`: the protocol of the games and `judge`, a line for every line."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import protocol as games
from games.engine.protocol import Desk
from referee.judging.protocol import OPS
from tests.referee.judging.asking import referee

ROOT = Path(__file__).parents[3]
ASKED = {"op": "judge", "rules": "turnier", "position": "4 Y:B,B,5,20 G:B,B,B,8 Y 0", "roll": 3, "played": "5x8"}
NEUTRAL = {
    "op": "judge",
    "rules": "classic",
    "options": {"neutral": "K"},
    "position": "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,12,31 Y 0",
    "roll": 3,
    "played": "K:31-34",
}
MAUER = {
    "op": "judge",
    "rules": "mauer",
    "position": "M Y:5,b,c,d G:B,B,6,8 Y 0",
    "roll": [1, 2],
    "played": "5+1+2=8x8",
}


def test_all_ops_of_the_games_judge_and_its_sheet() -> None:
    assert set(OPS) == {*games.OPS, "judge", "sheet", "incidents", "table"}
    assert all(OPS[name] is op for name, op in games.OPS.items())


def test_answer() -> None:
    answer: dict[str, Any] = {
        "verdict": "correct",
        "broken": [],
        "sent_back": None,
        "move": "5x8",
        "position": "4 Y:B,B,8,20 G:B,B,B,B G 0",
        "over": False,
        "places": [],
        "throws_left": 3,
        "readings": [],
    }
    assert referee(ASKED) == answer
    assert referee({**ASKED, "id": "a"}) == {"id": "a", **answer}
    assert referee({**ASKED, "touched": None, "choice": None, "options": None}) == answer


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"choice": "99"}, "there is no field '99' here"),
        ({"touched": "99"}, "no piece of Yellow stands on 99"),
        ({"touched": "K:12"}, "'K:12' moves another player's piece"),
    ],
)
def test_a_field_that_there_is_not_or_a_foreign_piece_is_named(fields: dict[str, str], error: str) -> None:
    assert referee({**ASKED, **fields})["error"]["sentence"] == error


@pytest.mark.parametrize("sign", "-x<")
def test_the_sign_between_from_and_to_is_all_one(sign: str) -> None:
    assert referee({**ASKED, "played": f"5{sign}8"}) == referee(ASKED)


@pytest.mark.parametrize(
    ("asked", "bad"),
    [
        *[(ASKED, {"touched": touched}) for touched in ("12", "8", "a", "41", "", "Y:5", "G:8", ":5", "05", 5, ["5"], True)],
        *[(ASKED, {"choice": choice}) for choice in ("41", "0", "e", "", "--", "K:5", ":5", 5, ["5"])],
        *[(ASKED, {"played": played}) for played in ("12-15", "5-5", "5-41", "5", "5 - 8", "", "-", ":5-8", "Y:5-8", "G:8-11")],
        *[(ASKED, {"played": played}) for played in (None, 5, ["5", "8"], "5-8-11", "B--", "05-08", "5=8", "５-8")],
        *[(ASKED, {"roll": roll}) for roll in (None, 0, 7, 3.0, "3", True, [3])],
        *[(ASKED, {"position": text}) for text in (None, "", "4 Y:B,B,5,5 G:B,B,B,8 Y 0", "M Y:B,B,B,B G:B,B,B,B Y 0")],
        *[(ASKED, {"rules": rules}) for rules in (None, "chess", "classic7")],
        (ASKED, {"options": {"barriers": True}}),
        *[(NEUTRAL, {"touched": touched}) for touched in ("31", "K:5", "K:", "Y:5", "G:9")],
        *[(NEUTRAL, {"choice": choice}) for choice in ("K:41", "G:9", "Y:5")],
        *[(NEUTRAL, {"played": played}) for played in ("31-34", "K:5-8", "K:12-12", "Y:5-8", "G:9-12")],
        *[(MAUER, {"touched": touched}) for touched in ("8", "67", "K:5")],
        *[(MAUER, {"played": played}) for played in ("5-8", "6+1+2=9", "5+1+2", "5+1+2=8 ", "5+1+7=13", "e+1+2=4")],
        (MAUER, {"choice": "67"}),
        (MAUER, {"roll": 3}),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_have_been_recorded(asked: dict[str, Any], bad: dict[str, Any]) -> None:
    assert "verdict" in referee(asked)
    answer = referee({**asked, **bad, "id": 1})
    assert set(answer) == {"id", "error"}
    assert answer["id"] == 1
    assert answer["error"]


@pytest.mark.parametrize("missing", ["rules", "position", "roll", "played"])
def test_what_has_to_be_said(missing: str) -> None:
    assert "error" in referee({key: value for key, value in ASKED.items() if key != missing})


def test_naming_a_neutral_piece() -> None:
    for touched in ("K:12", "K:31", "K:B", "5", "B"):
        assert referee({**NEUTRAL, "touched": touched, "choice": touched})["verdict"] == "correct"


@given(
    st.dictionaries(
        st.sampled_from(["id", "rules", "options", "position", "roll", "touched", "played", "choice"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
            max_leaves=5,
        ),
    )
)
def test_any_json_gets_one_line(changed: dict[str, Any]) -> None:
    words = Desk(OPS).answer(json.dumps({**ASKED, **changed}).encode())
    assert "\n" not in words
    assert json.loads(words).get("id") == changed.get("id")


@given(st.text(max_size=12), st.text(max_size=12), st.text(max_size=12))
def test_any_text_is_judged_or_refused(touched: str, played: str, choice: str) -> None:
    for asked in (ASKED, NEUTRAL, MAUER):
        answer = referee({**asked, "touched": touched, "played": played, "choice": choice})
        assert ("error" in answer) != ("verdict" in answer)


def program(*words: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, *words], input=text, capture_output=True, cwd=ROOT, timeout=60)


def test_program() -> None:
    lines = [json.dumps(ASKED), "", json.dumps({"op": "rules"}), "x", json.dumps({**ASKED, "id": 5, "played": "20-23"})]
    done = program("-m", "referee", text="\n".join(lines).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [sorted(answer)[0] for answer in answers] == ["broken", "error", "rules", "error", "broken"]
    missed = {"broken": [10, 11, 13], "move": "--", "verdict": "void"}
    ruled = {**missed, "sent_back": "Y5", "position": "4 Y:B,B,B,20 G:B,B,B,8 G 0"}
    other = {"value": "moved", **missed, "sent_back": "Y20", "position": "4 Y:B,B,B,5 G:B,B,B,8 G 0"}
    readings = [{"option": "missed_capture", "value": "capturer", "others": [other]}]
    assert answers[-1] == {"id": 5, **ruled, "over": False, "places": [], "throws_left": 1, "readings": readings}


def test_program_without_settings_and_without_django() -> None:
    watched = (
        "import sys; from games.engine.protocol import main; from referee.judging.protocol import OPS; main(OPS); "
    )
    done = program("-c", watched + "sys.exit('django' in sys.modules)", text=json.dumps(ASKED).encode())
    assert done.returncode == 0
    assert b"correct" in done.stdout


def test_program_reads_a_layout(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text(json.dumps({"track": 9, "start": {"Y": 1, "G": 2}, "z": [9], "walls": [[2, 7, 3]]}))
    asked = {**MAUER, "position": "M Y:B,B,B,B G:B,B,B,B Y 0", "roll": [2, 3], "played": "B+2^3=7"}
    answer = json.loads(program("-m", "referee", "--layout", str(file), text=json.dumps(asked).encode()).stdout)
    assert (answer["verdict"], answer["position"]) == ("correct", "M Y:B,B,B,7 G:B,B,B,B G 0")
