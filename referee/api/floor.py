"""Tables that want a referee, and appeals that wait for a vote."""

from functools import cached_property
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.actions.rulings import LONGEST
from referee.models import Appeal, Call
from referee.queries import open_appeals, open_calls
from tournament.api.base import TournamentEndpoint
from tournament.api.receipts import list_of
from tournament.api.strict import Input, Text, Truth


class CallOut(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    table = serializers.IntegerField(source="table.number")
    round = serializers.IntegerField(source="table.round.number")
    called_at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True, help_text="Since when somebody is on the way.")


class AppealOut(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    claim = serializers.IntegerField(source="ruling.claim.number")
    ruling = serializers.IntegerField(source="ruling.number")
    entry = serializers.CharField(source="entry.public_id")
    words = serializers.CharField()
    made_at = serializers.DateTimeField()
    needed = serializers.IntegerField(help_text="Votes that have to agree.")


class VoteIn(Input):
    upholds = Truth()
    words = Text(max_length=LONGEST)
    is_panel = Truth(default=False, help_text="One more shall agree.")


class Calls(TournamentEndpoint):
    """Who calls for a referee, the longest waiting first."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": list_of(CallOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": open_calls(self.tournament)})


class Appeals(TournamentEndpoint):
    """Appeals that are not decided yet."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": list_of(AppealOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": open_appeals(self.tournament)})


class OneCall(TournamentEndpoint):
    @cached_property
    def call(self) -> Call:
        return get_object_or_404(Call, pk=self.kwargs["call"], table__round__stage__tournament=self.tournament)

    def thing(self) -> Any:
        return self.call and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"call_id": self.call.pk}


class OneAppeal(TournamentEndpoint):
    @cached_property
    def appeal(self) -> Appeal:
        return get_object_or_404(Appeal, pk=self.kwargs["appeal"], ruling__claim__tournament=self.tournament)

    def thing(self) -> Any:
        return self.appeal and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"appeal_id": self.appeal.pk}
