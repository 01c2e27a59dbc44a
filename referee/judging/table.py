"""What a referee says about a table rather than about a move: who throws, who is out, which claim comes in time.

Decided here: a throw by somebody whose turn it is not, a throw too many, a throw left out after a 6 (`turnier` 2, 3, 7),
exclusion (`turnier` 15), whether a throw is claimed in time; and what the other readings of these would say. No piece goes
back for any of these. Left out: what an exclusion means for standings and draw.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from games.engine.records.handing_on import has_to_throw_again
from games.engine.rules.at_table import CLAIMS_UNTIL, LEFT_OUT_THROW
from games.engine.rules.codes import Code
from games.engine.rules.contract import Position, Reason, Roll, Rules
from games.engine.rules.errors import GameError
from games.engine.rules.options import Option
from games.engine.rules.speech import Text

from .codes import AtTheTable, Done, Follows
from .facts import next_throw

MUTWILLIG_UMGEWORFEN = 15
LAST_OF_THREE = 2  # throws without a 6 before the third
# Who threw, and with how many further players' throws a claim is still in time.
TURNS_TO_CLAIM = {"after_next": 2, "next": 1}


class TableFault(Code):
    NOT_AT_THE_TABLE = "not_at_the_table", Text("{colour} does not play at this table")


class NotAtTheTable(GameError):
    """A colour that takes no turns here."""


class Thrown(NamedTuple):
    """The last throw that counted, and the position before it."""

    colour: str
    roll: Roll
    before: Position


class Ruling(NamedTuple):
    """`stands`: whether what was done counts."""

    stands: bool
    broken: tuple[int, ...]
    position: Position
    reasons: tuple[Reason, ...]


def thrown_by(rules: Rules, position: Position, colour: str, last: Thrown | None = None) -> Ruling:
    """Judge a throw by this colour: on their turn it counts; else it is void and the turn stays where it was."""
    _check(rules, position, colour)
    mover = rules.view(position).to_move
    data = {"colour": colour, "mover": mover}
    if rules.over(position):
        return Ruling(False, (), position, (Reason(Done.GAME_OVER, (), data),))
    if colour == mover:
        return Ruling(True, (), position, (Reason(AtTheTable.RIGHT_TURN, (), data),))
    broken = _thrown_too_often(rules, last) if last and last.colour == colour else ()
    code = AtTheTable.TOO_OFTEN if last and last.colour == colour else AtTheTable.NOT_THEIR_TURN
    return Ruling(False, broken, position, (Reason(code, broken, data), Reason(AtTheTable.THROW_VOID, (), data)))


def _thrown_too_often(rules: Rules, last: Thrown) -> tuple[int, ...]:
    """A fourth throw, or a second one where three were not to be had."""
    if not rules.has_duties:
        return ()
    return (3,) if rules.view(last.before).throws == LAST_OF_THREE else (2,)


def handed_on(rules: Rules, position: Position, last: Thrown) -> Ruling:
    """Judge handing the die on after that throw, before anybody else threw: a throw left out is made up for, unless it is read
    that one after a 6 is lost."""
    if rules.over(position) or rules.view(position).to_move != last.colour:
        return Ruling(True, (), position, (Reason(AtTheTable.RIGHT_TURN_OVER, (), {"colour": last.colour}),))
    following = next_throw(rules, rules.view(last.before).to_move, position)
    broken = (7,) if 7 in following.rules else ()
    colour = {"colour": last.colour}
    if not has_to_throw_again(rules, position, (last.colour, last.roll)):
        return Ruling(False, broken, position, (Reason(AtTheTable.LEFT_OUT, (), colour), following))
    if rules.options[LEFT_OUT_THROW.name] == "lost":
        after = rules.pass_on(position)
        other = _other(LEFT_OUT_THROW, "made_good", AtTheTable.WOULD_BE_MADE_GOOD)
        return Ruling(
            False,
            broken,
            after,
            (Reason(AtTheTable.LOST, broken, colour), next_throw(rules, last.colour, after), other),
        )
    other = _other(LEFT_OUT_THROW, "lost", AtTheTable.WOULD_BE_LOST)
    return Ruling(False, broken, position, (Reason(AtTheTable.LEFT_OUT, (), colour), following, other))


def _other(reading: Option, value: object, code: Code) -> Reason:
    return Reason(code, (), {"how": (reading.title, reading.values[value])})


def exclude(rules: Rules, position: Position, colour: str) -> Ruling:
    """A player is out of the whole tournament: the pieces leave the board, the others play on."""
    _check(rules, position, colour)
    broken = (MUTWILLIG_UMGEWORFEN,) if rules.has_duties else ()
    after = rules.without(position, colour)
    following = Reason(Follows.NEXT_NONE, (), {})
    if not rules.over(after):
        following = Reason(Follows.NEXT_OTHER, (), {"colour": rules.view(after).to_move})
    follows = Reason(AtTheTable.EXCLUDED, (), {"colour": colour, "next": following})
    return Ruling(False, broken, after, (Reason(AtTheTable.UPSET, broken, {"colour": colour}), follows))


def _check(rules: Rules, position: Position, colour: str) -> None:
    if colour not in rules.players_of(position):
        raise NotAtTheTable(TableFault.NOT_AT_THE_TABLE, colour=colour)


class Claimed(NamedTuple):
    """Whether a throw is claimed in time, in sentences."""

    is_in_time: bool
    reasons: tuple[Reason, ...]


def claimed(rules: Rules, throwers: Iterable[str], *, is_over: bool = False) -> Claimed:
    """Judge when a throw was claimed: `throwers` are the colours of all throws from that one on, `is_over` says whether the game
    is over. As the tournament reads it, and what another reading would say."""
    turns, chosen = sum([1 for _ in groupby(throwers)]), rules.options[CLAIMS_UNTIL.name]
    by_reading = {value: _is_in_time(value, turns, is_over) for value in CLAIMS_UNTIL.values}
    is_in_time = by_reading[chosen]
    reasons = [in_short(rules, is_in_time=is_in_time)]
    otherwise = AtTheTable.WOULD_BE_TOO_LATE if is_in_time else AtTheTable.WOULD_BE_IN_TIME
    if other := next((value for value, would_be in by_reading.items() if would_be != is_in_time), None):
        reasons.append(_other(CLAIMS_UNTIL, other, otherwise))
    return Claimed(is_in_time, tuple(reasons))


def in_short(rules: Rules, *, is_in_time: bool) -> Reason:
    """The reading alone, where it is not known any more what was thrown since."""
    code = AtTheTable.IN_TIME if is_in_time else AtTheTable.TOO_LATE
    return Reason(code, (), {"until": CLAIMS_UNTIL.values[rules.options[CLAIMS_UNTIL.name]]})


def _is_in_time(until: object, turns: int, is_over: bool) -> bool:
    """The next player may have thrown several times since."""
    return turns <= TURNS_TO_CLAIM[until] if isinstance(until, str) and until in TURNS_TO_CLAIM else not is_over
