"""A club enters the board that it owns, or goes back to ours."""

from games.engine.rules import own_board
from games.engine.rules.errors import BadBoard
from tournament.core.action import Write, action
from tournament.core.errors import Refused, by_engine
from tournament.core.refusals import UNREADABLE_REQUEST
from tournament.models import Club, OwnBoard
from tournament.models.own_boards import BoardKind


@action("own_board.changed", needs="club.change", answers=("version",))
def change_own_board(write: Write, club: Club, *, kind: str, text: str, version: int | None = None) -> OwnBoard:
    """`text` describes it in one line; empty for ours. Tournaments that were planned before keep theirs."""
    if kind not in BoardKind.values:
        raise UNREADABLE_REQUEST()
    board, is_new = OwnBoard.objects.get_or_create(club=club, kind=kind)
    write.same_version(board, version)
    board.text = own_board.write(checked(kind, text)) if text else ""
    board.version += not is_new
    board.save(update_fields=["text", "version"])
    write.log(board=kind, describes=board.text)
    write.answer(version=board.version)
    return board


def checked(kind: str, text: str) -> own_board.Board:
    """The board of a line; refused with the reason if nobody could play on it."""
    try:
        return own_board.read(kind, text)
    except BadBoard as error:
        refusal: Refused = by_engine(error)
        raise refusal from error
