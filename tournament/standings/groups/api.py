"""Rankings of teams and categories, over the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import StageEndpoint
from tournament.core.api_common.receipts import list_of
from tournament.standings.groups.queries import categories_of, teams_of


class MemberOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()


class TeamOut(serializers.Serializer[object]):
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


class CategoryRankingOut(serializers.Serializer[object]):
    name = serializers.CharField()
    lines = CategoryLineOut(many=True)


class CategoryRanking(StageEndpoint):
    """Each category by itself."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(CategoryRankingOut)}

    def get(self, request: Request, **_address: Any) -> Response:
        rankings = categories_of(self.stage, self.actor(request))
        items = [
            {"name": name, "lines": [{**vars(line), "rank": rank} for rank, line in ranked]}
            for name, ranked in rankings.items()
        ]
        return self.answer(request, {"items": items})
