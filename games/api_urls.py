from django.urls import path

from games.engine import protocol
from games.free import api as free
from games.learning import api as engine
from games.learning.api import op
from games.recording import api as records
from games.recording.actions import open_game
from tournament.core.api_common.base import TableEndpoint, act

GAMES = "tournaments/<str:tournament_id>/games"
FREE = "clubs/<str:club_id>/games"

urlpatterns = [
    path(f"{GAMES}/", records.Games.as_view(), name="api_games"),
    path(
        "tournaments/<str:tournament_id>/tables/<str:table_id>/games/",
        act(open_game, TableEndpoint, status=201, located="../../../games/{game}/"),
    ),
    path(f"{GAMES}/<str:game_id>/", records.OneGame.as_view(), name="api_game"),
    path(f"{GAMES}/<str:game_id>/lines/", records.Lines.as_view(), name="api_game_lines"),
    path(f"{FREE}/", free.FreeGames.as_view(), name="api_free_games"),
    path(f"{FREE}/records/", free.FreeRecords.as_view(), name="api_free_records"),
    path(f"{FREE}/<str:free_id>/", free.OneFreeGame.as_view(), name="api_free_game"),
    path(f"{FREE}/<str:free_id>/lines/", free.FreeLines.as_view(), name="api_free_lines"),
    path("engine/rules/", engine.RuleSets.as_view(), name="api_engine_rules"),
    path(
        "engine/start/",
        op("EngineStart", protocol.start, engine.StartIn, engine.PositionOut, "The position that a game begins with."),
    ),
    path(
        "engine/moves/",
        op("EngineMoves", protocol.moves, engine.MovesIn, engine.MovesOut, "The legal and the permitted moves."),
    ),
    path(
        "engine/play/",
        op("EnginePlay", protocol.play, engine.PlayIn, engine.PositionOut, "The position after a move."),
    ),
    path(
        "engine/perft/",
        op(
            "EnginePerft",
            engine.perft,
            engine.PerftIn,
            engine.PerftOut,
            "How many ways the next throws can be played.",
        ),
    ),
    path("engine/draw/", op("EngineDraw", engine.drawing, engine.DrawingIn, engine.DrawingOut, "The position as SVG.")),
]
