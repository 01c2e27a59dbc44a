"""Seasons: several tournaments counted together."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournament.club.seasons import actions
from tournament.club.seasons.forms import SeasonForm
from tournament.club.seasons.queries import season_view
from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id, version
from tournament.models import Club, Season


@gate("public.see", find.public_season)
def public_season(request: HttpRequest, season: Season) -> HttpResponse:
    context = {"club": season.club, "season": season, "view": season_view(season, full=False)}
    return render(request, "club/season.html", context)


@gate("club.change", find.club)
def season(request: Request, club: Club) -> HttpResponse:
    """Create or edit a season; shows its ranking with full names."""
    season_id = request.POST.get("season") or request.GET.get("season", "")
    current = get_object_or_404(club.seasons, public_id=season_id) if season_id else None
    form = SeasonForm(request.POST or None, club=club, initial=_initial(current) if current else {})
    act = {"by": request.actor, "action_id": action_id(request), "version": version(request)}
    if request.POST.get("to") == "remove" and current:
        actions.remove_season(club, season_id=current.public_id, **act)
        return redirect("desk_club", club.public_id)
    if request.method == "POST" and form.is_valid():
        done = actions.set_season(club, season_id=season_id, **form.cleaned_data, **act)
        messages.success(request, _("Saved."))
        return redirect(f"{request.path}?season={done.receipt['id']}")
    view = season_view(current, full=True) if current else None
    status = 422 if form.errors else 200
    context = {"club": club, "season": current, "form": form, "view": view}
    return render(request, "club/season_desk.html", context, status=status)


def _initial(season: Season) -> dict[str, Any]:
    chosen = list(season.tournaments.values_list("public_id", flat=True))
    fields = {name: getattr(season, name) for name in ("name", "counts", "best")}
    return {**fields, "worth": " ".join(map(str, season.worth)), "tournaments": chosen}
