"""The places of a tournament: how many are free, and moving people up from the waiting list."""

from tournament.models import Entry, Tournament
from tournament.models.events import EntryState


def free_places(tournament: Tournament) -> int | None:
    """How many places are free; None if they are not limited."""
    return max(0, tournament.places - tournament.entries.playing().count()) if tournament.places else None


def waiting(tournament: Tournament) -> list[Entry]:
    """The waiting list, the first in first."""
    return list(tournament.entries.filter(state=EntryState.WAITING).order_by("pk"))


def fill(tournament: Tournament) -> list[int]:
    """Move people up from the waiting list to the free places, and return their start numbers. Part of every action that frees
    a place. Not after check-in is closed: those who were waiting may have gone home."""
    free = free_places(tournament)
    if not free or tournament.check_in_closed_at is not None:
        return []
    moving = waiting(tournament)[:free]
    for entry in moving:
        entry.state = EntryState.REGISTERED
        entry.version += 1
    Entry.objects.bulk_update(moving, ["state", "version"])
    return [entry.number for entry in moving]
