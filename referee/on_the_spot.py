"""What the recorder is told about a throw as soon as it is entered."""

from collections.abc import Iterable

from games.rules.contract import Reason
from games.rules.errors import GameError
from games.verdicts import Asked, Said
from referee.judging import judge
from referee.judging.table import Thrown, handed_on, thrown_by
from referee.judging.verdict import VOID
from referee.judging.wording import sentence
from referee.views.home import language


def said(asked: Asked) -> Said:
    if asked.is_out_of_turn:
        return _out_of_turn(asked)
    rules = asked.rules
    found = judge(rules, rules.read(asked.before), asked.roll, asked.touched, asked.played)
    return Said(found.verdict, _spoken(found.reasons), rules.write(found.position))


def _out_of_turn(asked: Asked) -> Said:
    """Who threw does not count; and whether somebody else still had to throw."""
    rules, position = asked.rules, asked.rules.read(asked.before)
    last = Thrown(asked.last.throw.colour, asked.last.throw.roll, asked.last.before) if asked.last else None
    try:
        reasons = list(thrown_by(rules, position, asked.colour, last).reasons)
    except GameError as error:  # somebody who is out
        return Said(VOID, (error.sentence(language()),), asked.before)
    if last and not (before := handed_on(rules, position, last)).stands:
        reasons = [*before.reasons, *reasons]
    return Said(VOID, _spoken(reasons), asked.before)


def _spoken(reasons: Iterable[Reason]) -> tuple[str, ...]:
    return tuple(sentence(reason, language()) for reason in reasons)
