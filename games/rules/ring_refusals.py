"""Why a move of a ring game is refused, and what was demanded instead.

Decided here: the reasons, as codes with data; all of them come from the rule set's own candidates and the board's
tables. Left out: the words (`wording`), and what follows from a broken rule (`referee.judging`).

An impossible move breaks rule 8 of `turnier`; 9 as well where it ends on an own piece, 14 where it does not go into the
goal, or move within it, as it must. The books of the other rule sets have no numbers, so their reasons cite none.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from games.rules.candidates import CODES, SIX
from games.rules.contract import NOTHING, Move, Reason, Roll
from games.rules.errors import BadMove, BadPosition
from games.rules.notation import parse, read_played
from games.rules.ring import Ring
from games.rules.ring_position import RingPosition

if TYPE_CHECKING:
    from games.rules.ring_rules import RingRules


def unreadable(rules: RingRules, text: str) -> BadPosition:
    """What is wrong with the text of a position that was refused."""
    written = parse(text)
    ring = rules.ring(written.board)
    stand: list[tuple[int, str]] = []
    for letter, fields in written.groups:
        if letter not in ring.index:
            return BadPosition("colour", colour=letter, board=written.board)
        colour = ring.index[letter]
        for field in fields:
            if field not in ring.cells[colour]:
                return BadPosition("field", field=field, board=written.board)
            stand.append((ring.cells[colour][field], letter))
    return BadPosition("two_on_field", field=ring.names[_crowded(ring, stand)])


def _crowded(ring: Ring, stand: list[tuple[int, str]]) -> int:
    """A cell with more pieces than it may hold: first where colours meet, then where most pieces stand."""
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
    """Whose piece, from which cell, to which; BadMove where no such piece stands."""
    ring = position.ring
    letter, origin, target = read_played(played)
    if letter is not None and letter != rules.neutral:
        raise BadMove("not_your_piece", move=played)
    colour = position.mover if letter is None else ring.index[letter]
    for field in (origin, target):
        if field not in ring.cells[colour]:
            raise BadMove("no_such_field", field=field)
    cell, to = ring.cells[colour][origin], ring.cells[colour][target]
    if cell not in position.pieces[colour]:
        raise BadMove("no_piece", colour=ring.colours[colour], field=origin)
    if cell == to:
        raise BadMove("same_field", field=origin)
    return colour, cell, to


def impossible(
    rules: RingRules, position: RingPosition, roll: int, colour: int, cell: int, to: int
) -> tuple[Reason, ...]:
    """Everything that makes the move impossible, the way first, then the field it ends on."""
    if rules.over(position):
        return (rules.reason("game_over"),)
    ring = position.ring
    data = {"roll": roll, "origin": ring.names[cell], "target": ring.names[to], "colour": ring.colours[colour]}
    found = [_way(ring, roll, colour, cell, to)]
    if found == ["back"]:
        found = [rules.back_code(position, roll, colour, cell, to)]
    if found == ["exact"]:
        found = rules.obstacles(position, roll, colour, cell, to)
    if to != colour and rules.own_piece_bars(position, colour, to):
        found.append("own_piece")
    return tuple([rules.reason(code, **data) for code in dict.fromkeys(found)])


def _way(ring: Ring, roll: int, colour: int, cell: int, to: int) -> str:
    """What is wrong with the count, whoever stands where: `exact` if nothing is."""
    if to == colour:
        return "to_waiting"
    if cell == colour:
        return _entering(ring, roll, colour, to)
    if to >= ring.goals:
        return "exact" if ring.ahead(colour, cell, roll) == to else "goal_inexact"
    if cell >= ring.goals:
        return "leaves_goal"
    progress, length = ring.progress[colour][cell], ring.board.track
    if (ring.progress[colour][to] - progress) % length == roll:
        return "exact" if progress + roll < length else "second_lap"
    return "back" if (progress - ring.progress[colour][to]) % length == roll else "wrong_count"


def _entering(ring: Ring, roll: int, colour: int, to: int) -> str:
    if to >= ring.goals:
        return "goal_inexact"
    if roll != SIX:
        return "needs_six"
    return "exact" if to == ring.start[colour] else "enter_elsewhere"
