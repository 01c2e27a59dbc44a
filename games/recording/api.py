"""Recorded games: opened at a table, written throw by throw, read by everybody once the round is public."""

from functools import cached_property
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Game
from games.recording import find
from games.recording.actions import add_line
from games.recording.serializers import GameOut, LineIn, RecordOut, recorded
from tournament.core.access import may
from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.models.stages import RoundState


class Games(TournamentEndpoint):
    """The recorded games of a tournament."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(GameOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        here = find.games().filter(table__round__stage__tournament=self.tournament)
        return self.answer(request, {"items": here.exclude(table__round__state=RoundState.DRAFT)})


class GameEndpoint(TournamentEndpoint):
    @cached_property
    def game(self) -> Game:
        where = (self.kwargs["tournament_id"], self.kwargs["game_id"])
        is_staff = may(page_request(self.request).actor, "games.record", self.tournament)
        return find.game(*where) if is_staff else find.public_game(*where)

    def thing(self) -> Any:
        return self.game and self.tournament


class OneGame(GameEndpoint):
    """A recorded game: every line as it was entered, and how the pieces stand."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RecordOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {**recorded(self.game), "table": self.game.table})


class Lines(GameEndpoint):
    """Write a game down, line by line."""

    gates: ClassVar = {"POST": "games.record"}
    takes: ClassVar = {"POST": LineIn}
    gives: ClassVar = {"POST": receipt_of(add_line)}
    status: ClassVar = {"POST": 201}
    located = "../"

    def post(self, request: Request, **_address: Any) -> Response:
        """One line: a throw, who begins, a throw taken back, a position that a referee set. Judged, and kept whatever it is."""
        return self.done(request, add_line, self.game, **self.said(request))
