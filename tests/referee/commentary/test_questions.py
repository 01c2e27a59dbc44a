"""Questions of the examination: what is right is what the judge says, each seed gives others, and none is trivial."""

import pytest

from games.engine.rules import registry
from referee.commentary.questions import LEVELS, acts, question
from referee.judging.sheet import may_go_back
from tests.referee.judging.asking import referee

SOME = 12  # two of every act


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("book", registry.RULE_SETS)
def test_every_question_is_checked_by_the_judge_and_is_not_trivial(book, level):
    rules = registry.rules(book)
    found = [question(book, level, "tests", number) for number in range(1, SOME + 1)]
    for one in found:
        answered = referee({"op": "judge", **one.facts})
        assert (answered["verdict"], answered["sent_back"]) == (one.verdict.verdict, one.verdict.sent_back)
        assert answered["position"].split()[-2] == one.right["next"]
        assert not may_go_back(one.facts, one.verdict.verdict), "the referee would have a choice"
        legal, _permitted = rules.moves(rules.read(one.facts["position"]), rules.read_roll(one.facts["roll"]))
        assert len(legal) > 1
        offered = {"verdict": one.verdicts, "back": one.pieces, "next": one.who}
        assert all(one.right[name] in values for name, values in offered.items() if values)
    assert {one.act for one in found} == set(acts(book, level))
    assert len({str(one.facts) for one in found}) == SOME


def test_the_same_seed_asks_the_same_and_another_asks_something_else():
    first = question("turnier", "table", "one", 3)
    question.cache_clear()
    assert question("turnier", "table", "one", 3) == first
    assert question("turnier", "table", "two", 3).facts != first.facts


def test_levels_ask_more_and_only_what_the_book_knows():
    assert set(acts("turnier", "player")) < set(acts("turnier", "table")) < set(acts("turnier", "head"))
    assert not any("touched" in act or "capture" in act for act in acts("classic", "head"))
    assert acts("mauer", "player") == ("right", "miscounted")
