"""The errors of the engine: a code, the data, and one sentence.

The caller can correct the cause of every error here (a position, a move, an option, a board file). An undeclared code
raises TypeError when the error is made. Any other exception from the rules is a bug.
"""

from .codes import Code, check
from .colours import COLOUR_NAMES, colour_name
from .speech import SOURCE, Language, Text

LONGEST_QUOTE = 60


class PositionFault(Code):
    NOT_TEXT = "position_not_text", Text("a position is a line of text")
    SPACES = "position_spaces", Text("the position has a space too many")
    SHORT = "position_short", Text("a position names board, colours, the colour to move and the throws")
    GROUP = "group", Text("'{found}' is not a colour with its pieces")
    PIECES = "pieces", Text("{colour} has {count} pieces instead of four")
    COLOUR_TWICE = "colour_twice", Text("{colour} is there twice")
    FEW_COLOURS = "few_colours", Text("fewer than two colours are in play")
    TO_MOVE = "to_move", Text("the colour to move, '{found}', is not in play")
    THROWS = "throws", Text("the throws are 0, 1 or 2")
    BOARD = "board", Text("{rules} has no board '{board}'")
    COLOUR = "colour", Text("board {board} has no colour '{colour}'")
    FIELD = "field", Text("board {board} has no field '{field}'")
    TWO_ON_FIELD = "two_on_field", Text("too many pieces stand on field {field}")


class MoveFault(Code):
    PLAYED_UNREADABLE = "played_unreadable", Text("'{move}' is not a move")
    NO_SUCH_FIELD = "no_such_field", Text("there is no field '{field}' here")
    NO_PIECE = "no_piece", Text("no piece of {colour} stands on {field}")
    SAME_FIELD = "same_field", Text("from {field} to {field} is no move")
    NOT_YOUR_PIECE = "not_your_piece", Text("'{move}' moves another player's piece")
    NOT_PERMITTED = "not_permitted", Text("'{move}' is not permitted here")
    ROLL = "roll", Text("a roll is a whole number from 1 to 6")
    ROLL_PAIR = "roll_pair", Text("a roll is two whole numbers from 1 to 6 here")


class GameError(ValueError):
    """An error whose cause the caller can correct."""

    def __init__(self, code: Code, **data: object) -> None:
        super().__init__(code)
        check(code, data)
        self.code = code
        self.data = {name: quoted(value) for name, value in data.items()}

    def sentence(self, language: Language = SOURCE) -> str:
        colour = str(self.data.get("colour"))
        if colour not in COLOUR_NAMES:
            return self.code.said(language, self.data)
        return self.code.said(language, {**self.data, "colour": colour_name(colour, language)})

    def __str__(self) -> str:
        return self.sentence()


class BadPosition(GameError):
    """A position that cannot stand on a real board (or is not written as one)."""


class BadMove(GameError):
    """A move or a roll that is not possible here."""


class BadOption(GameError):
    """A rule set, an option, a board or a choice of players that does not exist."""


class BadBoard(GameError):
    """A board file that does not describe a board."""


def quoted(value: object) -> object:
    """Cut long texts, so that an error stays one sentence whatever came in."""
    if isinstance(value, str) and len(value) > LONGEST_QUOTE:
        return value[:LONGEST_QUOTE] + "…"
    return value
