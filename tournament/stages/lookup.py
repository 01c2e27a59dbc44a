"""Find a stage within an action, or refuse."""

from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.models import Stage, Tournament


def stage_in(tournament: Tournament, stage_id: int) -> Stage:
    stage = tournament.stages.filter(pk=stage_id).first()
    if stage is None:
        raise Refused("no_such_stage", _("This part of the tournament is gone."))
    stage.tournament = tournament
    return stage
