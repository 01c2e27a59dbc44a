"""The button that moves the first of the waiting list up into the tournament."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id
from tournament.entries.checkin.queries import guest
from tournament.entries.queries import entry_in_full
from tournament.entries.waiting_list.actions import move_up
from tournament.models import Tournament


@gate("entries.change", find.tournament)
def next_waiting(request: Request, tournament: Tournament) -> HttpResponse:
    """Move up the first of the waiting list."""
    done = move_up(tournament, by=request.actor, action_id=action_id(request))
    entry = entry_in_full(tournament, done.receipt["id"])
    messages.success(request, _("%(name)s moves up.") % {"name": guest(entry).name})
    return redirect("check_in", tournament_id=tournament.public_id)
