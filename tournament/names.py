"""How a person's name is shown, and to whom: the only place that decides it, for page, API, paper and screen alike."""

from django.utils.translation import gettext as _

from tournament.access import may
from tournament.actors import Actor
from tournament.models import Entry, Person, Tournament


def full_name(person: Person) -> str:
    return f"{person.given_name} {person.family_name}".strip()


def public_name(person: Person, number: int) -> str:
    """ "Anna K.", or in full where that is allowed. Hidden people are their start number, minors too unless allowed."""
    if person.is_hidden or (person.is_minor and not person.shows_full_name):
        return _("Player %(number)d") % {"number": number}
    if not person.family_name or (person.shows_full_name and not person.is_minor):
        return full_name(person)
    return f"{person.given_name} {person.family_name[0]}."


def sees_full_names(actor: Actor, tournament: Tournament) -> bool:
    return may(actor, "entries.see", tournament)


def entry_name(entry: Entry, *, full: bool) -> str:
    return full_name(entry.person) if full else public_name(entry.person, entry.number)
