"""Questions that train the rules: a position from a played-out game, a throw, and moves to choose from.

Decided here: which positions are worth a question, and which answers are offered. Left out: what is right and why (the rule set).
The same seed gives the same question.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from .playout.playout import RandomSource, Throw, throws
from .playout.strategies import RANDOM
from .rules import registry, wording
from .rules.contract import NOTHING, Options, Position, Roll, Rules
from .rules.errors import BadOption, GameError

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


def question(rules_id: str, seed: str, language: str, options: Options | None = None) -> Question:
    rules = registry.rules(rules_id, options)
    random = Random(f"question {seed}")
    players = random.choice(range(max(3, rules.players[0]), min(4, rules.players[1]) + 1))
    played = islice(throws(rules, _start(rules, players), RandomSource(seed), RANDOM), LOOKED_THROUGH)
    chosen = random.choice(_worth_asking(rules, list(played)))
    return Question(rules, rules.write(chosen.before), chosen.roll, _answers(rules, chosen, random, language))


def _start(rules: Rules, players: int) -> Position:
    try:
        return rules.start(players)
    except BadOption:  # with a neutral colour three play
        return rules.start(3)


def _worth_asking(rules: Rules, played: Sequence[Throw]) -> list[Throw]:
    """The throws worth a question: those where a duty restricts the choice; else those with a choice; else all."""
    bound, free = [], []
    for throw in played:
        legal, permitted = rules.moves(throw.before, throw.roll)
        if len(permitted) < len(legal):
            bound.append(throw)
        elif len(legal) > 1:
            free.append(throw)
    return bound or free or list(played)


def _answers(rules: Rules, throw: Throw, random: Random, language: str) -> tuple[Answer, ...]:
    legal, permitted = rules.moves(throw.before, throw.roll)
    right = [move.text for move in permitted]
    missed = [move.text for move in legal if move.text not in right]
    others = {move.text for roll in rules.rolls for move in rules.legal(throw.before, roll)} - {m.text for m in legal}
    wrong = random.sample(sorted(others), min(len(others), MOST))
    offered = random.sample(right, min(len(right), MOST)) + random.sample(missed, min(len(missed), MOST)) + wrong[:2]
    return tuple(explain(rules, throw.before, throw.roll, text, language) for text in [*sorted(offered), NOTHING])


def explain(rules: Rules, position: object, roll: Roll, text: str, language: str) -> Answer:
    """Whether this may be played, and why, or why not."""
    try:
        reasons = rules.why_not(position, roll, text)
    except GameError as error:
        return Answer(text, False, (error.sentence(language),))
    if reasons:
        return Answer(text, False, tuple(wording.reason(reason, language) for reason in reasons))
    demand = rules.demand(position, roll) if text != NOTHING else None
    says_more = demand is not None and demand.code != "move"  # that whoever can move has to is said of every move
    return Answer(text, True, (wording.reason(demand, language),) if demand and says_more else ())
