"""The shape of an open sentence of a book that we have decided, and that no tournament can switch."""

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
