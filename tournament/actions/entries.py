"""Who is entered, under which number, and who is out. Who is there: `actions.checkin`."""

from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _

from tournament.access import require
from tournament.actions.core import Write, action
from tournament.duplicates import folded
from tournament.errors import Refused, Stale
from tournament.models import Entry, Person, Round, Seat, Tournament
from tournament.models.events import GONE, EntryState
from tournament.models.stages import RoundState
from tournament.places import fill

MOST_ENTRIES = 1000
HIGHEST_NUMBER = 9999
AT_FIRST = (EntryState.WAITING, EntryState.REGISTERED, EntryState.PRESENT)
IN = (EntryState.REGISTERED, EntryState.PRESENT, EntryState.ABSENT)


@action("entry.added", needs="entries.change")
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
    """Somebody new, with the next start number or a wished one. A number is never given twice, also when its holder
    has gone. A walk-in or late comer is `present` at once."""
    if state not in AT_FIRST:
        raise Refused("entry_state", _("Nobody can be entered like this."))
    number = next_number(tournament) if number is None else _wished(tournament, number)
    entry = new_entry(
        tournament, given_name, family_name, is_minor=is_minor, is_hidden=is_hidden, number=number, state=state
    )
    write.log(
        entry=entry.public_id, number=number, state=str(state), texts={"name": f"{given_name} {family_name}".strip()}
    )
    write.answer(id=entry.public_id, number=number)
    return entry


def new_entry(
    tournament: Tournament, given_name: str, family_name: str, *, is_minor: bool, is_hidden: bool, **fields: Any
) -> Entry:
    person = _person(tournament, given_name, family_name, is_minor=is_minor, is_hidden=is_hidden)
    return Entry.objects.create(tournament=tournament, person=person, **fields)


def next_number(tournament: Tournament) -> int:
    _require_room(tournament)
    return (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _wished(tournament: Tournament, number: int) -> int:
    _require_room(tournament)
    _require_free(tournament, number)
    return number


def _require_room(tournament: Tournament) -> None:
    if tournament.entries.count() >= MOST_ENTRIES:
        raise Refused("full", _("No more than %(most)d players can be entered.") % {"most": MOST_ENTRIES})


def _require_free(tournament: Tournament, number: int) -> None:
    if not 0 < number <= HIGHEST_NUMBER:
        raise Refused("number", _("A start number is between 1 and %(most)d.") % {"most": HIGHEST_NUMBER})
    if tournament.entries.filter(number=number).exists():
        raise Refused("number_taken", _("Start number %(number)d is given already.") % {"number": number})


def _person(tournament: Tournament, given_name: str, family_name: str, *, is_minor: bool, is_hidden: bool) -> Person:
    return Person.objects.create(
        club_id=tournament.club_id,
        given_name=given_name,
        family_name=family_name,
        is_minor=is_minor,
        is_hidden=is_hidden,
    )


@action("entry.withdrawn", needs="entries.change")
def withdraw_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """Out, with what was played: the results stay, the next draw is without. Whoever waits takes the place."""
    entry = entry_in(write, tournament, entry_id, version)
    to_state(write, entry, EntryState.WITHDRAWN, EntryState.WAITING, *IN)
    write.log(moved_up=fill(tournament))
    return entry


@action("entry.excluded", needs="entries.exclude")
def exclude_entry(
    write: Write, tournament: Tournament, *, entry_id: str, reason: str, version: int | None = None
) -> Entry:
    """Out, without a rank; what others won against them stays."""
    if not reason.strip():
        raise Refused("reason_missing", _("Please say why."))
    entry = entry_in(write, tournament, entry_id, version)
    write.log(texts={"reason": reason.strip()})
    to_state(write, entry, EntryState.EXCLUDED, EntryState.WITHDRAWN, *IN)
    write.log(moved_up=fill(tournament))
    return entry


@action("entry.restored", needs="entries.change")
def restore_entry(write: Write, tournament: Tournament, *, entry_id: str, version: int | None = None) -> Entry:
    """In again: present at once for somebody who has played, registered otherwise."""
    entry = entry_in(write, tournament, entry_id, version)
    if entry.state == EntryState.EXCLUDED:
        require(write.by, "entries.exclude", tournament)
    return to_state(write, entry, EntryState.PRESENT if has_played(entry) else EntryState.REGISTERED, *GONE)


@action("entry.renumbered", needs="entries.change")
def set_number(
    write: Write, tournament: Tournament, *, entry_id: str, number: int, version: int | None = None
) -> Entry:
    entry = entry_in(write, tournament, entry_id, version)
    if number != entry.number:
        _require_free(tournament, number)
    write.log(before=entry.number)
    entry.number = number
    return entry_saved(write, entry, "number")


@action("entry.renamed", needs="entries.change")
def rename(
    write: Write,
    tournament: Tournament,
    *,
    entry_id: str,
    given_name: str,
    family_name: str = "",
    is_minor: bool | None = None,
    is_hidden: bool | None = None,
    shows_full_name: bool | None = None,
    version: int | None = None,
) -> Entry:
    """The same human being, written rightly; and what everybody may read of the name, where that is said. It is the club's
    address book that is put right, and so every tournament of the club."""
    entry = entry_in(write, tournament, entry_id, version)
    asked = {"is_minor": is_minor, "is_hidden": is_hidden, "shows_full_name": shows_full_name}
    shown = {name: is_so for name, is_so in asked.items() if is_so is not None}
    show(entry.person, **shown)
    entry.person.given_name, entry.person.family_name = given_name, family_name
    entry.person.save(update_fields=["given_name", "family_name"])
    write.log(**shown, texts={"name": f"{given_name} {family_name}".strip()})
    return entry_saved(write, entry)


@action("entries.renumbered", needs="entries.change")
def renumber(write: Write, tournament: Tournament, *, by_surname: bool) -> int:
    """1, 2, 3 … by surname or in the order of entry, before anything is played; first those who play, then those who wait,
    then who is out."""
    if Round.objects.public().filter(stage__tournament=tournament).exists():
        raise Refused("played", _("Numbers stay as they are once a round is published; single ones can be changed."))
    entries = list(tournament.entries.select_related("person"))
    entries.sort(key=lambda entry: (_group(entry), *(_surname(entry) if by_surname else ()), entry.pk))
    for entry in entries:  # out of the way first: no number is given twice, not even in between
        entry.number += HIGHEST_NUMBER + MOST_ENTRIES
    Entry.objects.bulk_update(entries, ["number"])
    for number, entry in enumerate(entries, 1):
        entry.number, entry.version = number, entry.version + 1
    Entry.objects.bulk_update(entries, ["number", "version"])
    write.log(by_surname=by_surname, count=len(entries))
    write.answer(count=len(entries))
    return len(entries)


def _group(entry: Entry) -> int:
    return 2 if entry.state in GONE else int(entry.state == EntryState.WAITING)


def _surname(entry: Entry) -> tuple[str, str]:
    """As a list of names is read: without accents, and who has no surname by the first name."""
    person = entry.person
    return folded(person.family_name or person.given_name), folded(person.given_name)


@action("entry.substituted", needs="entries.change")
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
        raise Refused("entry_state", _("Number %(number)d is out: restore it first.") % {"number": entry.number})
    write.log(person=entry.person.public_id, texts={"name": f"{given_name} {family_name}".strip()})
    shown = {"is_minor": is_minor, "is_hidden": is_hidden}
    entry.person = _known(tournament, person) if person else _person(tournament, given_name, family_name, **shown)
    show(entry.person, **{name: True for name, is_so in shown.items() if is_so})
    return entry_saved(write, entry, "person")


def show(person: Person, **shown: bool) -> None:
    """What everybody may read of somebody: under every name, and told to whoever looked at one of their entries before."""
    people = person.everywhere()
    if shown:
        people.update(**shown)
        Entry.objects.filter(person__in=people).update(version=F("version") + 1)


def _known(tournament: Tournament, public_id: str) -> Person:
    found = Person.objects.filter(club_id=tournament.club_id, public_id=public_id)
    known = found.exclude(entries__tournament=tournament).first()
    if known is None:
        raise Refused("not_known", _("Whoever this was is entered already, or no longer in the address book."))
    return known


def has_played(entry: Entry) -> bool:
    return Seat.objects.filter(entry=entry).exclude(round__state=RoundState.DRAFT).exists()


def entry_in(write: Write, tournament: Tournament, entry_id: str, version: int | None = None) -> Entry:
    entry = tournament.entries.select_related("person").filter(public_id=entry_id).first()
    if entry is None:
        raise Refused("no_such_entry", _("This player is not entered."))
    write.same_version(entry, version)
    return entry


def to_state(write: Write, entry: Entry, state: EntryState, *of: EntryState) -> Entry:
    """From one of these states; anything else was decided on old facts."""
    if entry.state not in of:
        said = {"number": entry.number, "state": entry.get_state_display()}
        raise Stale("entry_state", _("Number %(number)d is %(state)s by now.") % said, state=entry.state)
    entry.state = state
    return entry_saved(write, entry, "state")


def entry_saved(write: Write, entry: Entry, *fields: str) -> Entry:
    entry.version += 1
    entry.save(update_fields=[*fields, "version"])
    write.log(entry=entry.public_id, number=entry.number, state=str(entry.state))
    write.answer(id=entry.public_id, version=entry.version)
    return entry
