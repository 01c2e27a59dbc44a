"""The verdict on one throw in the tournament game (`turnier` 5, 8 and 10 to 14).

Decided here: that a touched piece is moved if it may be, which rules a missed duty breaks, which piece goes back for it
and that the turn is lost with it. Left out: which duty was missed (the rule set says what it demanded).
"""

from games.rules.contract import NOTHING, Duty, Move, Reason
from referee.judging.facts import Facts, Piece, written
from referee.judging.findings import came_first, correct, done, idle
from referee.judging.verdict import ENFORCED, VOID, Verdict

# Besides the duties: who misses a capture goes back, touched is moved, a missed duty undoes the move.
SCHLAGEN_VERSAEUMT = 11
BERUEHRT_GEFUEHRT = 12
PFLICHT_VERSAEUMT = 13

# Duties for which a piece goes back, with the rule that says so.
SENDS_BACK = {Duty.SCHLAGPFLICHT: SCHLAGEN_VERSAEUMT, Duty.STARTFELD_RAEUMEN: int(Duty.STARTFELD_RAEUMEN)}


def verdict(facts: Facts) -> Verdict:
    if not facts.legal:
        return _nothing_to_play(facts)
    if facts.another_touched:
        owed = next((move for move in facts.permitted if (move.colour, move.origin) == facts.touched), None)
        return _enforced(facts, owed) if owed else _duty_missed(facts)
    return _duty_missed(facts) if facts.faults else correct(facts)


def _nothing_to_play(facts: Facts) -> Verdict:
    if facts.played == NOTHING:
        return correct(facts)
    after = facts.rules.follow(facts.position, facts.roll, None)
    broken = (int(Duty.ZUGPFLICHT),)
    follows = _followed_by("lapses", broken, facts.next_throw(after))
    return Verdict(VOID, broken, None, NOTHING, after, idle(facts, "moved_anyway", follows))


def _enforced(facts: Facts, owed: Move) -> Verdict:
    after = facts.rules.follow(facts.position, facts.roll, owed)
    code = "touched_only" if facts.played == NOTHING else "touched_another"
    found = Reason(code, (), facts.data(piece=facts.touched))
    first = Reason("touched_first", (BERUEHRT_GEFUEHRT,), {"move": owed.text})
    reasons = (found, first, facts.next_throw(after))
    return Verdict(ENFORCED, (BERUEHRT_GEFUEHRT,), None, owed.text, after, reasons)


def _duty_missed(facts: Facts) -> Verdict:
    first = came_first(facts)
    sent_back = facts.answerable() if SENDS_BACK.keys() & first.rules else None
    stands = facts.rules.send_back(facts.position, *sent_back) if sent_back else facts.position
    after = facts.rules.pass_on(stands)
    reasons = (_found(facts), first, _undone(first, sent_back, facts.next_throw(after)))
    return Verdict(VOID, _broken(facts, first), written(sent_back), NOTHING, after, reasons)


def _broken(facts: Facts, first: Reason) -> tuple[int, ...]:
    broken = {*first.rules, PFLICHT_VERSAEUMT}
    if Duty.SCHLAGPFLICHT in first.rules:
        broken.add(SCHLAGEN_VERSAEUMT)
    if facts.is_impossible:
        broken.update(*[fault.rules for fault in facts.faults])
    if facts.another_touched:
        broken.add(BERUEHRT_GEFUEHRT)
    return tuple(sorted(broken))


def _found(facts: Facts) -> Reason:
    """What was done; where the touched piece might not move, that too."""
    found = done(facts)
    if not facts.another_touched:
        return found
    code = {"impossible": "stuck_impossible", "not_played": "stuck_only"}.get(found.code, "stuck_another")
    rules = tuple(sorted({*found.rules, BERUEHRT_GEFUEHRT}))
    return Reason(code, rules, {**found.data, "piece": facts.touched})


def _undone(first: Reason, sent_back: Piece | None, following: Reason) -> Reason:
    numbers = [SENDS_BACK[duty] for duty in SENDS_BACK.keys() & first.rules]
    code = "undone_back" if sent_back else "undone_waiting" if numbers else "undone"
    return _followed_by(code, (*numbers, PFLICHT_VERSAEUMT), following, piece=sent_back)


def _followed_by(code: str, numbers: tuple[int, ...], following: Reason, **data: object) -> Reason:
    return Reason(code, tuple(sorted({*numbers, *following.rules})), {**data, "next": following})
