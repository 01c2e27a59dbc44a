"""Erase a person, and the data of a tournament that is kept for a limited time only."""

from collections.abc import Callable, Iterable, Sequence

from django.db.models import Q

from tournament.core import bound, clock, jobs, snapshots
from tournament.core.action import Write, action
from tournament.core.refusals import NO_SUCH_PERSON
from tournament.erasing import traces
from tournament.erasing.traces import Called
from tournament.models import Club, Contact, Entry, LogText, Person, Stream, Tournament
from tournament.policy import table

# What else a club holds about its people; other apps add theirs.
FORGETS: list[Callable[[Club, Called], None]] = []


@action("person.erased", needs="people.erase")
def erase_person(write: Write, club: Club, *, person_id: str) -> None:
    """Erase name, contact, notes and words about a person in every tournament of the club. Their results stay, under a neutral
    name, since they count for the others. Merged records of the address book are the same person."""
    person = club.people.filter(public_id=person_id).first()
    if person is None:
        raise NO_SUCH_PERSON()
    them = _merged(person)
    called = Called(them)
    for tournament in club.tournaments.select_related("club", "stream"):
        entries = list(Entry.objects.filter(tournament=tournament, person__in=them))
        if entries or any(traces.texts(tournament, entries, called)) or any(traces.rows(tournament, entries, called)):
            _erase_in(tournament, by=write.by, entries=[entry.public_id for entry in entries], called=called)
        _forget_unlogged(tournament, them, entries, called)
    write.stream.change_salt()
    write.forget_words()
    forget_texts([text for text in _of_club(club) if called.is_name(text.text)])
    for forget in FORGETS:
        forget(club, called)
    for one in them:
        _forget_name(one)
    jobs.enqueue(traces.SWEEP, key=club.public_id, by=write.by)
    write.log(people=[one.public_id for one in them])


def _forget_unlogged(tournament: Tournament, them: Sequence[Person], entries: Sequence[Entry], called: Called) -> None:
    """Erase them from the undo snapshots, even if neither rows nor log name them now: an undone import still does."""
    Stream.objects.select_for_update().get(tournament=tournament).change_salt()
    people, now = ({one.pk for one in some} for some in (them, entries))
    snapshots.forget(tournament, people, now, called.is_in)


def _merged(person: Person) -> list[Person]:
    first = person.merged_into_id or person.pk
    return list(Person.objects.filter(Q(pk=first) | Q(merged_into=first)))


@action("entries.erased", needs="people.erase", secret=("called",))
def _erase_in(write: Write, tournament: Tournament, *, entries: Sequence[str], called: Called) -> None:
    """Erase the words about these entries, and other words that contain a name of `called`."""
    own = list(tournament.entries.filter(public_id__in=entries))
    write.forget_words()
    forget_texts(list(traces.texts(tournament, own, called)))
    _empty(tournament, own, called)
    _forget_contacts(own)
    for entry in own:
        entry.link_number, entry.version = entry.link_number + 1, entry.version + 1
        entry.save(update_fields=["link_number", "version"])
    traces.drop_papers(tournament)
    write.log(entries=list(entries), numbers=[entry.number for entry in own])


def _empty(tournament: Tournament, entries: Sequence[Entry], called: Called) -> None:
    """Empty what the tables hold about these entries, and other words that contain a name of `called`."""
    made: set[str] = set()
    for row, fields in traces.rows(tournament, entries, called):
        made |= {getattr(row, name) for name in fields if traces.names_file(row, name)}
        for name in fields:
            setattr(row, name, "")
        row.save(update_fields=fields)
    traces.forget_files(made)


def _of_club(club: Club) -> list[LogText]:
    return list(LogText.objects.filter(entry__stream__club=club, erased_at=None))


def forget_texts(texts: Sequence[LogText]) -> None:
    """Empty the texts. The chain holds only their hashes, so it stays valid; the line of this action says which they were."""
    words = LogText.objects.filter(pk__in=[text.pk for text in texts])
    if (written := bound.current()) is not None:
        written.wipe(words.order_by("pk").values_list("entry__stream__public_id", "entry__seq", "key"))
    words.update(text="", salt="", erased_at=clock.now())


def _forget_name(person: Person) -> None:
    values = traces.neutral(person)
    for name, value in values.items():
        setattr(person, name, value)
    person.save(update_fields=list(values))


@action("tournament.cleared", needs="retention.keep")
def clear_deleted(write: Write, tournament: Tournament) -> int:
    """Deleted long ago: everything about its people is erased for good. What is left is numbers, which the log binds. Whoever the
    club knows from another tournament stays in its address book. Returns how many people were forgotten."""
    own = list(tournament.entries.select_related("person"))
    write.stream.change_salt()
    write.forget_words()
    forget_texts(list(traces.all_texts(tournament)))
    _empty(tournament, own, traces.Anybody())
    _forget_contacts(own)
    traces.empty_brief(tournament)
    traces.drop_brief(tournament)
    tournament.snapshots.all().delete()
    traces.drop_papers(tournament)
    elsewhere = Entry.objects.exclude(tournament=tournament).values("person")
    merged = Person.objects.filter(merged_into__isnull=False).values("merged_into")
    known = Person.objects.filter(Q(pk__in=elsewhere) | Q(pk__in=merged) | Q(merged_into__isnull=False))
    gone = [entry.person for entry in own if not known.filter(pk=entry.person_id).exists()]
    for person in gone:
        _forget_name(person)
    tournament.name = tournament.place = ""
    tournament.save(update_fields=["name", "place"])
    write.log(players=len(own), people=len(gone))
    return len(gone)


@action("contacts.erased", needs="retention.keep")
def erase_contacts(write: Write, tournament: Tournament) -> int:
    """Erase addresses, guardians and notes, which were needed on the day only, and the undo snapshots that hold them."""
    contacts = _forget_contacts(tournament.entries.all())
    notes = traces.empty_brief(tournament)
    traces.drop_brief(tournament)
    write.stream.change_salt()
    write.forget_words()
    write.log(contacts=contacts, notes=notes)
    return contacts + notes


def _forget_contacts(entries: Iterable[Entry]) -> int:
    """Delete contacts with their mails, whose stored errors may contain the address. Returns how many contacts."""
    deleted = {each.model: traces.drop_of(each, entries) for each in table.tables() if each.goes_with}
    return deleted[Contact]
