"""Rulings about games outside every tournament over the API."""

from functools import cached_property
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.learning.api import LONGEST as LONGEST_POSITION
from games.learning.api import RollField
from games.models import Game
from games.recording import find
from referee.free.actions import BOARDS, MEASURES, revoke_free_ruling, sign_free_ruling
from referee.free.queries import rulings_of
from tournament.core.api_common.base import Endpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Choice, Input, Text, Whole


class ByHandIn(Input):
    position = Text(max_length=LONGEST_POSITION, help_text="Before the throw; it says whose throw it was.")
    roll = RollField(help_text="A number, or a list of two where two dice are thrown.")
    played = Text(max_length=80)
    touched = Text(max_length=20, required=False, allow_null=True)
    choice = Text(max_length=20, required=False, allow_null=True)


class FreeSignIn(Input):
    """Either `throw` or `facts`."""

    throw = Whole(
        1,
        required=False,
        allow_null=True,
        help_text="The number of a throw that stands in the record: what was done stands there too.",
    )
    facts = ByHandIn(
        required=False, allow_null=True, help_text="Of a throw that is not in the record: no throw there is changed."
    )
    choice = Text(
        max_length=20,
        required=False,
        allow_blank=True,
        help_text="Of a recorded throw: which piece goes back, if several missed a capture.",
    )
    measure = Choice([(each.value, each.label) for each in MEASURES], required=False)
    board = Choice([(each.value, each.label) for each in BOARDS], required=False)
    words = Text(max_length=1000, required=False, allow_blank=True)


class FreeRevokeIn(Input):
    reason = Text(max_length=1000)


class FreeRulingOut(serializers.Serializer[object]):
    number = serializers.IntegerField()
    throw = serializers.IntegerField(allow_null=True, help_text="Of the record; null: entered by hand.")
    colour = serializers.CharField()
    facts = serializers.DictField()
    verdict = serializers.DictField()
    is_in_time = serializers.BooleanField(allow_null=True, help_text="Null: not recorded.")
    measure = serializers.CharField()
    board = serializers.CharField()
    position = serializers.CharField(help_text="That stands; empty: what was played since stands.")
    words = serializers.CharField()
    signed_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)
    revoked_because = serializers.CharField()


class FreeRulingsEndpoint(Endpoint):
    @cached_property
    def game(self) -> Game:
        return find.free_game(self.kwargs["club_id"], self.kwargs["free_id"])

    def thing(self) -> Any:
        return self.game.home


class FreeRulings(FreeRulingsEndpoint):
    """The rulings about a game outside every tournament, the newest first."""

    gates: ClassVar = {"GET": "rulings.see", "POST": "rulings.sign"}
    takes: ClassVar = {"POST": FreeSignIn}
    gives: ClassVar = {"GET": list_of(FreeRulingOut), "POST": receipt_of(sign_free_ruling)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": rulings_of(self.game)})

    def post(self, request: Request, **_address: Any) -> Response:
        """Sign one. It is judged here; the record follows if the throw stands in it."""
        return self.done(request, sign_free_ruling, self.game, **self.said(request))


class RevokeFreeRuling(FreeRulingsEndpoint):
    """Take one back."""

    gates: ClassVar = {"POST": "rulings.sign"}
    takes: ClassVar = {"POST": FreeRevokeIn}
    gives: ClassVar = {"POST": receipt_of(revoke_free_ruling)}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        """The record is again as it was before it, unless more was recorded since."""
        return self.done(request, revoke_free_ruling, self.game, number=number, **self.said(request))
