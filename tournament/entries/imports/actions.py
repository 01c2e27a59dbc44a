"""Enter many people at once, new ones and those in the club's address book."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.core.refusals import (
    FIRST_STATE,
    FULL,
    NOBODY_LISTED,
    NOT_KNOWN_ANY_MORE,
    NUMBER,
    NUMBER_TAKEN,
    TOO_MANY_GROUPS,
)
from tournament.entries import details
from tournament.entries.actions import AT_FIRST, HIGHEST_NUMBER, MOST_ENTRIES, as_here, require_not_over, show
from tournament.entries.address_book import Namesakes, people_seen
from tournament.entries.fields import IN_LISTS, Of
from tournament.entries.groups.actions import MOST_GROUPS
from tournament.models import Category, Entry, Person, Team, Tournament
from tournament.models.events import EntryState
from tournament.people.names import full_name

People = Sequence[Mapping[str, Any]]


@action("entries.imported", needs="entries.change", undoable=True, answers=("count", "numbers"))
def import_entries(
    write: Write, tournament: Tournament, *, people: People, state: str = EntryState.REGISTERED
) -> list[Entry]:
    """All or nobody. Each of `people` has given_name, family_name, number (None: the next free one), what else a list may
    say, and person: the public id of somebody in the club's address book, or empty. Teams and categories that are new are
    made."""
    if state not in AT_FIRST:
        raise FIRST_STATE()
    if not people:
        raise NOBODY_LISTED()
    require_not_over(tournament)
    for one in people:
        details.checked({name: value for name, value in one.items() if name != "person"}, IN_LISTS)
    people = [as_here(tournament, one) for one in people]
    numbers = _numbers(tournament, people)
    entries = _create_entries(write.by, tournament, people, numbers, state)
    details.new_contacts(zip(entries, people, strict=True))
    write.log(state=str(state), entries=[entry.public_id for entry in entries])
    # A single person is named in the log; a list only by its numbers, so that no names need to be erased later.
    if len(entries) == 1:
        write.log(number=numbers[0], texts={"name": full_name(entries[0].person)})
    else:
        write.log(numbers=numbers)
    write.answer(count=len(entries), numbers=_span(numbers))
    return entries


def _create_entries(
    by: Actor, tournament: Tournament, people: People, numbers: Sequence[int], state: str
) -> list[Entry]:
    groups = {name: _groups(tournament, name, people) for name in details.GROUPS}
    persons = _persons(by, tournament, people)
    return Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            state=state,
            **{**details.columns_of(Of.ENTRY, one), "number": number},
            **{name: known.get(one.get(name, "")) for name, known in groups.items()},
        )
        for one, person, number in zip(people, persons, numbers, strict=True)
    )


def _groups(tournament: Tournament, name: str, people: People) -> dict[str, Team | Category]:
    """The teams or categories named in the list, ignoring case; new ones are created."""
    kind: Any = details.GROUPS[name]
    named = {one.get(name, "") for one in people} - {""}
    if not named:
        return {}
    known = {group.name.casefold(): group for group in kind.objects.filter(tournament=tournament)}
    new = {name.casefold(): kind(tournament=tournament, name=name) for name in sorted(named)}
    made = [group for key, group in new.items() if key not in known]
    if len(known) + len(made) > MOST_GROUPS:
        raise TOO_MANY_GROUPS({"most": MOST_GROUPS})
    kind.objects.bulk_create(made)
    known |= {group.name.casefold(): group for group in made}
    return {name: known[name.casefold()] for name in named}


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}–{high}" if high > low else str(low)


def _numbers(tournament: Tournament, people: People) -> list[int]:
    """The wished numbers; the others get the next ones after the highest."""
    here = tournament.entries.aggregate(all=Count("pk"), last=Max("number"))
    if here["all"] + len(people) > MOST_ENTRIES:
        raise FULL({"most": MOST_ENTRIES})
    wished = [one["number"] for one in people if one.get("number") is not None]
    if any(not 0 < number <= HIGHEST_NUMBER for number in wished):
        raise NUMBER({"most": HIGHEST_NUMBER})
    taken = set(tournament.entries.filter(number__in=wished).values_list("number", flat=True))
    twice = {number for number in wished if wished.count(number) > 1} if len(set(wished)) < len(wished) else set()
    if taken | twice:
        raise NUMBER_TAKEN({"number": min(taken | twice)})
    last = max([here["last"] or 0, *wished])
    free = iter(range(last + 1, last + 1 + len(people)))
    return [one["number"] if one.get("number") is not None else next(free) for one in people]


def _persons(by: Actor, tournament: Tournament, people: People) -> list[Person]:
    known = _known_people(by, tournament, people)
    names = [(one["given_name"], one.get("family_name", "")) for one in people]
    namesakes = Namesakes(by, tournament, names, taken=known.values())
    here = [
        known[one["person"]] if one.get("person") else namesakes.meant(*name)
        for one, name in zip(people, names, strict=True)
    ]
    for one, person in zip(people, here, strict=True):
        if person is not None:
            _protect(person, one)
    fields = [namesakes.hidden(one) for one, person in zip(people, here, strict=True) if person is None]
    new = [Person(club_id=tournament.club_id, **details.columns_of(Of.PERSON, one)) for one in fields]
    made = iter(Person.objects.bulk_create(new))
    return [person or next(made) for person in here]


def _known_people(by: Actor, tournament: Tournament, people: People) -> dict[str, Person]:
    """The people whom the list names by their public id."""
    ids = [one["person"] for one in people if one.get("person")]
    if len(set(ids)) < len(ids):
        raise Refused("entered_twice", _("Somebody in this list is entered twice."))
    here = Person.objects.filter(pk__in=people_seen(by, tournament.club).filter(public_id__in=ids).values("pk"))
    known = {person.public_id: person for person in here}
    if len(known) < len(ids) or tournament.entries.filter(person__in=here).exists():
        raise NOT_KNOWN_ANY_MORE()
    return known


def _protect(person: Person, one: Mapping[str, Any]) -> None:
    """Where the list says so, somebody known becomes minor or hidden; nobody becomes less protected."""
    added = [name for name in ("is_minor", "is_hidden") if one.get(name) and not getattr(person, name)]
    show(person, **dict.fromkeys(added, True))
