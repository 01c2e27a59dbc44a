"""Moves of a ring game as three numbers each, before they are written as text.

Decided here: how strong each kind of duty is, and that the strongest is permitted. Left out: which moves there are and
which duty each fulfils (`turnier`, `classic`).
"""

from collections.abc import Sequence

from .codes import Demand
from .ring import EMPTY
from .ring_position import Owner

# The roll that lets a waiting piece enter and gives another throw.
SIX = 6
# In place of a roll: all rolls.
ANY = 0
ANY_OR_SIX = (ANY, SIX)

# How strong a move's duty is. In `turnier` a capture adds up with leaving or entering, so that a double duty comes
# first. Leaving and entering never meet: one needs an own piece on the start field, the other none.
FREE, HOME, LEAVE, ENTER, CAPTURE = 0, 1, 2, 3, 4

# The code that `Rules.demand` gives for each.
CODES = {
    FREE: Demand.MOVE,
    HOME: Demand.GO_HOME,
    LEAVE: Demand.LEAVE,
    ENTER: Demand.ENTER,
    CAPTURE: Demand.CAPTURE,
    CAPTURE + LEAVE: Demand.DOUBLE_LEAVE,
    CAPTURE + ENTER: Demand.DOUBLE_ENTER,
}

# The strength, the cell it starts from, the cell it ends on.
Candidate = tuple[int, int, int]
# Candidates by throw; index 0 is not used.
ByThrow = tuple[list[Candidate], ...]
# A colour, its legal moves, and those of them that are permitted.
Choice = tuple[int, list[Candidate], list[Candidate]]


def strongest(found: list[Candidate]) -> list[Candidate]:
    """The candidates with the strongest duty."""
    best = FREE
    for strength, _, _ in found:
        if strength > best:
            best = strength
    return [candidate for candidate in found if candidate[0] == best] if best > FREE else found


def is_free(owner: Owner, cells: Sequence[int]) -> bool:
    """Whether nobody stands on any of the cells."""
    for cell in cells:  # noqa: SIM110  (a generator would double the time of a perft)
        if owner[cell] != EMPTY:
            return False
    return True


def count_permitted(found: ByThrow) -> int:
    """How many permitted moves there are over all throws; a throw without any counts as one, which lapses."""
    count = 0
    for candidates in found[1:]:
        best, ways = FREE, 0
        for strength, _, _ in candidates:
            if strength == best:
                ways += 1
            elif strength > best:
                best, ways = strength, 1
        count += ways or 1
    return count
