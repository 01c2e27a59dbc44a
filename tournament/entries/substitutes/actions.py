"""Somebody else plays on under the same start number."""

from tournament.core.action import Write, action
from tournament.core.refusals import (
    ENTRY_IS_OUT,
)
from tournament.entries.actions import entry_in, entry_saved, person_called, person_known, show
from tournament.models import Entry, Tournament
from tournament.models.events import GONE


@action("entry.substituted", needs="entries.change", undoable=True, answers=("id", "version"))
def substitute(
    write: Write,
    tournament: Tournament,
    *,
    entry_id: str,
    given_name: str,
    family_name: str = "",
    is_minor: bool = False,
    is_hidden: bool = False,
    person: str = "",
    version: int | None = None,
) -> Entry:
    """Somebody else plays on under this number, with its seat and its points. `person`: somebody of the club's address book."""
    entry = entry_in(write, tournament, entry_id, version)
    if entry.state in GONE:
        raise ENTRY_IS_OUT({"number": entry.number})
    write.log(person=entry.person.public_id, texts={"name": f"{given_name} {family_name}".strip()})
    privacy = {"is_minor": is_minor or tournament.is_for_minors, "is_hidden": is_hidden}
    fields = {"given_name": given_name, "family_name": family_name, **privacy}
    by = write.by
    entry.person = person_known(by, tournament, person) if person else person_called(by, tournament, fields)
    show(entry.person, **{name: True for name, is_so in privacy.items() if is_so})
    return entry_saved(write, entry, "person")
