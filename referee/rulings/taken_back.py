"""A ruling about a recorded throw that does not stand any more: it decides nothing on the board, and says so."""

from django.utils.translation import gettext as _

from games.models import LineKind
from games.recording.game import Sheet, sheet
from referee.models import Ruling


def throw_is_gone(ruling: Ruling) -> str:
    """Empty while the throw stands, and of a ruling that took it back itself: the game is played again."""
    claim = ruling.claim
    if claim.game is None or claim.throw is None or not ruling.is_in_force:
        return ""
    recorded = sheet(claim.game)
    if claim.throw in recorded.numbers:
        return ""
    by = _taken_back_by(recorded, claim.throw)
    if by == claim.number:
        return ""
    if by:
        return _(
            "Throw %(throw)d was taken back by ruling %(number)d: this ruling decides nothing on the board any more."
        ) % {"throw": claim.throw, "number": by}
    return _(
        "Throw %(throw)d was taken back in the record since: this ruling decides nothing on the board any more."
    ) % {"throw": claim.throw}


def _taken_back_by(recorded: Sheet, throw: int) -> int:
    """The last ruling that went back to before this throw; 0: whoever records."""
    thrown = recorded.throw(throw).seq
    backs = [one for one in recorded.lines if one.kind == LineKind.BACK and one.seq > thrown]
    return next((one.ruling for one in reversed(backs) if one.number and one.number <= throw), 0)
