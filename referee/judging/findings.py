"""Shared by all books: the verdict on a correct throw, and the reasons that any verdict gives."""

from games.engine.rules.codes import Code, Demand
from games.engine.rules.contract import NOTHING, Reason

from .codes import Done, Follows
from .facts import Facts
from .verdict import CORRECT, Verdict


def correct(facts: Facts) -> Verdict:
    """What was played may be played, or there was nothing to play."""
    after = facts.rules.follow(facts.position, facts.roll, facts.move)
    following = facts.next_throw(after)
    if facts.move is None:
        return Verdict(CORRECT, (), None, NOTHING, after, idle(facts, Done.NOTHING_TO_PLAY, following))
    right = Reason(Done.RIGHT, (), facts.data())
    not_all = len(facts.permitted) < len(facts.legal)
    reasons = (right, came_first(facts), following) if not_all else (right, following)
    return Verdict(CORRECT, (), None, facts.move.text, after, reasons)


def idle(facts: Facts, code: Code, follows: Reason) -> tuple[Reason, ...]:
    """The reasons where nothing could be played; in a finished game nothing follows either."""
    if facts.rules.over(facts.position):
        return Reason(Done.GAME_OVER, follows.rules, facts.data()), Reason(Follows.UNCHANGED, (), {})
    return Reason(code, (), facts.data()), follows


def came_first(facts: Facts) -> Reason:
    """The duty that was the strongest, with the moves that fulfil it."""
    demand = facts.rules.demand(facts.position, facts.roll)
    assert demand, "asked only where something can be played"
    if demand.code == Demand.CAPTURE or len({move.colour for move in facts.permitted}) == 1:
        return demand
    # The neutral colour has duties of its own: give that of the colour that was moved, if the move was possible.
    return facts.faults[0] if facts.move and facts.faults else Reason(Demand.MOVE, demand.rules, demand.data)


def done(facts: Facts) -> Reason:
    """What was done, in a throw that was not correct."""
    if facts.is_impossible:
        rules = {number for fault in facts.faults for number in fault.rules}
        return Reason(Done.IMPOSSIBLE, tuple(sorted(rules)), facts.data(because=facts.faults))
    return Reason(Done.NOT_FIRST if facts.move else Done.NOT_PLAYED, (), facts.data())
