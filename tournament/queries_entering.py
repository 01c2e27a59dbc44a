"""What the pages about entering show: one's own entry by the private link, and who may be entered twice."""

from dataclasses import dataclass

from tournament.duplicates import Names
from tournament.models import Entry, Tournament
from tournament.models.events import GONE, EntryState
from tournament.names import full_name
from tournament.places import free_places, waiting
from tournament.queries_rounds import SeatLine, TableLine, current_rounds, table_view


@dataclass(frozen=True)
class OwnEntry:
    """`place` in the list of those who play, or on the waiting list; the names of others as the public may see them."""

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


@dataclass(frozen=True)
class Twice:
    """Somebody who entered by themselves and reads like somebody else, by number and name."""

    number: int
    name: str
    public_id: str
    other_number: int
    other_name: str


def perhaps_twice(tournament: Tournament) -> list[Twice]:
    """For the desk alone: who enters is not told who else is there."""
    entries = list(tournament.entries.exclude(state__in=GONE).select_related("person").order_by("pk"))
    if not any(entry.is_self_made for entry in entries):
        return []
    known: Names[Entry] = Names()
    found = []
    for entry in entries:
        given, family = entry.person.given_name, entry.person.family_name
        match = known.find(given, family)
        if match and match.kind != "close" and (entry.is_self_made or match.key.is_self_made):
            other = match.key
            found.append(
                Twice(entry.number, full_name(entry.person), entry.public_id, other.number, full_name(other.person))
            )
        known.add(entry, given, family)
    return found


@dataclass(frozen=True)
class Places:
    """`free` is None where there are as many as come."""

    taken: int
    free: int | None
    waiting: tuple[tuple[int, str], ...]
    wishes: tuple[tuple[str, str, str], ...]  # written by players themselves: id, number and name, words


def places_of(tournament: Tournament) -> Places:
    entries = tournament.entries
    return Places(
        entries.playing().count(),
        free_places(tournament),
        tuple((entry.number, full_name(entry.person)) for entry in _with_people(tournament)),
        tuple((one.public_id, f"{one.number} {full_name(one.person)}", one.note) for one in _wishing(tournament)),
    )


def _wishing(tournament: Tournament) -> list[Entry]:
    found = tournament.entries.exclude(state__in=GONE).filter(is_self_made=True).exclude(note="")
    return list(found.select_related("person").order_by("number"))


def _with_people(tournament: Tournament) -> list[Entry]:
    found = tournament.entries.filter(state=EntryState.WAITING).select_related("person")
    return list(found.order_by("pk"))
