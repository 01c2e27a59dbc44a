"""The verdict on one throw in the family games and in `mauer`, whose books number no rules.

Decided here: what may not be played is taken back and the same throw played again; but where a capture is compulsory
(`forced_capture`) and was missed, what was played stands and the piece goes back. Touching a piece binds nobody; it only
tells which of several pieces goes back.
"""

from games.rules.contract import NOTHING, Reason
from referee.judging.facts import Facts, Piece, written
from referee.judging.findings import came_first, correct, done, idle
from referee.judging.verdict import PENALISED, VOID, Verdict


def verdict(facts: Facts) -> Verdict:
    if not facts.faults:
        return correct(facts)
    # A capture is demanded with `forced_capture` only; an impossible move is never refused for it.
    return _penalised(facts) if facts.faults[0].code == "capture" else _taken_back(facts)


def _taken_back(facts: Facts) -> Verdict:
    return Verdict(VOID, (), None, NOTHING, facts.position, _reasons(facts))


def _reasons(facts: Facts) -> tuple[Reason, ...]:
    if not facts.permitted:
        return idle(facts, "moved_anyway", Reason("put_back", (), {}))
    return done(facts), came_first(facts), Reason("play_again", (), facts.data())


def _penalised(facts: Facts) -> Verdict:
    sent_back = _where_it_stands(facts, facts.answerable())
    after = facts.rules.follow(facts.position, facts.roll, facts.move, sent_back)
    following = facts.next_throw(after)
    data = {"piece": sent_back, "next": following}
    follows = Reason("stays_back" if sent_back else "stays_waiting", following.rules, data)
    move = facts.move.text if facts.move else NOTHING
    return Verdict(PENALISED, (), written(sent_back), move, after, (done(facts), came_first(facts), follows))


def _where_it_stands(facts: Facts, piece: Piece | None) -> Piece | None:
    """The piece that missed the capture may be the one that was moved elsewhere."""
    moved = facts.move
    if moved and piece == (moved.colour, moved.origin):
        return moved.colour, moved.target
    return piece
