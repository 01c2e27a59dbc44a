"""Likely slips in a typed line: what is asked back before it counts, and which line was probably meant.

Whoever has looked again says so with an exclamation mark at the end of the line, `12 1124!`, and is not asked.
"""

from collections import Counter
from collections.abc import Collection

from django.utils.translation import gettext as _

from tournament.core.languages import colour
from tournament.models import Table
from tournament.results.typed.parsing import Typed, are_places
from tournament.standings.ranking.places import Places


def question(table: Table, parsed: Typed, places: Places) -> str:
    """What speaks against these places; empty if nothing does."""
    if parsed.is_sure or parsed.is_abandoned:
        return ""
    return _shared(places) or _reported_otherwise(table, places)


def _shared(places: Places) -> str:
    """A doubled key reads like a shared place. Equal counts of the board prove one."""
    given = [seat for seat in places.values() if seat["place"]]
    often = Counter(seat["place"] for seat in given)
    counts = {place: {seat["counted"] for seat in given if seat["place"] == place} for place in often}
    sharing = [place for place, n in often.items() if n > 1 and (None in counts[place] or len(counts[place]) > 1)]
    if not sharing:
        return ""
    who = " + ".join(colour(letter) for letter, seat in places.items() if seat["place"] == sharing[0])
    return _("%(who)s share place %(place)d: is that so?") % {"who": who, "place": sharing[0]}


def _reported_otherwise(table: Table, places: Places) -> str:
    """The table itself said something else: most often two keys in the wrong order."""
    reports = table.reports.filter(set_aside_at=None, is_abandoned=False)
    said = {_digits(report.places, list(places)) for report in reports}
    if not said or _digits(places, list(places)) in said:
        return ""
    return _("The table itself reported %(said)s: is this right?") % {"said": " / ".join(sorted(said))}


def _digits(places: Places, colours: list[str]) -> str:
    return "".join(str(places.get(letter, {"place": "?"})["place"]) for letter in colours)


def meant(parsed: Typed, still_open: Collection[int]) -> str:
    """The line that was probably meant, where the table is none or has its result: for a table that is still open."""
    number, rest = str(parsed.table), " ".join([parsed.places, *map(str, parsed.counts)])
    for table in (number[::-1], _undoubled(number)):
        if table != number and _is_open(table, still_open):
            return f"{table} {rest}".strip()
    if are_places(number) and _is_open(parsed.places, still_open):
        return f"{parsed.places} {number}"
    return _parted(number, still_open) if not parsed.places else ""


def _undoubled(number: str) -> str:
    return "".join(digit for n, digit in enumerate(number) if n == 0 or digit != number[n - 1])


def _parted(number: str, still_open: Collection[int]) -> str:
    """The space between table and places is missing."""
    parts = [(number[:-size], number[-size:]) for size in (4, 3)]
    fits = [f"{table} {places}" for table, places in parts if are_places(places) and _is_open(table, still_open)]
    return fits[0] if fits else ""


def _is_open(number: str, still_open: Collection[int]) -> bool:
    return number.isdecimal() and not number.startswith("0") and int(number) in still_open
