"""In which order the players of a game are done.

Decided here: the places, told throw by throw as a game is replayed; who is done after a throw the rule set says
(`finished`). Left out: shared places, unfinished boards and points (`tournament.standings`), and exclusions.

With a neutral colour players wait, all own pieces home, for its last piece: then the one who moved it takes the best
of their places, and the others follow in the order in which their own last piece went home.
"""

from typing import NamedTuple

from games.rules.contract import Position, Rules


class Places(NamedTuple):
    """Who is done, best place first; and who has all own pieces home, in the order they got there."""

    placed: tuple[str, ...] = ()
    home: tuple[str, ...] = ()


def at_start(rules: Rules, position: Position) -> Places:
    """The places of a position that was set up; who came first is not known, so they stand clockwise."""
    return after_throw(rules, Places(), position, position)


def after_throw(rules: Rules, places: Places, before: Position, after: Position) -> Places:
    """The places after a throw that led from one position to the other."""
    mover = rules.view(before).to_move
    players, all_home, finished = rules.players_of(after), rules.home(after), rules.finished(after)
    home = places.home + tuple([c for c in players if c in all_home and c not in places.home])
    new = [c for c in home if c in finished and c not in places.placed]
    placed = places.placed + tuple(sorted(new, key=lambda colour: colour != mover))
    if rules.over(after):
        placed += tuple([c for c in players if c not in placed])
    return Places(placed, home)
