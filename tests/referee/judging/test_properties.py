"""What holds for every throw, whatever stands and whatever was done."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.rules import registry
from games.engine.rules.contract import Position, Rules
from games.engine.rules.speech import languages
from referee.judging import judge, wording
from tests.referee.judging.asking import judged
from tests.referee.judging.test_against_oracle import standing, thrown

unhurried = settings(deadline=None, max_examples=60)
seeds = st.integers(0, 2**32)
# Each gives a few throws, of any rule set with any options.
throws = seeds.map(lambda seed: thrown(Random(seed)))

Asked = dict[str, Any]


def at(asked: Asked) -> tuple[Rules, Position]:
    rules = registry.rules(asked["rules"], asked["options"])
    return rules, rules.read(asked["position"])


def pieces(rules: Rules, position: Position) -> list[tuple[str, str]]:
    return sorted((colour, field) for colour, fields in rules.view(position).groups for field in fields)


@unhurried
@given(throws)
def test_a_verdict_is_one_of_four_and_its_position_can_stand(asked: list[Asked]) -> None:
    for throw in asked:
        rules, _ = at(throw)
        verdict = judged(throw)
        assert verdict.verdict in wording.VERDICTS
        assert list(verdict.broken) == sorted(set(verdict.broken))
        assert bool(verdict.broken) == (rules.has_duties and verdict.verdict != "correct")
        assert rules.read(rules.write(verdict.position)) == verdict.position


@unhurried
@given(seeds.map(lambda seed: standing(Random(seed))), st.booleans())
def test_a_permitted_move_is_correct_with_the_moved_piece_touched(asked: Asked, is_touched: bool) -> None:
    rules, position = at(asked)
    roll = rules.read_roll(asked["roll"])
    for move in rules.permitted(position, roll):
        named = f"{move.colour}:{move.origin}" if move.colour == rules.options.get("neutral") else move.origin
        verdict = judge(rules, position, roll, named if is_touched else None, move.text)
        assert verdict[:5] == ("correct", (), None, move.text, rules.play(position, roll, move.text))


@unhurried
@given(throws)
def test_void_leaves_every_piece_but_the_one_sent_back(asked: list[Asked]) -> None:
    for throw in asked:
        rules, before = at(throw)
        verdict = judged(throw)
        if verdict.verdict != "void":
            continue
        expected = pieces(rules, before)
        if verdict.sent_back:
            expected.remove((verdict.sent_back[0], verdict.sent_back[1:]))
            expected = sorted([*expected, (verdict.sent_back[0], "B")])
        assert pieces(rules, verdict.position) == expected
        assert verdict.move == "--"


@unhurried
@given(throws)
def test_what_stands_is_what_was_possible(asked: list[Asked]) -> None:
    for throw in asked:
        rules, position = at(throw)
        verdict = judged(throw)
        legal, permitted = rules.moves(position, rules.read_roll(throw["roll"]))
        among = legal if verdict.verdict == "penalised" else permitted
        assert verdict.move in {"--", *[move.text for move in among]}


@unhurried
@given(throws)
def test_every_verdict_is_read_out_in_two_or_three_sentences(asked: list[Asked]) -> None:
    for throw in asked:
        verdict = judged(throw)
        assert 2 <= len(verdict.reasons) <= 3
        for language in languages():
            assert wording.verdict_name(verdict.verdict, language)
            assert all(wording.sentence(reason, language).endswith(".") for reason in verdict.reasons)
        assert set(verdict.broken) <= {number for reason in verdict.reasons for number in reason.rules}
