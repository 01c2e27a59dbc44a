"""What a player's own page shows: the entry, its place in the list, the seat in the current round."""

from dataclasses import dataclass

from tournament.entries.waiting_list.places import waiting
from tournament.models import Entry
from tournament.models.events import GONE, EntryState
from tournament.people.names import full_name
from tournament.rounds.queries import SeatLine, TableLine, current_rounds, table_view


@dataclass(frozen=True)
class OwnEntry:
    """`place`: in the list of players or on the waiting list. The names of others are public names."""

    public_id: str
    number: int
    name: str
    state: str
    version: int
    place: int
    has_contact: bool
    table: TableLine | None
    seat: SeatLine | None

    @property
    def is_out(self) -> bool:
        return self.state in GONE


def own_entry(entry: Entry) -> OwnEntry:
    table, seat = _seated(entry)
    return OwnEntry(
        entry.public_id,
        entry.number,
        full_name(entry.person),
        entry.state,
        entry.version,
        _place(entry),
        hasattr(entry, "contact"),
        table,
        seat,
    )


def _place(entry: Entry) -> int:
    if entry.state == EntryState.WAITING:
        return [one.pk for one in waiting(entry.tournament)].index(entry.pk) + 1
    return entry.tournament.entries.playing().filter(pk__lte=entry.pk).count()


def _seated(entry: Entry) -> tuple[TableLine | None, SeatLine | None]:
    for round_ in current_rounds(entry.tournament):
        seat = round_.seats.select_related("table").filter(entry=entry).first()
        if seat is not None:
            seat.table.round = round_
            table = table_view(seat.table, full=False)
            return table, next(one for one in table.seats if one.entry == entry.pk)
    return None, None
