"""The rules in our own words, and the offences that are shipped: each can be read out in every language."""

import pytest

from games.engine.rules.speech import SOURCE, Text, languages
from referee.judging.book import RULES, explained
from referee.judging.offences import SHIPPED

OTHERS = sorted(set(languages()) - {SOURCE})


def untranslated(texts: list[Text], language: str) -> list[str]:
    return [text.said(SOURCE) for text in texts if text.said(language) == text.said(SOURCE)]


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_and_every_offence_has_words(language):
    assert untranslated([text for rule in RULES for text in (rule.title, rule.text)], language) == []
    assert untranslated([offence.title for offence in SHIPPED], language) == []


def test_the_rules_are_numbered_as_in_the_book():
    assert [rule["number"] for rule in explained(SOURCE)] == list(range(1, 17))
    assert [rule["number"] for rule in explained(SOURCE, {12, 3})] == [3, 12]


# What each offence is about, as the book calls it; the others break no rule of the book.
ABOUT = {
    "capture": "Highest duty: capture",
    "touched": "Touched means moved",
    "start": "Duty: clear the start field",
    "enter": "Duty: enter",
    "count": "Duty: move",
    "home": "Duty: go home exactly",
    "turn": "Up to three throws",
    "again": "Again after a 6",
    "two": "Jumping",
    "opening": "Who begins",
    "finish": "Who wins",
    "advice": "Touched means moved",
    "upset": "Upsetting pieces",
}


def test_an_offence_is_about_its_rule():
    titles = {rule.number: rule.title.english for rule in RULES}
    assert {offence.code: titles[offence.rule] for offence in SHIPPED if offence.rule} == ABOUT


def test_points_are_taken_where_the_measure_is_points():
    assert {offence.measure for offence in SHIPPED} == {"note", "warning", "points", "exclusion"}
    for offence in SHIPPED:
        assert offence.points > 0 if offence.measure == "points" else offence.points == 0


def test_an_offence_breaks_a_rule_that_there_is_or_none():
    assert {offence.rule for offence in SHIPPED} <= {None, *(rule.number for rule in RULES)}
    assert len({offence.code for offence in SHIPPED}) == len(SHIPPED)
