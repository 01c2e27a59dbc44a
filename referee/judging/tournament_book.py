"""The verdict on one throw in the tournament game (`turnier` 5, 8 and 10 to 14).

Decided here: that a touched piece is moved if it may be, which rules a missed duty breaks, which piece goes back for it
and that the turn is lost with it. Left out: which duty was missed (the rule set says what it demanded).
"""

from collections.abc import Mapping

from games.engine.rules.codes import Code
from games.engine.rules.contract import NOTHING, Duty, Move, Reason
from games.engine.rules.turnier import MISSED_CAPTURE, TOUCHED_STUCK

from .codes import Done, First, Follows
from .facts import Facts, Piece, unless_waiting, written
from .findings import came_first, correct, done, idle
from .verdict import ENFORCED, VOID, Verdict

# Rules besides the duties: a piece that misses a capture goes back, a touched one moves, a missed duty undoes the move.
SCHLAGEN_VERSAEUMT = 11
BERUEHRT_GEFUEHRT = 12
PFLICHT_VERSAEUMT = 13

# Duties for which a piece goes back, with the rule that says so.
SENDS_BACK = {Duty.SCHLAGPFLICHT: SCHLAGEN_VERSAEUMT, Duty.STARTFELD_RAEUMEN: int(Duty.STARTFELD_RAEUMEN)}


# What was done, where the piece touched first might not move.
STUCK: Mapping[Code, Code] = {Done.IMPOSSIBLE: Done.STUCK_IMPOSSIBLE, Done.NOT_PLAYED: Done.STUCK_ONLY}


def verdict(facts: Facts) -> Verdict:
    if not facts.legal:
        return _nothing_to_play(facts)
    facts = _bound(facts)
    if facts.another_touched:
        owed = next((move for move in facts.permitted if (move.colour, move.origin) == facts.touched), None)
        return _enforced(facts, owed) if owed else _duty_missed(facts)
    return _duty_missed(facts) if facts.faults else correct(facts)


def _nothing_to_play(facts: Facts) -> Verdict:
    if facts.played == NOTHING:
        return correct(facts)
    after = facts.rules.follow(facts.position, facts.roll, None)
    broken = (int(Duty.ZUGPFLICHT),)
    follows = _followed_by(Follows.LAPSES, broken, facts.next_throw(after))
    return Verdict(VOID, broken, None, NOTHING, after, idle(facts, Done.MOVED_ANYWAY, follows))


def _bound(facts: Facts) -> Facts:
    """The facts without a touched piece that does not bind."""
    can_move = facts.touched is None or facts.touched in [(move.colour, move.origin) for move in facts.permitted]
    if can_move or facts.reads(TOUCHED_STUCK) == "void":
        return facts
    return facts._replace(touched=None)


def _enforced(facts: Facts, owed: Move) -> Verdict:
    after = facts.rules.follow(facts.position, facts.roll, owed)
    code = Done.TOUCHED_ONLY if facts.played == NOTHING else Done.TOUCHED_ANOTHER
    touched = Reason(code, (), facts.data(piece=facts.touched))
    first = Reason(First.TOUCHED_FIRST, (BERUEHRT_GEFUEHRT,), {"move": owed.text})
    reasons = (touched, first, facts.next_throw(after))
    return Verdict(ENFORCED, (BERUEHRT_GEFUEHRT,), None, owed.text, after, reasons)


def _duty_missed(facts: Facts) -> Verdict:
    first = came_first(facts)
    sent_back = _goes_back(facts, first) if SENDS_BACK.keys() & first.rules else None
    stands = facts.rules.send_back(facts.position, *sent_back) if sent_back else facts.position
    after = facts.rules.pass_on(stands)
    reasons = (_what_was_done(facts), first, _undone(facts, first, sent_back, facts.next_throw(after)))
    return Verdict(VOID, _broken(facts, first), written(sent_back), NOTHING, after, reasons)


def _goes_back(facts: Facts, first: Reason) -> Piece | None:
    """For a start field that was not cleared the piece on it; for a missed capture the one that the reading names."""
    if Duty.STARTFELD_RAEUMEN in first.rules or facts.reads(MISSED_CAPTURE) == "capturer":
        return facts.answerable()
    moved = facts.piece_moved() or facts.touched
    return unless_waiting(moved) if moved else facts.answerable()


def _broken(facts: Facts, first: Reason) -> tuple[int, ...]:
    broken = {*first.rules, PFLICHT_VERSAEUMT}
    if Duty.SCHLAGPFLICHT in first.rules:
        broken.add(SCHLAGEN_VERSAEUMT)
    if facts.is_impossible:
        broken.update(*[fault.rules for fault in facts.faults])
    if facts.another_touched:
        broken.add(BERUEHRT_GEFUEHRT)
    return tuple(sorted(broken))


def _what_was_done(facts: Facts) -> Reason:
    """What was done; where the touched piece might not move, that too."""
    what = done(facts)
    if not facts.another_touched:
        return what
    code = STUCK.get(what.code, Done.STUCK_ANOTHER)
    rules = tuple(sorted({*what.rules, BERUEHRT_GEFUEHRT}))
    return Reason(code, rules, {**what.data, "piece": facts.touched})


def _undone(facts: Facts, first: Reason, sent_back: Piece | None, following: Reason) -> Reason:
    numbers = [SENDS_BACK[duty] for duty in SENDS_BACK.keys() & first.rules]
    code = Follows.UNDONE_BACK if sent_back else _none_goes_back(facts) if numbers else Follows.UNDONE
    return _followed_by(code, (*numbers, PFLICHT_VERSAEUMT), following, piece=sent_back)


def _none_goes_back(facts: Facts) -> Code:
    return Follows.UNDONE_WAITING if facts.reads(MISSED_CAPTURE) == "capturer" else Follows.UNDONE_MOVED


def _followed_by(code: Code, numbers: tuple[int, ...], following: Reason, **data: object) -> Reason:
    return Reason(code, tuple(sorted({*numbers, *following.rules})), {**data, "next": following})
