"""Why a move of a ring game is refused, and what was demanded instead.

Decided here: the reasons, as codes with data; all of them come from the rule set's own candidates and the board's
tables. Left out: the words (`wording`), and what follows from a broken rule (`referee.judging`).

An impossible move breaks rule 8 of `turnier`; 9 as well where it ends on an own piece, 14 where it does not go into the
goal, or move within it, as it must. The books of the other rule sets have no numbers, so their reasons cite none.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from typing import TYPE_CHECKING

from .candidates import CODES, SIX
from .codes import Code, Impossible
from .contract import NOTHING, Move, Reason, Roll
from .errors import BadMove, BadPosition, MoveFault, PositionFault
from .notation import parse, read_played
from .ring import Ring
from .ring_position import RingPosition
from .speech import Text

if TYPE_CHECKING:
    from .ring_rules import RingRules


class RingImpossible(Code):
    """What makes a move of a ring game impossible."""

    TO_WAITING = "to_waiting", Text("Nobody moves onto a waiting field.")
    OWN_PIECE = "own_piece", Text("An own piece already stands on field {target}.")
    GOAL_INEXACT = (
        "goal_inexact",
        Text("The goal has to be reached by exact count; a {roll} does not lead from {origin} to {target}."),
    )
    GOAL_JUMP = "goal_jump", Text("No own piece may be jumped in the goal.")
    SECOND_LAP = (
        "second_lap",
        Text("A piece makes one lap only: before its own start field the way leads into the goal."),
    )
    NEEDS_SIX = "needs_six", Text("A waiting piece enters with a 6 only.")
    ENTER_ELSEWHERE = "enter_elsewhere", Text("A piece enters on its own start field only.")
    WRONG_COUNT = "wrong_count", Text("A {roll} does not lead from {origin} to {target}.")


def unreadable(rules: RingRules, text: str) -> BadPosition:
    """What is wrong with the text of a position that was refused."""
    written = parse(text)
    ring = rules.ring(written.board)
    stand: list[tuple[int, str]] = []
    for letter, fields in written.groups:
        if letter not in ring.index:
            return BadPosition(PositionFault.COLOUR, colour=letter, board=written.board)
        colour = ring.index[letter]
        for field in fields:
            if field not in ring.cells[colour]:
                return BadPosition(PositionFault.FIELD, field=field, board=written.board)
            stand.append((ring.cells[colour][field], letter))
    return BadPosition(PositionFault.TWO_ON_FIELD, field=ring.names[_crowded(ring, stand)])


def _crowded(ring: Ring, stand: list[tuple[int, str]]) -> int:
    """A cell with too many pieces: first one where colours meet, then the one with most pieces."""
    held = Counter(cell for cell, _ in stand if cell >= ring.track)
    mixed = Counter(cell for cell, _ in set(stand) if cell >= ring.track)
    return max(held, key=lambda cell: (mixed[cell], held[cell]))


def demand(rules: RingRules, position: RingPosition, roll: Roll, colour: int | None = None) -> Reason | None:
    """The strongest duty that can be fulfilled (by a colour: where there is a neutral one, each has its own)."""
    chosen = [(c, candidate) for c, _, first in rules.by_colour(position, roll) for candidate in first]
    if not chosen:
        return None
    bound = [pair for pair in chosen if pair[0] == colour] or chosen
    moves = [rules.written_move(position, roll, *pair) for pair in bound]
    code = CODES[bound[0][1][0]]
    return Reason(code, rules.cited(code), {"roll": roll, "moves": texts(moves), "pieces": pieces(moves)})


def texts(moves: list[Move]) -> tuple[str, ...]:
    return tuple(sorted(move.text for move in moves))


def pieces(moves: list[Move]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((move.colour, move.origin) for move in moves))


def why_not(rules: RingRules, position: RingPosition, roll: Roll, played: str) -> tuple[Reason, ...]:
    if played == NOTHING:
        missed = demand(rules, position, roll)
        return (missed,) if missed else ()
    colour, cell, to = from_and_to(rules, position, played)
    for mover, legal, first in rules.by_colour(position, roll):
        ends = [(start, end) for _, start, end in first]
        if mover == colour and (cell, to) in ends:
            return ()
        if mover == colour and (cell, to) in [(start, end) for _, start, end in legal]:
            missed = demand(rules, position, roll, colour)
            return (missed,) if missed else ()
    return impossible(rules, position, roll, colour, cell, to)


def from_and_to(rules: RingRules, position: RingPosition, played: str) -> tuple[int, int, int]:
    """The piece's colour and the two cells of a move; BadMove where there is no such piece."""
    ring = position.ring
    letter, origin, target = read_played(played)
    if letter is not None and letter != rules.neutral:
        raise BadMove(MoveFault.NOT_YOUR_PIECE, move=played)
    colour = position.mover if letter is None else ring.index[letter]
    for field in (origin, target):
        if field not in ring.cells[colour]:
            raise BadMove(MoveFault.NO_SUCH_FIELD, field=field)
    cell, to = ring.cells[colour][origin], ring.cells[colour][target]
    if cell not in position.pieces[colour]:
        raise BadMove(MoveFault.NO_PIECE, colour=ring.colours[colour], field=origin)
    if cell == to:
        raise BadMove(MoveFault.SAME_FIELD, field=origin)
    return colour, cell, to


def impossible(
    rules: RingRules, position: RingPosition, roll: int, colour: int, cell: int, to: int
) -> tuple[Reason, ...]:
    """Everything that makes the move impossible: first on the way, then on the field it ends on."""
    if rules.over(position):
        return (rules.reason(Impossible.GAME_OVER),)
    ring = position.ring
    data = {"roll": roll, "origin": ring.names[cell], "target": ring.names[to], "colour": ring.colours[colour]}
    way = _way(ring, roll, colour, cell, to)
    codes: list[Code] = []
    if isinstance(way, Code):
        codes = [way]
    elif way is Way.BACK:
        codes = [rules.back_code(position, roll, colour, cell, to)]
    else:
        codes = rules.obstacles(position, roll, colour, cell, to)
    if to != colour and rules.own_piece_bars(position, colour, to):
        codes.append(RingImpossible.OWN_PIECE)
    return tuple([rules.reason(code, **data) for code in dict.fromkeys(codes)])


class Way(Enum):
    """The direction of a move by the right count."""

    ON = auto()
    BACK = auto()


def _way(ring: Ring, roll: int, colour: int, cell: int, to: int) -> Way | Code:
    """The direction if the count is right, whatever other pieces stand in the way; else the fault."""
    if to == colour:
        return RingImpossible.TO_WAITING
    if cell == colour:
        return _entering(ring, roll, colour, to)
    if to >= ring.goals:
        return Way.ON if ring.ahead(colour, cell, roll) == to else RingImpossible.GOAL_INEXACT
    if cell >= ring.goals:
        return Impossible.LEAVES_GOAL
    progress, length = ring.progress[colour][cell], ring.board.track
    if (ring.progress[colour][to] - progress) % length == roll:
        return Way.ON if progress + roll < length else RingImpossible.SECOND_LAP
    return Way.BACK if (progress - ring.progress[colour][to]) % length == roll else RingImpossible.WRONG_COUNT


def _entering(ring: Ring, roll: int, colour: int, to: int) -> Way | Code:
    if to >= ring.goals:
        return RingImpossible.GOAL_INEXACT
    if roll != SIX:
        return RingImpossible.NEEDS_SIX
    return Way.ON if to == ring.start[colour] else RingImpossible.ENTER_ELSEWHERE
