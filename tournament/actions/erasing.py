"""Somebody is forgotten; and what is kept of a tournament for a while only."""

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import erasing, jobs, snapshots, steady
from tournament.actions.core import Write, action
from tournament.erasing import Called
from tournament.errors import Refused
from tournament.models import Club, Contact, Entry, LogText, Mail, Person, Tournament


@action("person.erased", needs="people.erase")
def erase_person(write: Write, club: Club, *, person_id: str) -> None:
    """Name, contact, notes and words about somebody, in every tournament of the club. What they played stays and counts for the
    others, under a neutral name. Whoever is joined with them in the address book is the same person."""
    person = club.people.filter(public_id=person_id).first()
    if person is None:
        raise Refused("no_such_person", _("There is nobody like this in the address book."))
    them = _same(person)
    called = Called(them)
    for tournament in club.tournaments.select_related("club", "stream"):
        entries = list(Entry.objects.filter(tournament=tournament, person__in=them))
        if entries or any(erasing.texts(tournament, entries, called)) or any(erasing.rows(tournament, entries, called)):
            _erase_in(tournament, by=write.by, entries=[entry.public_id for entry in entries], called=called)
    _forget_texts([text for text in _of_club(club) if called.is_name(text.text)])
    for one in them:
        _forget_name(one)
    jobs.enqueue(erasing.SWEEP, key=club.public_id, by=write.by)
    write.log(people=[one.public_id for one in them])


def _same(person: Person) -> list[Person]:
    first = person.merged_into_id or person.pk
    return list(Person.objects.filter(Q(pk=first) | Q(merged_into=first)))


@action("entries.erased", needs="people.erase", secret=("called",))
def _erase_in(write: Write, tournament: Tournament, *, entries: Sequence[str], called: Called) -> None:
    """Whether `called` or not: words about these entries, and words in which somebody is called so."""
    own = list(tournament.entries.filter(public_id__in=entries))
    _forget_texts(list(erasing.texts(tournament, own, called)))
    made: set[str] = set()
    for row, fields in erasing.rows(tournament, own, called):
        made |= {getattr(row, name) for name in fields if erasing.names_file(row, name)}
        for name in fields:
            setattr(row, name, "")
        row.save(update_fields=fields)
    erasing.forget_files(made)
    _forget_contacts(own)
    for entry in own:
        entry.from_club = entry.family = entry.note = ""
        entry.link_number, entry.version = entry.link_number + 1, entry.version + 1
        entry.save(update_fields=["from_club", "family", "note", "link_number", "version"])
    snapshots.forget(tournament, [entry.pk for entry in own], called.is_in)
    erasing.drop_papers(tournament)
    write.log(entries=list(entries), numbers=[entry.number for entry in own])


def _of_club(club: Club) -> list[LogText]:
    return list(LogText.objects.filter(entry__stream__club=club, erased_at=None))


def _forget_texts(texts: Sequence[LogText]) -> None:
    """The chain holds their hashes, and stays whole."""
    keys = [text.pk for text in texts]
    LogText.objects.filter(pk__in=keys).update(text="", salt="", erased_at=steady.now())


def _forget_name(person: Person) -> None:
    person.given_name, person.family_name = erasing.neutral(person)
    person.is_hidden, person.is_minor, person.shows_full_name = True, False, False
    person.save()


@action("contacts.erased", needs="retention.keep")
def erase_contacts(write: Write, tournament: Tournament) -> int:
    """Addresses, who agreed for a child, and notes: needed on the day, not for ever. The steps back end with them."""
    contacts = _forget_contacts(tournament.entries.all())
    notes = tournament.entries.exclude(note="").update(note="")
    tournament.snapshots.all().delete()
    write.log(contacts=contacts, notes=notes)
    return contacts + notes


def _forget_contacts(entries: Iterable[Entry]) -> int:
    """How many; with what became of the mails to them, since a mail server's answer may name the address."""
    Mail.objects.filter(entry__in=entries).delete()
    return int(Contact.objects.filter(entry__in=entries).delete()[0])
