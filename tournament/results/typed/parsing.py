"""Parses what is typed at the desk for one table: `12 1324`, places in the order of the colours; shared places `12 1224`, `0`
for somebody who did not come, `12 x` for a table that was given up. Counts of the boards may follow: `12 1324 80 45 60 10`;
where the count is the score they may stand alone, `12 80 45 60 10`, and the places follow from them. An exclamation mark at the
end says that somebody has looked again: nothing is asked back.

Left out: whether such places are possible (`places`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.core.refusals import TYPED_COUNTS, TYPED_SEAT
from tournament.core.whole_numbers import whole_number
from tournament.standings.ranking import counter
from tournament.standings.ranking.places import Places

GIVEN_UP = "x"
MOST = 999_999  # a larger number is a typing error


@dataclass(frozen=True)
class Typed:
    table: int
    places: str  # digits, "x", or nothing yet
    counts: tuple[int, ...] = ()
    is_sure: bool = False

    @property
    def is_abandoned(self) -> bool:
        return self.places == GIVEN_UP


def read(line: str) -> Typed:
    is_sure = line.rstrip().endswith("!")
    words = line.rstrip(" !").replace(",", " ").replace(".", " ").split()
    if not words or not _is_number(words[0]):
        raise Refused("typed_table", _("First the number of the table, then the places."))
    places = words[1].lower() if len(words) > 1 else ""
    counts = words[2:]
    if not all(_is_number(count.removeprefix("-")) for count in counts):
        raise TYPED_COUNTS()
    return Typed(int(words[0]), places, tuple(map(int, counts)), is_sure)


def places_of(typed: Typed, colours: Sequence[str], *, by_count: bool = False) -> Places:
    """By colour; empty where the table was given up."""
    if typed.is_abandoned:
        return {}
    digits = typed.places
    counts_alone = len(typed.counts) == len(colours) - 1 and _is_number(digits.removeprefix("-"))
    if by_count and counts_alone and not (len(digits) == 4 and are_places(digits)):
        return _by_counts(dict(zip(colours, (int(digits), *typed.counts), strict=True)))
    if not _is_number(digits) or len(digits) != len(colours):
        raise Refused(
            "typed_places",
            _("Table %(table)d has %(n)d seats: %(n)d places, one digit each.")
            % {"table": typed.table, "n": len(colours)},
        )
    if typed.counts and len(typed.counts) != len(colours):
        raise Refused("typed_counts_number", _("A count for every seat, or none at all."))
    counts: Sequence[int | None] = typed.counts or [None] * len(colours)
    return {
        colour: {"place": int(digit), "counted": counted}
        for colour, digit, counted in zip(colours, digits, counts, strict=True)
    }


def are_places(digits: str) -> bool:
    """Four digits from 0 to 4 are places, never a count: no board counts that high, so one of the counts is missing."""
    return len(digits) in (3, 4) and set(digits) <= set("01234")


def _by_counts(counts: Mapping[str, int]) -> Places:
    """Places from the counts, where the count is the score: the highest is first, equal counts share a place."""
    places = counter.places("fields", counts)
    return {colour: {"place": places[colour], "counted": counted} for colour, counted in counts.items()}


def from_fields(fields: Mapping[str, Any], colours: Sequence[str], *, by_count: bool = False) -> Places:
    """From a form with a choice for each seat (`place_Y`, and `counted_Y` where there is one)."""
    entered: Places = {
        colour: {
            "place": _digit(fields.get(f"place_{colour}", "")),
            "counted": _count(fields.get(f"counted_{colour}", "")),
        }
        for colour in colours
    }
    return filled(entered, by_count=by_count)


def filled(places: Places, *, by_count: bool) -> Places:
    """A place for every seat. Where the count is the score, missing places are computed from the counts."""
    is_open = by_count and not any(seat["place"] for seat in places.values())
    counts = {
        colour: n for colour, seat in places.items() if seat["place"] is None and (n := seat["counted"]) is not None
    }
    complete = places | (_by_counts(counts) if is_open else {})
    if any(seat["place"] is None for seat in complete.values()):
        raise TYPED_SEAT()
    return complete


def _digit(text: str) -> int | None:
    if text and not _is_number(text):
        raise TYPED_SEAT()
    return int(text) if text else None


def _count(text: str) -> int | None:
    if not text.strip():
        return None
    if not _is_number(text.strip().removeprefix("-")):
        raise TYPED_COUNTS()
    return int(text)


def _is_number(text: str) -> bool:
    return whole_number(text, MOST) is not None
