"""Presets, stages and boards, over the API."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.rules.registry import RULE_SETS
from tournament.core import languages
from tournament.core.api_common.base import Endpoint, StageEndpoint, TournamentEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Choice, Input, Language, Name, Text, Truth, Whole
from tournament.models import Stage
from tournament.models.languages import first
from tournament.models.stages import StageKind
from tournament.stages.actions import MOST_BOARDS, add_stage, change_stage, order_stages, set_boards
from tournament.stages.options import played_by
from tournament.stages.presets import PRESETS, Preset
from tournament.stages.schemes import MOST_MINUTES, MOST_ROUNDS
from tournament.stages.serializers import Options
from tournament.standings.ranking.breaks import BREAKS
from tournament.standings.ranking.counter import METHODS


class PresetOut(serializers.Serializer[object]):
    id = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField(), help_text="By language.")
    about = serializers.DictField(child=serializers.CharField())
    rules = serializers.CharField()
    stages = serializers.IntegerField()


class SchemeFields(Input):
    """How places become points, and what parts those who are level."""

    four = serializers.ListField(child=Whole(-10_000, 10_000), min_length=4, max_length=4)
    three = serializers.ListField(child=Whole(-10_000, 10_000), min_length=3, max_length=3)
    by_count = Truth(help_text="The counted board is the score; places give no points.")
    best = Whole(0, 50, help_text="How many results count; 0: all.")
    breaks = serializers.ListField(child=Choice(list(BREAKS)), max_length=len(BREAKS))


class StageFields(Input):
    name = Name(max_length=80)
    kind = Choice(StageKind.choices)
    rules = Choice(list(RULE_SETS))
    options = Options(
        required=False,
        help_text="Of the rules, by name; what is not named is as the book has it. `engine/rules/` lists them.",
    )
    planned_rounds = Whole(1, 50, required=False)
    minutes = Whole(0, MOST_MINUTES, required=False, help_text="Of a round; 0: no clock.")
    lengths = serializers.ListField(
        child=Whole(0, MOST_MINUTES),
        max_length=MOST_ROUNDS - 1,
        required=False,
        help_text="Minutes of the first rounds, where each has its own.",
    )
    size = Whole(0, 1000, required=False, help_text="How many come into it; 0: everybody.")
    going_on = Whole(0, 2, required=False, help_text="Of each table, in a knock-out.")
    unfinished = Choice(
        ["", *METHODS], required=False, allow_blank=True, help_text="How a board is counted that the clock ended."
    )
    threes_first = Truth(required=False)
    scheme = SchemeFields(required=False)


class StageChange(StageFields):
    name = Name(max_length=80, required=False)
    kind = Choice(StageKind.choices, required=False)
    rules = Choice(list(RULE_SETS), required=False)
    version = Whole(1, required=False)
    anyway = Truth(
        default=False,
        help_text="Other options although a round is published, which keeps those that it was published with.",
    )
    also = Truth(
        default=False,
        help_text="Other rules or options also for the stages that are played as this one is now and of which nothing is drawn.",
    )


class StageOut(serializers.Serializer[object]):
    stage = serializers.IntegerField(source="position", help_text="Its number in addresses.")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=StageKind.choices)
    rules = serializers.CharField()
    options = serializers.SerializerMethodField(help_text="Every option of the rules with its value.")
    planned_rounds = serializers.IntegerField()
    minutes = serializers.IntegerField()
    lengths = serializers.ListField(child=serializers.IntegerField())
    size = serializers.IntegerField()
    going_on = serializers.IntegerField()
    unfinished = serializers.CharField(allow_blank=True)
    threes_first = serializers.BooleanField()
    scheme = SchemeFields()
    version = serializers.IntegerField()

    @extend_schema_field(Options)
    def get_options(self, stage: Stage) -> dict[str, Any]:
        return played_by(stage).every


class StageOrderIn(Input):
    order = serializers.ListField(
        child=Whole(1, 100), max_length=100, help_text="Their numbers of now, as they are to follow each other."
    )


class PresetIn(Input):
    preset = Text(max_length=16, help_text="Of the club's kinds of tournament.")
    language = Language(default=first())


class BoardsIn(Input):
    fours = Whole(0, MOST_BOARDS)
    sixes = Whole(0, MOST_BOARDS)


class BoardOut(serializers.Serializer[object]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["4", "6"])
    is_assumed = serializers.BooleanField(help_text="Nobody named the boards of the hall: as many as a draw needs.")


class Presets(Endpoint):
    """The ready-made kinds of tournament."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(PresetOut)}

    def get(self, request: Request) -> Response:
        rows = [
            {"id": one.id, **_in_all_languages(one), "rules": one.rules, "stages": len(one.stages)} for one in PRESETS
        ]
        return self.answer(request, {"items": rows})


def _in_all_languages(preset: Preset) -> dict[str, Any]:
    return {"name": languages.in_each(preset.name), "about": languages.in_each(preset.about)}


class Stages(TournamentEndpoint):
    """The stages of a tournament, in order."""

    gates: ClassVar = {"GET": "public.see", "POST": "tournament.change"}
    takes: ClassVar = {"POST": StageFields}
    gives: ClassVar = {"GET": list_of(StageOut), "POST": receipt_of(add_stage)}
    status: ClassVar = {"POST": 201}
    located = "{stage}/"

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": self.tournament.stages.all()})

    def post(self, request: Request, tournament_id: str) -> Response:
        """One more stage, behind the others."""
        return self.done(request, add_stage, self.tournament, fields=plain(self.said(request)))


class StageOrder(TournamentEndpoint):
    """The order of the stages."""

    gates: ClassVar = {"POST": "tournament.change"}
    takes: ClassVar = {"POST": StageOrderIn}
    gives: ClassVar = {"POST": receipt_of(order_stages)}

    def post(self, request: Request, tournament_id: str) -> Response:
        """Put them in another order. What is drawn stays where it is."""
        ids = dict(self.tournament.stages.values_list("position", "pk"))
        order = [ids.get(position, 0) for position in self.said(request)["order"]]
        return self.done(request, order_stages, self.tournament, order=order)


class OneStage(StageEndpoint):
    """A stage with every number."""

    gates: ClassVar = {"GET": "public.see", "PATCH": "tournament.change"}
    takes: ClassVar = {"PATCH": StageChange}
    gives: ClassVar = {"GET": StageOut, "PATCH": receipt_of(change_stage)}

    def get(self, request: Request, tournament_id: str, stage: int) -> Response:
        return self.answer(request, self.stage)

    def patch(self, request: Request, tournament_id: str, stage: int) -> Response:
        """Change any number of a stage. What was played keeps its results and is scored anew."""
        fields = self.said(request)
        how = {"version": fields.pop("version", None), **{name: fields.pop(name, False) for name in ("anyway", "also")}}
        what = {"stage_id": self.stage.pk, "fields": plain(fields), **how}
        return self.done(request, change_stage, self.tournament, **what)


def plain(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "scheme": dict(fields["scheme"])} if "scheme" in fields else fields


class Boards(TournamentEndpoint):
    """The boards that stand in the hall."""

    gates: ClassVar = {"GET": "public.see", "PUT": "tournament.change"}
    takes: ClassVar = {"PUT": BoardsIn}
    gives: ClassVar = {"GET": list_of(BoardOut), "PUT": receipt_of(set_boards)}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": self.tournament.boards.all()})

    def put(self, request: Request, tournament_id: str) -> Response:
        """Boards 1, 2, 3 … for four, and after them those for three."""
        return self.done(request, set_boards, self.tournament, **self.said(request))
