"""Back to before a step: which ones there are, what each would undo, and the button."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament import find, story
from tournament.access import gate
from tournament.actions.undo import undo_to
from tournament.models import Tournament
from tournament.views.requests import Request, action_id, number

MOST = 1000  # lines of the log; nobody goes back further


@gate("tournament.change", find.tournament)
def undo(request: Request, tournament: Tournament) -> HttpResponse:
    """`?to=` shows what would be undone."""
    if request.method == "POST":
        to, seen = number(request, "to") or 0, number(request, "seen") or 0
        undo_to(tournament, by=request.actor, action_id=action_id(request), to=to, seen=seen)
        messages.success(request, _("Everything is as it was before. If that was wrong, it can be undone as well."))
        return redirect("desk_tournament", tournament_id=tournament.public_id)
    steps = list(tournament.snapshots.defer("rows").exclude(seq=tournament.stream.seq))
    chosen = next((step for step in steps if str(step.seq) == request.GET.get("to")), None)
    lines = story.lines(tournament, most=min(tournament.stream.seq - steps[-1].seq, MOST)) if steps else []
    by_seq = {line.seq: line for line in lines}
    shown = {
        "tournament": tournament,
        "steps": [(step, by_seq.get(step.seq + 1), tournament.stream.seq - step.seq) for step in steps],
        "chosen": chosen,
        "lost": [line for line in lines if chosen and line.seq > chosen.seq],
        "seen": tournament.stream.seq,
    }
    return render(request, "tournament/undo/page.html", shown)
