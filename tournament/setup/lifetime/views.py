"""A tournament copied, archived, deleted and taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id
from tournament.models import Club, Tournament
from tournament.models.events import DELETED_FOR
from tournament.setup.lifetime import actions
from tournament.setup.lifetime.forms import CopyForm
from tournament.setup.lifetime.queries import deleted_in, deleted_of


@gate("tournament.create", find.tournament)
def copy(request: Request, tournament: Tournament) -> HttpResponse:
    first = {"name": tournament.name, "settings": True, "boards": True}
    form = CopyForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        done = actions.copy_tournament(
            tournament,
            by=request.actor,
            action_id=action_id(request),
            name=form.cleaned_data["name"],
            played_on=form.cleaned_data["played_on"],
            parts=form.parts,
        )
        messages.success(request, _("This is the copy."))
        return redirect("desk_tournament", done.receipt["id"])
    return render(request, "setup/copy.html", {"tournament": tournament, "form": form})


@gate("tournament.change", find.tournament)
def archive(request: Request, tournament: Tournament) -> HttpResponse:
    """`to`=back takes it out again."""
    act = {"by": request.actor, "action_id": action_id(request)}
    if request.POST.get("to") == "back":
        actions.unarchive_tournament(tournament, **act)
        messages.success(request, _("The tournament is back from the archive."))
    else:
        actions.archive_tournament(tournament, **act)
        messages.success(request, _("The tournament is in the archive now."))
    return redirect("settings", tournament.public_id)


@gate("tournament.delete", find.tournament)
def delete(request: Request, tournament: Tournament) -> HttpResponse:
    actions.delete_tournament(tournament, by=request.actor, action_id=action_id(request))
    messages.success(request, _("%(name)s is deleted. It can be taken back for 30 days.") % {"name": tournament.name})
    return redirect("deleted", tournament.club.public_id)


@gate("tournament.create", find.club)
def deleted(request: Request, club: Club) -> HttpResponse:
    """The deleted tournaments of the club, each with a button that takes it back."""
    if request.method == "POST":
        tournament = deleted_of(club, request.POST.get("tournament", ""))
        actions.take_back_tournament(tournament, by=request.actor, action_id=action_id(request))
        messages.success(request, _("The tournament is there again."))
        return redirect("desk_tournament", tournament.public_id)
    rows = [(one, one.deleted_at + DELETED_FOR) for one in deleted_in(club) if one.deleted_at]
    return render(request, "setup/deleted.html", {"club": club, "rows": rows})
