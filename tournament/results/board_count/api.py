"""Counting a board that the clock stopped, over the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import TableEndpoint
from tournament.core.api_common.strict import Choice, Input, Text
from tournament.results.board_count.counting import count_position
from tournament.rounds.serializers import COLOURS, PlacedOut


class CountIn(Input):
    position = Text(max_length=200, help_text="The fields of every colour's pieces, as in Y:B,B,5,a G:…")
    finished = serializers.ListField(child=Choice(COLOURS), max_length=4, default=list, help_text="In this order.")


class CountedOut(serializers.Serializer[object]):
    places = serializers.DictField(child=PlacedOut(), help_text="By colour place and count, as a report takes them.")


class Count(TableEndpoint):
    """A board that the clock ended: from the fields of the pieces to counts and places, as the stage counts."""

    gates: ClassVar = {"POST": "results.report"}
    takes: ClassVar = {"POST": CountIn}
    gives: ClassVar = {"POST": CountedOut}
    is_written = False

    def post(self, request: Request, **_address: Any) -> Response:
        sent = self.said(request)
        counted = count_position(self.table, sent["position"], sent["finished"])
        return self.answer(request, {"places": {colour: vars(seat) for colour, seat in counted.items()}})
