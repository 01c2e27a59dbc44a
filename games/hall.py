"""The game that is recorded right now, on the hall screen: board, who throws, chances."""

from typing import Any

from django.utils.translation import gettext_lazy

from games.find import games
from games.models import Game
from games.views_live import watched
from tournament.models.stages import RoundState, StageKind
from tournament.screens import Now, Panel

FINALS = (StageKind.FINAL, StageKind.SMALL_FINAL, StageKind.TEAM_FINAL, StageKind.KNOCKOUT)


def newest(now: Now) -> Game | None:
    """Of the rounds that are played now; the final before the small final."""
    running = games().filter(
        table__round__in=[view.id for view in now.rounds], table__round__state=RoundState.PUBLISHED
    )
    return running.order_by("table__round__stage__position", "table__number", "-pk").first()


def find(now: Now) -> dict[str, Any] | None:
    game = newest(now)
    return {"game": game, "table": game.table, **watched(game, None)} if game else None


def fits(now: Now) -> bool:
    return any(view.stage.kind in FINALS for view in now.rounds) and newest(now) is not None


PANEL = Panel("game", gettext_lazy("The game that is recorded, with chances"), "games/hall.html", find, fits)
