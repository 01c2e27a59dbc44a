"""Why a move of `mauer` is refused.

Decided here: the reasons, as codes with data. They come from the same steps as the moves. Left out: the
words (`wording`). The book has no numbers, so no reason cites one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .codes import Code, Demand, Impossible
from .contract import NOTHING, Reason, Roll
from .errors import BadMove, MoveFault
from .mauer_routes import FORWARD, JUMP, NO_FIELD, WAITING, Dice, Origin, Step, passes, reach
from .speech import Text

if TYPE_CHECKING:
    from .mauer import Mauer, MauerPosition

ORIGIN, END, CAPTURED = r"(?:B|[1-9][0-9]{0,2}|[a-d])", r"(?:[1-9][0-9]{0,2}|[a-d])", r"x[1-9][0-9]{0,2}"
WRITTEN_MOVE = re.compile(
    rf"(?P<origin>{ORIGIN})(?P<one>[-+^])(?P<die>[1-6])(?P<other>[-+^])(?P<other_die>[1-6])"
    rf"=(?P<ends>{END}(?:{CAPTURED}){{0,2}})"
)
# One die used: alone the other was left out; twice, with a space between, each die went to a piece of its own.
ONE_DIE = re.compile(rf"(?P<origin>{ORIGIN})[-+^][1-6]=(?P<ends>{END}(?:{CAPTURED})?)")
MOST_PIECES = 2


class MauerImpossible(Code):
    """What makes a move impossible, or how it has to be written."""

    DICE = (
        "mauer_dice",
        Text("{thrown} was thrown, the move uses {used}: both dice count, and both for the same piece."),
    )
    ENTER = "mauer_enter", Text("A waiting piece enters forward with the first die, the start field counts.")
    EDGE = "mauer_edge", Text("From field {field} a {die} leads off the end of the track.")
    NO_WALL = "mauer_no_wall", Text("No wall section with a {die} stands beside field {field}.")
    OWN_PIECE = "mauer_own_piece", Text("An own piece stands on field {field}, and the move stops there.")
    LEFT_OUT = "mauer_left_out", Text("Both dice have to be used, and only one was.")
    SHARED_OUT = "mauer_shared_out", Text("Both dice are for one piece, and each was used for a piece of its own.")
    WRITTEN = "mauer_written", Text("With these steps it is another move: {move}.")


def demand(rules: Mauer, position: MauerPosition, roll: Roll) -> Reason | None:
    """There is one demand only: to move, if any piece can use both dice."""
    moves = rules.permitted(position, roll)
    if not moves:
        return None
    pieces = tuple(dict.fromkeys((move.colour, move.origin) for move in moves))
    return Reason(Demand.MOVE, (), {"roll": roll, "moves": tuple([move.text for move in moves]), "pieces": pieces})


def why_not(rules: Mauer, position: MauerPosition, roll: Roll, played: str) -> tuple[Reason, ...]:
    if played == NOTHING:
        missed = demand(rules, position, roll)
        return (missed,) if missed else ()
    one_die_each = [ONE_DIE.fullmatch(part) for part in played.split(" ", MOST_PIECES)]
    if all(one_die_each) and len(one_die_each) <= MOST_PIECES:
        return _not_both_dice(rules, position, [match for match in one_die_each if match])
    match = WRITTEN_MOVE.fullmatch(played)
    if not match:
        raise BadMove(MoveFault.PLAYED_UNREADABLE, move=played)
    (cell,) = _standing(rules, position, [match])
    if rules.over(position):
        return (Reason(Impossible.GAME_OVER, (), {}),)
    legal = [move.text for move in rules.legal(position, roll)]
    if as_written(played) in legal:
        return ()
    first, second = _steps(match)
    faults = (*_other_dice(rules.dice(roll), first, second), *_faults(rules, position, cell, first, second))
    return faults or (_written_otherwise(legal, rules.field_names[cell], first, second),)


def as_written(played: str) -> str:
    """Two walks in the same direction may be written in either order; a move has the smaller die first."""
    match = WRITTEN_MOVE.fullmatch(played)
    if not match:
        return played
    first, second = _in_order(*_steps(match))
    return f"{match['origin']}{first}{second}={match['ends']}"


def _not_both_dice(rules: Mauer, position: MauerPosition, parts: list[re.Match[str]]) -> tuple[Reason, ...]:
    """One die left out, or each used for a piece of its own."""
    _standing(rules, position, parts)
    if rules.over(position):
        return (Reason(Impossible.GAME_OVER, (), {}),)
    return (Reason(MauerImpossible.SHARED_OUT if len(parts) > 1 else MauerImpossible.LEFT_OUT, (), {}),)


def _standing(rules: Mauer, position: MauerPosition, parts: list[re.Match[str]]) -> list[int]:
    """The cells of the pieces that were moved; BadMove where a field does not exist or no such piece is there."""
    left, found = list(position.pieces[position.turn]), []
    for match in parts:
        for field in (match["origin"], *match["ends"].split("x")):
            if field not in rules.cells:
                raise BadMove(MoveFault.NO_SUCH_FIELD, field=field)
        cell = rules.cells[match["origin"]]
        if cell not in left:
            raise BadMove(MoveFault.NO_PIECE, colour=position.colours[position.turn], field=match["origin"])
        left.remove(cell)
        found.append(cell)
    return found


def _steps(match: re.Match[str]) -> tuple[Step, Step]:
    return Step(match["one"], int(match["die"])), Step(match["other"], int(match["other_die"]))


def _in_order(first: Step, second: Step) -> tuple[Step, Step]:
    return (second, first) if passes(first, second) and first.die > second.die else (first, second)


def _other_dice(thrown: Dice, first: Step, second: Step) -> Iterator[Reason]:
    used = (first.die, second.die)
    if sorted(thrown) != sorted(used):
        data = {"thrown": "{}, {}".format(*thrown), "used": "{}, {}".format(*used)}
        yield Reason(MauerImpossible.DICE, (), data)


def _faults(rules: Mauer, position: MauerPosition, cell: int, first: Step, second: Step) -> Iterator[Reason]:
    """The faults along the way, up to the step that leads nowhere."""
    if cell > rules.layout.track:
        yield Reason(Impossible.LEAVES_GOAL, (), {})
        return
    start = rules.layout.start[position.colours[position.turn]]
    station = reach(rules.layout, Origin(cell, start), first)
    if not station:
        yield _no_way(rules, cell, first)
        return
    end = reach(rules.layout, Origin(station, start), second)
    if not end:
        yield _no_way(rules, station, second)
    for field in (end,) if passes(first, second) else (station, end):
        if field not in (cell, NO_FIELD) and field in position.pieces[position.turn]:
            yield Reason(MauerImpossible.OWN_PIECE, (), {"field": str(field)})


def _no_way(rules: Mauer, cell: int, step: Step) -> Reason:
    if cell == WAITING and step.mark != FORWARD:
        return Reason(MauerImpossible.ENTER, (), {})
    code = MauerImpossible.NO_WALL if step.mark == JUMP else MauerImpossible.EDGE
    return Reason(code, (), {"field": rules.field_names[cell], "die": step.die})


def _written_otherwise(legal: list[str], origin: str, first: Step, second: Step) -> Reason:
    """The steps are good, but two walks the same way have the smaller die first, or the end or a capture is wrong."""
    first, second = _in_order(first, second)
    written = next(text for text in legal if text.startswith(f"{origin}{first}{second}="))
    return Reason(MauerImpossible.WRITTEN, (), {"move": written})
