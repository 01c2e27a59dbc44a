"""The board if nobody objects: what was played stays, permitted or not.

Decided here: where the pieces stand then and who throws next, also after an impossible move, for example by a wrong count.
Left out: what a referee does about it, and throws out of turn, with which nothing may be played.
"""

from ..rules.contract import NOTHING, Position, Roll, Rules
from ..rules.errors import GameError
from ..rules.notation import GOAL, WAITING, Group, Played, Written, compose, read_played

SIX = 6


def as_played(rules: Rules, before: str, roll: Roll, played: str) -> str:
    """The position as text; empty where there is none: two pieces on one field, or an impossible way of two dice."""
    position = rules.read(before)
    if played == NOTHING:
        return rules.write(rules.follow(position, roll, None))
    for move in rules.legal(position, roll):
        if played in (move.text, f"{move.origin}-{move.target}", f"{move.origin}x{move.target}"):
            return rules.write(rules.follow(position, roll, move))
    try:
        after = compose(_put_piece(rules.view(position), read_played(played)))
        return rules.write(_pass_turn(rules, rules.read(after), roll))
    except GameError:
        return ""


def _put_piece(view: Written, played: Played) -> Written:
    """Put the piece on its target; a foreign piece there goes back to wait."""
    mover = played.colour or view.to_move
    groups = tuple(
        [_moved(group, played) if group[0] == mover else _hit_piece(group, played.target) for group in view.groups]
    )
    return view._replace(groups=groups, throws=0)


def _moved(group: Group, played: Played) -> Group:
    colour, fields = group
    left = list(fields)
    if played.origin in left:
        left[left.index(played.origin)] = played.target
    return colour, tuple(left)


def _hit_piece(group: Group, field: str) -> Group:
    """Send a piece on this field back; waiting fields and goals belong to one colour, so nothing is hit there."""
    if field == WAITING or field in GOAL:
        return group
    return group[0], tuple([WAITING if stands == field else stands for stands in group[1]])


def _pass_turn(rules: Rules, after: Position, roll: Roll) -> Position:
    is_again = roll == SIX and rules.view(after).to_move not in rules.finished(after)
    return after if is_again else rules.pass_on(after)
