"""The shape of a verdict on one throw.

Its reasons are data, one for each sentence that a referee reads out (`wording.explain`): what was done (with all that was
possible), what came first (a code of `Rules.demand`: in a void or penalised throw the duty that was missed; or
`touched_first`), what follows. The one in the middle is left out where nothing could be played or every move was permitted.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.rules.codes import Code
from games.engine.rules.contract import Position, Reason
from games.engine.rules.options import Option
from games.engine.rules.speech import Text


class Outcome(Code):
    CORRECT = "correct", Text("correct")
    ENFORCED = "enforced", Text("the touched piece moves")
    VOID = "void", Text("void")
    PENALISED = "penalised", Text("piece sent back")  # but what was played stands


CORRECT, ENFORCED, VOID, PENALISED = Outcome


class Verdict(NamedTuple):
    verdict: Outcome
    broken: tuple[int, ...]  # rules of the tournament book, ascending; the other books have no numbers
    sent_back: str | None  # colour and field, as "K21"
    move: str  # the move that stands, as it is written
    position: Position  # that stands; its colour to move throws next
    reasons: tuple[Reason, ...]
    readings: tuple[OtherWay, ...] = ()  # those that decided

    @property
    def ruled(self) -> tuple[object, ...]:
        """What was decided, without the reasons."""
        return self[:5]


class OtherWay(NamedTuple):
    """A reading of the book that decided: with another `value` of it than was chosen `verdict` would have been said."""

    option: Option
    value: object
    verdict: Verdict
