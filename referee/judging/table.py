"""What a referee says about a table rather than about a move: who throws, who is out, which claim comes in time.

Decided here: a throw by somebody whose turn it is not, a throw too many, a throw left out after a 6 (`turnier` 2, 3, 7),
exclusion (`turnier` 15), until when a throw can be claimed. No piece goes back for any of these. Left out: what an
exclusion means for standings and draw.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from games.rules.contract import Position, Reason, Roll, Rules
from games.rules.errors import GameError
from referee.judging import wording
from referee.judging.facts import next_throw

MUTWILLIG_UMGEWORFEN = 15
LAST_OF_THREE = 2  # throws without a 6 before the third
# Who threw, and the next player.
TURNS_TO_CLAIM = 2


class NotAtTheTable(GameError):
    """A colour that takes no turns here."""

    def sentence(self, language: str = "en") -> str:
        return wording.error(self.code, self.data, language)


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
    """Somebody throws: it counts if it is their turn; else it is void and the turn stays where it was."""
    _check(rules, position, colour)
    mover = rules.view(position).to_move
    data = {"colour": colour, "mover": mover}
    if rules.over(position):
        return Ruling(False, (), position, (Reason("game_over", (), data),))
    if colour == mover:
        return Ruling(True, (), position, (Reason("right_turn", (), data),))
    broken = _thrown_too_often(rules, last) if last and last.colour == colour else ()
    code = "too_often" if last and last.colour == colour else "not_their_turn"
    return Ruling(False, broken, position, (Reason(code, broken, data), Reason("throw_void", (), data)))


def _thrown_too_often(rules: Rules, last: Thrown) -> tuple[int, ...]:
    """A fourth throw, or a second one where three were not to be had."""
    if not rules.has_duties:
        return ()
    return (3,) if rules.view(last.before).throws == LAST_OF_THREE else (2,)


def handed_on(rules: Rules, position: Position, last: Thrown) -> Ruling:
    """The die was handed on after that throw, and nobody has thrown since: a throw left out is made good."""
    if rules.over(position) or rules.view(position).to_move != last.colour:
        return Ruling(True, (), position, (Reason("right_turn_over", (), {"colour": last.colour}),))
    following = next_throw(rules, last.before, position)
    broken = (7,) if 7 in following.rules else ()
    return Ruling(False, broken, position, (Reason("left_out", (), {"colour": last.colour}), following))


def exclude(rules: Rules, position: Position, colour: str) -> Ruling:
    """A player is out of the whole tournament: the pieces leave the board, the others play on."""
    _check(rules, position, colour)
    broken = (MUTWILLIG_UMGEWORFEN,) if rules.has_duties else ()
    after = rules.without(position, colour)
    following = Reason("next_none", (), {})
    if not rules.over(after):
        following = Reason("next_other", (), {"colour": rules.view(after).to_move})
    follows = Reason("excluded", (), {"colour": colour, "next": following})
    return Ruling(False, broken, after, (Reason("upset", broken, {"colour": colour}), follows))


def _check(rules: Rules, position: Position, colour: str) -> None:
    if colour not in rules.players_of(position):
        raise NotAtTheTable("not_at_the_table", colour=colour)


def in_time(throwers: Iterable[str]) -> bool:
    """Whether a throw can still be claimed: `throwers` are the colours of all throws from that one on. The next player
    may have thrown since (also several times), the one after that not."""
    return sum([1 for _ in groupby(throwers)]) <= TURNS_TO_CLAIM
