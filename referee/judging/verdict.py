"""The shape of a verdict on one throw.

Its reasons are data, one for each sentence that a referee reads out (`wording.explain`): what was done (with all that was
possible), what came first (a code of `Rules.demand`: in a void or penalised throw the duty that was missed; or
`touched_first`), what follows. The one in the middle is left out where nothing could be played or every move was permitted.
"""

from typing import NamedTuple

from games.rules.contract import Position, Reason

CORRECT = "correct"
ENFORCED = "enforced"  # the touched piece is moved instead
VOID = "void"
PENALISED = "penalised"  # what was played stands, but a piece goes back


class Verdict(NamedTuple):
    verdict: str
    broken: tuple[int, ...]  # rules of the tournament book, ascending; the other books have no numbers
    sent_back: str | None  # colour and field, as "K21"
    move: str  # the move that stands, as it is written
    position: Position  # that stands; its colour to move throws next
    reasons: tuple[Reason, ...]
