"""Search for a better draw in the background while people look at the first. It is offered and replaces nothing by itself.

Only where a draw misses a proven bound. Other jobs that wait for the same worker come first: on a laptop all jobs, on a
server other searches.
"""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.core import jobs
from tournament.core.action import Done
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.core.refusals import DRAW_OUTDATED
from tournament.draw.actions import store_draft
from tournament.draw.request import Basis, basis
from tournament.draw.seating.better import could_be_better, worth
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Draw, Report, Watch
from tournament.draw.seating.writing import draw_data
from tournament.models import Job, Round, Stage

KIND, QUEUE = "draw.better", "draw"
SECONDS, ATTEMPTS = 20.0, 100


def order(first: Round, now: Basis, drawn: Draw, *, by: Actor) -> None:
    """Queue a search for the draft that begins with this round, if a better draw is possible."""
    if drawn.request.attempts == 1 and could_be_better(drawn.report):
        args = {"round": first.pk, "seconds": drawn.request.seconds, "made_from": now.fingerprint}
        jobs.enqueue(KIND, key=str(first.pk), by=by, args=args, tournament=first.tournament)


def of_draft(first: Round) -> Job | None:
    """The newest search for a better draft than this."""
    return Job.objects.filter(kind=KIND, key=str(first.pk)).order_by("-created_at").first()


@jobs.job(KIND, queue=QUEUE, seconds=120)
def search(task: jobs.Task) -> jobs.Result:
    """The draw found, as `draw`, if it is better."""
    draft = Round.objects.drafts().select_related("stage__tournament").filter(pk=task.args["round"]).first()
    now = _same_basis(draft.stage, task.args["made_from"]) if draft else None
    if draft is None or now is None:
        return {}
    better = draw(replace(now.request, seconds=task.args["seconds"], attempts=ATTEMPTS), now.mode, _watch(task))
    if worth(better.report) >= worth(draft.report):
        return {}
    return {"draw": draw_data(better), "attempts": better.request.attempts}


def _same_basis(stage: Stage, made_from: str) -> Basis | None:
    try:
        now = basis(stage)
    except Refused:
        return None
    return now if now.fingerprint == made_from else None


def _watch(task: jobs.Task) -> Watch:
    """Checked after every attempt: stop if the job was cancelled, other jobs wait, or the draft has been replaced."""
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
    """Replace this draft by the better draw."""
    stage, job = first.stage, of_draft(first)
    better = (job.result or {}).get("draw") if job else None
    if job is None or not better:
        raise Refused("no_better", _("No better draw was found."))
    now = _same_basis(stage, job.args["made_from"])
    if now is None:
        raise DRAW_OUTDATED()
    drawn = _as_draw(now, better, job)
    act: dict[str, Any] = {"by": by, "action_id": action_id, "stage_id": stage.pk}
    return store_draft(stage.tournament, made_from=now.fingerprint, drawn=drawn, **act)


def _as_draw(now: Basis, data: dict[str, Any], job: Job) -> Draw:
    player = {entry: index for index, entry in enumerate(now.request.ids)}
    rounds = tuple(tuple(tuple(player[entry] for entry in table) for table in tables) for tables in data["rounds"])
    report: Report = data["report"]
    request = replace(now.request, seconds=job.args["seconds"], attempts=job.outcome["attempts"])
    return Draw(request, rounds, tuple(map(tuple, data["boards"])), report, report["seconds"], report["cut_short"])
