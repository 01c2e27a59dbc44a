"""Many people entered at once, and people whom the club knows already."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament.actions.core import Write, action
from tournament.actions.entries import AT_FIRST, HIGHEST_NUMBER, MOST_ENTRIES, show
from tournament.actions.groups import MOST_GROUPS
from tournament.errors import Refused
from tournament.models import Category, Entry, Person, Team, Tournament
from tournament.models.events import EntryState
from tournament.names import full_name

People = Sequence[Mapping[str, Any]]
Group = TypeVar("Group", Team, Category)


@action("entries.imported", needs="entries.change", undoable=True)
def import_entries(
    write: Write, tournament: Tournament, *, people: People, state: str = EntryState.REGISTERED
) -> list[Entry]:
    """All or nobody. Each of `people` has given_name, family_name, number (None: the next free one), is_minor, is_hidden,
    is_paid, team, category, from_club, family, fixed_boards, and person: the public id of somebody in the club's address
    book, or empty. Teams and categories that are new are made."""
    if state not in AT_FIRST:
        raise Refused("entry_state", _("Nobody can be entered like this."))
    if not people:
        raise Refused("nobody", _("There is nobody in this list to be entered."))
    numbers = _numbers(tournament, people)
    teams, categories = (_named(tournament, kind, people) for kind in (Team, Category))
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            number=number,
            state=state,
            is_paid=bool(one.get("is_paid")),
            team=teams.get(one.get("team", "")),
            category=categories.get(one.get("category", "")),
            from_club=one.get("from_club", ""),
            family=one.get("family", ""),
            fixed_boards=list(one.get("fixed_boards", ())),
        )
        for one, person, number in zip(people, _persons(tournament, people), numbers, strict=True)
    )
    write.log(state=str(state), entries=[entry.public_id for entry in entries])
    # One is named in the log; a whole list is called by its numbers, so that nothing has to be erased there later.
    if len(entries) == 1:
        write.log(number=numbers[0], texts={"name": full_name(entries[0].person)})
    else:
        write.log(numbers=numbers)
    write.answer(count=len(entries), numbers=_span(numbers))
    return entries


def _named(tournament: Tournament, kind: type[Group], people: People) -> dict[str, Group]:
    """The teams or categories that the list names, capital or small; those that are new are made."""
    wanted = {one.get(kind.__name__.lower(), "") for one in people} - {""}
    known = {group.name.casefold(): group for group in kind.objects.filter(tournament=tournament)}
    new = {name.casefold(): kind(tournament=tournament, name=name) for name in sorted(wanted)}
    made = [group for key, group in new.items() if key not in known]
    if len(known) + len(made) > MOST_GROUPS:
        raise Refused("too_many_groups", _("No more than %(most)d of them.") % {"most": MOST_GROUPS})
    kind.objects.bulk_create(made)
    known |= {group.name.casefold(): group for group in made}
    return {name: known[name.casefold()] for name in wanted}


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return f"{low}–{high}" if high > low else str(low)


def _numbers(tournament: Tournament, people: People) -> list[int]:
    """The wished ones, and for the others those behind the last."""
    if tournament.entries.count() + len(people) > MOST_ENTRIES:
        raise Refused("full", _("No more than %(most)d players can be entered.") % {"most": MOST_ENTRIES})
    wished = [one["number"] for one in people if one.get("number") is not None]
    if any(not 0 < number <= HIGHEST_NUMBER for number in wished):
        raise Refused("number", _("A start number is between 1 and %(most)d.") % {"most": HIGHEST_NUMBER})
    taken = set(tournament.entries.filter(number__in=wished).values_list("number", flat=True))
    twice = {number for number in wished if wished.count(number) > 1} if len(set(wished)) < len(wished) else set()
    if taken | twice:
        raise Refused("number_taken", _("Start number %(number)d is given already.") % {"number": min(taken | twice)})
    last = max([tournament.entries.aggregate(last=Max("number"))["last"] or 0, *wished])
    free = iter(range(last + 1, last + 1 + len(people)))
    return [one["number"] if one.get("number") is not None else next(free) for one in people]


def _persons(tournament: Tournament, people: People) -> list[Person]:
    known = _known(tournament, people)
    new = [_new(tournament, one) for one in people if not one.get("person")]
    made = iter(Person.objects.bulk_create(new))
    return [known[one["person"]] if one.get("person") else next(made) for one in people]


def _new(tournament: Tournament, one: Mapping[str, Any]) -> Person:
    return Person(
        club_id=tournament.club_id,
        given_name=one["given_name"],
        family_name=one["family_name"],
        is_minor=bool(one.get("is_minor")),
        is_hidden=bool(one.get("is_hidden")),
    )


def _known(tournament: Tournament, people: People) -> dict[str, Person]:
    """Those of the address book, better protected than before where the list says so."""
    wanted = {one["person"]: one for one in people if one.get("person")}
    if len(wanted) < sum(bool(one.get("person")) for one in people):
        raise Refused("entered_twice", _("Somebody in this list is entered twice."))
    here = Person.objects.filter(club_id=tournament.club_id, public_id__in=wanted)
    found = {person.public_id: person for person in here}
    if len(found) < len(wanted) or tournament.entries.filter(person__in=here).exists():
        raise Refused("not_known", _("Somebody in this list was entered or removed in the meantime. Look at it again."))
    for key, person in found.items():
        asked = [name for name in ("is_minor", "is_hidden") if wanted[key].get(name) and not getattr(person, name)]
        show(person, **dict.fromkeys(asked, True))
    return found
