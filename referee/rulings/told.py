"""What revoking a ruling did to the game: said on the next page, and wherever the revoked ruling is shown."""

from django.contrib import messages
from django.utils.translation import gettext as _

from games.recording.game import sheet
from referee.models import Ruling
from referee.rulings.queries import games_of, if_revoked
from tournament.core.pages.requests import Request


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
    """On the board, after it was revoked, also by an appeal; empty where it counts, or was about no throw."""
    claim = ruling.claim
    if ruling.revoked_at is None or ruling.superseded_at or not ruling.found:
        return ""
    if claim.game is None:
        return _(
            "What it changed on the board is put back if nothing was thrown since; otherwise the game goes on as it stands."
        )
    if not any(line.ruling == claim.number for game in games_of(claim) for line in sheet(game).lines):
        return _("It had changed nothing on the board: the game goes on as it stands.")
    if if_revoked(claim):
        return _("More was recorded after it, so the board stays as it is.")
    return _("The board stands again as it did before that ruling, and the game goes on from there.")
