"""A better draw looked for in the background while the first is looked at. It is offered, never put in the place of the first.

Only where a draw stays behind what can be proven to be the least. Whatever else waits for the same worker comes first: on a
laptop any work, on a server another search.
"""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament import jobs
from tournament.actions.core import Done
from tournament.actions.rounds import store_draft
from tournament.actors import Actor
from tournament.errors import Refused, Stale
from tournament.lots import Basis, basis
from tournament.models import Job, Round, Stage
from tournament.seating.better import could_be_better, worth
from tournament.seating.draw import draw
from tournament.seating.model import Draw, Report, Watch
from tournament.seating.writing import draw_data

KIND, QUEUE = "draw.better", "draw"
SECONDS, ATTEMPTS = 20.0, 100


def order(first: Round, now: Basis, drawn: Draw, *, by: Actor) -> None:
    """For the draft that begins with this round."""
    if drawn.request.attempts == 1 and could_be_better(drawn.report):
        args = {"round": first.pk, "seconds": drawn.request.seconds, "made_from": now.fingerprint}
        jobs.enqueue(KIND, key=str(first.pk), by=by, args=args, tournament=first.tournament)


def of_draft(first: Round) -> Job | None:
    """The newest search for a better draft than this."""
    return Job.objects.filter(kind=KIND, key=str(first.pk)).order_by("-created_at").first()


@jobs.job(KIND, queue=QUEUE, seconds=120)
def search(task: jobs.Task) -> jobs.Result:
    """What was found as `draw`, if it is better."""
    draft = Round.objects.drafts().select_related("stage__tournament").filter(pk=task.args["round"]).first()
    now = _same_basis(draft.stage, task.args["made_from"]) if draft else None
    if draft is None or now is None:
        return {}
    found = draw(replace(now.request, seconds=task.args["seconds"], attempts=ATTEMPTS), now.mode, _watch(task))
    if worth(found.report) >= worth(draft.report):
        return {}
    return {"draw": draw_data(found), "attempts": found.request.attempts}


def _same_basis(stage: Stage, made_from: str) -> Basis | None:
    try:
        now = basis(stage)
    except Refused:
        return None
    return now if now.fingerprint == made_from else None


def _watch(task: jobs.Task) -> Watch:
    """Asked after every attempt: somebody may have called it off, other work may wait, another draft may have been drawn."""
    is_over = False

    def progress(share: float, step: str) -> None:
        nonlocal is_over
        task.progress(round(share * ATTEMPTS), ATTEMPTS)
        is_over = _waiting().exists() or not Round.objects.drafts().filter(pk=task.args["round"]).exists()

    return Watch(SECONDS, cancelled=lambda: is_over, progress=progress)


def _waiting() -> QuerySet[Job]:
    due = Job.objects.due()
    return due.filter(queue=QUEUE) if settings.ON_SERVER else due


def take(first: Round, *, by: Actor, action_id: str | None = None) -> Done[list[Round]]:
    """The better draw in the place of this draft."""
    stage, job = first.stage, of_draft(first)
    found = (job.result or {}).get("draw") if job else None
    if job is None or not found:
        raise Refused("no_better", _("No better draw was found."))
    now = _same_basis(stage, job.args["made_from"])
    if now is None:
        raise Stale("draw_outdated", _("Something has changed since this was drawn. Draw again."))
    drawn = _drawn(now, found, job)
    act: dict[str, Any] = {"by": by, "action_id": action_id, "stage_id": stage.pk}
    return store_draft(stage.tournament, made_from=now.fingerprint, drawn=drawn, **act)


def _drawn(now: Basis, found: dict[str, Any], job: Job) -> Draw:
    player = {entry: index for index, entry in enumerate(now.request.ids)}
    rounds = tuple(tuple(tuple(player[entry] for entry in table) for table in tables) for tables in found["rounds"])
    report: Report = found["report"]
    asked = replace(now.request, seconds=job.args["seconds"], attempts=job.result["attempts"])
    return Draw(asked, rounds, tuple(map(tuple, found["boards"])), report, report["seconds"], report["cut_short"])
