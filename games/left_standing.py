"""The board if nobody objects: what was played stays, permitted or not.

Decided here: where the pieces stand then and who throws next; also after a move that was none, by a wrong count say. Left
out: what a referee does about it. A throw out of turn is none of ours: nothing was to be played.
"""

from games.rules.contract import NOTHING, Position, Roll, Rules
from games.rules.errors import GameError
from games.rules.notation import GOAL, WAITING, Group, Played, Written, compose, read_played

SIX = 6


def as_played(rules: Rules, before: str, roll: Roll, played: str) -> str:
    """Empty where that is no position: two pieces on one field, or a way of two dice that is none."""
    position = rules.read(before)
    if played == NOTHING:
        return rules.write(rules.follow(position, roll, None))
    for move in rules.legal(position, roll):
        if played in (move.text, f"{move.origin}-{move.target}", f"{move.origin}x{move.target}"):
            return rules.write(rules.follow(position, roll, move))
    try:
        return rules.write(_next(rules, rules.read(compose(_put(rules.view(position), read_played(played)))), roll))
    except GameError:
        return ""


def _put(view: Written, played: Played) -> Written:
    """The piece on the field where it was put; a foreign one there waits."""
    mover = played.colour or view.to_move
    groups = tuple(
        [_moved(group, played) if group[0] == mover else _hit(group, played.target) for group in view.groups]
    )
    return view._replace(groups=groups, throws=0)


def _moved(group: Group, played: Played) -> Group:
    colour, fields = group
    left = list(fields)
    if played.origin in left:
        left[left.index(played.origin)] = played.target
    return colour, tuple(left)


def _hit(group: Group, field: str) -> Group:
    """Everybody has waiting fields and goals of their own."""
    if field == WAITING or field in GOAL:
        return group
    return group[0], tuple([WAITING if stands == field else stands for stands in group[1]])


def _next(rules: Rules, after: Position, roll: Roll) -> Position:
    is_again = roll == SIX and rules.view(after).to_move not in rules.finished(after)
    return after if is_again else rules.pass_on(after)
