"""What happened to the record of a game, said on the next page."""

from django.contrib import messages
from django.utils.translation import gettext as _

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
