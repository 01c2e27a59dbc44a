"""What a ruling does to the record of the game, and undoes of it: the position it sets, the pieces it takes off."""

from typing import Any

from games.actions.record import add_line
from games.models import Game, LineKind
from games.queries import latest_game, throw_at
from games.recording import Sheet, sheet
from referee.models import Board, Claim, Measure, Ruling
from referee.queries import games_of, lines_on_top
from tournament.actions.core import Done, Write


def put_right(write: Write, ruling: Ruling) -> None:
    """As it was ruled, from the claimed throw on; then an excluded player's pieces leave the board."""
    claim, own = ruling.claim, {"by": write.by, "ruling": ruling.claim.number}
    if claim.game and claim.throw in (found := sheet(claim.game)).numbers:
        since = [number for number in found.numbers if number > claim.throw]
        if position := _position_to_set(ruling, found, since):
            if since:
                also(write, add_line(claim.game, kind=LineKind.BACK, number=since[0], **own))
            also(write, add_line(claim.game, kind=LineKind.RULED, position=position, **own))
    game, colour = latest_game(claim.table), claim.colour
    if ruling.measure == Measure.EXCLUSION and game and colour in _playing(game):
        also(write, add_line(game, kind=LineKind.EXCLUDED, colour=colour, **own))


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


def put_back(write: Write, claim: Claim) -> None:
    """The record to where it was before the ruling, while nothing else was recorded since."""
    for game in games_of(claim):
        for _line in lines_on_top(game, claim):
            also(write, add_line(game, by=write.by, kind=LineKind.BACK, ruling=claim.number))


def _playing(game: Game) -> tuple[str, ...]:
    found = sheet(game)
    return () if found.is_over else found.rules.players_of(found.position)


def also(write: Write, done: Done[Any]) -> Any:
    """Another action was done within this one: the chain has grown by its entry."""
    write.stream.refresh_from_db(fields=["seq", "head"])
    return done.result
