"""Tables that want a referee."""

from functools import cached_property
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models import Call
from referee.rulings.queries import open_calls
from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.receipts import list_of


class CallOut(serializers.Serializer[object]):
    id = serializers.IntegerField(source="pk")
    table = serializers.IntegerField(source="table.number")
    round = serializers.IntegerField(source="table.round.number")
    called_at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True, help_text="Since when somebody is on the way.")


class Calls(TournamentEndpoint):
    """Who calls for a referee, the longest waiting first."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": list_of(CallOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": open_calls(self.tournament)})


class OneCall(TournamentEndpoint):
    @cached_property
    def call(self) -> Call:
        return get_object_or_404(Call, pk=self.kwargs["call"], table__round__stage__tournament=self.tournament)

    def thing(self) -> Any:
        return self.call and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"call_id": self.call.pk}
