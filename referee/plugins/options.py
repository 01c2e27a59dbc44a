"""Rulings keep the options under which they were made; a document brings no claim that could not be judged."""

from django.utils.translation import gettext as _

from games.engine.rules import registry
from games.engine.rules.errors import GameError
from referee.models import Claim
from tournament.core.errors import by_engine
from tournament.models import Stage, Tournament
from tournament.stages.options import Touched


def rulings(stage: Stage) -> Touched:
    return Touched("rulings", _("Rulings"), Claim.objects.filter(table__round__stage=stage).count())


def are_judged_by_known_rules(tournament: Tournament) -> bool:
    for facts in Claim.objects.filter(tournament=tournament).exclude(facts={}).values_list("facts", flat=True):
        try:
            registry.rules(facts["rules"], facts["options"])
        except GameError as error:
            raise by_engine(error) from error
    return True
