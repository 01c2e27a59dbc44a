"""A position of a ring game, from text and back.

Decided here: what a position holds and how a line becomes one. Left out: which positions a rule set also refuses
(`Rules.read`), and what is wrong with an unreadable line (`ring_refusals.unreadable`).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .notation import PIECES, THROWS, Written
from .ring import EMPTY, Ring

# Board, two colours, the colour to move, throws.
FEWEST_WORDS = 5

# The colour that stands on each cell; the cells of each colour.
Owner = Sequence[int]
Pieces = Sequence[Sequence[int]]
# Whether these pieces of a colour may stand on one cell together.
MayShare = Callable[[Ring, int, int, Sequence[int]], bool]


class RingPosition(NamedTuple):
    """Who stands where: the cells of each colour of the board (none if it is not in play), ascending; and the same
    by cell. Immutable, and equal where the canonical text is."""

    ring: Ring
    pieces: tuple[tuple[int, ...], ...]
    owner: tuple[int, ...]
    mover: int
    throws: int


class Table:
    """A position on which pieces are moved and put back. Rules work on either."""

    __slots__ = ("owner", "pieces", "ring")

    def __init__(self, ring: Ring, owner: list[int], pieces: list[list[int]]) -> None:
        self.ring = ring
        self.owner = owner
        self.pieces = pieces


Standing = RingPosition | Table


def table_of(position: RingPosition) -> Table:
    return Table(position.ring, list(position.owner), [list(cells) for cells in position.pieces])


def position_of(ring: Ring, pieces: Pieces, mover: int, throws: int) -> RingPosition:
    owner = ring.bare.copy()
    for colour, cells in enumerate(pieces):
        for cell in cells:
            if cell >= ring.track:
                owner[cell] = colour
    return RingPosition(ring, tuple([tuple(sorted(cells)) for cells in pieces]), tuple(owner), mover, throws)


def from_words(ring: Ring, words: list[str], may_share: MayShare) -> RingPosition:
    """The position of the words of a line; KeyError or IndexError if they are not a position."""
    owner = ring.bare.copy()
    pieces: list[tuple[int, ...]] = [()] * len(ring.colours)
    for word in words[1:-2]:
        colour, cell_of = ring.known[word[0]]
        cells = [cell_of[field] for field in word[2:].split(",")]
        if word[1] != ":" or len(cells) != PIECES or pieces[colour]:
            raise KeyError(word)
        cells.sort()
        for cell in cells:
            stands = owner[cell]
            if stands != EMPTY and cell != colour and not (stands == colour and may_share(ring, colour, cell, cells)):
                raise KeyError(cell)
            owner[cell] = colour
        owner[colour] = EMPTY  # nobody owns a waiting cell
        pieces[colour] = tuple(cells)
    mover, _ = ring.known[words[-2]]
    if len(words) < FEWEST_WORDS or not pieces[mover]:
        raise KeyError(mover)
    return RingPosition(ring, tuple(pieces), tuple(owner), mover, THROWS[words[-1]])


def view(position: RingPosition) -> Written:
    ring = position.ring
    groups = [
        (ring.colours[colour], tuple([ring.names[cell] for cell in cells]))
        for colour, cells in enumerate(position.pieces)
        if cells
    ]
    return Written(ring.board.id, tuple(groups), ring.colours[position.mover], position.throws)


def write(position: RingPosition) -> str:
    board, groups, to_move, throws = view(position)
    middle = " ".join([f"{colour}:{','.join(fields)}" for colour, fields in groups])
    return f"{board} {middle} {to_move} {throws}"
