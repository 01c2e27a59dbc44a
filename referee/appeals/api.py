"""Appeals over the API: those that wait for a vote, and the vote."""

from functools import cached_property
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models import Appeal
from referee.rulings.actions import LONGEST
from referee.rulings.queries import open_appeals
from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.receipts import list_of
from tournament.core.api_common.strict import Input, Text, Truth


class AppealOut(serializers.Serializer[object]):
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


class Appeals(TournamentEndpoint):
    """Appeals that are not decided yet."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": list_of(AppealOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": open_appeals(self.tournament)})


class OneAppeal(TournamentEndpoint):
    @cached_property
    def appeal(self) -> Appeal:
        return get_object_or_404(Appeal, pk=self.kwargs["appeal"], ruling__claim__tournament=self.tournament)

    def thing(self) -> Any:
        return self.appeal and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"appeal_id": self.appeal.pk}
