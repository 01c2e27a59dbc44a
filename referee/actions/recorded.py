"""What a ruling does to the record of the game, and undoes of it: the position it sets, the pieces it takes off."""

from typing import Any

from games.actions.record import add_line
from games.models import Game, LineKind
from games.queries import latest_game, throw_at
from games.recording import Sheet, sheet
from referee.models import Board, Measure, Ruling
from tournament.actions.core import Done, Write


def put_right(write: Write, ruling: Ruling) -> None:
    """As it was ruled, from the claimed throw on; then an excluded player's pieces leave the board."""
    claim = ruling.claim
    if claim.game and claim.throw in (found := sheet(claim.game)).numbers:
        since = [number for number in found.numbers if number > claim.throw]
        if position := _position_to_set(ruling, found, since):
            if since:
                also(write, add_line(claim.game, by=write.by, kind=LineKind.BACK, number=since[0]))
            also(write, add_line(claim.game, by=write.by, kind=LineKind.RULED, position=position))
    game, colour = latest_game(claim.table), claim.colour
    if ruling.measure == Measure.EXCLUSION and game and colour in _playing(game):
        also(write, add_line(game, by=write.by, kind=LineKind.EXCLUDED, colour=colour))


def _position_to_set(ruling: Ruling, found: Sheet, since: list[int]) -> str:
    """None where the record says so already; nor where play went on and shall stand as it does. A throw out of turn leaves
    the pieces as they were."""
    claim = ruling.claim
    if not claim.facts:
        asked = throw_at(found.game, claim.throw)
        return asked.before if asked and asked.is_out_of_turn and not since else ""
    if since and ruling.board == Board.AS_IS:
        return ""
    then = found.upto(found.throw(since[0]).seq - 1) if since else found
    is_so = not then.replay.stopped and then.rules.write(then.position) == ruling.position
    return "" if is_so else ruling.position


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
