"""A throw that was left out after a 6, where the tournament reads that it is lost.

Decided here: when the next player's throw counts although another one was to throw again. Left out: the reading itself
(`games.engine.rules.at_table`), and what a referee says about it (`referee.judging.table`).
"""

from ..rules.at_table import LEFT_OUT_THROW
from ..rules.contract import Position, Roll, Rules

SIX = 6


def has_to_throw_again(rules: Rules, position: Position, thrown: tuple[str, Roll] | None) -> bool:
    """Whether the last throw, of this colour, was a 6 that another throw follows."""
    return thrown == (rules.view(position).to_move, SIX) and not rules.over(position)


def found_by(rules: Rules, position: Position, colour: str, thrown: tuple[str, Roll] | None) -> Position:
    """The position that a throw of this colour meets: the same, or with the turn passed on to it, if the throw before was a 6
    that was not followed up and that is lost. `thrown` is the last throw where nothing was ruled since."""
    if rules.options.get(LEFT_OUT_THROW.name) != "lost" or not has_to_throw_again(rules, position, thrown):
        return position
    after = rules.pass_on(position)
    return after if rules.view(after).to_move == colour else position
