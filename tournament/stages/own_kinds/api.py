"""A club's own kinds of tournament over the API."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import ClubEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Input, Name, Text, Versioned
from tournament.stages.own_kinds.actions import change_preset, keep_preset, remove_preset
from tournament.stages.serializers import Options


class KindOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    stages = serializers.ListField(child=serializers.DictField(), help_text="The fields of each, in order.")
    version = serializers.IntegerField()


class KeepIn(Input):
    name = Name(max_length=80)
    tournament_id = Text(max_length=16, required=False, help_text="Of the club: as it is planned.")
    preset = Text(max_length=16, required=False, help_text="A copy of this kind.")
    stages = serializers.ListField(
        child=serializers.DictField(), max_length=12, required=False, help_text="As they are given for a kind."
    )
    options = Options(required=False, help_text="In the place of those that it brings.")


class ChangeIn(Versioned):
    name = Name(max_length=80)
    options = Options()


class Kinds(ClubEndpoint):
    """The kinds of tournament that the club keeps; it offers them before the shipped ones."""

    gates: ClassVar = {"GET": "club.see", "POST": "club.change"}
    takes: ClassVar = {"POST": KeepIn}
    gives: ClassVar = {"GET": list_of(KindOut), "POST": receipt_of(keep_preset)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, {"items": self.club.presets.all()})

    def post(self, request: Request, club_id: str) -> Response:
        """Keep another one: of a tournament, of another kind, or of stages."""
        return self.done(request, keep_preset, self.club, **self.said(request))


class OneKind(ClubEndpoint):
    """One of them."""

    gates: ClassVar = {"PATCH": "club.change", "DELETE": "club.change"}
    takes: ClassVar = {"PATCH": ChangeIn, "DELETE": Versioned}
    gives: ClassVar = {"PATCH": receipt_of(change_preset), "DELETE": receipt_of(remove_preset)}

    def patch(self, request: Request, club_id: str, preset_id: str) -> Response:
        """Its name and how it is played."""
        return self.done(request, change_preset, self.club, preset=preset_id, **self.said(request))

    def delete(self, request: Request, club_id: str, preset_id: str) -> Response:
        """The tournaments that began with it stay as they are."""
        return self.done(request, remove_preset, self.club, preset=preset_id, **self.said(request))
