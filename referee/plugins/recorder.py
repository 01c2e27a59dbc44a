"""Judge a throw of a recorded game as soon as it is entered."""

from collections.abc import Iterable

from games.engine.rules.contract import Reason
from games.engine.rules.errors import GameError
from games.recording.verdicts import Judgement, RecordedThrow
from referee.judging import judge
from referee.judging.table import Thrown, handed_on, thrown_by
from referee.judging.verdict import VOID
from referee.judging.wording import sentence
from tournament.core.languages import spoken


def judge_throw(throw: RecordedThrow) -> Judgement:
    if throw.is_out_of_turn:
        return _out_of_turn(throw)
    rules = throw.rules
    verdict = judge(rules, rules.read(throw.before), throw.roll, throw.touched, throw.played)
    return Judgement(verdict.verdict, _spoken(verdict.reasons), rules.write(verdict.position))


def _out_of_turn(throw: RecordedThrow) -> Judgement:
    """A throw out of turn does not count; also says whether another player still had to throw."""
    rules, position = throw.rules, throw.rules.read(throw.before)
    last = Thrown(throw.last.throw.colour, throw.last.throw.roll, throw.last.before) if throw.last else None
    try:
        reasons = list(thrown_by(rules, position, throw.colour, last).reasons)
    except GameError as error:  # a player who is out
        return Judgement(VOID, (error.sentence(spoken()),), throw.before)
    if last and (before := handed_on(rules, position, last)).position == position and not before.stands:
        reasons = [*before.reasons, *reasons]
    return Judgement(VOID, _spoken(reasons), throw.before)


def _spoken(reasons: Iterable[Reason]) -> tuple[str, ...]:
    return tuple(sentence(reason, spoken()) for reason in reasons)
