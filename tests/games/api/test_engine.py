"""The engine over the API answers as its text protocol does."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from games.engine.protocol import OPS, Desk
from referee.judging import protocol as referee

START = "4 Y:B,B,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"
QUESTIONS = {
    "start": {"rules": "turnier", "players": 4},
    "moves": {"rules": "turnier", "position": START, "roll": 6},
    "play": {"rules": "classic", "position": START, "roll": 6, "move": "B-1"},
    "perft": {"rules": "classic", "position": START, "depth": 2},
    "judge": {"rules": "turnier", "position": START, "roll": 6, "played": "B-1"},
}


@pytest.fixture(autouse=True)
def _limits_begin_anew(db: None) -> None:
    cache.clear()


def ask(op: str, body: object, language: str = "de"):
    return Client().post(
        f"/api/v1/engine/{op}/", json.dumps(body), content_type="application/json", HTTP_ACCEPT_LANGUAGE=language
    )


@pytest.mark.parametrize("op", QUESTIONS)
def test_the_answer_is_that_of_the_protocol(op):
    said = Desk(referee.OPS).answer(json.dumps({"op": op, **QUESTIONS[op]}).encode())
    assert ask(op, QUESTIONS[op]).json() == json.loads(said)


def test_the_rule_sets_are_listed():
    assert Client().get("/api/v1/engine/rules/").json() == json.loads(Desk(OPS).answer(b'{"op": "rules"}'))


@pytest.mark.parametrize(("language", "word"), [("de", "gespielt"), ("en", "has no board")])
def test_what_the_engine_refuses_is_a_problem_with_its_code(language, word):
    answer = ask("moves", {"rules": "turnier", "position": "nonsense", "roll": 6}, language)
    assert (answer.status_code, answer.json()["code"]) == (422, "board") and word in answer.json()["title"]


@pytest.mark.parametrize("body", [{}, {"rules": "turnier"}, {"rules": 1, "position": START, "roll": 6}, []])
def test_a_question_that_is_none_names_the_field(body):
    answer = ask("moves", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(("rules", "depth"), [("classic", 4), ("mauer", 3)])
def test_counting_ends_where_it_would_cost_too_much(rules, depth):
    position = START if rules == "classic" else "M Y:B,B,9,d G:B,21,52,54 G 0"
    assert ask("perft", {"rules": rules, "position": position, "depth": depth}).status_code == 400


def test_a_position_is_drawn_in_the_language_asked_for():
    drawings = [ask("draw", {"position": START, "language": language}).json()["svg"] for language in ("de", "en")]
    assert all(drawing.startswith("<svg") for drawing in drawings) and drawings[0] != drawings[1]
