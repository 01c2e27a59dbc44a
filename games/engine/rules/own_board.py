"""The board that a club really owns, as one line of text: an option of a rule set, which everything obeys.

    48:Y1,G9,R17,K25,B33,W41                     a six-seat board: fields of the track, each colour with its start field
    66:Y1,G1,R1,K1:65,66:2-21-3,4-19-4           Mauerhüpfen: the same, the Z fields, and the wall sections: field, field, number

Decided here: how the line is read and written, and that such a board has all the colours of ours, so that whoever is drawn to
it can sit there. Left out: what makes a board playable (`boards`, `layout`), and who enters one (the club).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from . import boards, layout
from .boards import RingBoard
from .codes import Code
from .errors import BadBoard, BadOption
from .layout import Layout
from .notation import COLOURS
from .options import Option, OptionFault
from .speech import Text

NAME = "own_board"
SIX_SEATS = "6"
LONGEST = 2000
STARTS = re.compile(r"[YGRKBW][0-9]{1,3}(?:,[YGRKBW][0-9]{1,3}){1,5}")
NUMBERS = re.compile(r"[0-9]{1,3}(?:,[0-9]{1,3})*")
WALLS = re.compile(r"(?:[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}(?:,[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3})*)?")
Board = RingBoard | Layout


class OwnBoardFault(Code):
    UNREADABLE = "own_board_unreadable", Text("this line does not describe a board")
    COLOURS = "own_board_colours", Text("this board has the colours {colours}, each with its start field")


@lru_cache(maxsize=64)
def read(kind: str, text: str) -> Board:
    """The board of a line; BadBoard says what is wrong with it. The same line gives the same object."""
    parts = text.split(":")
    if len(text) > LONGEST or not all(part.isascii() for part in parts) or not parts[0].isdigit():
        raise BadBoard(OwnBoardFault.UNREADABLE)
    if len(parts[0]) > len("999") or len(parts) != (2 if kind == SIX_SEATS else 4) or not STARTS.fullmatch(parts[1]):
        raise BadBoard(OwnBoardFault.UNREADABLE)
    starts = [(word[0], int(word[1:])) for word in parts[1].split(",")]
    return _ring(int(parts[0]), starts) if kind == SIX_SEATS else _lanes(int(parts[0]), starts, *parts[2:])


def _ring(track: int, starts: list[tuple[str, int]]) -> RingBoard:
    ours = boards.shipped(SIX_SEATS)
    _check_colours([colour for colour, _ in starts], list(ours.colours))
    seats = {str(players): list(colours) for players, colours in ours.seats.items()}
    pairs = [[colour, field] for colour, field in starts]
    return boards.from_data({"id": SIX_SEATS, "track": track, "starts": pairs, "seats": seats})


def _lanes(track: int, starts: list[tuple[str, int]], home: str, walls: str) -> Layout:
    if not NUMBERS.fullmatch(home) or not WALLS.fullmatch(walls):
        raise BadBoard(OwnBoardFault.UNREADABLE)
    _check_colours([colour for colour, _ in starts], list(layout.COLOURS))
    sections = [[int(number) for number in section.split("-")] for section in walls.split(",") if section]
    data = {"track": track, "start": dict(starts), "z": [int(field) for field in home.split(",")], "walls": sections}
    return layout.from_data(data)


def _check_colours(named: list[str], ours: list[str]) -> None:
    if sorted(named, key=COLOURS.index) != ours:
        raise BadBoard(OwnBoardFault.COLOURS, colours=" ".join(ours))


def write(board: Board) -> str:
    """The line of a board, in one order: the same for equal boards."""
    if isinstance(board, RingBoard):
        return f"{board.track}:{_starts(board.starts)}"
    home = ",".join(str(field) for field in sorted(board.z))
    walls = sorted((min(one, other), max(one, other), number) for one, other, number in board.walls)
    sections = ",".join(f"{one}-{other}-{number}" for one, other, number in walls)
    return f"{board.track}:{_starts(board.start)}:{home}:{sections}"


def _starts(starts: Mapping[str, int]) -> str:
    return ",".join(f"{colour}{field}" for colour, field in starts.items())


def ours(kind: str) -> str:
    """Our reconstruction as such a line, to begin with."""
    return write(boards.shipped(SIX_SEATS) if kind == SIX_SEATS else layout.shipped())


@dataclass(frozen=True)
class BoardOption(Option):
    """`kind` is the board, as a position names it."""

    kind: str = SIX_SEATS

    def fault(self, value: object) -> Code | None:
        if value is None:
            return None
        if not isinstance(value, str):
            return OptionFault.OPTION_VALUE
        try:
            read(self.kind, value)
        except BadBoard as error:
            return error.code
        return None

    def refuse(self, value: object) -> None:
        """The board's own reason, which says what is wrong with it."""
        if isinstance(value, str):
            try:
                read(self.kind, value)
            except BadBoard as error:
                raise BadOption(error.code, **error.data) from error
        super().refuse(value)

    def worded(self, value: object) -> Text:
        return self.values[None] if value is None else OWN

    def board(self, value: object) -> Board | None:
        return read(self.kind, value) if isinstance(value, str) else None


OURS, OWN = Text("is our reconstruction"), Text("is the club's own")
SIX_SEAT_BOARD = BoardOption(
    name=NAME,
    title=Text("The six-seat board"),
    decides=Text("Which six-seat board is played on: how many fields it has, and where each colour starts."),
    values={None: OURS},
    default=None,
    is_of_table=True,
    kind=SIX_SEATS,
)
WALL_BOARD = BoardOption(
    name=NAME,
    title=Text("The board with walls"),
    decides=Text("Which board of Mauerhüpfen is played on: its fields, walls and numbers."),
    values={None: OURS},
    default=None,
    is_of_table=True,
    kind=layout.BOARD,
)
