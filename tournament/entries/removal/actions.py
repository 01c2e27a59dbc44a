"""An entry typed by mistake is deleted, as long as nobody has sat with it at a published table."""

from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from tournament.core.action import Write, action
from tournament.core.errors import Declared
from tournament.entries.actions import entry_in, has_played
from tournament.entries.waiting_list.places import fill
from tournament.models import Entry, Round, Tournament

HAS_SAT = Declared(
    "has_sat",
    _("Number %(number)d has a seat at a published table and cannot be deleted any more: withdraw the player instead."),
)
IS_NAMED = HAS_SAT.also(
    _("Number %(number)d is named in a ruling or a penalty and cannot be deleted: withdraw the player instead.")
)


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
