"""Who plays a free game: people of the club, and those whose names were typed.

A name that is typed means the one person of this name whom the writer may see; else it is somebody new, hidden if the club
protects somebody of that name: no game brings a protected name to light.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tournament.core.actors import Actor
from tournament.core.person_names import split_name
from tournament.core.refusals import NO_SUCH_PERSON
from tournament.entries.address_book import PROTECTED, people_seen
from tournament.models import Club, Person
from tournament.people.duplicates import folded

LONGEST = 80
MOST_OFFERED = 400


class Players:
    def __init__(self, writer: Actor, club: Club) -> None:
        self.club = club
        self.seen = club.people.all() if writer.is_system else people_seen(writer, club)
        self._by_name: dict[str, set[Person]] = defaultdict(set)
        for person in self.seen.select_related("merged_into"):
            self._by_name[_key(person.given_name, person.family_name)].add(person.merged_into or person)
        protected = club.people.filter(PROTECTED).values_list("given_name", "family_name")
        self._protected = {_key(*name) for name in protected}

    def person(self, seat: Mapping[str, Any]) -> Person | None:
        """None without a name."""
        if seat.get("person_id"):
            known = self.seen.filter(public_id=seat["person_id"]).select_related("merged_into").first()
            if known is None:
                raise NO_SUCH_PERSON()
            return known.merged_into or known
        given, family = (part[:LONGEST] for part in split_name(" ".join(str(seat.get("name", "")).split())))
        if not given:
            return None
        same, is_minor = self._by_name.get(_key(given, family), set()), bool(seat.get("is_minor"))
        if len(same) == 1:
            return next(iter(same))
        is_hidden = _key(given, family) in self._protected
        made = Person.objects.create(
            club=self.club, given_name=given, family_name=family, is_minor=is_minor, is_hidden=is_hidden
        )
        self._by_name[_key(given, family)].add(made)
        return made


def _key(given: str, family: str) -> str:
    return f"{folded(given)}\0{folded(family)}"


def offered(reader: Actor, club: Club) -> list[Person]:
    """Of the club, for the list from which a name is chosen."""
    people = people_seen(reader, club).exclude(PROTECTED).filter(merged_into=None).distinct()
    return list(people.order_by("family_name", "given_name")[:MOST_OFFERED])
