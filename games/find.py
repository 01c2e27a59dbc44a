"""From an address to the game."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from games.models import Game
from tournament.models.stages import RoundState

WITH = ("stream", "table__board", "table__round__stage__tournament__club", "table__round__stage__tournament__stream")


def games() -> QuerySet[Game]:
    return Game.objects.select_related(*WITH)


def game(tournament_id: str, game_id: str) -> Game:
    found = games().filter(table__round__stage__tournament__public_id=tournament_id)
    return get_object_or_404(found, public_id=game_id)


def public_game(tournament_id: str, game_id: str) -> Game:
    """Of a round that everybody may see."""
    found = games().exclude(table__round__state=RoundState.DRAFT)
    return get_object_or_404(found, public_id=game_id, table__round__stage__tournament__public_id=tournament_id)
