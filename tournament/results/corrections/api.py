"""A confirmed result corrected, over the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import TableEndpoint
from tournament.core.api_common.strict import Choice, Input, Text, Versioned
from tournament.models import Entry
from tournament.results.api import Places
from tournament.results.corrections.effects import effect_of


class CorrectIn(Versioned):
    places = Places()
    reason = Text(max_length=500)
    seen = Text(max_length=64, help_text="The fingerprint of the effect that was looked at.")
    then = Choice(["keep", "redraw"], help_text="What was drawn since.")


class ReasonIn(Versioned):
    reason = Text(max_length=500)


class EffectIn(Input):
    places = Places()


class MoveOut(serializers.Serializer[object]):
    number = serializers.IntegerField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)


class RoundName(serializers.Serializer[object]):
    stage = serializers.IntegerField(source="stage.position")
    round = serializers.IntegerField(source="number")


class EffectOut(serializers.Serializer[object]):
    fingerprint = serializers.CharField()
    moves = MoveOut(many=True)
    cut_in = serializers.ListField(
        child=serializers.IntegerField(), help_text="Start numbers that would go on instead."
    )
    cut_out = serializers.ListField(child=serializers.IntegerField())
    drawn = RoundName(many=True, help_text="Rest on the old standings and are not played.")
    played = RoundName(many=True)


class Effect(TableEndpoint):
    """What a correction would do, before it is done: ranks, who goes on, what was drawn since."""

    gates: ClassVar = {"POST": "results.confirm"}
    takes: ClassVar = {"POST": EffectIn}
    gives: ClassVar = {"POST": EffectOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        effect = effect_of(self.table, self.said(request)["places"])
        number = dict(Entry.objects.filter(tournament=self.tournament).values_list("pk", "number"))
        moves = [
            {"number": number[entry], "rank_before": before, "rank_after": after}
            for entry, before, after in effect.moves
        ]
        data = {
            **vars(effect),
            "moves": moves,
            "cut_in": [number[entry] for entry in effect.cut_in],
            "cut_out": [number[entry] for entry in effect.cut_out],
        }
        return self.answer(request, data)
