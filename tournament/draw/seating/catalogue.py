"""Schedules found beforehand, for the fields where neither algebra nor a short search does as well.

One line of the data file is: the number of players; for how many rounds it is the best when threes come
first; the same when repeats come first; and the rounds. `1-3,5` means 1, 2, 3 or 5 rounds, of which the
first so many of the line are taken, so that an event cut short has often had the best for what was played.
A round is one character a player, tables of four first; the characters are in `ALPHABET`, in the order of
the players' numbers.

Threes first: tables of three even in the end (one apart at most), then fewest repeats, then even after
every round, then fewest third meetings. Repeats first: fewest repeats, then the same.
Every line is judged by the tests' own checker. Left out: which player has which number, and the seats.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from string import ascii_letters, digits

from tournament.draw.seating.model import Priority, Round, Table
from tournament.draw.seating.split import split

ALPHABET = digits + ascii_letters + "".join(map(chr, range(0x250, 0x2B0)))
FILE = Path(__file__).parent / "data" / "catalogue.txt"
_COLUMN: dict[Priority, int] = {"threes": 1, "repeats": 2}


def look_up(n: int, rounds: int, first: Priority) -> tuple[Round, ...] | None:
    """The best schedule known, not seated, or None."""
    for fields in _lines(n):
        if rounds in _numbers(fields[_COLUMN[first]]):
            return tuple(_round(text, split(n)) for text in fields[3 : 3 + rounds])
    return None


def longest(n: int, first: Priority) -> int:
    """For how many rounds there is a schedule for n players; 0 if there is none."""
    return max((max(_numbers(fields[_COLUMN[first]]), default=0) for fields in _lines(n)), default=0)


@lru_cache(maxsize=1)
def _file() -> dict[int, list[list[str]]]:
    lines: dict[int, list[list[str]]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        lines.setdefault(int(fields[0]), []).append(fields)
    return lines


def _lines(n: int) -> list[list[str]]:
    return _file().get(n, [])


def _numbers(text: str) -> set[int]:
    return {number for part in text.split(",") if part != "-" for number in _range(part)}


def _range(part: str) -> range:
    low, _, high = part.partition("-")
    return range(int(low), int(high or low) + 1)


def _round(text: str, sizes: tuple[int, ...]) -> Round:
    return tuple(_cut([ALPHABET.index(letter) for letter in text], sizes))


def _cut(players: list[int], sizes: tuple[int, ...]) -> Iterator[Table]:
    start = 0
    for size in sizes:
        yield tuple(players[start : start + size])
        start += size
