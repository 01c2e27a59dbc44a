"""Check-in: at the door and between rounds. The next draw takes those who are present."""

from django.db.models import F
from django.utils.translation import gettext as _

from tournament.core import clock
from tournament.core.action import Write, action
from tournament.core.errors import Refused, Stale
from tournament.entries.actions import entry_in, has_played, to_state
from tournament.entries.waiting_list.places import fill
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState


@action("entry.checked_in", needs="entries.change", answers=("id", "version"))
def check_in(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Mark as present: somebody who arrives, who waited for a place, or who sat out a round."""
    entry = entry_in(write, tournament, entry_id, version)
    return to_state(write, entry, EntryState.PRESENT, EntryState.REGISTERED, EntryState.WAITING, EntryState.ABSENT)


@action("entries.checked_in", needs="entries.change", undoable=True, answers=("count",))
def check_in_all(write: Write, tournament: Tournament, *, entries: list[str] | None = None) -> int:
    """Everybody who is registered; of these `entries` (a group or a family) only, where they are named."""
    waiting = tournament.entries.filter(state=EntryState.REGISTERED)
    if entries is not None:
        waiting = waiting.filter(public_id__in=entries)
    numbers = list(waiting.order_by("number").values_list("number", flat=True))
    waiting.update(state=EntryState.PRESENT, version=F("version") + 1)
    write.log(numbers=numbers)
    write.answer(count=len(numbers))
    return len(numbers)


@action("check_in.closed", needs="entries.change")
def close_check_in(write: Write, tournament: Tournament) -> list[int]:
    """The draw takes who is there. Whoever is still missing stays on the list, and comes in as a late entry."""
    tournament.refresh_from_db()
    if tournament.check_in_closed_at is not None:
        raise Stale("check_in_closed", _("Check-in is closed already."))
    missing = list(tournament.entries.filter(state=EntryState.REGISTERED).values_list("number", flat=True))
    tournament.check_in_closed_at = clock.now()
    tournament.save(update_fields=["check_in_closed_at"])
    write.log(missing=missing)
    return missing


@action("check_in.reopened", needs="entries.change")
def reopen_check_in(write: Write, tournament: Tournament) -> None:
    tournament.check_in_closed_at = None
    tournament.save(update_fields=["check_in_closed_at"])
    write.log(moved_up=fill(tournament))


@action("entry.check_in_undone", needs="entries.change", answers=("id", "version"))
def undo_check_in(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    entry = entry_in(write, tournament, entry_id, version)
    if has_played(entry):
        raise Refused("has_played", _("Number %(number)d has a seat already.") % {"number": entry.number})
    return to_state(write, entry, EntryState.REGISTERED, EntryState.PRESENT)


@action("entry.absent", needs="entries.change", undoable=True, answers=("id", "version"))
def mark_absent(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Sits out the next round, and is present again by itself when a round is closed."""
    entry = entry_in(write, tournament, entry_id, version)
    return to_state(write, entry, EntryState.ABSENT, EntryState.PRESENT)
