"""For an option a throw at which it makes a difference, found by playing: what pictures and tests show of it.

Decided here: what counts as a difference, and which throw shows it best. Nothing is known of single options, so that a
new one has its example at once. Left out: readings that only a judge makes a difference of.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from .playout.playout import RandomSource, Throw, throws
from .playout.strategies import RANDOM
from .rules import registry
from .rules.contract import Move, Position, Roll, Rules
from .rules.errors import GameError

GAMES, LONG = 40, 400  # how many games are looked through, and how many throws of each
ENOUGH = 12  # examples to choose from
CLEAR = 3  # fields: a way of this length is drawn best


class Example(NamedTuple):
    """`move` is what the option decides about; None where it decides who throws next."""

    rules: str
    name: str
    value: object
    position: str
    roll: Roll
    move: Move | None
    is_permitted: bool


@lru_cache(maxsize=256)
def example(rules_id: str, name: str, value: object) -> Example | None:
    """The example that is best to draw; None if no throw shows a difference."""
    plain, other = registry.rules(rules_id), registry.rules(rules_id, {name: value})
    found = islice(_differences(plain, other), ENOUGH)
    best = min(found, key=lambda one: (one[1] is not None and not one[1].captures, abs(one[3] - CLEAR)), default=None)
    if best is None:
        return None
    throw, move, is_permitted, _length = best
    return Example(rules_id, name, value, other.write(throw.before), throw.roll, move, is_permitted)


def _differences(plain: Rules, other: Rules) -> Iterator[tuple[Throw, Move | None, bool, int]]:
    for game in range(GAMES):
        for start in _starts(other):
            for throw in islice(throws(other, start, RandomSource(f"{game}"), RANDOM), LONG):
                if found := _difference(plain, other, throw):
                    move, is_permitted = found
                    yield throw, move, is_permitted, _length(other, throw.before, move)


def _starts(rules: Rules) -> Iterator[Position]:
    for players in (4, 3):
        try:
            start = rules.start(players)
        except GameError:
            continue
        if len(rules.players_of(start)) == players:
            yield start


def _difference(plain: Rules, other: Rules, throw: Throw) -> tuple[Move | None, bool] | None:
    try:
        before = plain.read(other.write(throw.before))
    except GameError:
        return None  # only with the option can the pieces stand so
    moves = Both(*plain.moves(before, throw.roll), *other.moves(throw.before, throw.roll))
    if shown := moves.difference():
        return shown
    if throw.move is None and plain.write(plain.follow(before, throw.roll, None)) != other.write(throw.after):
        return None, True
    return None


class Both(NamedTuple):
    """The moves of one throw without the option and with it."""

    legal: tuple[Move, ...]
    permitted: tuple[Move, ...]
    legal_with: tuple[Move, ...]
    permitted_with: tuple[Move, ...]

    def difference(self) -> tuple[Move, bool] | None:
        """A move that the option makes possible or impossible; or the one that it makes, or no longer makes, a duty."""
        if new := _without(self.legal_with, self.legal):
            return new[0], True
        if gone := _without(self.permitted, self.legal_with):
            return gone[0], False
        fewer, more = sorted((self.permitted, self.permitted_with), key=len)
        return (fewer[0], True) if fewer and _without(more, fewer) else None


def _without(moves: tuple[Move, ...], others: tuple[Move, ...]) -> list[Move]:
    texts = {move.text for move in others}
    return [move for move in moves if move.text not in texts]


def _length(rules: Rules, position: Position, move: Move | None) -> int:
    if move is None:
        return 0
    return abs(rules.progress(position, move.colour, move.target) - rules.progress(position, move.colour, move.origin))
