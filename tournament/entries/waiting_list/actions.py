"""The waiting list: moving up from it into the tournament."""

from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.entries.actions import entry_in, to_state
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState


@action("entry.moved_up", needs="entries.change", answers=("id", "version"))
def move_up(write: Write, tournament: Tournament, *, entry_id: str | None = None, version: int | None = None) -> Entry:
    """From the waiting list into the tournament: this one, or whoever waits longest."""
    if entry_id is None:
        first = tournament.entries.filter(state=EntryState.WAITING).order_by("pk").first()
        if first is None:
            raise Refused("nobody_waits", _("Nobody is on the waiting list."))
        entry_id = first.public_id
    entry = entry_in(write, tournament, entry_id, version)
    return to_state(write, entry, EntryState.REGISTERED, EntryState.WAITING)
