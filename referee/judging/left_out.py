"""A verdict on a throw at which somebody had pieces on the board who is out of the tournament by now.

Decided here: those pieces stay off the board, and who throws next is somebody who still plays. Left out: the exclusion itself
(`table.exclude`).
"""

from collections.abc import Iterable

from games.engine.rules.contract import Position, Reason, Rules

from .codes import AtTheTable, Follows
from .verdict import Verdict


def position_without(rules: Rules, position: Position, out: Iterable[str]) -> Position:
    for colour in out:
        if colour in rules.players_of(position):
            position = rules.without(position, colour)
    return position


def text_without(rules: Rules, text: str, out: Iterable[str]) -> str:
    """The same of a written position; empty stays empty."""
    return rules.write(position_without(rules, rules.read(text), out)) if text else ""


def verdict_without(rules: Rules, verdict: Verdict, out: Iterable[str]) -> Verdict:
    there = [colour for colour in out if colour in rules.players_of(verdict.position)]
    if not there:
        return verdict
    position = position_without(rules, verdict.position, there)
    over = rules.over(position)
    mover = rules.view(position).to_move
    following = Reason(Follows.NEXT_NONE, (), {}) if over else Reason(Follows.NEXT_OTHER, (), {"colour": mover})
    is_next_out = rules.view(verdict.position).to_move in there
    reasons = [_with_next(one, following, there) for one in verdict.reasons] if over or is_next_out else verdict.reasons
    off = [Reason(AtTheTable.STAYS_OFF, (), {"colour": colour}) for colour in there]
    return verdict._replace(position=position, reasons=(*reasons[:-1], *off, reasons[-1]))


def _with_next(reason: Reason, following: Reason, out: list[str]) -> Reason:
    """The last sentence says what follows, and in it who throws next."""
    if reason.code in (Follows.NEXT_OTHER, Follows.NEXT_AGAIN, Follows.NEXT_LEFT):
        return following
    if reason.code == Follows.PLAY_AGAIN and reason.data.get("colour") in out:  # who is out plays nothing again
        return Reason(Follows.UNDONE, reason.rules, {"next": following})
    if "next" in reason.data:
        return Reason(reason.code, reason.rules, {**reason.data, "next": following})
    return reason
