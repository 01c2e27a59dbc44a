"""What all books have in common: the verdict where nothing is wrong, and what was done where something is."""

from games.rules.contract import NOTHING, Reason
from referee.judging.facts import Facts
from referee.judging.verdict import CORRECT, Verdict


def correct(facts: Facts) -> Verdict:
    """What was played may be played, or there was nothing to play."""
    after = facts.rules.follow(facts.position, facts.roll, facts.move)
    following = facts.next_throw(after)
    if facts.move is None:
        return Verdict(CORRECT, (), None, NOTHING, after, idle(facts, "nothing_to_play", following))
    right = Reason("right", (), facts.data())
    not_all = len(facts.permitted) < len(facts.legal)
    reasons = (right, came_first(facts), following) if not_all else (right, following)
    return Verdict(CORRECT, (), None, facts.move.text, after, reasons)


def idle(facts: Facts, code: str, follows: Reason) -> tuple[Reason, ...]:
    """There was nothing to play; in a finished game there never is, and nothing follows."""
    if facts.rules.over(facts.position):
        return Reason("game_over", follows.rules, facts.data()), Reason("unchanged", (), {})
    return Reason(code, (), facts.data()), follows


def came_first(facts: Facts) -> Reason:
    """The duty that was the strongest, with the moves that fulfil it."""
    found = facts.rules.demand(facts.position, facts.roll)
    assert found, "asked only where something can be played"
    if found.code == "capture" or len({move.colour for move in facts.permitted}) == 1:
        return found
    # The neutral colour has obligations of its own: what was demanded of the colour that was moved, if it was possible.
    return facts.faults[0] if facts.move and facts.faults else found._replace(code="move")


def done(facts: Facts) -> Reason:
    """What was done, where it may not be done."""
    if facts.is_impossible:
        rules = {number for fault in facts.faults for number in fault.rules}
        return Reason("impossible", tuple(sorted(rules)), facts.data(because=facts.faults))
    return Reason("not_first" if facts.move else "not_played", (), facts.data())
