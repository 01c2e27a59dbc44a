"""A club over the years: for everybody, and for whoever runs it. Seasons, and people who are in the address book twice."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament import find
from tournament.access import gate
from tournament.actions import clubs
from tournament.actions.erasing import erase_person
from tournament.club_forms import SeasonForm
from tournament.duplicates import Names
from tournament.erasing import people_called
from tournament.models import Club, Person, Season
from tournament.names import full_name
from tournament.queries_club import club_view, season_view
from tournament.views.requests import Request, action_id, version

MOST_PAIRS = 50


@gate("public.see", find.public_club)
def public(request: HttpRequest, club: Club) -> HttpResponse:
    return render(request, "tournament/club/public.html", {"club": club, "view": club_view(club, full=False)})


@gate("public.see", find.public_season)
def public_season(request: HttpRequest, season: Season) -> HttpResponse:
    shown = {"club": season.club, "season": season, "view": season_view(season, full=False)}
    return render(request, "tournament/club/season.html", shown)


@gate("club.see", find.club)
def desk(request: Request, club: Club) -> HttpResponse:
    return render(request, "tournament/club/desk.html", {"club": club, "view": club_view(club, full=True)})


@gate("club.change", find.club)
def season(request: Request, club: Club) -> HttpResponse:
    """A new season, or the one named: its ranking in full names, and what it is made of."""
    wanted = request.POST.get("season") or request.GET.get("season", "")
    found = get_object_or_404(club.seasons, public_id=wanted) if wanted else None
    form = SeasonForm(request.POST or None, club=club, initial=_initial(found) if found else {})
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    if request.POST.get("to") == "remove" and found:
        clubs.remove_season(club, season_id=found.public_id, **act)
        return redirect("desk_club", club.public_id)
    if request.method == "POST" and form.is_valid():
        done = clubs.set_season(club, season_id=wanted, **form.cleaned_data, **act)
        messages.success(request, _("Saved."))
        return redirect(f"{request.path}?season={done.receipt['id']}")
    view = season_view(found, full=True) if found else None
    status = 422 if form.errors else 200
    shown = {"club": club, "season": found, "form": form, "view": view}
    return render(request, "tournament/club/season_desk.html", shown, status=status)


def _initial(season: Season) -> dict[str, Any]:
    chosen = list(season.tournaments.values_list("public_id", flat=True))
    kept = {name: getattr(season, name) for name in ("name", "counts", "best")}
    return {**kept, "worth": " ".join(map(str, season.worth)), "tournaments": chosen}


@gate("club.change", find.club)
def same(request: Request, club: Club) -> HttpResponse:
    """Who seems to be known twice; joined and parted again with one tap."""
    if request.method == "POST":
        act = {"by": request.actor, "action_id": action_id(request)}
        if request.POST.get("to") == "part":
            clubs.part_people(club, other=request.POST.get("other", ""), **act)
        else:
            clubs.merge_people(club, keep=request.POST.get("keep", ""), other=request.POST.get("other", ""), **act)
            messages.success(request, _("The two count as one from now on."))
        return redirect("same_people", club.public_id)
    people = list(club.people.prefetch_related("entries__tournament").order_by("pk"))
    by_key = {person.pk: person for person in people}
    alike = _alike([person for person in people if person.merged_into_id is None])
    shown = {
        "club": club,
        "pairs": [(_of(one), _of(other)) for one, other in alike[:MOST_PAIRS]],
        "merged": [(_of(by_key[person.merged_into_id]), _of(person)) for person in people if person.merged_into_id],
        "people": sorted((full_name(person), person.public_id) for person in people if person.merged_into_id is None),
    }
    return render(request, "tournament/club/same.html", shown)


def _alike(people: list[Person]) -> list[tuple[Person, Person]]:
    """The older one first; whoever played in the same tournament is somebody else."""
    known, found = Names[Person](), []
    for person in people:
        match = known.find(person.given_name, person.family_name)
        if match and not _events(match.key) & _events(person):
            found.append((match.key, person))
        known.add(person, person.given_name, person.family_name)
    return found


def _events(person: Person) -> set[int]:
    return {entry.tournament_id for entry in person.entries.all()}


def _of(person: Person) -> tuple[str, str, list[str]]:
    """Id, name, and the tournaments by which somebody recognises who it is."""
    return person.public_id, full_name(person), [entry.tournament.name for entry in person.entries.all()][:4]


@gate("people.erase", find.club, confirmed=True)
def erasing(request: Request, club: Club) -> HttpResponse:
    """Somebody wants to be forgotten: found by name, erased for good."""
    if request.method == "POST":
        erase_person(club, by=request.actor, action_id=action_id(request), person_id=request.POST.get("person", ""))
        messages.success(request, _("Erased. What was played stays, under a neutral name."))
        return redirect("erase", club.public_id)
    words = request.GET.get("q", "")[:80].replace("\0", "").strip()
    people = people_called(club.people.prefetch_related("entries__tournament"), words)[:MOST_PAIRS] if words else []
    shown = {"club": club, "words": words, "people": [_of(person) for person in people]}
    return render(request, "tournament/club/erase.html", shown)
