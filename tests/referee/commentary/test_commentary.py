"""The book is whole and true: every rule has its words, its picture and its cases, and the judge rules as the book prints."""

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from games.engine.records.opening import opening
from games.engine.rules import registry
from games.engine.rules.own_board import BoardOption
from referee.commentary.book import CASES, LETTERS, Case, cases, cases_of, duties, named, rules, rules_of
from tests.referee.judging.asking import referee
from tests.referee.judging.test_table_cases import ruled

LANGUAGES = {"de", "en"}
SCHEMA = Path(__file__).parents[3] / "docs" / "cases.schema.json"
PUBLISHED = Path(__file__).parents[2] / "data" / "published_cases.txt"
EVERY = list(cases().values())


def fingerprint(case: Case) -> str:
    asked = {name: value for name, value in case.ask.items() if value not in (None, {})}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:12]


def of_words(case: Case) -> list[Any]:
    return [case.title, case.why]


@pytest.mark.parametrize("case", [case for case in EVERY if case.is_throw], ids=lambda case: case.number)
def test_the_judge_rules_as_the_book_prints(case):
    answered = referee({"op": "judge", **case.ask})
    assert {name: answered.get(name) for name in case.ruling} == case.ruling


@pytest.mark.parametrize("case", [case for case in EVERY if not case.is_throw], ids=lambda case: case.number)
def test_what_concerns_the_table_is_ruled_as_the_book_prints(case):
    if case.ask["what"] == "opening":
        thrown = [(word[0], int(word[1:])) for word in case.ask["thrown"].split()]
        found = opening(tuple(case.ask["colours"]), thrown)
        assert {"begins": found.begins, "throws": "".join(found.throwing)} == case.ruling
    else:
        found = ruled(dict(case.ask))
        position = registry.rules(case.book).write(found.position)
        assert {"stands": found.stands, "broken": list(found.broken), "position": position} == case.ruling


def test_every_book_has_its_rules_and_every_rule_its_cases():
    assert list(LETTERS.values()) == ["turnier", "classic", "classic6", "verboten", "mauer"]
    assert set(LETTERS.values()) == set(registry.RULE_SETS)
    assert [rule.place for rule in rules_of("turnier")] == list(range(1, 17))
    for rule in rules().values():
        assert cases_of(rule.number), f"{rule.number} has no case"
    assert {case.rule for case in EVERY} == set(rules())
    for book in registry.RULE_SETS:
        places = [rule.place for rule in rules_of(book)]
        assert places == list(range(1, len(places) + 1))
        assert {place for step in duties(book) for place in step.rules} <= set(places)


def test_every_rule_has_a_picture_of_its_own_cases():
    for rule in rules().values():
        assert cases()[rule.picture].rule == rule.number


def test_every_text_is_said_in_both_languages():
    for rule in rules().values():
        texts = [rule.title, rule.says, rule.breaks, rule.follows, *([rule.yields] if rule.yields else [])]
        for text in texts:
            assert set(text) == LANGUAGES and text["de"] != text["en"], rule.number
            assert all(said == said.strip() and said for said in text.values())
        for text in texts[1:]:
            assert all(said.endswith((".", "?")) for said in text.values()), rule.number
    for case in EVERY:
        for text in of_words(case):
            assert set(text) == LANGUAGES and text["de"] != text["en"], case.number
        assert all(said.endswith(".") for said in case.why.values()), case.number
    for book in registry.RULE_SETS:
        assert all(set(step.title) == set(step.costs) == LANGUAGES for step in duties(book))


def test_there_are_cases_for_every_option_of_every_book():
    """But for the boards that a club has measured itself: every club's is another."""
    for book in registry.RULE_SETS:
        choices = registry.rule_class(book).choices
        declared = {option.name for option in choices if not isinstance(option, BoardOption) and not option.is_of_table}
        assert declared <= {name for case in EVERY if case.book == book for name in case.options}, book


def test_numbers_are_different_and_found_however_they_are_written():
    assert len({case.slug.casefold() for case in EVERY}) == len(EVERY) >= 126 + 100
    for case in EVERY:
        assert named(case.number) is named(case.slug) is named(case.slug.upper()) is case
    assert named("T 99 z") is None


def test_a_number_that_was_published_stays_with_its_case():
    """The file is only ever added to; `python -m tests.referee.commentary.publish` does it."""
    published = dict(line.rsplit(" ", 1) for line in PUBLISHED.read_text(encoding="utf-8").splitlines())
    assert {case.number: fingerprint(case) for case in EVERY} == published


def test_the_file_has_a_schema_a_licence_and_a_version():
    said = json.loads(CASES.read_text(encoding="utf-8"))
    jsonschema.validate(said, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert said["licence"] == "AGPL-3.0-or-later" and said["version"] >= 1
    spoilt = {**said, "cases": [{**said["cases"][0], "number": "11 c"}]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(spoilt, json.loads(SCHEMA.read_text(encoding="utf-8")))
