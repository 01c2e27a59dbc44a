"""Every hand-worked case about the table rather than a move, as the program rules and as it is read out."""

from typing import Any

import pytest

from games.engine.records.opening import opening
from games.engine.rules import registry
from games.engine.rules.contract import Position
from games.engine.rules.speech import languages
from referee.judging import Ruling, Thrown, exclude, handed_on, thrown_by
from referee.judging.wording import sentence
from tests.games.engine.judging_tables import Judgement, at_the_table
from tests.referee.judging.asking import CASES as THROWS

TURNIER = registry.rules("turnier")
CASES = at_the_table()
OPENINGS = [case for case in CASES if case.ask["what"] == "opening"]
OTHERS = [case for case in CASES if case not in OPENINGS]


def ruled(ask: dict[str, Any]) -> Ruling:
    rules = registry.rules("turnier", ask.get("options"))
    before: Position = rules.read(ask["position"])
    if ask["what"] == "upsets":
        return exclude(rules, before, ask["who"])
    last = Thrown(rules.view(before).to_move, ask["roll"], before)
    position = rules.play(before, ask["roll"], ask["played"])
    if ask["what"] == "hands on":
        assert ask["who"] == last.colour
        return handed_on(rules, position, last)
    return thrown_by(rules, position, ask["who"], last)


@pytest.mark.parametrize("case", OPENINGS, ids=lambda case: case.name)
def test_opening(case: Judgement) -> None:
    found = opening(tuple(case.ask["colours"]), [(word[0], int(word[1:])) for word in case.ask["thrown"].split()])
    assert {"begins": found.begins, "throws": "".join(found.throwing)} == case.ruling


@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case.name)
def test_case(case: Judgement) -> None:
    found = ruled(case.ask)
    said = {"stands": found.stands, "broken": list(found.broken), "position": TURNIER.write(found.position)}
    assert said == case.ruling


@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case.name)
def test_case_is_read_out_with_every_broken_rule(case: Judgement) -> None:
    reasons = ruled(case.ask).reasons
    assert set(case.ruling["broken"]) <= {number for reason in reasons for number in reason.rules}
    for language in languages():
        assert all("{" not in sentence(reason, language) for reason in reasons)


def test_every_rule_of_the_book_has_a_case() -> None:
    shown = {int(case.name.split()[1].rstrip(":")) for case in [*THROWS, *CASES] if case.name.startswith("turnier ")}
    assert shown == set(range(1, 17))
