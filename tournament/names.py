"""How a person's name is shown, and to whom: the only place that decides it, for page, API, paper and screen alike."""

from django.utils.translation import gettext as _

from tournament.access import may
from tournament.actors import Actor
from tournament.duplicates import folded
from tournament.models import Entry, Person, Tournament


def full_name(person: Person) -> str:
    return f"{person.given_name} {person.family_name}".strip()


def both_names(person: Person) -> tuple[str, str]:
    """First name and surname, each for itself: for lists that are taken in again."""
    return person.given_name, person.family_name


def public_name(person: Person, number: int) -> str:
    """ "Anna K.", or in full where that is allowed. Hidden people are their start number, minors too unless allowed."""
    if _is_secret(person):
        return _nameless(number)
    return _shortened(person)


def _nameless(number: int) -> str:
    return _("Player %(number)d") % {"number": number}


def is_called(number: int, name: str) -> bool:
    """By a name, that is, and not by the number alone."""
    return name != _nameless(number)


def numbered(number: int, name: str) -> str:
    """ "4 Anna K.", and "Player 4" where the number is all there is."""
    return f"{number} {name}" if is_called(number, name) else name


def looked_up(name: str) -> tuple[bool, int, list[str]]:
    """The order in which one looks for a name as it is shown: by surname, Ö beside O; who is a number only comes last."""
    parts = name.split()[::-1]
    number = int(parts[0]) if parts and parts[0].isdecimal() else 0
    return bool(number), number, [folded(part) for part in parts]


def club_name(person: Person, *, full: bool) -> str:
    """Over several tournaments: a start number would lead from one list to the next, and so to who somebody is."""
    if full:
        return full_name(person)
    return _("name hidden") if _is_secret(person) else _shortened(person)


def _is_secret(person: Person) -> bool:
    return person.is_hidden or (person.is_minor and not person.shows_full_name)


def _shortened(person: Person) -> str:
    if not person.family_name or (person.shows_full_name and not person.is_minor):
        return full_name(person)
    return f"{person.given_name} {person.family_name[0]}."


def sees_full_names(actor: Actor, tournament: Tournament) -> bool:
    return may(actor, "entries.see", tournament)


def entry_name(entry: Entry, *, full: bool) -> str:
    return full_name(entry.person) if full else public_name(entry.person, entry.number)
