"""How a person's name is shown, and to whom. Pages, API, papers and screens all take it from here."""

from django.utils.translation import gettext as _

from tournament.models import Entry, Person
from tournament.people.duplicates import folded


def full_name(person: Person) -> str:
    return f"{person.given_name} {person.family_name}".strip()


def both_names(person: Person) -> tuple[str, str]:
    """First name and surname apart, for exports that can be imported again."""
    return person.given_name, person.family_name


def public_name(person: Person, number: int) -> str:
    """ "Anna K.", or in full where allowed. For hidden people, and minors unless allowed, only the start number."""
    if _is_secret(person):
        return _nameless(number)
    return _shortened(person)


def _nameless(number: int) -> str:
    return _("Player %(number)d") % {"number": number}


def is_called(number: int, name: str) -> bool:
    """Whether this is a name, not just "Player 4"."""
    return name != _nameless(number)


def numbered(number: int, name: str) -> str:
    """ "4 Anna K.", and "Player 4" where the number is all there is."""
    return f"{number} {name}" if is_called(number, name) else name


def looked_up(name: str) -> tuple[bool, int, list[str]]:
    """Sort key for shown names: by surname, Ö beside O; those shown by number only come last."""
    parts = name.split()[::-1]
    number = int(parts[0]) if parts and parts[0].isdecimal() else 0
    return bool(number), number, [folded(part) for part in parts]


def club_name(person: Person, *, full: bool) -> str:
    """The name in lists over several tournaments. No start number: across lists it would identify a hidden person."""
    if full:
        return full_name(person)
    return _("name hidden") if _is_secret(person) else _shortened(person)


def _is_secret(person: Person) -> bool:
    return person.is_hidden or (person.is_minor and not person.shows_full_name)


def _shortened(person: Person) -> str:
    if not person.family_name or (person.shows_full_name and not person.is_minor):
        return full_name(person)
    return f"{person.given_name} {person.family_name[0]}."


def entry_name(entry: Entry, *, full: bool) -> str:
    return full_name(entry.person) if full else public_name(entry.person, entry.number)


def as_listed(person: Person) -> tuple[str, str, list[str]]:
    """(id, name, tournaments): the tournaments help to recognise the person."""
    return person.public_id, full_name(person), [entry.tournament.name for entry in person.entries.all()][:4]
