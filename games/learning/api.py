"""The engine for other programs, apps and bots: the same requests and answers as its text protocol (`python -m games`).

Nothing is stored: every request names the position. Expensive requests are bounded by their depth.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine import protocol
from games.engine.drawing import View, draw
from tournament.core.api_common.base import Endpoint
from tournament.core.api_common.strict import Choice, Input, Language, OptionValue, Text, Truth, Whole
from tournament.core.languages import spoken

LONGEST = 200  # characters of a position
DEEPEST = 3  # of perft: 0.1 s at most; with two dice a throw multiplies a thousandfold, and the third takes minutes
DEEPEST_TWO_DICE = 2
DESK = protocol.Desk(protocol.OPS)
COLOURS = ["Y", "G", "R", "K", "B", "W"]


class RulesIn(Input):
    rules = Text(max_length=20, help_text="The id of a rule set.")
    options = serializers.DictField(
        child=OptionValue(allow_null=True), required=False, help_text="Of the rules; else the usual."
    )


class StartIn(RulesIn):
    players = Whole(0, 6, required=False)
    colours = serializers.ListField(child=Choice(COLOURS), max_length=6, required=False)
    board = Text(max_length=20, required=False)


class PositionIn(RulesIn):
    position = Text(max_length=LONGEST)


@extend_schema_field(
    {
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 6},
            {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "minItems": 2, "maxItems": 2},
        ]
    }
)
class RollField(serializers.JSONField):
    """Of one die a number; of two a list of two."""


class MovesIn(PositionIn):
    roll = RollField(help_text="A number, or a list of two where two dice are thrown.")


class PlayIn(MovesIn):
    move = Text(max_length=80)


class PerftIn(PositionIn):
    depth = Whole(0, DEEPEST)


class DrawingIn(Input):
    position = Text(max_length=LONGEST)
    language = Language(required=False)
    with_numbers = Truth(default=False)
    with_letters = Truth(default=True)
    caption = Text(max_length=200, default="", allow_blank=True)


class PositionOut(serializers.Serializer[object]):
    position = serializers.CharField()
    over = serializers.BooleanField()
    places = serializers.ListField(child=serializers.CharField(), help_text="Who has finished, best place first.")
    throws_left = serializers.IntegerField(
        help_text="How many throws the colour to move has for a 6, the next one among them."
    )


class EngineMoveOut(serializers.Serializer[object]):
    move = serializers.CharField()
    captures = serializers.ListField(child=serializers.CharField(), help_text="Colour and field, as K21.")
    duties = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="By the rules of the tournament book that it fulfils.",
    )


class MovesOut(serializers.Serializer[object]):
    legal = EngineMoveOut(many=True)
    permitted = serializers.ListField(child=serializers.CharField())
    over = serializers.BooleanField()
    throws_left = serializers.IntegerField()


class PerftOut(serializers.Serializer[object]):
    nodes = serializers.IntegerField()


class RuleSetOut(serializers.Serializer[object]):
    id = serializers.CharField()
    names = serializers.DictField(child=serializers.CharField())
    boards = serializers.ListField(child=serializers.CharField())
    players = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, help_text="At least and at most."
    )
    options = serializers.DictField(child=OptionValue(allow_null=True), help_text="With the usual value of each.")


class RuleSetsOut(serializers.Serializer[object]):
    rules = RuleSetOut(many=True)


class DrawingOut(serializers.Serializer[object]):
    svg = serializers.CharField()


class EngineEndpoint(Endpoint):
    """`op` answers as the protocol does."""

    op: ClassVar[protocol.Op]
    limit = "engine"
    is_written = False

    def ask(self, data: dict[str, Any]) -> Response:
        try:
            return Response(type(self).op(DESK, data))
        except protocol.BadRequest as error:
            raise serializers.ValidationError({"request": [str(error)]}) from None


class RuleSets(EngineEndpoint):
    """The rule sets with their boards, numbers of players and options."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RuleSetsOut}
    op = protocol.rule_sets

    def get(self, request: Request) -> Response:
        return self.ask({})


def op(
    name: str, does: protocol.Op, takes: type[Input], gives: type[serializers.Serializer[object]], about: str
) -> Callable[..., HttpResponse]:
    """The endpoint of one op of the engine."""

    def post(self: EngineEndpoint, request: Request) -> Response:
        return self.ask(self.said(request))

    members: Mapping[str, Any] = {
        "gates": {"POST": "public.see"},
        "takes": {"POST": takes},
        "gives": {"POST": gives},
        "op": staticmethod(does),
        "post": post,
        "__doc__": about,
    }
    return cast(type[EngineEndpoint], type(name, (EngineEndpoint,), dict(members))).as_view()


def perft(desk: protocol.Desk, request: protocol.Request) -> protocol.Answer:
    if request["rules"] == "mauer" and request["depth"] > DEEPEST_TWO_DICE:
        raise protocol.BadRequest(f"depth is {DEEPEST_TWO_DICE} at most")
    return protocol.perft(desk, request)


def drawing(_desk: protocol.Desk, request: protocol.Request) -> protocol.Answer:
    language = request.pop("language", None) or spoken()
    position = request.pop("position")
    return {"svg": draw(position, view=View(language=language, **request))}
