"""Queries for the pages of entering: places, the waiting list, wishes, and who may be entered twice."""

from dataclasses import dataclass

from tournament.entries.waiting_list.places import free_places
from tournament.models import Entry, Tournament
from tournament.models.events import GONE, EntryState
from tournament.people.duplicates import Names
from tournament.people.names import full_name


@dataclass(frozen=True)
class Twice:
    """Two entries that may be the same person, of which at least one was entered by the person itself."""

    number: int
    name: str
    public_id: str
    other_number: int
    other_name: str


def perhaps_twice(tournament: Tournament) -> list[Twice]:
    """Possible duplicates. For the desk only: people who enter are not told who else is entered."""
    entries = list(tournament.entries.exclude(state__in=GONE).select_related("person").order_by("pk"))
    if not any(entry.is_self_made for entry in entries):
        return []
    known: Names[Entry] = Names()
    pairs = []
    for entry in entries:
        given, family = entry.person.given_name, entry.person.family_name
        match = known.find(given, family)
        if match and match.kind != "close" and (entry.is_self_made or match.key.is_self_made):
            other = match.key
            pairs.append(
                Twice(entry.number, full_name(entry.person), entry.public_id, other.number, full_name(other.person))
            )
        known.add(entry, given, family)
    return pairs


@dataclass(frozen=True)
class Places:
    """`free` is None if places are not limited."""

    taken: int
    free: int | None
    waiting: tuple[tuple[int, str], ...]
    wishes: tuple[tuple[str, str, str], ...]  # notes of people who entered themselves: public id, number and name, text


def places_of(tournament: Tournament) -> Places:
    entries = tournament.entries
    return Places(
        entries.playing().count(),
        free_places(tournament),
        tuple((entry.number, full_name(entry.person)) for entry in _waiting_list(tournament)),
        tuple((one.public_id, f"{one.number} {full_name(one.person)}", one.note) for one in _with_notes(tournament)),
    )


def _with_notes(tournament: Tournament) -> list[Entry]:
    entries = tournament.entries.exclude(state__in=GONE).filter(is_self_made=True).exclude(note="")
    return list(entries.select_related("person").order_by("number"))


def _waiting_list(tournament: Tournament) -> list[Entry]:
    entries = tournament.entries.filter(state=EntryState.WAITING).select_related("person")
    return list(entries.order_by("pk"))
