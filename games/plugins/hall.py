"""The game that is recorded right now, on the hall screen: board, who throws, chances."""

from typing import Any

from django.utils.translation import gettext_lazy

from games.live.queries import watched
from games.models import Game
from games.recording.find import games
from tournament.hall.screen.panels import Now, Panel
from tournament.models.stages import RoundState, StageKind

FINALS = (StageKind.FINAL, StageKind.SMALL_FINAL, StageKind.TEAM_FINAL, StageKind.KNOCKOUT)


def newest(now: Now) -> Game | None:
    """The newest game of the rounds that are played now; the final comes before the small final."""
    running = games().filter(
        table__round__in=[view.id for view in now.rounds], table__round__state=RoundState.PUBLISHED
    )
    return running.order_by("table__round__stage__position", "table__number", "-pk").first()


def find(now: Now) -> dict[str, Any] | None:
    game = newest(now)
    return {"game": game, "table": game.at_table, **watched(game, None)} if game else None


def fits(now: Now) -> bool:
    return any(view.stage.kind in FINALS for view in now.rounds) and newest(now) is not None


PANEL = Panel("game", gettext_lazy("The game that is recorded, with chances"), "games/live/hall.html", find, fits)
