"""Enter players and put their names right. What else is done to an entry: the folders beside this file."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import F, Max

from tournament.core.action import Write, action
from tournament.core.actors import Actor
from tournament.core.refusals import (
    ENTRY_HAS_CHANGED,
    FIRST_STATE,
    FULL,
    NO_SUCH_ENTRY,
    NOT_KNOWN,
    NUMBER,
    NUMBER_TAKEN,
    TOURNAMENT_OVER,
)
from tournament.entries import details
from tournament.entries.address_book import Namesakes, people_seen
from tournament.entries.fields import PERSONAL, Of
from tournament.models import Entry, Person, Seat, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState

MOST_ENTRIES = 1000
HIGHEST_NUMBER = 9999
AT_FIRST = (EntryState.WAITING, EntryState.REGISTERED, EntryState.PRESENT)
IN = (EntryState.REGISTERED, EntryState.PRESENT, EntryState.ABSENT)


IS_OVER: list[Callable[[Tournament], bool]] = []  # by a later room (`tournament.plugins`)


def require_not_over(tournament: Tournament) -> None:
    """Refuse to enter somebody into a tournament of which the end result is known."""
    if any(is_over(tournament) for is_over in IS_OVER):
        raise TOURNAMENT_OVER()


@action("entry.added", needs="entries.change", undoable=True, answers=("id", "number"))
def add_entry(
    write: Write,
    tournament: Tournament,
    *,
    given_name: str,
    family_name: str = "",
    is_minor: bool = False,
    is_hidden: bool = False,
    state: str = EntryState.REGISTERED,
    number: int | None = None,
) -> Entry:
    """Enter somebody with the next start number or a wished one. A number is never reused, even if its holder is out.
    Walk-ins and late comers are `present` at once."""
    if state not in AT_FIRST:
        raise FIRST_STATE()
    require_not_over(tournament)
    number = next_number(tournament) if number is None else _wished(tournament, number)
    fields = {"given_name": given_name, "family_name": family_name, "is_minor": is_minor, "is_hidden": is_hidden}
    fields = as_here(tournament, fields)
    entry = _entry_of(person_called(write.by, tournament, fields), fields, tournament, number=number, state=state)
    write.log(
        entry=entry.public_id, number=number, state=str(state), texts={"name": f"{given_name} {family_name}".strip()}
    )
    write.answer(id=entry.public_id, number=number)
    return entry


def as_here(tournament: Tournament, fields: Mapping[str, Any]) -> dict[str, Any]:
    """In a tournament for children whoever is entered is under 16; somebody who is not is put right on the own page."""
    return {**fields, "is_minor": True} if tournament.is_for_minors else dict(fields)


def new_entry(tournament: Tournament, fields: details.Details, **more: Any) -> Entry:
    return _entry_of(_new_person(tournament, fields), fields, tournament, **more)


def _entry_of(person: Person, fields: details.Details, tournament: Tournament, **more: Any) -> Entry:
    return Entry.objects.create(tournament=tournament, person=person, **details.columns_of(Of.ENTRY, fields), **more)


def person_called(by: Actor, tournament: Tournament, fields: details.Details) -> Person:
    """Somebody new, unless it is the name of somebody protected."""
    name = fields["given_name"], fields["family_name"]
    namesakes = Namesakes(by, tournament, [name])
    return namesakes.meant(*name) or _new_person(tournament, namesakes.hidden(fields))


def _new_person(tournament: Tournament, fields: details.Details) -> Person:
    return Person.objects.create(club_id=tournament.club_id, **details.columns_of(Of.PERSON, fields))


def next_number(tournament: Tournament) -> int:
    _require_room(tournament)
    return (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _wished(tournament: Tournament, number: int) -> int:
    _require_room(tournament)
    require_free(tournament, number)
    return number


def _require_room(tournament: Tournament) -> None:
    if tournament.entries.count() >= MOST_ENTRIES:
        raise FULL({"most": MOST_ENTRIES})


def require_free(tournament: Tournament, number: int) -> None:
    if not 0 < number <= HIGHEST_NUMBER:
        raise NUMBER({"most": HIGHEST_NUMBER})
    if tournament.entries.filter(number=number).exists():
        raise NUMBER_TAKEN({"number": number})


@action("entry.renamed", needs="entries.change", undoable=True, answers=("id", "version"))
def rename(
    write: Write,
    tournament: Tournament,
    *,
    entry_id: str,
    given_name: str,
    family_name: str = "",
    version: int | None = None,
    **privacy: Any,
) -> Entry:
    """The same human being, written rightly; and what everybody may read of the name, where that is said. It is the club's
    address book that is put right, and so every tournament of the club. Whoever gets a protected name is hidden, too."""
    entry = entry_in(write, tournament, entry_id, version)
    changed = {name: value for name, value in details.checked(privacy, PERSONAL).items() if value is not None}
    name = (given_name, family_name)
    if name != (entry.person.given_name, entry.person.family_name):
        changed = Namesakes(write.by, tournament, [name]).hiding(name, changed)
    show(entry.person, **changed)
    entry.person.given_name, entry.person.family_name = given_name, family_name
    entry.person.save(update_fields=["given_name", "family_name"])
    write.log(**changed, texts={"name": f"{given_name} {family_name}".strip()})
    return entry_saved(write, entry)


def show(person: Person, **privacy: Any) -> None:
    """Set what everybody may read of a person, in all merged records; their entries get a new version, so that pages notice."""
    people = person.everywhere()
    if privacy:
        people.update(**privacy)
        Entry.objects.filter(person__in=people).update(version=F("version") + 1)


def person_known(by: Actor, tournament: Tournament, public_id: str) -> Person:
    people = people_seen(by, tournament.club).filter(public_id=public_id)
    known = people.exclude(entries__tournament=tournament).first()
    if known is None:
        raise NOT_KNOWN()
    return known


def has_played(entry: Entry) -> bool:
    return Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT).exists()


def entry_in(write: Write, tournament: Tournament, entry_id: str, version: int | None = None) -> Entry:
    entry = tournament.entries.select_related("person").filter(public_id=entry_id).first()
    if entry is None:
        raise NO_SUCH_ENTRY()
    write.same_version(entry, version)
    return entry


def to_state(write: Write, entry: Entry, state: EntryState, *of: EntryState) -> Entry:
    """Change the state, if it is one of `of`. Any other was changed after the user's page was loaded, so refuse."""
    if entry.state not in of:
        words = {"number": entry.number, "state": entry.get_state_display()}
        raise ENTRY_HAS_CHANGED(words, state=entry.state)
    entry.state = state
    return entry_saved(write, entry, "state")


def entry_saved(write: Write, entry: Entry, *fields: str) -> Entry:
    entry.version += 1
    entry.save(update_fields=[*fields, "version"])
    write.log(entry=entry.public_id, number=entry.number, state=str(entry.state))
    write.answer(id=entry.public_id, version=entry.version)
    return entry
