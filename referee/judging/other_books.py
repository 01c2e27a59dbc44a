"""The verdict on one throw in the family games and in `mauer`, whose books number no rules.

Decided here: what may not be played is taken back and the same throw played again; but where a capture is compulsory
(`forced_capture`) and was missed, what was played stands and the piece goes back. Touching a piece obliges to nothing;
it only decides which of several pieces goes back.
"""

from games.engine.rules.codes import Demand
from games.engine.rules.contract import NOTHING, Reason

from .codes import Done, Follows
from .facts import Facts, Piece, written
from .findings import came_first, correct, done, idle
from .verdict import PENALISED, VOID, Verdict


def verdict(facts: Facts) -> Verdict:
    if not facts.faults:
        return correct(facts)
    # A capture is demanded with `forced_capture` only; an impossible move is never refused for it.
    return _penalised(facts) if facts.faults[0].code == Demand.CAPTURE else _taken_back(facts)


def _taken_back(facts: Facts) -> Verdict:
    return Verdict(VOID, (), None, NOTHING, facts.position, _reasons(facts))


def _reasons(facts: Facts) -> tuple[Reason, ...]:
    if not facts.permitted:
        return idle(facts, Done.MOVED_ANYWAY, Reason(Follows.PUT_BACK, (), {}))
    return done(facts), came_first(facts), Reason(Follows.PLAY_AGAIN, (), facts.data())


def _penalised(facts: Facts) -> Verdict:
    missed = facts.answerable()
    sent_back = _where_it_stands(facts, missed)
    after = facts.rules.follow(facts.position, facts.roll, facts.move, sent_back)
    following = facts.next_throw(after)
    data = {"piece": sent_back, "next": following}
    code = Follows.STAYS_BACK if sent_back else Follows.STAYS_CAPTURED if missed else Follows.STAYS_WAITING
    follows = Reason(code, following.rules, data)
    move = facts.move.text if facts.move else NOTHING
    return Verdict(PENALISED, (), written(sent_back), move, after, (done(facts), came_first(facts), follows))


def _where_it_stands(facts: Facts, piece: Piece | None) -> Piece | None:
    """The piece that missed the capture may be the one that was moved elsewhere, or thrown out by a neutral piece that was
    moved instead: then it waits already."""
    moved = facts.move
    if moved and written(piece) in moved.captures:
        return None
    if moved and piece == (moved.colour, moved.origin):
        return moved.colour, moved.target
    return piece
