"""Who is there: at the door, between rounds, from the waiting list. The next draw takes who is present."""

from django.db.models import F
from django.utils.translation import gettext as _

from tournament import steady
from tournament.actions.core import Write, action
from tournament.actions.entries import entry_in, entry_saved, has_played, to_state
from tournament.errors import Refused, Stale
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState
from tournament.places import fill


@action("entry.checked_in", needs="entries.change")
def check_in(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """There: at the door, off the waiting list, or back from a round without."""
    entry = entry_in(write, tournament, entry_id, version)
    return to_state(write, entry, EntryState.PRESENT, EntryState.REGISTERED, EntryState.WAITING, EntryState.ABSENT)


@action("entries.checked_in", needs="entries.change", undoable=True)
def check_in_all(write: Write, tournament: Tournament) -> int:
    """Everybody who is registered."""
    waiting = tournament.entries.filter(state=EntryState.REGISTERED)
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
    tournament.check_in_closed_at = steady.now()
    tournament.save(update_fields=["check_in_closed_at"])
    write.log(missing=missing)
    return missing


@action("check_in.reopened", needs="entries.change")
def reopen_check_in(write: Write, tournament: Tournament) -> None:
    tournament.check_in_closed_at = None
    tournament.save(update_fields=["check_in_closed_at"])
    write.log(moved_up=fill(tournament))


@action("entry.check_in_undone", needs="entries.change")
def undo_check_in(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    entry = entry_in(write, tournament, entry_id, version)
    if has_played(entry):
        raise Refused("has_played", _("Number %(number)d has a seat already.") % {"number": entry.number})
    return to_state(write, entry, EntryState.REGISTERED, EntryState.PRESENT)


@action("entry.absent", needs="entries.change")
def mark_absent(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Sits out the next round; back by itself when a round is closed."""
    entry = entry_in(write, tournament, entry_id, version)
    return to_state(write, entry, EntryState.ABSENT, EntryState.PRESENT)


@action("entry.moved_up", needs="entries.change")
def move_up(write: Write, tournament: Tournament, *, entry_id: str | None = None, version: int | None = None) -> Entry:
    """From the waiting list into the tournament: this one, or whoever waits longest."""
    if entry_id is None:
        first = tournament.entries.filter(state=EntryState.WAITING).order_by("pk").first()
        if first is None:
            raise Refused("nobody_waits", _("Nobody is on the waiting list."))
        entry_id = first.public_id
    entry = entry_in(write, tournament, entry_id, version)
    return to_state(write, entry, EntryState.REGISTERED, EntryState.WAITING)


@action("entry.paid", needs="entries.change")
def set_paid(write: Write, tournament: Tournament, *, entry_id: str, is_paid: bool) -> Entry:
    entry = entry_in(write, tournament, entry_id)
    entry.is_paid = is_paid
    write.log(is_paid=is_paid)
    return entry_saved(write, entry, "is_paid")
