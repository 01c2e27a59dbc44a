"""Sections 3 and 5: in which order the players of a recorded game became finished."""

from collections.abc import Sequence

from tests.games.engine.oracle.boards import colours_of
from tests.games.engine.oracle.mauer import is_over as mauer_is_over
from tests.games.engine.oracle.ring import has_finished, is_over
from tests.games.engine.oracle.words import Game, Position


def places(game: Game, record: Sequence[Position]) -> list[str]:
    """The players in the order of their places, from the positions of a game one after the other.

    Who was finished before the record begins comes first, clockwise: nobody knows their order.
    """
    seated = [colour for colour in colours_of(record[0].board) if colour in record[0].pieces]
    players = [colour for colour in seated if colour != game.neutral]
    went_home: list[str] = []
    finished: list[str] = []
    for number, position in enumerate(record):
        went_home += [c for c in players if position.all_home(c) and c not in went_home]
        done = [c for c in went_home if has_finished(game, position, c) and c not in finished]
        mover = record[number - 1].mover if number else ""
        # Who moved the last neutral piece home comes before those who had been waiting for it.
        finished += sorted(done, key=lambda colour: colour != mover)
    over = mauer_is_over(game, record[-1]) if game.rules == "mauer" else is_over(game, record[-1])
    left = [c for c in players if c not in finished]
    return finished + left if over and len(left) == 1 else finished  # those whom a winner stops share what is left
