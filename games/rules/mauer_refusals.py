"""Why a move of `mauer` is refused.

Decided here: the reasons, as codes with data. They come from the same steps that the moves are made of. Left out: the
words (`wording`). The book has no numbers, so no reason cites one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.rules.contract import NOTHING, Reason, Roll
from games.rules.errors import BadMove
from games.rules.mauer_routes import FORWARD, JUMP, NO_FIELD, WAITING, Dice, Origin, Step, passes, reach

if TYPE_CHECKING:
    from games.rules.mauer import Mauer, MauerPosition

WRITTEN_MOVE = re.compile(
    r"(?P<origin>B|[1-9][0-9]{0,2}|[a-d])"
    r"(?P<one>[-+^])(?P<die>[1-6])(?P<other>[-+^])(?P<other_die>[1-6])"
    r"=(?P<ends>(?:[1-9][0-9]{0,2}|[a-d])(?:x[1-9][0-9]{0,2}){0,2})"
)


def demand(rules: Mauer, position: MauerPosition, roll: Roll) -> Reason | None:
    """There is one demand only: to move, if any piece can use both dice."""
    moves = rules.permitted(position, roll)
    if not moves:
        return None
    pieces = tuple(dict.fromkeys((move.colour, move.origin) for move in moves))
    return Reason("move", (), {"roll": roll, "moves": tuple([move.text for move in moves]), "pieces": pieces})


def why_not(rules: Mauer, position: MauerPosition, roll: Roll, played: str) -> tuple[Reason, ...]:
    if played == NOTHING:
        missed = demand(rules, position, roll)
        return (missed,) if missed else ()
    cell, first, second = _taken_apart(rules, position, played)
    if rules.over(position):
        return (Reason("game_over", (), {}),)
    legal = [move.text for move in rules.legal(position, roll)]
    if played in legal:
        return ()
    faults = (*_other_dice(rules.dice(roll), first, second), *_faults(rules, position, cell, first, second))
    return faults or (_written_otherwise(legal, rules.field_names[cell], first, second),)


def _taken_apart(rules: Mauer, position: MauerPosition, played: str) -> tuple[int, Step, Step]:
    """The piece's cell and its two steps; BadMove where this is no move, or no such piece stands."""
    found = WRITTEN_MOVE.fullmatch(played)
    if not found:
        raise BadMove("played_unreadable", move=played)
    for field in (found["origin"], *found["ends"].split("x")):
        if field not in rules.cells:
            raise BadMove("no_such_field", field=field)
    cell = rules.cells[found["origin"]]
    if cell not in position.pieces[position.turn]:
        raise BadMove("no_piece", colour=position.colours[position.turn], field=found["origin"])
    return cell, Step(found["one"], int(found["die"])), Step(found["other"], int(found["other_die"]))


def _other_dice(thrown: Dice, first: Step, second: Step) -> Iterator[Reason]:
    used = (first.die, second.die)
    if sorted(thrown) != sorted(used):
        data = {"thrown": "{}, {}".format(*thrown), "used": "{}, {}".format(*used)}
        yield Reason("mauer_dice", (), data)


def _faults(rules: Mauer, position: MauerPosition, cell: int, first: Step, second: Step) -> Iterator[Reason]:
    """Along the way, until it goes no further."""
    if cell > rules.layout.track:
        yield Reason("leaves_goal", (), {})
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
            yield Reason("mauer_own_piece", (), {"field": str(field)})


def _no_way(rules: Mauer, cell: int, step: Step) -> Reason:
    if cell == WAITING and step.mark != FORWARD:
        return Reason("mauer_enter", (), {})
    code = "mauer_no_wall" if step.mark == JUMP else "mauer_edge"
    return Reason(code, (), {"field": rules.field_names[cell], "die": step.die})


def _written_otherwise(legal: list[str], origin: str, first: Step, second: Step) -> Reason:
    """The steps are good, but two walks the same way have the smaller die first, or the end or a capture is wrong."""
    if passes(first, second) and first.die > second.die:
        first, second = second, first
    written = next(text for text in legal if text.startswith(f"{origin}{first}{second}="))
    return Reason("mauer_written", (), {"move": written})
