"""How many places a tournament has, who holds them, and who moves up from the waiting list when one is free."""

from tournament.models import Entry, Tournament
from tournament.models.events import EntryState


def free_places(tournament: Tournament) -> int | None:
    """None where there are as many as come."""
    return max(0, tournament.places - tournament.entries.playing().count()) if tournament.places else None


def waiting(tournament: Tournament) -> list[Entry]:
    """Whoever waits longest first."""
    return list(tournament.entries.filter(state=EntryState.WAITING).order_by("pk"))


def fill(tournament: Tournament) -> list[int]:
    """The start numbers of those who move up now. Part of the action that has made a place free; not any more once check-in
    is closed, when somebody who was waiting may have gone home."""
    free = free_places(tournament)
    if not free or tournament.check_in_closed_at is not None:
        return []
    moving = waiting(tournament)[:free]
    for entry in moving:
        entry.state = EntryState.REGISTERED
        entry.version += 1
    Entry.objects.bulk_update(moving, ["state", "version"])
    return [entry.number for entry in moving]
