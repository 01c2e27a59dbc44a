"""People who seem to be listed twice."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.club.same_person.actions import merge_people, part_people
from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id
from tournament.models import Club, Person
from tournament.people.duplicates import Names
from tournament.people.names import as_listed, full_name

MOST_PAIRS = 50


@gate("club.change", find.club)
def same(request: Request, club: Club) -> HttpResponse:
    """People who seem to be listed twice: merge them, or undo a merge."""
    if request.method == "POST":
        act = {"by": request.actor, "action_id": action_id(request)}
        if request.POST.get("to") == "part":
            part_people(club, other=request.POST.get("other", ""), **act)
        else:
            merge_people(club, keep=request.POST.get("keep", ""), other=request.POST.get("other", ""), **act)
            messages.success(request, _("The two count as one from now on."))
        return redirect("same_people", club.public_id)
    people = list(club.people.prefetch_related("entries__tournament").order_by("pk"))
    by_key = {person.pk: person for person in people}
    alike = _alike([person for person in people if person.merged_into_id is None])
    context = {
        "club": club,
        "pairs": [(as_listed(one), as_listed(other)) for one, other in alike[:MOST_PAIRS]],
        "merged": [
            (as_listed(by_key[person.merged_into_id]), as_listed(person)) for person in people if person.merged_into_id
        ],
        "people": sorted((full_name(person), person.public_id) for person in people if person.merged_into_id is None),
    }
    return render(request, "people/same.html", context)


def _alike(people: list[Person]) -> list[tuple[Person, Person]]:
    """Pairs with similar names, the older entry first; two people who played in the same tournament are no pair."""
    known, pairs = Names[Person](), []
    for person in people:
        match = known.find(person.given_name, person.family_name)
        if match and not _events(match.key) & _events(person):
            pairs.append((match.key, person))
        known.add(person, person.given_name, person.family_name)
    return pairs


def _events(person: Person) -> set[int]:
    return {entry.tournament_id for entry in person.entries.all()}
