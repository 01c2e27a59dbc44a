"""The referee's sentences: each in every language, each under a code that is its name."""

import inspect
from collections import Counter

import pytest

from games.engine.rules.codes import Code
from games.engine.rules.speech import SOURCE, languages
from referee.judging import codes
from referee.judging.incidents import words
from referee.judging.offences import SHIPPED

DECLARED = [
    code
    for module in (codes, words)
    for _name, group in inspect.getmembers(module, inspect.isclass)
    if issubclass(group, Code) and group.__module__ == module.__name__
    for code in group
]
# What stands, at a table without a move: its codes are told and stored, their names are short beside `Head.`.
OTHERWISE = {
    words.Head.COUNTS: "throw_counts",
    words.Head.VOID: "throw_does_not_count",
    words.Head.AGAIN: "thrown_again",
    words.Head.PUT_BACK: "piece_put_back",
    words.Head.OUT: "is_out",
    words.Stands.SET_UP: "set_up_by_referee",
}


@pytest.mark.parametrize("code", DECLARED, ids=str)
def test_every_sentence_is_translated_and_its_code_is_its_name(code: Code) -> None:
    data = dict.fromkeys(code.names, "…")
    for language in set(languages()) - {SOURCE}:
        assert code.said(language, data) != code.said(SOURCE, data)
    assert code == OTHERWISE.get(code, code.name.lower())


def test_no_code_is_declared_twice() -> None:
    """But one, which says the same of a throw and of what happened beside it, each in its own words."""
    assert [code for code, times in Counter(DECLARED).items() if times > 1] == [codes.AtTheTable.TOO_LATE]


def test_what_happens_most_evenings_is_offered_first() -> None:
    often = {offence.code for offence in SHIPPED if offence.is_frequent}
    assert often == {"capture", "touched", "start", "enter", "count", "home", "turn", "die", "advice", "conduct"}
