"""Recorded games keep the options under which they were begun; a document brings none that nobody could play by."""

from django.utils.translation import gettext as _

from games.engine.rules.errors import GameError
from games.models import Game
from games.recording.game import engine
from tournament.core.errors import by_engine
from tournament.models import Stage, Tournament
from tournament.stages.options import Touched


def records(stage: Stage) -> Touched:
    return Touched("records", _("Recorded games"), Game.objects.filter(table__round__stage=stage).count())


def are_playable(tournament: Tournament) -> bool:
    for game in Game.objects.filter(table__round__stage__tournament=tournament):
        try:
            engine(game)
        except GameError as error:
            raise by_engine(error) from error
    return True
