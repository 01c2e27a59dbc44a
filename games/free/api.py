"""Games outside every tournament over the API: begun, written throw by throw, taken in from a record, shown or dropped."""

from functools import cached_property
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.free.actions import begin_free_game, change_free_game
from games.models import Game
from games.recording import find
from games.recording.actions import add_line, report_end
from games.recording.importing import take_in_free_record
from games.recording.places import place_of
from games.recording.serializers import LineIn, OneGameOut, Recorded, recorded
from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.api_common.base import Endpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Input, Name, Text, Truth, Whole
from tournament.core.circle import Circle
from tournament.stages.serializers import Options


class FreeSeatIn(Input):
    colours = Text(max_length=2, help_text="One, or two opposite ones where two play: YR.")
    name = Name(max_length=161, required=False, allow_blank=True, help_text="Of somebody known, or of somebody new.")
    person_id = Text(max_length=16, required=False, help_text="In its place: somebody whom the club knows.")
    is_minor = Truth(required=False, help_text="Of somebody new.")


class FreeAboutIn(Input):
    seats = FreeSeatIn(many=True, help_text="Two to six players. A neutral colour is an option, and nobody's.")
    name = Name(max_length=60, required=False, allow_blank=True)
    played_on = serializers.DateField(required=False, help_text="If missing: today.")
    is_shown = Truth(required=False, help_text="Everybody may watch.")


class FreeBeginIn(FreeAboutIn):
    rules = Text(max_length=20)
    board = Text(max_length=4, required=False, help_text="If missing: the first of the rules that has these colours.")
    options = Options(required=False)


class FreeTakeInIn(FreeAboutIn):
    record = Text(max_length=2_000_000, help_text="As docs/record.md describes it.", trim_whitespace=False)
    is_again = Truth(
        required=False, help_text="Also if the club has this record already. Without it that is the answer."
    )


class FreeChangeIn(Input):
    free_version = Whole(1, required=False, help_text="The one that you looked at.")
    is_shown = Truth(required=False)
    is_dropped = Truth(required=False, help_text="In no list any more; it can be taken up again.")


class FreePlayerOut(serializers.Serializer[object]):
    colours = serializers.CharField()
    name = serializers.CharField()


class FreeGameOut(OneGameOut):
    name = serializers.CharField()
    played_on = serializers.DateField()
    is_shown = serializers.BooleanField()
    is_dropped = serializers.BooleanField()
    is_over = serializers.BooleanField()
    places = serializers.ListField(child=serializers.CharField(), help_text="The colours as they came in.")
    players = FreePlayerOut(many=True)
    free_version = serializers.IntegerField(help_text="For changing who may see it.")


class FreeRecordOut(FreeGameOut, Recorded):
    """With every line as it was entered."""


def shown(game: Game, *, full: bool) -> dict[str, Any]:
    assert game.free is not None
    names = ("public_id", "rules", "options", "colours", "board", "version", "opened_at")
    free = {name: getattr(game.free, name) for name in ("name", "played_on", "is_shown", "is_dropped", "is_over")}
    players = [{"colours": colours, "name": name} for colours, name in place_of(game).seats(full=full)]
    more = {
        "players": players,
        "places": game.free.places if game.free.is_over else [],
        "free_version": game.free.version,
    }
    return {**{name: getattr(game, name) for name in names}, **free, **more}


class CircleEndpoint(Endpoint):
    @cached_property
    def circle(self) -> Circle:
        return find.circle(self.kwargs["club_id"])

    def thing(self) -> Any:
        return self.circle

    @property
    def reader(self) -> Actor:
        return page_request(self.request).actor

    @property
    def is_full(self) -> bool:
        return may(self.reader, "games.record", self.circle)


class FreeGames(CircleEndpoint):
    """The games of a club outside its tournaments, the newest first: those shown to everybody, and for who helps at its
    tournaments all of them."""

    gates: ClassVar = {"GET": "public.see", "POST": "games.record"}
    takes: ClassVar = {"POST": FreeBeginIn}
    gives: ClassVar = {"GET": list_of(FreeGameOut), "POST": receipt_of(begin_free_game)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, club_id: str) -> Response:
        games = find.free_games(self.circle.club)
        if not may(self.reader, "tournament.see", self.circle):
            games = games.filter(free__is_shown=True)
        return self.answer(request, {"items": [shown(game, full=self.is_full) for game in games[:100]]})

    def post(self, request: Request, club_id: str) -> Response:
        """Begin one: the book, its options, and who plays with which colours."""
        return self.done(request, begin_free_game, self.circle, **self.said(request))


class FreeRecords(CircleEndpoint):
    """A record becomes a game of the club."""

    gates: ClassVar = {"POST": "games.record"}
    takes: ClassVar = {"POST": FreeTakeInIn}
    gives: ClassVar = {"POST": receipt_of(take_in_free_record)}
    status: ClassVar = {"POST": 201}
    limit = "work"

    def post(self, request: Request, club_id: str) -> Response:
        """All of it or nothing. Who played it is said beside it, because a record may name people by shortened names."""
        return self.done(request, take_in_free_record, self.circle, **self.said(request))


class FreeGameEndpoint(CircleEndpoint):
    @cached_property
    def game(self) -> Game:
        return find.seen_free_game(self.kwargs["club_id"], self.kwargs["free_id"], self.reader)

    def thing(self) -> Any:
        return self.game and self.game.home


class OneFreeGame(FreeGameEndpoint):
    """A game outside every tournament: who plays, every line as it was entered, and how the pieces stand."""

    gates: ClassVar = {"GET": "public.see", "PATCH": "games.show"}
    takes: ClassVar = {"PATCH": FreeChangeIn}
    gives: ClassVar = {"GET": FreeRecordOut, "PATCH": receipt_of(change_free_game)}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {**shown(self.game, full=self.is_full), **recorded(self.game)})

    def patch(self, request: Request, **_address: Any) -> Response:
        """Show it to everybody or to the club only, drop it or take it up again."""
        said = self.said(request)
        return self.done(request, change_free_game, self.game, version=said.pop("free_version", None), **said)


class FreeLines(FreeGameEndpoint):
    """Write a game down, line by line."""

    gates: ClassVar = {"POST": "games.record"}
    takes: ClassVar = {"POST": LineIn}
    gives: ClassVar = {"POST": receipt_of(add_line)}
    status: ClassVar = {"POST": 201}

    def post(self, request: Request, **_address: Any) -> Response:
        """One line, as at a table of a round. When the game is over its places are kept with it."""
        answer = self.done(request, add_line, self.game, **self.said(request))
        report_end(self.game, by=self.actor(request))
        return answer
