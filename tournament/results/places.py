"""Validation of entered places: complete and possible, or refused with the reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.core.errors import Declared, Refused
from tournament.standings.ranking import points
from tournament.standings.ranking.model import Scheme, Seat, Table
from tournament.standings.ranking.places import Placed, Places

MOST_COUNTED = 100_000


def checked(colours: Sequence[str], places: Mapping[str, Mapping[str, Any]], scheme: Scheme) -> Places:
    """Validate untrusted `places`; returns them with only the known keys."""
    if sorted(places) != sorted(colours):
        raise Refused("seats", str(_("Every seat of the table needs a place, and no other.")))
    cleaned = {colour: _seat(places[colour]) for colour in colours}
    playing = [seat for seat in cleaned.values() if seat["place"]]
    if not playing:
        raise _REASONS["nobody"]()
    problem = points.problems(scheme, _table(cleaned, len(playing)))
    if problem:
        raise _REASONS[problem]()
    return cleaned


def _seat(given: Mapping[str, Any]) -> Placed:
    place, counted = given.get("place"), given.get("counted")
    if type(place) is not int or not 0 <= place <= 4:
        raise _NO_PLACE()
    if counted is not None and (type(counted) is not int or not -MOST_COUNTED <= counted <= MOST_COUNTED):
        raise Refused("counted", str(_("This is no count of a board.")))
    return {"place": place, "counted": counted if place else None}


def _table(places: Places, playing: int) -> Table:
    """Those who did not come are put last, so that the places can be validated together."""
    behind = playing + 1
    seats = [
        Seat(n, seat["place"] or behind, seat["counted"] if seat["place"] else 0)
        for n, seat in enumerate(places.values())
    ]
    return Table(0, 0, tuple(seats))


def abandoned(colours: Sequence[str], scheme: Scheme) -> Places:
    """A table that was given up: everybody shares the first place, and with it all the points."""
    counted = 0 if scheme.by_count else None
    return {colour: {"place": 1, "counted": counted} for colour in colours}


_REASONS = {
    one.code.removeprefix("places_"): one
    for one in (
        Declared("places_nobody", _("Somebody must have been there.")),
        Declared("places_places", _("These places cannot be: after a shared place the next ones are left out.")),
        Declared("places_count_missing", _("Here the board is counted: every seat needs its count.")),
        Declared("places_table_size", _("A table has three or four seats.")),
    )
}
_NO_PLACE = _REASONS["places"].also(_("A place is 1 to 4, or 0 for somebody who did not come."))
