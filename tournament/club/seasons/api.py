"""Seasons over the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.club.seasons.queries import season_view
from tournament.core import find
from tournament.core.access import may
from tournament.core.api_common.base import ClubEndpoint
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import list_of
from tournament.core.find import seasons_of


class SeasonOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    counts = serializers.CharField()


class PublicClub(ClubEndpoint):
    """A club with a public tournament; its own people see any club of theirs."""

    def thing(self) -> Any:
        club_id = self.kwargs["club_id"]
        club = find.club(club_id)
        return club if may(page_request(self.request).actor, "club.see", club) else find.public_club(club_id)

    def is_full(self) -> bool:
        return may(page_request(self.request).actor, "club.see", self.thing())


class Seasons(PublicClub):
    """What a club counts together over several tournaments."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(SeasonOut)}

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, {"items": seasons_of(self.thing(), full=self.is_full())})


class SeasonLineOut(serializers.Serializer[object]):
    rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()
    why = serializers.CharField()


class SeasonRankingOut(SeasonOut):
    tournaments = serializers.ListField(child=serializers.CharField(), help_text="That are over, by their ids.")
    lines = SeasonLineOut(many=True)


class OneSeason(PublicClub):
    """The ranking of a season."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": SeasonRankingOut}

    def get(self, request: Request, club_id: str, season_id: str) -> Response:
        season = find.season(self.thing(), season_id, full=self.is_full())
        view = season_view(season, full=self.is_full())
        fields = {name: getattr(season, name) for name in ("public_id", "name", "counts")}
        over = [event.public_id for event in view.events]
        return self.answer(request, {**fields, "tournaments": over, "lines": view.rows})
