"""The engine for other programs, apps and bots: the same questions and answers as its text protocol (`python -m games`).

Nothing is kept: every question says the position. What costs much is bounded by its depth.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import protocol
from games.drawing import View, draw
from tournament.api.base import Endpoint
from tournament.api.strict import Choice, Input, Text, Truth, Whole

LONGEST = 200  # signs of a position
DEEPEST = 3  # of perft: 0.1 s at most; with two dice a throw multiplies a thousandfold, and the third takes minutes
DEEPEST_TWO_DICE = 2
DESK = protocol.Desk(protocol.OPS)
COLOURS = ["Y", "G", "R", "K", "B", "W"]


class RulesIn(Input):
    rules = Text(max_length=20, help_text="The id of a rule set.")
    options = serializers.DictField(
        child=serializers.JSONField(), required=False, help_text="Of the rules; else the usual."
    )


class StartIn(RulesIn):
    players = Whole(0, 6, required=False)
    colours = serializers.ListField(child=Choice(COLOURS), max_length=6, required=False)
    board = Text(max_length=20, required=False)


class PositionIn(RulesIn):
    position = Text(max_length=LONGEST)


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
    language = Choice(["de", "en"], required=False)
    with_numbers = Truth(default=False)
    with_letters = Truth(default=True)
    caption = Text(max_length=200, default="", allow_blank=True)


class PositionOut(serializers.Serializer):
    position = serializers.CharField()


class EngineMoveOut(serializers.Serializer):
    move = serializers.CharField()
    captures = serializers.JSONField()
    duties = serializers.JSONField(required=False)


class MovesOut(serializers.Serializer):
    legal = EngineMoveOut(many=True)
    permitted = serializers.ListField(child=serializers.CharField())


class PerftOut(serializers.Serializer):
    nodes = serializers.IntegerField()


class RuleSetOut(serializers.Serializer):
    id = serializers.CharField()
    names = serializers.DictField(child=serializers.CharField())
    boards = serializers.JSONField()
    players = serializers.JSONField()
    options = serializers.DictField()


class RuleSetsOut(serializers.Serializer):
    rules = RuleSetOut(many=True)


class DrawingOut(serializers.Serializer):
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
    name: str, does: protocol.Op, takes: type[Input], gives: type[serializers.Serializer], about: str
) -> Callable[..., HttpResponse]:
    """An address that asks the engine one thing."""

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
    return type(name, (EngineEndpoint,), dict(members)).as_view()  # type: ignore[attr-defined,no-any-return]


def perft(desk: protocol.Desk, request: protocol.Request) -> protocol.Answer:
    if request["rules"] == "mauer" and request["depth"] > DEEPEST_TWO_DICE:
        raise protocol.BadRequest(f"depth is {DEEPEST_TWO_DICE} at most")
    return protocol.perft(desk, request)


def drawing(_desk: protocol.Desk, request: protocol.Request) -> protocol.Answer:
    language = request.pop("language", None) or ("en" if get_language() == "en" else "de")
    position = request.pop("position")
    return {"svg": draw(position, view=View(language=language, **request))}
