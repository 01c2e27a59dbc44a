"""Between text and a written position, as far as possible without knowing the board.

Decided here: how a line is split, that every colour has four pieces, that the colour to move is in play, that there
are two colours at least. Left out: whether the board has such a field or colour and whether two pieces may share a
field (that is the rule set's `read`).
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from .errors import BadMove, BadPosition, MoveFault, PositionFault

COLOURS = "YGRKBW"
PIECES = 4
WAITING = "B"
GOAL = "abcd"
THROWS = {"0": 0, "1": 1, "2": 2}
_STEP = re.compile(r"(?<![\w^+-])((?:[YGRKBW]:)?(?:B|[a-d]|\d+))([-x])(?=(?:[a-d]|\d+)(?![\w^+=-]))")
_CAPTURED = re.compile(r"(?<=\d)x(?=\d)")
_SPACED = {"-": " – ", "x": " × "}

Group = tuple[str, tuple[str, ...]]


class Written(NamedTuple):
    """A position in written parts, in the order of the text."""

    board: str
    groups: tuple[Group, ...]
    to_move: str
    throws: int


class Played(NamedTuple):
    """What was played by from and to; `colour` is None for an own piece."""

    colour: str | None
    origin: str
    target: str


def as_people_write(text: str) -> str:
    """A move, or a sentence with moves in it, as it is read: 5x9 as 5 × 9, 17-21 as 17 – 21. The way of two dice keeps its minus,
    which means back."""
    if "=" in text:
        return _CAPTURED.sub(" × ", text)
    return _STEP.sub(lambda step: step[1] + _SPACED[step[2]], text)


def parse(text: str) -> Written:
    """Parse a line. BadPosition names the first fault."""
    if not isinstance(text, str):
        raise BadPosition(PositionFault.NOT_TEXT)
    parts = text.split(" ")
    if "" in parts:
        raise BadPosition(PositionFault.SPACES)
    if len(parts) < 3:
        raise BadPosition(PositionFault.SHORT)
    groups = tuple([_group(part) for part in parts[1:-2]])
    to_move, throws = parts[-2:]
    if throws not in THROWS:
        raise BadPosition(PositionFault.THROWS, found=throws)
    _check_colours([group[0] for group in groups], to_move)
    return Written(parts[0], groups, to_move, THROWS[throws])


def _group(part: str) -> Group:
    colour, colon, fields = part.partition(":")
    if not colon or colour not in COLOURS or len(colour) != 1:
        raise BadPosition(PositionFault.GROUP, found=part)
    pieces = tuple(fields.split(","))
    if len(pieces) != PIECES:
        raise BadPosition(PositionFault.PIECES, colour=colour, count=len(pieces))
    return colour, pieces


def _check_colours(colours: list[str], to_move: str) -> None:
    if len(set(colours)) != len(colours):
        raise BadPosition(PositionFault.COLOUR_TWICE, colour=next(c for c in colours if colours.count(c) > 1))
    if len(colours) < 2:
        raise BadPosition(PositionFault.FEW_COLOURS)
    if to_move not in colours:
        raise BadPosition(PositionFault.TO_MOVE, found=to_move)


def compose(written: Written) -> str:
    """The canonical line: groups clockwise, in each the waiting pieces, then the track, then the goal."""
    groups = sorted(written.groups, key=lambda group: COLOURS.index(group[0]))
    middle = " ".join(f"{colour}:{','.join(ordered(fields))}" for colour, fields in groups)
    return f"{written.board} {middle} {written.to_move} {written.throws}"


def ordered(fields: Iterable[str]) -> list[str]:
    return sorted(fields, key=_field_order)


def _field_order(field: str) -> tuple[int, int, str]:
    if field == WAITING:
        return 0, 0, field
    return (1, int(field), field) if field.isdigit() else (2, 0, field)


def read_played(text: str) -> Played:
    """From and to of a move as a referee notes it: `17-21`, `17x21`, `17<14`, `K:12-15`."""
    colour, colon, rest = text.partition(":")
    if not colon:
        colour, rest = "", text
    for mark in "-x<":
        origin, found, target = rest.partition(mark)
        if found and origin and target and (colour or not colon):
            return Played(colour or None, origin, target)
    raise BadMove(MoveFault.PLAYED_UNREADABLE, move=text)
