"""Whether somebody has paid the fee."""

from tournament.core.action import Write, action
from tournament.entries.actions import entry_in, entry_saved
from tournament.models import Entry, Tournament


@action("entry.paid", needs="entries.change", answers=("id", "version"))
def set_paid(write: Write, tournament: Tournament, *, entry_id: str, is_paid: bool) -> Entry:
    entry = entry_in(write, tournament, entry_id)
    entry.is_paid = is_paid
    write.log(is_paid=is_paid)
    return entry_saved(write, entry, "is_paid")
