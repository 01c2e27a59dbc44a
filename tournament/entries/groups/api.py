"""Teams, categories and clubs of players, over the API."""

from typing import ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import TournamentEndpoint
from tournament.core.api_common.receipts import receipt_of
from tournament.core.api_common.strict import Choice, Input, Name, Text, Truth, Whole
from tournament.entries.actions import MOST_ENTRIES
from tournament.entries.groups import actions as groups
from tournament.entries.wishes.weights import weights


class GroupOut(serializers.Serializer[object]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class CategoryOut(GroupOut):
    is_separate = serializers.BooleanField(help_text="Ranked apart from the others.")
    quota = serializers.IntegerField(help_text="At least so many of it go on.")


class WeightsIn(Input):
    """How much the draw keeps apart who is of one; 0: not at all."""

    team = Whole(0, groups.MOST_WEIGHT)
    family = Whole(0, groups.MOST_WEIGHT)
    club = Whole(0, groups.MOST_WEIGHT)


class GroupsOut(serializers.Serializer[object]):
    teams = GroupOut(many=True)
    categories = CategoryOut(many=True)
    team_best = serializers.IntegerField(help_text="So many of a team count.")
    weights = WeightsIn()


class GroupRulesIn(Input):
    team_best = Whole(1, groups.MOST_WEIGHT)
    weights = WeightsIn()


class GroupIn(Input):
    kind = Choice(list(groups.KINDS))
    name = Name(max_length=60)


class OneGroupIn(Input):
    kind = Choice(list(groups.KINDS))
    group_id = Whole(1)


class CategoryFields(Input):
    is_separate = Truth()
    quota = Whole(0, MOST_ENTRIES)


class GroupChange(OneGroupIn):
    name = Name(max_length=60)
    fields = CategoryFields(  # type: ignore[assignment]  # the category's fields; hides `Serializer.fields`
        required=False, help_text="Of a category."
    )


class GroupFill(Input):
    kind = Choice(list(groups.KINDS))
    group_id = Whole(1, allow_null=True, help_text="null: into none.")
    entries = serializers.ListField(child=Text(max_length=16), max_length=MOST_ENTRIES, help_text="Their ids.")


class Groups(TournamentEndpoint):
    """Teams and categories, how teams are counted, and what the draw keeps apart."""

    gates: ClassVar = {"GET": "public.see", "POST": "entries.change"}
    takes: ClassVar = {"POST": GroupIn}
    gives: ClassVar = {"GET": GroupsOut, "POST": receipt_of(groups.add_group)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, tournament_id: str) -> Response:
        here = self.tournament
        groups = {"teams": here.teams.all(), "categories": here.categories.all()}
        return self.answer(request, {**groups, "team_best": here.team_best, "weights": weights(here)})

    def post(self, request: Request, tournament_id: str) -> Response:
        """A new team or category."""
        return self.done(request, groups.add_group, self.tournament, **self.said(request))
