"""The shape of an open sentence of a book that we have decided.

A tournament can switch it only by another reading, or a club by a board of its own.
"""

from typing import NamedTuple

from django.utils.functional import Promise


class Decided(NamedTuple):
    """`asks` says what the book leaves open, `ours` how it is read here, `others` how it might be read as well, `why` we
    read it so, `decides` what depends on it."""

    number: int
    books: tuple[str, ...]  # as they are cited: "turnier 14"
    asks: Promise
    ours: Promise
    others: tuple[Promise, ...]
    why: Promise
    decides: Promise
    chosen_by: int = 0  # the number of the reading that is chosen for this one too
    has_own_board: bool = False  # a board that a club has entered answers it
