"""Questions for those who want to know the rules: a position from a played-out game, a throw, and what might be played.

Decided here: which positions are worth a question, and what is offered as an answer. What is right, and why, the rule set says.
The same seed gives the same question.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from games.playout import Chance, Throw, throws
from games.rules import registry, wording
from games.rules.contract import NOTHING, Roll, Rules
from games.rules.errors import GameError
from games.strategies import RANDOM

LOOKED_THROUGH = 240  # throws of one game
MOST = 3  # answers of each sort


class Answer(NamedTuple):
    text: str
    is_permitted: bool
    reasons: tuple[str, ...]  # in words: why not, or what demands it


class Question(NamedTuple):
    rules: Rules
    position: str
    roll: Roll
    answers: tuple[Answer, ...]


def question(rules_id: str, seed: str, language: str) -> Question:
    rules = registry.rules(rules_id)
    random = Random(f"question {seed}")
    players = random.choice(range(max(3, rules.players[0]), min(4, rules.players[1]) + 1))
    played = islice(throws(rules, rules.start(players), Chance(seed), RANDOM), LOOKED_THROUGH)
    found = random.choice(_worth(rules, list(played)))
    return Question(rules, rules.write(found.before), found.roll, _answers(rules, found, random, language))


def _worth(rules: Rules, played: Sequence[Throw]) -> list[Throw]:
    """Where a duty takes a choice away; else where there is a choice; else all."""
    bound, free = [], []
    for throw in played:
        legal, permitted = rules.moves(throw.before, throw.roll)
        if len(permitted) < len(legal):
            bound.append(throw)
        elif len(legal) > 1:
            free.append(throw)
    return bound or free or list(played)


def _answers(rules: Rules, asked: Throw, random: Random, language: str) -> tuple[Answer, ...]:
    legal, permitted = rules.moves(asked.before, asked.roll)
    right = [move.text for move in permitted]
    missed = [move.text for move in legal if move.text not in right]
    others = {move.text for roll in rules.rolls for move in rules.legal(asked.before, roll)} - {m.text for m in legal}
    wrong = random.sample(sorted(others), min(len(others), MOST))
    offered = random.sample(right, min(len(right), MOST)) + random.sample(missed, min(len(missed), MOST)) + wrong[:2]
    return tuple(explain(rules, asked.before, asked.roll, text, language) for text in [*sorted(offered), NOTHING])


def explain(rules: Rules, position: object, roll: Roll, text: str, language: str) -> Answer:
    """Whether this may be played, and why, or why not."""
    try:
        reasons = rules.why_not(position, roll, text)
    except GameError as error:
        return Answer(text, False, (error.sentence(language),))
    if reasons:
        return Answer(text, False, tuple(wording.reason(reason, language) for reason in reasons))
    demand = rules.demand(position, roll) if text != NOTHING else None
    return Answer(text, True, (wording.reason(demand, language),) if demand else ())
