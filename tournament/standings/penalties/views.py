"""Points off a player's score."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournament.core import find
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id, number
from tournament.models import Stage
from tournament.standings.penalties import actions as penalties


@gate("penalties.give", find.stage)
def penalty(request: Request, stage: Stage) -> HttpResponse:
    """Give a penalty, with its reason, or revoke the one named by `penalty`."""
    act = {"by": request.actor, "action_id": action_id(request)}
    revoked = number(request, "penalty")
    if revoked is not None:
        penalties.revoke_penalty(stage.tournament, penalty_id=revoked, **act)
    else:
        entry_id, points = request.POST.get("entry", ""), number(request, "points") or 0
        reason = request.POST.get("reason", "")
        penalties.give_penalty(
            stage.tournament, stage_id=stage.pk, entry_id=entry_id, points=points, reason=reason, **act
        )
    return redirect(f"{reverse('desk_standings', args=[stage.tournament.public_id])}?stage={stage.position}")
