"""What stands about somebody in the club's free games: erased with them. What they threw stays, under a neutral name."""

from collections.abc import Iterator

from games.models import FreeGame, Game
from tournament.erasing.actions import forget_texts
from tournament.erasing.traces import Called
from tournament.models import Club, LogText, Stream


def forget(club: Club, called: Called) -> None:
    """What the games are called, and words of their logs."""
    for free in FreeGame.objects.filter(club=club).exclude(name=""):
        if called.is_in(free.name):
            free.name = ""
            free.save(update_fields=["name"])
    forget_texts(list(_texts(club, called)))
    for stream in Stream.objects.select_for_update().filter(pk__in=_streams(club)):
        stream.change_salt()


def _texts(club: Club, called: Called) -> Iterator[LogText]:
    of_games = LogText.objects.filter(entry__stream__in=_streams(club))
    begun = LogText.objects.filter(entry__stream__club=club, entry__code="free_game.begun")
    return (text for text in (*of_games, *begun) if text.erased_at is None and called.is_in(text.text))


def _streams(club: Club) -> list[int]:
    return list(Game.objects.filter(free__club=club).values_list("stream", flat=True))
