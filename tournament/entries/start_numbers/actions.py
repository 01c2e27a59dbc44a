"""Start numbers: another one for one player, or anew for all."""

from tournament.core.action import Write, action
from tournament.core.refusals import (
    NUMBERS_STAY,
)
from tournament.entries.actions import HIGHEST_NUMBER, MOST_ENTRIES, entry_in, entry_saved, require_free
from tournament.models import Entry, Round, Tournament
from tournament.models.events import GONE, EntryState
from tournament.people.duplicates import folded


@action("entry.renumbered", needs="entries.change", undoable=True, answers=("id", "version"))
def set_number(
    write: Write, tournament: Tournament, *, entry_id: str, number: int, version: int | None = None
) -> Entry:
    entry = entry_in(write, tournament, entry_id, version)
    if number != entry.number:
        require_free(tournament, number)
    write.log(before=entry.number)
    entry.number = number
    return entry_saved(write, entry, "number")


@action("entries.renumbered", needs="entries.change", undoable=True, answers=("count",))
def renumber(write: Write, tournament: Tournament, *, by_surname: bool) -> int:
    """1, 2, 3 … by surname or in the order of entry, before anything is played; first those who play, then those who wait,
    then who is out."""
    if Round.objects.public().filter(stage__tournament=tournament).exists():
        raise NUMBERS_STAY()
    entries = list(tournament.entries.select_related("person"))
    entries.sort(key=lambda entry: (_order_of_state(entry), *(_by_surname(entry) if by_surname else ()), entry.pk))
    for entry in entries:  # first to unused numbers: a start number is unique
        entry.number += HIGHEST_NUMBER + MOST_ENTRIES
    Entry.objects.bulk_update(entries, ["number"])
    for number, entry in enumerate(entries, 1):
        entry.number, entry.version = number, entry.version + 1
    Entry.objects.bulk_update(entries, ["number", "version"])
    write.log(by_surname=by_surname, count=len(entries))
    write.answer(count=len(entries))
    return len(entries)


def _order_of_state(entry: Entry) -> int:
    return 2 if entry.state in GONE else int(entry.state == EntryState.WAITING)


def _by_surname(entry: Entry) -> tuple[str, str]:
    """Sort key: surname without accents; where there is none, the first name."""
    person = entry.person
    return folded(person.family_name or person.given_name), folded(person.given_name)
