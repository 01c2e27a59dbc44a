"""What a ruling does to the record of the game, and undoes of it: the position it sets, the pieces it takes off."""

from typing import Any

from games.actions.record import add_line
from games.models import Game, LineKind
from games.queries import latest_game, throw_at
from games.recording import sheet
from referee.judging.verdict import CORRECT
from referee.models import Board, Measure, Ruling
from tournament.actions.core import Done, Write


def put_right(write: Write, ruling: Ruling) -> None:
    """As it was ruled; then an excluded player's pieces leave the board."""
    if position := _position_to_set(ruling):
        also(write, add_line(ruling.claim.game, by=write.by, kind=LineKind.RULED, position=position))
    game, colour = latest_game(ruling.claim.table), ruling.claim.colour
    if ruling.measure == Measure.EXCLUSION and game and colour in _playing(game):
        also(write, add_line(game, by=write.by, kind=LineKind.EXCLUDED, colour=colour))


def _position_to_set(ruling: Ruling) -> str:
    """None where the throw was right; nor where play went on since: then the recorder goes back to the throw, or nobody
    does. A throw out of turn leaves the pieces as they were."""
    claim = ruling.claim
    asked = throw_at(claim.game) if claim.game else None
    if asked is None or asked.number != claim.throw:
        return ""
    if not claim.facts:
        return asked.before if asked.is_out_of_turn else ""
    is_as_played = ruling.board == Board.VERDICT and claim.verdict["verdict"] == CORRECT
    return "" if is_as_played else ruling.position


def let_in_again(write: Write, ruling: Ruling) -> None:
    """The pieces back to where they stood, while nothing was recorded since they left."""
    game, colour = latest_game(ruling.claim.table), ruling.claim.colour
    last = game.lines.last() if game else None
    if game and last and (last.kind, last.colour) == (LineKind.EXCLUDED, colour):
        found = sheet(game)
        before = found.rules.write(found.upto(last.seq - 1).position)
        also(write, add_line(game, by=write.by, kind=LineKind.RULED, position=before))


def _playing(game: Game) -> tuple[str, ...]:
    found = sheet(game)
    return () if found.is_over else found.rules.players_of(found.position)


def also(write: Write, done: Done[Any]) -> Any:
    """Another action was done within this one: the chain has grown by its entry."""
    write.stream.refresh_from_db(fields=["seq", "head"])
    return done.result
