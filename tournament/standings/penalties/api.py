"""Points off a player's score, over the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import StageEndpoint, TournamentEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Input, Text, Whole
from tournament.standings.penalties.actions import MOST_POINTS, give_penalty


class PenaltyIn(Input):
    entry_id = Text(max_length=16)
    points = Whole(1, MOST_POINTS)
    reason = Text(max_length=500)


class PenaltyOut(serializers.Serializer[object]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(source="entry.number")
    points = serializers.IntegerField()
    given_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class Penalties(StageEndpoint):
    """The penalties of a stage."""

    gates: ClassVar = {"GET": "tournament.see", "POST": "penalties.give"}
    takes: ClassVar = {"POST": PenaltyIn}
    gives: ClassVar = {"GET": list_of(PenaltyOut), "POST": receipt_of(give_penalty)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": self.stage.penalties.select_related("entry").order_by("pk")})

    def post(self, request: Request, **_address: Any) -> Response:
        """Points off the overall score, never off a table's result."""
        return self.done(request, give_penalty, self.tournament, **self.named, **self.said(request))


class OnePenalty(TournamentEndpoint):
    @property
    def named(self) -> dict[str, Any]:
        return {"penalty_id": self.kwargs["penalty"]}
