"""Standings and penalties over the API."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import StageEndpoint
from tournament.core.api_common.receipts import list_of
from tournament.standings.queries import climbs, standings_of


class StandingsQuery(serializers.Serializer[object]):
    after_round = serializers.IntegerField(required=False, min_value=1, max_value=50, help_text="As it was then.")


class SingleOut(serializers.Serializer[object]):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    place = serializers.IntegerField()
    size = serializers.IntegerField(help_text="How many sat there.")
    counted = serializers.IntegerField(allow_null=True)
    is_dropped = serializers.BooleanField(help_text="One of the results that do not count.")


class StandingOut(serializers.Serializer[object]):
    rank = serializers.IntegerField(allow_null=True, help_text="None for the excluded.")
    is_shared = serializers.BooleanField()
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField(allow_blank=True)
    points = serializers.CharField(help_text="As shown: shared places share their points.")
    penalty = serializers.IntegerField()
    singles = SingleOut(many=True)
    values = serializers.DictField(child=serializers.CharField(), help_text="By tie-break, where it was needed.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="What parts them from their neighbours, in words."
    )


class CriterionOut(serializers.Serializer[object]):
    id = serializers.CharField()
    name = serializers.CharField()


class StandingsOut(serializers.Serializer[object]):
    stage = serializers.IntegerField(source="stage.position")
    after_round = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField()
    criteria = serializers.SerializerMethodField()
    lines = StandingOut(many=True)

    @extend_schema_field(CriterionOut(many=True))
    def get_criteria(self, view: Any) -> list[dict[str, str]]:
        return [{"id": code, "name": name} for code, name in view.criteria]


class ClimbOut(serializers.Serializer[object]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    ranks = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="After each round.")


class Standings(StageEndpoint):
    """The standings of a stage: ranks, points, every value that decided, and why in words."""

    gates: ClassVar = {"GET": "public.see"}
    asks: ClassVar = {"GET": StandingsQuery}
    gives: ClassVar = {"GET": StandingsOut}

    def get(self, request: Request, **_address: Any) -> Response:
        up_to = self.asked(request).get("after_round")
        return self.answer(request, standings_of(self.stage, self.actor(request), up_to=up_to))


class Climbs(StageEndpoint):
    """Everybody's rank after each round, for a plot."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(ClimbOut)}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": climbs(self.stage, self.actor(request))})
