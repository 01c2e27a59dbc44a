"""How the players of a playout choose among their permitted moves.

Decided here: a few plain tastes, each one number for a step. Left out: what is permitted (`games.engine.rules`). None of them
looks ahead or at chances; they play as people do who know the rules.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..rules.contract import Move, Position, Rules
from ..rules.notation import GOAL

FARTHEST = 128
# Of a lap, in fields.
QUARTER = 12


class Step(NamedTuple):
    """What a taste takes into account."""

    loss: int  # how much is captured: each piece by the quarter of its lap it was in, 1 to 4 or 5; 0 if none
    goes_home: bool  # from the track into the goal
    shelter: int  # 1 if it gets off a foreign start field, -1 if it goes onto one, else 0
    progress: int  # of the piece before it moves, -1 waiting
    advance: int  # how much it gains; on a ring that is the throw, but for pieces that enter or go back


Taste = Callable[[Step], int]


def sensible(step: Step) -> int:
    """Capture what has come farthest, go home, do not stand where others enter, get on, run with the foremost piece."""
    placed = (step.loss * 2 + step.goes_home) * 3 + step.shelter + 1
    return (placed * FARTHEST + step.advance + FARTHEST // 2) * FARTHEST + step.progress + 1


def foremost(step: Step) -> int:
    return step.progress + 1


def hindmost(step: Step) -> int:
    return FARTHEST - step.progress


def indifferent(step: Step) -> int:
    return 0


# Equally good moves are drawn from, so this is every permitted move alike.
SENSIBLE, RANDOM = "sensible", "random"
TASTES: Mapping[str, Taste] = {
    SENSIBLE: sensible,
    "foremost": foremost,
    "hindmost": hindmost,
    RANDOM: indifferent,
}


def best(rules: Rules, position: Position, moves: tuple[Move, ...], taste: Taste) -> list[Move]:
    """The permitted moves that the taste rates highest, in the order in which a position is written."""
    liked = list(moves)
    if len(moves) > 1 and taste is not indifferent:
        values = [taste(step_of(rules, position, move)) for move in moves]
        most = max(values)
        liked = [move for value, move in zip(values, moves, strict=True) if value == most]
    if len(liked) > 1:
        groups = dict(rules.view(position).groups)
        liked.sort(key=lambda move: (groups[move.colour].index(move.origin), move))
    return liked


def lost(progress: int) -> int:
    """How much a captured piece loses, as roughly as people estimate it."""
    return 1 + progress // QUARTER


def step_of(rules: Rules, position: Position, move: Move) -> Step:
    loss = sum([lost(rules.progress(position, piece[0], piece[1:])) for piece in move.captures])
    goes_home = move.target in GOAL and move.origin not in GOAL
    off, onto = [_is_foreign_start(rules, position, move.colour, field) for field in (move.origin, move.target)]
    before, after = [rules.progress(position, move.colour, field) for field in (move.origin, move.target)]
    return Step(loss, goes_home, off - onto, before, after - before)


def _is_foreign_start(rules: Rules, position: Position, colour: str, field: str) -> bool:
    others = [player for player in rules.players_of(position) if player != colour]
    return field.isdigit() and any(rules.progress(position, other, field) == 0 for other in others)
