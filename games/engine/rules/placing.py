"""The order in which the players of a game finish.

Decided here: the places, throw by throw as a game is replayed. The rule set says who has finished after a throw
(`finished`). Left out: shared places, unfinished boards and points (`tournament.standings.ranking`), and exclusions.

With a neutral colour players wait, all own pieces home, for its last piece: then the one who moved it takes the best
of their places, and the others follow in the order in which their own last piece went home. Where a table ends with its
winner, the others have no place here: they share those that are left (`Replay.ranked`).
"""

from typing import NamedTuple

from .contract import Position, Rules


class Places(NamedTuple):
    """Who has finished, best place first; and who has all own pieces home, in the order they got there."""

    placed: tuple[str, ...] = ()
    home: tuple[str, ...] = ()


def at_start(rules: Rules, position: Position) -> Places:
    """The places in a position that was set up: the order is not known, so it is clockwise."""
    return _placed(rules, Places(), position, mover="")


def of_throw(rules: Rules, before: Position, after: Position) -> tuple[str, ...]:
    """Who has finished after a throw, as far as the two positions tell: who had finished before it comes first, clockwise."""
    return after_throw(rules, at_start(rules, before), before, after).placed if rules.home(after) else ()


def after_throw(rules: Rules, places: Places, before: Position, after: Position) -> Places:
    """The places after a throw that led from one position to the other."""
    return _placed(rules, places, after, mover=rules.view(before).to_move)


def _placed(rules: Rules, places: Places, after: Position, *, mover: str) -> Places:
    players, all_home, finished = rules.players_of(after), rules.home(after), rules.finished(after)
    home = places.home + tuple([c for c in players if c in all_home and c not in places.home])
    new = [c for c in home if c in finished and c not in places.placed]
    placed = places.placed + tuple(sorted(new, key=lambda colour: colour != mover))
    left = tuple([c for c in players if c not in placed])
    if len(left) == 1 and rules.over(after):
        placed += left
    return Places(placed, home)
