"""Places as somebody enters them: complete and possible, or refused with the reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.standings import points
from tournament.standings.model import Scheme, Seat, Table

Places = Mapping[str, Mapping[str, Any]]  # by colour: {"place": 1, "counted": 120}; place 0: did not come
MOST_COUNTED = 100_000


def checked(colours: Sequence[str], places: Places, scheme: Scheme) -> dict[str, dict[str, int | None]]:
    if sorted(places) != sorted(colours):
        raise Refused("seats", _("Every seat of the table needs a place, and no other."))
    kept = {colour: _seat(places[colour]) for colour in colours}
    playing = [seat for seat in kept.values() if seat["place"]]
    if not playing:
        raise Refused("places_nobody", _("Somebody must have been there."))
    problem = points.problems(scheme, _table(kept, len(playing)))
    if problem:
        raise Refused(f"places_{problem}", _REASONS[problem]())
    return kept


def _seat(said: Mapping[str, Any]) -> dict[str, int | None]:
    place, counted = said.get("place"), said.get("counted")
    if type(place) is not int or not 0 <= place <= 4:
        raise Refused("places_places", _("A place is 1 to 4, or 0 for somebody who did not come."))
    if counted is not None and (type(counted) is not int or not -MOST_COUNTED <= counted <= MOST_COUNTED):
        raise Refused("counted", _("This is no count of a board."))
    return {"place": place, "counted": counted if place else None}


def _table(kept: Mapping[str, Mapping[str, int | None]], playing: int) -> Table:
    """Whoever did not come stands behind all others, so that the places can be looked at as a whole."""
    behind = playing + 1
    seats = [
        Seat(n, seat["place"] or behind, seat["counted"] if seat["place"] else 0)
        for n, seat in enumerate(kept.values())
    ]
    return Table(0, 0, tuple(seats))


def abandoned(colours: Sequence[str], scheme: Scheme) -> dict[str, dict[str, int | None]]:
    """A table that was given up: everybody shares the first place, and with it all the points."""
    counted = 0 if scheme.by_count else None
    return {colour: {"place": 1, "counted": counted} for colour in colours}


_REASONS = {
    "places": lambda: _("These places cannot be: after a shared place the next ones are left out."),
    "count_missing": lambda: _("Here the board is counted: every seat needs its count."),
    "table_size": lambda: _("A table has three or four seats."),
}
