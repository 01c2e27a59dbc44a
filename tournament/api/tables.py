"""Tables: what was reported, what is confirmed, what a correction would do, and the count of a board."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.actions import results
from tournament.actions.clocks import MOST_SECONDS
from tournament.api.base import TableEndpoint
from tournament.api.receipts import Receipt, list_of
from tournament.api.rounds import COLOURS, TableOut
from tournament.api.strict import Choice, Input, Text, Truth, Versioned, Whole
from tournament.counting import count_position
from tournament.effects import effect_of
from tournament.models import Entry
from tournament.models.results import ReportSource
from tournament.placing import MOST_COUNTED
from tournament.queries_rounds import reports_of, table_view


class SeatPlace(Input):
    place = Whole(0, 4, help_text="0: did not come. Shared places are named twice, the next one is left out.")
    counted = Whole(-MOST_COUNTED, MOST_COUNTED, required=False, allow_null=True, default=None)


class Places(serializers.Serializer):
    """By colour. Every seat of the table, and no other."""

    def get_fields(self) -> dict[str, Any]:
        return {colour: SeatPlace(required=False) for colour in COLOURS}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(map(str, data)) - set(COLOURS))):
            raise serializers.ValidationError(
                {name[:60]: [_("There is no such seat at this table.")] for name in unknown[:20]}
            )
        return {colour: dict(seat) for colour, seat in super().to_internal_value(data).items()}


class PlacesIn(Versioned):
    places = Places(required=False, default=dict)
    position = Text(
        max_length=120, required=False, allow_blank=True, default="", help_text="The board as the clock found it."
    )
    is_abandoned = Truth(default=False, help_text="Given up: everybody shares the first place.")


class ReportIn(Input):
    source = Choice(ReportSource.choices, help_text="Nobody speaks for another: the desk's is confirmed at once.")
    places = Places(required=False, default=dict)
    position = Text(max_length=120, required=False, allow_blank=True, default="")
    is_abandoned = Truth(default=False)


class CorrectIn(Versioned):
    places = Places()
    reason = Text(max_length=500)
    seen = Text(max_length=64, help_text="The fingerprint of the effect that was looked at.")
    then = Choice(["keep", "redraw"], help_text="What was drawn since.")


class ReasonIn(Versioned):
    reason = Text(max_length=500)


class ReportChoice(Versioned):
    report_id = Whole(1)


class ProblemIn(Input):
    problem = Text(max_length=results.MOST_WORDS, allow_blank=True, help_text="Empty: it is settled.")


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


class EffectIn(Input):
    places = Places()


class MoveOut(serializers.Serializer):
    number = serializers.IntegerField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)


class RoundName(serializers.Serializer):
    stage = serializers.IntegerField(source="stage.position")
    round = serializers.IntegerField(source="number")


class EffectOut(serializers.Serializer):
    fingerprint = serializers.CharField()
    moves = MoveOut(many=True)
    cut_in = serializers.ListField(
        child=serializers.IntegerField(), help_text="Start numbers that would go on instead."
    )
    cut_out = serializers.ListField(child=serializers.IntegerField())
    drawn = RoundName(many=True, help_text="Rest on the old standings and are not played.")
    played = RoundName(many=True)


class TableReportOut(serializers.Serializer):
    id = serializers.IntegerField()
    source = serializers.ChoiceField(choices=ReportSource.choices)
    reported_at = serializers.DateTimeField()
    places = serializers.DictField(help_text="By colour.")
    position = serializers.CharField(allow_blank=True)
    is_abandoned = serializers.BooleanField()
    is_set_aside = serializers.BooleanField()
    is_confirmed = serializers.BooleanField()


class CountIn(Input):
    position = Text(max_length=200, help_text="The fields of every colour's pieces, as in Y:B,B,5,a G:…")
    finished = serializers.ListField(child=Choice(COLOURS), max_length=4, default=list, help_text="In this order.")


class CountedOut(serializers.Serializer):
    places = serializers.DictField(help_text="By colour place and count, as a report takes them.")


class OneTable(TableEndpoint):
    """A table with its seats and its result."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": TableOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, table_view(self.table, full=self.is_full(request)))


class Reports(TableEndpoint):
    """Everything that was ever said of a table, oldest first."""

    gates: ClassVar = {"GET": "tournament.see", "POST": "results.report"}
    takes: ClassVar = {"POST": ReportIn}
    gives: ClassVar = {"GET": list_of(TableReportOut), "POST": Receipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": reports_of(self.table)})

    def post(self, request: Request, **_address: Any) -> Response:
        """What one source says of a table. Two that agree confirm each other."""
        return self.done(request, results.report_result, self.tournament, **self.named, **self.said(request))


class Effect(TableEndpoint):
    """What a correction would do, before it is done: ranks, who goes on, what was drawn since."""

    gates: ClassVar = {"POST": "results.confirm"}
    takes: ClassVar = {"POST": EffectIn}
    gives: ClassVar = {"POST": EffectOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        found = effect_of(self.table, self.said(request)["places"])
        number = dict(Entry.objects.filter(tournament=self.tournament).values_list("pk", "number"))
        moves = [
            {"number": number[entry], "rank_before": before, "rank_after": after}
            for entry, before, after in found.moves
        ]
        shown = {
            **vars(found),
            "moves": moves,
            "cut_in": [number[entry] for entry in found.cut_in],
            "cut_out": [number[entry] for entry in found.cut_out],
        }
        return self.answer(request, shown)


class Count(TableEndpoint):
    """A board that the clock ended: from the fields of the pieces to counts and places, as the stage counts."""

    gates: ClassVar = {"POST": "results.report"}
    takes: ClassVar = {"POST": CountIn}
    gives: ClassVar = {"POST": CountedOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        said = self.said(request)
        found = count_position(self.table, said["position"], said["finished"])
        return self.answer(request, {"places": {colour: vars(seat) for colour, seat in found.items()}})
