"""Rounds over the API: looked at, published, timed, seats changed, closed."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.access import may
from tournament.core.api_common.base import RoundEndpoint, TournamentEndpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import list_of
from tournament.core.api_common.strict import Choice, Text, Truth, Versioned, Whole
from tournament.models import Round
from tournament.models.stages import RoundState
from tournament.rounds.clocks.actions import MOST_SECONDS
from tournament.rounds.queries import round_view
from tournament.rounds.serializers import COLOURS, ClockOut, TableOut
from tournament.stages.schemes import MOST_MINUTES
from tournament.stages.serializers import Options


class RoundLine(serializers.Serializer[object]):
    stage = serializers.IntegerField(source="stage.position")
    round = serializers.IntegerField(source="number")
    state = serializers.ChoiceField(choices=RoundState.choices)
    version = serializers.IntegerField()


class RoundOut(RoundLine):
    rules = serializers.CharField(source="played.rules")
    options = Options(source="played.every", help_text="Every option of the rules: those that this round keeps.")
    clock = ClockOut()
    tables = TableOut(many=True)
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Tables without a result.")
    disputed = serializers.ListField(child=serializers.IntegerField(), help_text="Tables whose reports differ.")


class PublishIn(Versioned):
    anyway = Truth(default=False, help_text="Also if somebody has come or gone since it was drawn.")


class CloseIn(Versioned):
    reason = Text(max_length=500, allow_blank=True, default="", help_text="Needed where results are missing.")


class ClockIn(Versioned):
    to = Choice(["start", "pause", "continue", "extra", "reset"])
    seconds = Whole(-MOST_SECONDS, MOST_SECONDS, default=0, help_text="With extra: so many more, or less.")


class MinutesIn(Versioned):
    minutes = Whole(0, MOST_MINUTES)


class SwapIn(Versioned):
    one = Text(max_length=16, help_text="The id of an entry.")
    other = Text(max_length=16)


class TakeSeatIn(Versioned):
    instead_of = Text(max_length=16, help_text="The id of an entry that has a seat.")
    entry_id = Text(max_length=16)


class LeaveSeatIn(Versioned):
    entry_id = Text(max_length=16)


class TimeIn(Versioned):
    seconds = Whole(-MOST_SECONDS, MOST_SECONDS)


class EntryIdIn(Versioned):
    entry_id = Text(max_length=16)


class ColourIn(Versioned):
    entry_id = Text(max_length=16)
    colour = Choice(COLOURS)


class SeatedIn(Versioned):
    order = serializers.DictField(
        child=Text(max_length=16), help_text="By colour the id of the entry that really sat there."
    )


class Rounds(TournamentEndpoint):
    """All rounds of a tournament; drafts for those alone who work here."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(RoundLine)}

    def get(self, request: Request, tournament_id: str) -> Response:
        rounds = (
            Round.objects
            if may(page_request(request).actor, "tournament.see", self.tournament)
            else Round.objects.public()
        )
        found = rounds.filter(stage__tournament=self.tournament).select_related("stage").defer("request", "report")
        return self.answer(request, {"items": found.order_by("stage__position", "number")})


class OneRound(RoundEndpoint):
    """A round with its tables, seats and results."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RoundOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, round_view(self.round, full=self.is_full(request)))
