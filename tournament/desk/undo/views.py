"""The undo page: the steps to go back to, what each would undo, and the button."""

from itertools import islice

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core import find, story
from tournament.core.access import gate
from tournament.core.pages.requests import Request, action_id, number
from tournament.desk.undo.actions import undo_to
from tournament.desk.undo.steps import Step, steps, take_back_step
from tournament.models import Tournament

SHOWN = 20  # steps
MOST = 1000  # lines of the log that are read


@gate("tournament.change", find.tournament)
def undo(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the steps (`?to=`: with what would be undone), or undo."""
    if request.method == "POST":
        to, seen = number(request, "to") or 0, number(request, "seen") or 0
        act = {"by": request.actor, "action_id": action_id(request), "seen": seen}
        if request.POST.get("to") == "last":
            take_back_step(tournament, **act)
        else:
            undo_to(tournament, to=to, **act)
        messages.success(request, _("Everything is as it was before. If that was wrong, it can be undone as well."))
        return redirect("desk_tournament", tournament_id=tournament.public_id)
    steps = list(tournament.snapshots.defer("rows").exclude(seq=tournament.stream.seq))
    chosen = next((step for step in steps if str(step.seq) == request.GET.get("to")), None)
    lines = story.lines(tournament, most=min(tournament.stream.seq - steps[-1].seq, MOST)) if steps else []
    by_start = {line.begins: line for line in reversed(lines)}  # the latest of a step is its own
    context = {
        "tournament": tournament,
        "steps": [(step, by_start.get(step.seq + 1), tournament.stream.seq - step.seq) for step in steps],
        "chosen": chosen,
        "standing": _standing(tournament),
        "lost": [line for line in lines if chosen and line.seq > chosen.seq],
        "seen": tournament.stream.seq,
    }
    return render(request, "desk/undo.html", context)


def _standing(tournament: Tournament) -> list[tuple[Step, story.StoryLine]]:
    """The last steps with their words."""
    latest = list(islice(steps(tournament), SHOWN))
    return list(zip(latest, story.told(tournament, [step.line for step in latest]), strict=True))
