"""Recorded games: opened at a table, written throw by throw, read by everybody once the round is public."""

from functools import cached_property
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import find
from games.actions.record import add_line
from games.models import Game, LineKind
from games.recording import sheet
from tournament.access import may
from tournament.api.base import TournamentEndpoint
from tournament.api.receipts import Live, Receipt, list_of
from tournament.api.strict import Choice, Input, Text, Whole
from tournament.models.stages import RoundState


class LineIn(Input):
    kind = Choice(LineKind.choices)
    seen = Whole(0, required=False, help_text="The version of the game that this is entered on.")
    number = Whole(
        0, required=False, allow_null=True, help_text="With back: this throw and all after it; none: the last entry."
    )
    colour = Text(max_length=1, required=False, allow_blank=True, help_text="Of a throw, if missing: whose turn it is.")
    roll = Text(max_length=3, required=False, allow_blank=True, help_text="6, with two dice 2,5")
    played = Text(max_length=40, required=False, allow_blank=True)
    touched = Text(max_length=4, required=False, allow_blank=True)
    position = Text(max_length=120, required=False, allow_blank=True, help_text="With ruled: what stands.")


class GameOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    table = serializers.CharField(source="table.public_id")
    rules = serializers.CharField()
    options = serializers.DictField()
    colours = serializers.CharField(help_text="Who plays, clockwise.")
    board = serializers.CharField()
    version = serializers.IntegerField(help_text="The number of lines.")
    opened_at = serializers.DateTimeField()


class LineOut(serializers.Serializer):
    seq = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=LineKind.choices)
    number = serializers.IntegerField(allow_null=True)
    colour = serializers.CharField(allow_blank=True)
    roll = serializers.CharField(allow_blank=True)
    played = serializers.CharField(allow_blank=True)
    touched = serializers.CharField(allow_blank=True)
    position = serializers.CharField(allow_blank=True)


class RecordOut(GameOut):
    position = serializers.CharField(help_text="As the pieces stand now.")
    live = Live()
    lines = LineOut(many=True)


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
        is_staff = may(self.request._request.actor, "games.record", self.tournament)
        return find.game(*where) if is_staff else find.public_game(*where)

    def thing(self) -> Any:
        return self.game and self.tournament


class OneGame(GameEndpoint):
    """A recorded game: every line as it was entered, and how the pieces stand."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RecordOut}

    def get(self, request: Request, **_address: Any) -> Response:
        game, found = self.game, sheet(self.game)
        told = {
            name: getattr(game, name)
            for name in ("public_id", "table", "rules", "options", "colours", "board", "version")
        }
        live = {"path": f"/live/{game.stream.public_id}", "seq": game.stream.seq}
        position = found.rules.write(found.position)
        more = {"opened_at": game.opened_at, "lines": found.lines, "live": live, "position": position}
        return self.answer(request, {**told, **more})


class Lines(GameEndpoint):
    """Write a game down, line by line."""

    gates: ClassVar = {"POST": "games.record"}
    takes: ClassVar = {"POST": LineIn}
    gives: ClassVar = {"POST": Receipt}
    status: ClassVar = {"POST": 201}

    def post(self, request: Request, **_address: Any) -> Response:
        """One line: a throw, who begins, a throw taken back, a position that a referee set. Judged, and kept whatever it is."""
        return self.done(request, add_line, self.game, **self.said(request))
