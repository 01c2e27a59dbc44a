"""Rulings about a game outside every tournament, for their pages."""

from dataclasses import dataclass
from itertools import takewhile

from games.models import Game
from games.recording.game import Entered, Sheet, sheet
from games.recording.queries import LastThrow, last_throws
from referee.models import FreeRuling

MOST_THROWS = 40  # of the record, to choose from


@dataclass(frozen=True)
class Claimable:
    """A throw of the record, with the number of its ruling in force (0: none)."""

    throw: LastThrow
    ruling: int


def lines_of_ruling(recorded: Sheet, number: int) -> list[Entered]:
    """The lines that the ruling added to the record; none if something else was recorded since."""
    return list(takewhile(lambda line: line.ruling == number, recorded.to_take_back))


def claimable(game: Game) -> list[Claimable]:
    """The newest first."""
    ruled = dict(game.free_rulings.filter(revoked_at=None).values_list("throw", "number"))
    return [Claimable(one, ruled.get(one.number, 0)) for one in last_throws(sheet(game), MOST_THROWS)]


def rulings_of(game: Game) -> list[FreeRuling]:
    return list(game.free_rulings.select_related("signed_by"))
