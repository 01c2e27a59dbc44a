"""Who is entered. Later: check-in, import, teams, wishes."""

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.actions.core import Write, action
from tournament.errors import Refused
from tournament.models import Entry, Person, Tournament
from tournament.models.events import EntryState

MOST_ENTRIES = 1000


@action("entry.added", needs="entries.change")
def add_entry(
    write: Write,
    tournament: Tournament,
    *,
    given_name: str,
    family_name: str = "",
    is_minor: bool = False,
    is_hidden: bool = False,
) -> Entry:
    """Somebody new, with the next start number. A number is never given twice, also when its holder has gone."""
    number = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    if number > MOST_ENTRIES:
        raise Refused("full", _("No more than %(most)d players can be entered.") % {"most": MOST_ENTRIES})
    person = Person.objects.create(
        club_id=tournament.club_id,
        given_name=given_name,
        family_name=family_name,
        is_minor=is_minor,
        is_hidden=is_hidden,
    )
    entry = Entry.objects.create(tournament=tournament, person=person, number=number)
    write.log(entry=entry.public_id, number=number, texts={"name": f"{given_name} {family_name}".strip()})
    write.answer(id=entry.public_id, number=number)
    return entry


@action("entry.withdrawn", needs="entries.change")
def withdraw_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    return _set_state(write, tournament, entry_id, version, EntryState.WITHDRAWN)


@action("entry.restored", needs="entries.change")
def restore_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    return _set_state(write, tournament, entry_id, version, EntryState.REGISTERED)


def _set_state(write: Write, tournament: Tournament, entry_id: str, version: int | None, state: EntryState) -> Entry:
    entry = tournament.entries.select_related("person").filter(public_id=entry_id).first()
    if entry is None:
        raise Refused("no_such_entry", _("This player is not entered."))
    write.same_version(entry, version)
    entry.state, entry.version = state, entry.version + 1
    entry.save(update_fields=["state", "version"])
    write.log(entry=entry.public_id, number=entry.number, state=str(state))
    write.answer(id=entry.public_id, version=entry.version)
    return entry
