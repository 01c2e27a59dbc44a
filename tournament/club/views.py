"""The pages of a club: a new one; its history in public and at the desk."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.club.cards import cards_of
from tournament.club.queries import club_view
from tournament.core import find
from tournament.core.access import gate
from tournament.core.forms import ClubForm
from tournament.core.pages.requests import Request, action_id
from tournament.models import Club
from tournament.people.clubs import create_club


@gate("public.see", find.public_club)
def public(request: HttpRequest, club: Club) -> HttpResponse:
    context = {"club": club, "view": club_view(club, full=False), "cards": cards_of(club, full=False)}
    return render(request, "club/public.html", context)


@gate("club.see", find.club)
def desk(request: Request, club: Club) -> HttpResponse:
    context = {"club": club, "view": club_view(club, full=True), "cards": cards_of(club, full=True)}
    return render(request, "club/desk.html", context)


@gate("club.create")
def new_club(request: Request) -> HttpResponse:
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        create_club(None, by=request.actor, action_id=action_id(request), name=name, admin=request.actor.account)
        messages.success(request, _("%(name)s is made.") % {"name": name})
        return redirect("desk")
    return render(request, "club/new.html", {"form": form})
