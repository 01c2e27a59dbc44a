"""The sheet of a judged throw: what the page shows, from the server and from a phone alike."""

import json

import pytest

from games.protocol import Desk
from referee.judging.book import explained
from referee.judging.protocol import OPS
from tests.referee.conftest import MISSED


def answer(**changed: object) -> dict:
    request = {"op": "sheet", **MISSED, **changed}
    return json.loads(Desk(OPS).answer(json.dumps(request).encode()))


def test_it_is_the_judges_answer_with_words_rules_and_boards():
    judged = json.loads(Desk(OPS).answer(json.dumps({"op": "judge", **MISSED}).encode()))
    sheet = answer()
    assert {name: sheet[name] for name in judged} == judged
    assert [rule["number"] for rule in sheet["rules"]] == sheet["broken"]
    assert sheet["permitted"] == ["5x9"] and len(sheet["words"]["de"]) == len(sheet["words"]["en"]) == 3
    assert sheet["before"] != sheet["after"] and 'data-to="5x9"' in sheet["before"]


def test_boards_and_rules_speak_the_language_asked_for():
    assert 'lang="de"' in answer()["after"] and 'lang="en"' in answer(language="en")["after"]
    assert answer(language="en")["rules"][0]["title"] == "Highest duty: capture"


@pytest.mark.parametrize(
    "changed", [{"played": "7-11"}, {"roll": 9}, {"position": "4 Y"}, {"touched": 5}, {"rules": "x"}]
)
def test_what_cannot_be_judged_is_one_sentence(changed):
    assert set(answer(**changed)) <= {"id", "error"}


TWO = "4 Y:B,5,20,30 G:B,B,B,8 R:B,B,B,23 K:B,B,B,B Y 0"


@pytest.mark.parametrize(
    ("changed", "back"),
    [
        ({"position": TWO, "roll": 3, "played": "30-33"}, ["20", "5"]),
        ({"position": TWO, "roll": 3, "played": "30-33", "touched": "30"}, ["20", "5"]),
        ({"position": TWO, "roll": 3, "played": "5-9", "touched": "5"}, []),
        ({"position": TWO, "roll": 3, "played": "5-8"}, []),
        ({}, []),  # one only
        ({"position": TWO, "roll": 2, "played": "--"}, []),
    ],
)
def test_where_several_missed_a_capture_the_referee_is_asked_which_goes_back(changed, back):
    assert sorted(answer(**changed)["may_go_back"]) == back


def test_other_books_have_a_sheet_too():
    request = {"rules": "classic", "position": "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0"}
    assert answer(**request)["rules"] == []
    assert answer(rules="mauer", position="M Y:B,B,12,d G:B,B,B,B Y 0", roll=[2, 5], played="--")["verdict"] == "void"


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_rule_is_explained_in_both_languages(language):
    assert [rule["number"] for rule in explained(language)] == list(range(1, 17))
    assert all(rule["title"] and rule["text"].endswith(".") for rule in explained(language))
