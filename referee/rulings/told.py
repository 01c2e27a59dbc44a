"""What revoking a ruling did to the game: said on the next page, and wherever the revoked ruling is shown."""

from django.contrib import messages
from django.utils.translation import gettext as _

from games.engine.rules.wording import colour_name
from games.models import LineKind
from games.recording.game import sheet
from referee.models import Claim, Ruling
from referee.rulings.queries import games_of, if_revoked
from referee.rulings.taken_back import throw_is_gone
from tournament.core.languages import spoken
from tournament.core.pages.requests import Request
from tournament.models.events import EntryState


def tell_of_the_record(request: Request, record: str) -> None:
    """Tell the referee what revoking the ruling did to the record of the game."""
    if record == "back":
        messages.success(request, _("The ruling is revoked. The record of the game is again as it was before it."))
    elif record == "stays":
        messages.warning(
            request,
            _(
                "The ruling is revoked. The record of the game stays as it is, because more was recorded after the ruling."
            ),
        )


def what_counts(ruling: Ruling) -> str:
    """On the board, after it was revoked, also by an appeal, and for a player who was let in again without that; empty where
    it counts, or changed nothing and was about no throw. Also while it counts, if its throw was taken back."""
    claim = ruling.claim
    if gone := throw_is_gone(ruling):
        return gone
    if claim.against.state != EntryState.EXCLUDED and (still := stays_out(claim)):
        return still
    if ruling.revoked_at is None or ruling.superseded_at:
        return ""
    has_changed = any(line.ruling == claim.number for game in games_of(claim) for line in sheet(game).lines)
    if not has_changed and not ruling.found:
        return ""
    if not has_changed and claim.game is None:
        return _(
            "What it changed on the board is put back if nothing was thrown since; otherwise the game goes on as it stands."
        )
    if not has_changed:
        return _("It had changed nothing on the board: the game goes on as it stands.")
    if if_revoked(claim):
        return _("More was recorded after it, so the board stays as it is.")
    return _("The board stands again as it did before that ruling, and the game goes on from there.")


def stays_out(claim: Claim) -> str:
    """Revoking an exclusion lets the player in again, but the record goes on without them if more was recorded since."""
    sheets = [one for one in map(sheet, games_of(claim)) if claim.colour in one.out_now | {*one.replay.excluded}]
    lines = [line for one in sheets for line in one.to_take_back if line.ruling == claim.number]
    if not any(line.kind == LineKind.EXCLUDED for line in lines):
        return ""
    return _(
        "More was recorded after the exclusion, so the record goes on without %(colour)s and has %(colour)s last. For "
        "%(colour)s to play on there, somebody goes back in it to before the exclusion and records again what was played since."
    ) % {"colour": colour_name(claim.colour, spoken())}
