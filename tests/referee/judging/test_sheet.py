"""The sheet of a judged throw: what the page shows, from the server and from a phone alike."""

import json

import pytest

from games.engine.protocol import Desk
from referee.judging.book import explained
from referee.judging.protocol import OPS
from referee.judging.sheet import FACTS, judged
from tests.referee.conftest import MISSED


def answer(**changed: object) -> dict:
    request = {"op": "sheet", **MISSED, **changed}
    return json.loads(Desk(OPS).answer(json.dumps(request).encode()))


def test_it_is_the_judges_answer_with_words_rules_and_boards():
    said = json.loads(Desk(OPS).answer(json.dumps({"op": "judge", **MISSED}).encode()))
    sheet = answer()
    assert {name: sheet[name] for name in said if name in sheet} == {
        name: said[name] for name in said if name not in ("over", "places", "throws_left")
    }
    assert [rule["number"] for rule in sheet["rules"]] == sheet["broken"]
    assert sheet["permitted"] == ["5x9"] and len(sheet["words"]["de"]) == len(sheet["words"]["en"]) == 4
    assert sheet["words"]["en"][-1].startswith("By the other reading")
    assert sheet["before"] != sheet["after"] and 'data-to="5x9"' in sheet["before"]


def test_boards_and_rules_speak_the_language_asked_for():
    assert 'lang="de"' in answer()["after"] and 'lang="en"' in answer(language="en")["after"]
    assert answer(language="en")["rules"][0]["title"] == "Highest duty: capture"


@pytest.mark.parametrize(("played", "counts"), [("5x9", True), ("20-24", False)])
def test_the_move_is_drawn_where_it_counts(played, counts):
    sheet = answer(played=played)
    assert ('"ag-trail"' in sheet["after"]) == counts == (sheet["verdict"] != "void")
    assert '"ag-trail"' not in sheet["before"]


def test_what_is_ruled_otherwise_is_drawn_and_said():
    by_the_rules, as_it_is = answer(language="en"), answer(language="en", board="as_is")
    assert as_it_is.keys() == by_the_rules.keys() and as_it_is["before"] == by_the_rules["before"]
    assert as_it_is["after"] and as_it_is["after"] != by_the_rules["after"]
    standing = "4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0"
    assert answer(language="en", board="other", standing=standing)["after"] == as_it_is["after"]


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
        ({"position": TWO, "roll": 3, "played": "30-33", "options": {"missed_capture": "moved"}}, []),
        ({"position": TWO, "roll": 3, "played": "--", "options": {"missed_capture": "moved"}}, ["20", "5"]),
        ({}, []),  # one only
        ({"position": TWO, "roll": 2, "played": "--"}, []),
    ],
)
def test_where_several_missed_a_capture_the_referee_is_asked_which_goes_back(changed, back):
    assert sorted(answer(**changed)["may_go_back"]) == back


def test_a_piece_that_missed_no_capture_is_not_taken_for_the_one_that_goes_back():
    two = {"position": TWO, "roll": 3, "played": "30-33"}
    assert answer(**two, choice="5")["sent_back"] == "Y5"
    error = answer(**two, choice="30")["error"]
    assert error["code"] == "choice" and "30" in error["sentence"] and "5, 20" in error["sentence"]
    assert answer(position=TWO, roll=3, played="5-8", choice="30")["may_go_back"] == []  # nobody is asked


@pytest.mark.parametrize(
    ("ruled", "position"),
    [
        ({}, "4 Y:B,B,B,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0"),
        ({"board": "as_is"}, "4 Y:B,B,5,24 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0"),
        ({"board": "as_is", "roll": 6, "played": "20-26"}, "4 Y:B,B,5,26 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0"),
        ({"board": "as_is", "went_on": True}, ""),
        ({"board": "other", "standing": TWO}, TWO),
        ({"board": "replay"}, ""),
    ],
)
def test_the_position_is_the_one_that_stands_and_is_said(ruled, position):
    said = answer(language="en", **ruled)
    assert said["position"] == position
    mover = {"Y": "Yellow", "G": "Green", "": ""}[position.split(" ")[-2] if position else ""]
    assert (f"{mover} throws next" in " ".join(said["words"]["en"])) == bool(position)


def test_other_books_have_a_sheet_too():
    request = {"rules": "classic", "position": "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0"}
    assert answer(**request)["rules"] == []
    assert answer(rules="mauer", position="M Y:B,B,12,d G:B,B,B,B Y 0", roll=[2, 5], played="--")["verdict"] == "void"


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_rule_is_explained_in_both_languages(language):
    assert [rule["number"] for rule in explained(language)] == list(range(1, 17))
    assert all(rule["title"] and rule["text"].endswith(".") for rule in explained(language))


def test_the_facts_that_are_kept_are_all_that_the_judge_needs():
    facts = {**MISSED, "touched": "5"}
    assert judged({name: facts[name] for name in FACTS if name in facts}) == judged(facts)
