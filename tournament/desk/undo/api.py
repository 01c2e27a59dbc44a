"""Undo over the API."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.receipts import receipt_of
from tournament.core.api_common.strict import Input, Whole
from tournament.desk.undo.actions import undo_to


class KeptStateOut(serializers.Serializer[object]):
    to = serializers.IntegerField(source="seq", help_text="The line of the log after which things stood so.")
    code = serializers.CharField(help_text="The step that was taken then.")


class KeptStatesOut(serializers.Serializer[object]):
    seen = serializers.IntegerField(help_text="The last line of the log: to be sent along.")
    items = KeptStateOut(many=True)


class UndoIn(Input):
    to = Whole(0)
    seen = Whole(0)


class Undo(TournamentEndpoint):
    """The states that are kept, the latest first."""

    gates: ClassVar = {"GET": "tournament.change", "POST": "tournament.change"}
    takes: ClassVar = {"POST": UndoIn}
    gives: ClassVar = {"GET": KeptStatesOut, "POST": receipt_of(undo_to)}

    def get(self, request: Request, tournament_id: str) -> Response:
        steps = self.tournament.snapshots.defer("rows").exclude(seq=self.tournament.stream.seq)
        return self.answer(request, {"seen": self.tournament.stream.seq, "items": steps})

    def post(self, request: Request, tournament_id: str) -> Response:
        """Back to one of them. What was done since is undone with it."""
        return self.done(request, undo_to, self.tournament, **self.said(request))
