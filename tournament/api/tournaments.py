"""Tournaments and their entries, read and written over the same queries and actions as the pages."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import queries
from tournament.actions.entries import add_entry
from tournament.api.base import Endpoint, TournamentEndpoint
from tournament.forms import clean_name
from tournament.models import Tournament
from tournament.names import sees_full_names


class NameField(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        return clean_name(super().to_internal_value(data))


class TournamentOut(serializers.ModelSerializer):
    id = serializers.CharField(source="public_id")
    club = serializers.CharField(source="club.name")
    seq = serializers.IntegerField(source="stream.seq")

    class Meta:
        model = Tournament
        fields = ["id", "name", "club", "played_on", "seq"]


class EntryIn(serializers.Serializer):
    given_name = NameField(max_length=80)
    family_name = NameField(max_length=80, required=False, default="", allow_blank=True)
    is_minor = serializers.BooleanField(required=False, default=False)
    is_hidden = serializers.BooleanField(required=False, default=False)


class EntryOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    is_withdrawn = serializers.BooleanField()
    version = serializers.IntegerField()


class Tournaments(Endpoint):
    gates: ClassVar[dict[str, str]] = {"GET": "public.see"}

    def get(self, request: Request) -> Response:
        listed = Tournament.objects.listed().select_related("club", "stream")[:100]
        return Response({"tournaments": TournamentOut(listed, many=True).data})


class OneTournament(TournamentEndpoint):
    gates: ClassVar[dict[str, str]] = {"GET": "public.see"}

    def get(self, request: Request, tournament_id: str) -> Response:
        return Response(TournamentOut(self.tournament).data)


class Entries(TournamentEndpoint):
    gates: ClassVar[dict[str, str]] = {"GET": "public.see", "POST": "entries.change"}

    def get(self, request: Request, tournament_id: str) -> Response:
        full = sees_full_names(self.actor(request), self.tournament)
        lines = queries.entry_lines(self.tournament, full=full)
        return Response({"entries": EntryOut(lines, many=True).data})

    def post(self, request: Request, tournament_id: str) -> Response:
        """The answer is the receipt of the action: sent again with the same Idempotency-Key, it is the same."""
        wanted = EntryIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        done = add_entry(
            self.tournament, by=self.actor(request), action_id=self.action_id(request), **wanted.validated_data
        )
        return Response(done.receipt, status=201)
