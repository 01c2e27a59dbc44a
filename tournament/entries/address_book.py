"""The club's address book: whom it offers to whom, and who is meant by a name that was typed.

Offered are the people of tournaments whose entries the reader may see (an admin: of the whole club) who are not entered here yet,
and never those who are hidden or minors. Whoever types the very name of one of these, and may see them, means them and is told
nothing. Whoever may not see them enters somebody new, hidden as well, and so is who gets such a name by a correction: nobody at
the desk brings a protected name to light. Left out is entering oneself: it would tell a stranger which names are protected.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.models import Club, Person, Tournament
from tournament.people.duplicates import Match, Names

Name = tuple[str, str]  # first name and surname
PROTECTED = Q(is_hidden=True) | Q(is_minor=True)
HUMAN = Coalesce("merged_into_id", "pk")  # the same for all rows of somebody who was known twice


def people_seen(reader: Actor, club: Club) -> QuerySet[Person]:
    """The people whom the reader's roles show in full."""
    if may(reader, "entries.see", club):
        return club.people.all()
    held = club.tournaments.standing().filter(grants__account=reader.account).distinct()
    return club.people.filter(entries__tournament__in=[each for each in held if may(reader, "entries.see", each)])


def _not_entered(people: QuerySet[Person], tournament: Tournament) -> QuerySet[Person]:
    here = Person.objects.filter(entries__tournament=tournament).annotate(human=HUMAN).values("human")
    return people.annotate(human=HUMAN).exclude(human__in=here).distinct()


def suggested(reader: Actor, tournament: Tournament, words: list[str]) -> QuerySet[Person]:
    """Of those on offer, whose names begin with the words; nobody twice."""
    seen = people_seen(reader, tournament.club)
    people = _not_entered(seen, tournament).exclude(PROTECTED).exclude(merged_into__in=seen)
    for word in words:
        people = people.filter(Q(given_name__istartswith=word) | Q(family_name__istartswith=word))
    return people.order_by("family_name", "given_name")


class AddressBook:
    """The people whom the reader may see and who are not entered here yet, by name."""

    def __init__(self, reader: Actor, tournament: Tournament, only: Q | None = None) -> None:
        people = _not_entered(people_seen(reader, tournament.club), tournament)
        rows = list(people.filter(only or Q()).order_by("pk"))
        first = people.in_bulk({row.merged_into_id for row in rows if row.merged_into_id})
        self._by_name: dict[str, set[Person]] = defaultdict(set)
        self._on_offer: Names[Person] = Names()
        for row in rows:
            person = first.get(row.merged_into_id or 0, row)
            self._by_name[_key(row.given_name, row.family_name)].add(person)
            if not _is_protected(row):
                self._on_offer.add(person, row.given_name, row.family_name)

    def called(self, given: str, family: str) -> Person | None:
        """The one person of this name; None if there are two."""
        people = self._by_name.get(_key(given, family), set())
        return next(iter(people)) if len(people) == 1 else None

    def offered(self, given: str, family: str) -> Person | None:
        person = self.called(given, family)
        return None if person is None or _is_protected(person) else person

    def nearly(self, given: str, family: str) -> Match[Person] | None:
        """Somebody on offer whose name is similar, but not the same."""
        match = self._on_offer.find(given, family)
        return match if match and match.kind != "same" else None


def known_person(reader: Actor, tournament: Tournament, given: str, family: str) -> Person | None:
    """The one person on offer with this name."""
    same = Q(given_name__iexact=given, family_name__iexact=family)
    return AddressBook(reader, tournament, same).offered(given, family)


def _is_protected(person: Person) -> bool:
    return person.is_hidden or person.is_minor


class Namesakes:
    """The protected people who are not entered here yet, for names that come without a person: those whom the writer may see
    are meant, each once."""

    def __init__(self, by: Actor, tournament: Tournament, names: Iterable[Name], taken: Iterable[Person] = ()) -> None:
        keys = {_key(*name) for name in names}
        protected = _not_entered(tournament.club.people.filter(PROTECTED), tournament)
        found = [name for name in protected.values_list("given_name", "family_name") if _key(*name) in keys]
        self._names = {_key(*name) for name in found}
        self._book = AddressBook(by, tournament, Q(given_name__in=[given for given, _family in found]))
        self._taken = set(taken)

    def meant(self, given: str, family: str) -> Person | None:
        """Somebody protected of this name who is to be entered."""
        person = self._book.called(given, family)
        if person is None or person in self._taken or not _is_protected(person):
            return None
        self._taken.add(person)
        return person

    def hidden(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """What is known of somebody new: hidden, if somebody protected has the name."""
        return self.hiding((fields["given_name"], fields.get("family_name", "")), fields)

    def hiding(self, name: Name, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The same for somebody who is called so from now on."""
        return {**fields, "is_hidden": True} if _key(*name) in self._names else dict(fields)


def _key(given: str, family: str) -> str:
    return f"{given}\0{family}".casefold()
