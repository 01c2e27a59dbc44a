"""How far a tournament is, for lists: not begun, running, finished or archived."""

from typing import TypeVar

from django.db.models import Prefetch, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _

from tournament.core import days
from tournament.models import Round, Stage, Tournament
from tournament.models.stages import RoundState, StageKind

Rows = TypeVar("Rows", bound="QuerySet[Tournament]")


class Progress(TextChoices):
    COMING = "coming", _("not begun")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ARCHIVED = "archived", _("archived")


def with_progress(tournaments: Rows) -> Rows:
    """With all that `progress_of` looks at, in two questions for the whole list."""
    stages = Stage.objects.only("tournament_id", "position", "kind", "planned_rounds")
    rounds = Round.objects.only("stage_id", "state")
    return tournaments.prefetch_related(Prefetch("stages", stages), Prefetch("stages__rounds", rounds))


def progress_of(tournament: Tournament) -> Progress:
    """Finished is what is played out, and what had its day without an open round."""
    if tournament.archived_at is not None:
        return Progress.ARCHIVED
    played = [
        (stage, [r for r in stage.rounds.all() if r.state != RoundState.DRAFT]) for stage in tournament.stages.all()
    ]
    rounds = [round_ for _stage, rounds in played for round_ in rounds]
    if not rounds:
        return Progress.COMING
    if any(round_.state == RoundState.PUBLISHED for round_ in rounds):
        return Progress.RUNNING
    is_over = all(_is_complete(stage, len(rounds)) for stage, rounds in played)
    return Progress.FINISHED if is_over or tournament.played_on < days.today() else Progress.RUNNING


def _is_complete(stage: Stage, played: int) -> bool:
    """How many rounds a knock-out takes is not planned: until the day is over it may go on."""
    return stage.kind != StageKind.KNOCKOUT and played >= stage.planned_rounds
