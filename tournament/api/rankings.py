"""Rankings beside the standings of one stage: the end result, teams, categories, a season."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import find
from tournament.access import may
from tournament.api.base import ClubEndpoint, StageEndpoint, TournamentEndpoint
from tournament.api.receipts import list_of
from tournament.queries_club import season_view, seasons_of
from tournament.queries_final import final_ranking, is_over
from tournament.queries_groups import categories_of, teams_of


class PlaceOut(serializers.Serializer):
    rank = serializers.IntegerField(allow_null=True, help_text="None for the excluded.")
    is_shared = serializers.BooleanField()
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    why = serializers.CharField()


class RankingOut(serializers.Serializer):
    is_over = serializers.BooleanField(help_text="Until then it is how things stand.")
    lines = PlaceOut(many=True)


class Ranking(TournamentEndpoint):
    """The end result of the tournament, across all its stages."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RankingOut}

    def get(self, request: Request, tournament_id: str) -> Response:
        lines = final_ranking(self.tournament, self.actor(request))
        return self.answer(request, {"is_over": is_over(self.tournament), "lines": lines})


class MemberOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()


class TeamOut(serializers.Serializer):
    rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()
    members = MemberOut(many=True, help_text="Whose points count.")
    others = MemberOut(many=True)


class TeamRanking(StageEndpoint):
    """Teams by their best members."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(TeamOut)}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": teams_of(self.stage, self.actor(request))})


class CategoryLineOut(MemberOut):
    rank = serializers.IntegerField(allow_null=True, help_text="Within the category.")


class CategoryRankingOut(serializers.Serializer):
    name = serializers.CharField()
    lines = CategoryLineOut(many=True)


class CategoryRanking(StageEndpoint):
    """Each category by itself."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(CategoryRankingOut)}

    def get(self, request: Request, **_address: Any) -> Response:
        found = categories_of(self.stage, self.actor(request))
        shown = [
            {"name": name, "lines": [{**vars(line), "rank": rank} for rank, line in ranked]}
            for name, ranked in found.items()
        ]
        return self.answer(request, {"items": shown})


class SeasonOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    counts = serializers.CharField()


class PublicClub(ClubEndpoint):
    """A club of which the public knows a tournament; for its own people any."""

    def thing(self) -> Any:
        club_id = self.kwargs["club_id"]
        found = find.club(club_id)
        return found if may(self.request._request.actor, "club.see", found) else find.public_club(club_id)

    def is_full(self) -> bool:
        return may(self.request._request.actor, "club.see", self.thing())


class Seasons(PublicClub):
    """What a club counts together over several tournaments."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(SeasonOut)}

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, {"items": seasons_of(self.thing(), full=self.is_full())})


class SeasonLineOut(serializers.Serializer):
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
        told = {name: getattr(season, name) for name in ("public_id", "name", "counts")}
        over = [event.public_id for event in view.events]
        return self.answer(request, {**told, "tournaments": over, "lines": view.rows})
