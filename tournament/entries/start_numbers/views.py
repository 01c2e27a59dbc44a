"""New start numbers for all players at once."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id
from tournament.entries.start_numbers.actions import renumber
from tournament.models import Tournament


@gate("entries.change", find.tournament)
def renumber_all(request: Request, tournament: Tournament) -> HttpResponse:
    by_surname = request.POST.get("by") == "surname"
    done = renumber(tournament, by=request.actor, action_id=action_id(request), by_surname=by_surname)
    messages.success(request, _("Start numbers 1 to %(last)d are given anew.") % {"last": done.receipt["count"]})
    return redirect("check_in", tournament_id=tournament.public_id)
