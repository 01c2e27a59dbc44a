from django.urls import path

from games import protocol
from games.actions.record import open_game
from games.api import engine, records
from games.api.engine import op
from tournament.api.base import TableEndpoint, act

GAMES = "tournaments/<str:tournament_id>/games"

urlpatterns = [
    path(f"{GAMES}/", records.Games.as_view(), name="api_games"),
    path("tournaments/<str:tournament_id>/tables/<str:table_id>/games/", act(open_game, TableEndpoint, status=201)),
    path(f"{GAMES}/<str:game_id>/", records.OneGame.as_view(), name="api_game"),
    path(f"{GAMES}/<str:game_id>/lines/", records.Lines.as_view(), name="api_game_lines"),
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
