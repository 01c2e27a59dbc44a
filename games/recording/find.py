"""Find the game that an address names."""

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.models import Game
from tournament.core import find
from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.models import Club
from tournament.models.stages import RoundState

WITH = ("stream", "table__board", "table__round__stage__tournament__club", "table__round__stage__tournament__stream")
OF_FREE = ("stream", "free__club__stream")


def games() -> QuerySet[Game]:
    """Those at the tables of rounds."""
    return Game.objects.select_related(*WITH).filter(free=None)


def game(tournament_id: str, game_id: str) -> Game:
    candidates = games().filter(table__round__stage__tournament__public_id=tournament_id)
    return get_object_or_404(candidates, public_id=game_id)


def public_game(tournament_id: str, game_id: str) -> Game:
    """A game of a round that everybody may see."""
    candidates = games().exclude(table__round__state=RoundState.DRAFT)
    return get_object_or_404(candidates, public_id=game_id, table__round__stage__tournament__public_id=tournament_id)


def free_games(club: Club) -> QuerySet[Game]:
    """The club's, outside its tournaments; the newest first. Not those that were dropped."""
    games = Game.objects.select_related(*OF_FREE).prefetch_related("free__seats__person")
    return games.filter(free__club=club, free__is_dropped=False).order_by("-free__played_on", "-pk")


def free_game(club_id: str, free_id: str) -> Game:
    """Also one that was dropped: it can be taken up again."""
    games = Game.objects.select_related(*OF_FREE).prefetch_related("free__seats__person")
    return get_object_or_404(games, public_id=free_id, free__club__public_id=club_id)


def public_free_game(club_id: str, free_id: str) -> Game:
    """One that is shown to everybody."""
    game = free_game(club_id, free_id)
    if not game.free or not game.free.is_shown or game.free.is_dropped:
        raise Http404
    return game


def seen_free_game(club_id: str, free_id: str, reader: Actor) -> Game:
    """One that is shown to everybody; any for the circle of the club."""
    game = free_game(club_id, free_id)
    return game if may(reader, "tournament.see", game.home) else public_free_game(club_id, free_id)


def circle(club_id: str) -> Circle:
    return Circle(find.club(club_id))
