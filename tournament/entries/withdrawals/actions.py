"""Out of the tournament, by oneself or excluded by the referee; and back again. An entry typed by mistake is removed."""

from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournament.core.access import require
from tournament.core.action import Write, action
from tournament.core.errors import Declared
from tournament.core.refusals import (
    REASON_MISSING,
)
from tournament.entries.actions import IN, entry_in, has_played, to_state
from tournament.entries.waiting_list.places import fill
from tournament.models import Entry, Round, Tournament
from tournament.models.events import GONE, EntryState

HAS_SAT = Declared(
    "has_sat",
    _("Number %(number)d has a seat at a published table and cannot be deleted any more: withdraw the player instead."),
)
IS_NAMED = HAS_SAT.also(
    _("Number %(number)d is named in a ruling or a penalty and cannot be deleted: withdraw the player instead.")
)


@action("entry.withdrawn", needs="entries.change", undoable=True, answers=("id", "version"))
def withdraw_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Out, with what was played: the results stay, the next draw is without. Whoever waits takes the place."""
    entry = entry_in(write, tournament, entry_id, version)
    to_state(write, entry, EntryState.WITHDRAWN, EntryState.WAITING, *IN)
    write.log(moved_up=fill(tournament))
    return entry


@action("entry.excluded", needs="entries.exclude", undoable=True, answers=("id", "version"))
def exclude_entry(
    write: Write, tournament: Tournament, *, entry_id: str, reason: str, version: int | None = None
) -> Entry:
    """Out, without a rank; what others won against them stays."""
    if not reason.strip():
        raise REASON_MISSING()
    entry = entry_in(write, tournament, entry_id, version)
    write.log(texts={"reason": reason.strip()})
    to_state(write, entry, EntryState.EXCLUDED, EntryState.WITHDRAWN, *IN)
    write.log(moved_up=fill(tournament))
    return entry


@action("entry.restored", needs="entries.change", undoable=True, answers=("id", "version"))
def restore_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """In again: present at once for somebody who has played, registered otherwise."""
    entry = entry_in(write, tournament, entry_id, version)
    if entry.state == EntryState.EXCLUDED:
        require(write.by, "entries.exclude", tournament)
    return to_state(write, entry, EntryState.PRESENT if has_played(entry) else EntryState.REGISTERED, *GONE)


@action("entry.removed", needs="entries.change", undoable=True, answers=("id",))
def remove_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> None:
    """An entry typed by mistake is gone from all pages; the log keeps it. Drafts in which it has a seat go with it."""
    entry = entry_in(write, tournament, entry_id, version)
    if has_played(entry):
        raise HAS_SAT({"number": entry.number})
    name = f"{entry.person.given_name} {entry.person.family_name}".strip()
    write.log(entry=entry.public_id, number=entry.number, state=str(entry.state), texts={"name": name})
    write.log(drafts=_discard_drafts(entry))
    try:
        entry.delete()
    except ProtectedError as error:
        raise IS_NAMED({"number": entry.number}) from error
    write.log(moved_up=fill(tournament))
    write.answer(id=entry_id)


def _discard_drafts(entry: Entry) -> list[int]:
    """The drafts of the stages that were drawn with this entry. Returns the numbers of these rounds."""
    stages = Round.objects.drafts().filter(seats__entry=entry).values("stage")
    drafts = Round.objects.drafts().filter(stage__in=list(stages.values_list("stage", flat=True)))
    numbers = list(drafts.order_by("stage__position", "number").values_list("number", flat=True))
    drafts.delete()
    return numbers
