"""A game that is played again goes on in its record from a new start: whoever began begins again, and the numbers go on."""

from games.engine.records.opening import begun_by
from games.models import Game, LineKind
from games.recording.actions import add_line
from games.recording.game import Sheet, sheet
from games.recording.queries import latest_game
from referee.judging.left_out import text_without
from referee.models import Board, Ruling
from referee.rulings.recorded import excluded_at
from tournament.core.action import Write
from tournament.models import Table


def new_start(table: Table, game: Game | None) -> str:
    """The position of the new start; empty where no record of the table has begun."""
    recorded = sheet(game) if game else None
    if recorded is None or not recorded.opening.begins:
        return ""
    return text_without(recorded.rules, _start(recorded), excluded_at(table))


def _start(recorded: Sheet) -> str:
    """Without who was excluded before the first throw, and by the colours of the table: a position set since counts no more."""
    begins = recorded.opening.begins
    board = None if recorded.game.board not in recorded.rules.boards else recorded.game.board
    position = recorded.rules.write(recorded.rules.start(colours=recorded.game.colours, board=board))
    return begun_by(position, begins) if begins else position


def begin_again(write: Write, ruling: Ruling) -> None:
    claim = ruling.claim
    game = latest_game(claim.table)
    position = new_start(claim.table, game)
    if ruling.board != Board.REPLAY or game is None or not position:
        return
    own = {"by": write.by, "ruling": claim.number}
    if numbers := sheet(game).numbers:
        add_line(game, kind=LineKind.BACK, number=numbers[0], **own)
    recorded = sheet(game)
    if recorded.replay.stopped or recorded.rules.write(recorded.position) != position:
        add_line(game, kind=LineKind.RULED, position=position, **own)
