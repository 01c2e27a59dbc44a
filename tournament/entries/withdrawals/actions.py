"""Out of the tournament, by oneself or excluded by the referee; and back again."""

from tournament.core.access import require
from tournament.core.action import Write, action
from tournament.core.refusals import (
    REASON_MISSING,
)
from tournament.entries.actions import IN, entry_in, has_played, to_state
from tournament.entries.waiting_list.places import fill
from tournament.models import Entry, Tournament
from tournament.models.events import GONE, EntryState


@action("entry.withdrawn", needs="entries.change", undoable=True, answers=("id", "version"))
def withdraw_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Leaves the tournament: the results so far stay, the next draw is made without them. Whoever waits longest moves up."""
    entry = entry_in(write, tournament, entry_id, version)
    to_state(write, entry, EntryState.WITHDRAWN, EntryState.WAITING, *IN)
    write.log(moved_up=fill(tournament))
    return entry


@action("entry.excluded", needs="entries.exclude", undoable=True, answers=("id", "version"))
def exclude_entry(
    write: Write, tournament: Tournament, *, entry_id: str, reason: str, version: int | None = None
) -> Entry:
    """Is expelled and loses the rank; what others won against them stays."""
    if not reason.strip():
        raise REASON_MISSING()
    entry = entry_in(write, tournament, entry_id, version)
    write.log(texts={"reason": reason.strip()})
    to_state(write, entry, EntryState.EXCLUDED, EntryState.WITHDRAWN, *IN)
    write.log(moved_up=fill(tournament))
    return entry


@action("entry.restored", needs="entries.change", undoable=True, answers=("id", "version"))
def restore_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Take part again: as present if they have played already, else as registered."""
    entry = entry_in(write, tournament, entry_id, version)
    if entry.state == EntryState.EXCLUDED:
        require(write.by, "entries.exclude", tournament)
    return to_state(write, entry, EntryState.PRESENT if has_played(entry) else EntryState.REGISTERED, *GONE)
