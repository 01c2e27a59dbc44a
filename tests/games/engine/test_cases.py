"""Every hand-worked case, against the engine and against the second reading of the rules."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.engine.asking import engine, oracle
from tests.games.engine.case_tables import NAME, Case, all_cases, clauses, layout_of
from tests.games.engine.judging_tables import at_the_table, judgements

Answer = Callable[..., dict[str, Any]]

CASES = all_cases()


@pytest.fixture(params=[oracle, engine], ids=["oracle", "engine"])
def answer(request: pytest.FixtureRequest) -> Answer:
    asked: Answer = request.param
    return asked


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Case, answer: Answer) -> None:
    def ask(op: str, **more: object) -> dict[str, Any]:
        return answer(case.request(op, **more), layout_of(case))

    if "start" in case.said:
        check_start(case, ask(**{"op": "start", **json.loads(case.said["start"])}))
    elif "legal" in case.said or "includes" in case.said:
        check_moves(case, ask("moves"))
        assert ask("play", move=case.said["play"])["position"] == case.said["next"]
    else:
        refused = ask("play", move=case.said["play"]) if "play" in case.said else ask("moves")
        assert "refused" in case.said
        assert set(refused) == {"id", "error"}


def check_start(case: Case, answered: dict[str, Any]) -> None:
    if "refused" in case.said:
        assert set(answered) == {"id", "error"}
    else:
        assert answered["position"] == case.said["gives"]


def check_moves(case: Case, answered: dict[str, Any]) -> None:
    legal = {entry["move"]: entry for entry in answered["legal"]}
    assert [entry["move"] for entry in answered["legal"]] == sorted(legal)
    if "legal" in case.said:
        assert set(legal) == set(case.words("legal"))
    assert set(case.words("includes")) <= set(legal)
    assert not set(case.words("excludes")) & set(legal)
    assert answered["permitted"] == sorted(case.words("permitted") or legal)
    for move, duties in case.table("duties").items():
        assert legal[move]["duties"] == [int(duty) for duty in duties]
    for move, captures in case.table("captures").items():
        assert legal[move]["captures"] == captures


def test_names_are_different_and_say_what_they_show() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names)
    assert all(NAME.fullmatch(name) for name in names)


def shown() -> set[str]:
    """Every clause that a case or a judging case says it shows; a family edition counts for the family game."""
    said = {clause for table in (CASES, judgements(), at_the_table()) for case in table for clause in case.clauses}
    said -= {clause for clause in said if clause.startswith("notation")}
    return {re.sub(r"^(classic6|verboten) ", "classic ", clause) for clause in said}


def test_every_clause_has_a_case_or_a_reason_why_there_is_none() -> None:
    wanted = clauses()
    assert shown() - set(wanted) == set(), "cases for clauses that are not in the list"
    assert {clause for clause, reason in wanted.items() if not reason} - shown() == set()
    assert {clause for clause, reason in wanted.items() if reason} & shown() == set(), "a case and a reason"


def test_the_list_of_clauses_has_every_rule_and_every_section() -> None:
    wanted = clauses()
    assert {f"turnier {rule:02}" for rule in range(1, 17)} <= set(wanted)
    assert {clause.split()[1][0] for clause in wanted if clause.startswith("page")} == set("123456789")


@pytest.mark.parametrize(("book", "least"), [("turnier", 35), ("classic", 35), ("mauer", 30)])
def test_there_are_enough_cases(book: str, least: int) -> None:
    assert sum(case.name.startswith(f"{book} ") for case in CASES) >= least
