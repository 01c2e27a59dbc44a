"""Rounds: drawn as drafts, looked at, published, timed, closed."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.access import may
from tournament.actions.clocks import MOST_MINUTES, MOST_SECONDS
from tournament.api.base import RoundEndpoint, StageEndpoint, TournamentEndpoint
from tournament.api.receipts import Receipt, list_of
from tournament.api.strict import Choice, Nothing, Text, Truth, Versioned, Whole
from tournament.clocks import OVER, RUNNING, Clock
from tournament.drawing import make_draw
from tournament.errors import Refused
from tournament.models import Entry, Round
from tournament.models.stages import RoundState
from tournament.proof import drawn_together
from tournament.queries_rounds import round_view
from tournament.reached import reached
from tournament.swapping import swap_effect

COLOURS = ["Y", "G", "R", "K", "B", "W"]


class ClockOut(serializers.Serializer):
    """While it runs, `ends_at` says it all, by the clock that `/healthz` tells as `Server-Time`; else so many `seconds` are
    left."""

    state = serializers.ChoiceField(choices=["none", "ready", "running", "paused", "over"])
    ends_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.SerializerMethodField()

    def get_seconds(self, clock: Clock) -> int | None:
        return None if clock.state in (RUNNING, OVER) else clock.seconds


class SeatOut(serializers.Serializer):
    id = serializers.CharField(source="public_id", help_text="Of the entry.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    colour = serializers.ChoiceField(choices=COLOURS)
    order = serializers.IntegerField(help_text="Of the turns.")
    seed = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="Of the confirmed result; 0: did not come.")
    counted = serializers.IntegerField(allow_null=True)


class TableOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    board = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["4", "6"])
    state = serializers.ChoiceField(choices=["open", "reported", "disputed", "done"])
    is_abandoned = serializers.BooleanField()
    seats = SeatOut(many=True)
    clock = ClockOut()
    version = serializers.IntegerField()


class RoundLine(serializers.Serializer):
    stage = serializers.IntegerField(source="stage.position")
    round = serializers.IntegerField(source="number")
    state = serializers.ChoiceField(choices=RoundState.choices)
    version = serializers.IntegerField()


class RoundOut(RoundLine):
    clock = ClockOut()
    tables = TableOut(many=True)
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Tables without a result.")
    disputed = serializers.ListField(child=serializers.IntegerField(), help_text="Tables whose reports differ.")


class ReportOut(serializers.Serializer):
    """What the draw reached, beside what could be reached at best."""

    report = serializers.DictField()


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


class SwapQuery(serializers.Serializer):
    one = serializers.CharField(max_length=16)
    other = serializers.CharField(max_length=16)


class SwapEffectOut(serializers.Serializer):
    new_repeats = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    gone_repeats = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class Rounds(TournamentEndpoint):
    """All rounds of a tournament; drafts for those alone who work here."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(RoundLine)}

    def get(self, request: Request, tournament_id: str) -> Response:
        rounds = (
            Round.objects if may(request._request.actor, "tournament.see", self.tournament) else Round.objects.public()
        )
        found = rounds.filter(stage__tournament=self.tournament).select_related("stage").defer("request", "report")
        return self.answer(request, {"items": found.order_by("stage__position", "number")})


class OneRound(RoundEndpoint):
    """A round with its tables, seats and results."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RoundOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, round_view(self.round, full=self.is_full(request)))


class RoundReport(RoundEndpoint):
    """What the draw of a round reached, with all rounds drawn together, by the seats as they are now."""

    gates: ClassVar = {"GET": "tournament.see"}
    gives: ClassVar = {"GET": ReportOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"report": reached(drawn_together(self.round))[1]})


class Draw(StageEndpoint):
    """Draw the rounds of a stage that are not published yet, as drafts in the place of earlier ones."""

    gates: ClassVar = {"POST": "rounds.draw"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": Receipt}
    status: ClassVar = {"POST": 201}
    limit = "work"

    def post(self, request: Request, **_address: Any) -> Response:
        self.said(request)
        return self.done(request, make_draw, self.stage)


class SwapEffect(RoundEndpoint):
    """What two players changing seats would do: who would meet again, who no more; by start number."""

    gates: ClassVar = {"GET": "rounds.draw"}
    asks: ClassVar = {"GET": SwapQuery}
    gives: ClassVar = {"GET": SwapEffectOut}

    def get(self, request: Request, **_address: Any) -> Response:
        asked = self.asked(request)
        pks = [self._entry(asked[name]).pk for name in ("one", "other")]
        effect = swap_effect(self.round, *pks)
        numbers = dict(Entry.objects.filter(tournament=self.tournament).values_list("pk", "number"))
        shown = {
            "new_repeats": [[numbers[entry] for entry in pair] for pair in effect.new_repeats],
            "gone_repeats": [[numbers[entry] for entry in pair] for pair in effect.gone_repeats],
        }
        return self.answer(request, shown)

    def _entry(self, public_id: str) -> Entry:
        found = self.round.seats.filter(entry__public_id=public_id).select_related("entry").first()
        if found is None:
            raise Refused("no_such_seat", _("There is no such seat at this table."))
        return found.entry
