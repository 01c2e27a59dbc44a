"""Clubs, tournaments, their stages and boards."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.registry import RULE_SETS
from tournament import queries
from tournament.actions.clubs import create_club
from tournament.actions.setup import MOST_BOARDS, add_stage, change_stage, order_stages, set_boards
from tournament.actions.tournaments import change_tournament
from tournament.api.base import ClubEndpoint, Endpoint, StageEndpoint, TournamentEndpoint
from tournament.api.pages import PageQuery, page
from tournament.api.receipts import Live, Receipt, list_of, page_of
from tournament.api.strict import Choice, Hour, Input, Name, Truth, Versioned, Whole
from tournament.models import Tournament
from tournament.models.stages import StageKind
from tournament.presets import BY_ID, PRESETS
from tournament.queries_rounds import next_step
from tournament.schemes import MOST_MINUTES, MOST_ROUNDS
from tournament.setting_up import Setup, set_up
from tournament.standings.breaks import BREAKS
from tournament.standings.counter import METHODS

LANGUAGES = ["de", "en"]


class ClubOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class ClubIn(Input):
    name = Name(max_length=120)


class TournamentOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    club = serializers.CharField(source="club.name")
    club_id = serializers.CharField(source="club.public_id")
    played_on = serializers.DateField()
    begins_at = Hour(allow_null=True, help_text="By the clock in the hall; null: nobody has said.")
    place = serializers.CharField(help_text="Hall, street, town.")
    is_listed = serializers.BooleanField()
    version = serializers.IntegerField()
    live = serializers.SerializerMethodField()

    @extend_schema_field(Live)
    def get_live(self, tournament: Tournament) -> dict[str, Any]:
        return {"path": f"/live/{tournament.stream.public_id}", "seq": tournament.stream.seq}


class TournamentIn(Input):
    name = Name(max_length=120)
    played_on = serializers.DateField()
    begins_at = Hour(required=False, allow_null=True, help_text="By the clock in the hall.")
    place = Name(max_length=120, required=False, allow_blank=True, help_text="Hall, street, town.")
    is_listed = Truth(default=True)
    preset = Choice(
        [preset.id for preset in PRESETS], required=False, help_text="Else put the stages together yourself."
    )
    language = Choice(LANGUAGES, default="de", help_text="Of the names that the preset gives its stages.")
    fours = Whole(0, MOST_BOARDS, default=0, help_text="Boards for tables of four.")
    sixes = Whole(0, MOST_BOARDS, default=0, help_text="Six-sided boards, for tables of three.")


class TournamentChange(Versioned):
    name = Name(max_length=120, required=False)
    played_on = serializers.DateField(required=False)
    begins_at = Hour(required=False, allow_null=True, help_text="By the clock in the hall; null: not said any more.")
    place = Name(max_length=120, required=False, allow_blank=True, help_text="Hall, street, town.")
    is_listed = Truth(required=False)


class PresetOut(serializers.Serializer):
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


class StageOut(serializers.Serializer):
    stage = serializers.IntegerField(source="position", help_text="Its number in addresses.")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=StageKind.choices)
    rules = serializers.CharField()
    options = serializers.DictField(help_text="Of the rules.")
    planned_rounds = serializers.IntegerField()
    minutes = serializers.IntegerField()
    lengths = serializers.ListField(child=serializers.IntegerField())
    size = serializers.IntegerField()
    going_on = serializers.IntegerField()
    unfinished = serializers.CharField(allow_blank=True)
    threes_first = serializers.BooleanField()
    scheme = SchemeFields()
    version = serializers.IntegerField()


class StageOrderIn(Input):
    order = serializers.ListField(
        child=Whole(1, 100), max_length=100, help_text="Their numbers of now, as they are to follow each other."
    )


class PresetIn(Input):
    preset = Choice([preset.id for preset in PRESETS])
    language = Choice(LANGUAGES, default="de")


class BoardsIn(Input):
    fours = Whole(0, MOST_BOARDS)
    sixes = Whole(0, MOST_BOARDS)


class BoardOut(serializers.Serializer):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["4", "6"])
    is_assumed = serializers.BooleanField(help_text="Nobody named the boards of the hall: as many as a draw needs.")


class StepOut(serializers.Serializer):
    code = serializers.CharField()
    stage = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    data = serializers.DictField()


class Clubs(Endpoint):
    """The clubs in which I have a role."""

    gates: ClassVar = {"GET": "account.own", "POST": "club.create"}
    takes: ClassVar = {"POST": ClubIn}
    gives: ClassVar = {"GET": list_of(ClubOut), "POST": Receipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request) -> Response:
        return self.answer(request, {"items": queries.clubs_of(self.actor(request))})

    def post(self, request: Request) -> Response:
        """A new club; whoever makes it is its admin."""
        admin = self.actor(request).account
        return self.done(request, create_club, None, admin=admin, **self.said(request))


class ClubTournaments(ClubEndpoint):
    """The tournaments of a club, the latest first."""

    gates: ClassVar = {"GET": "club.see", "POST": "tournament.create"}
    takes: ClassVar = {"POST": TournamentIn}
    asks: ClassVar = {"GET": PageQuery}
    gives: ClassVar = {"GET": page_of(TournamentOut), "POST": Receipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, _tournament_page(self.club.tournaments.all(), self.asked(request)))

    def post(self, request: Request, club_id: str) -> Response:
        """A new tournament, with the stages of a preset and the boards of the hall; all of it or nothing."""
        return self.done(request, _made, self.club, **self.said(request))


def _made(club: Any, *, by: Any, action_id: str | None, preset: str = "", **said: Any) -> Any:
    return set_up(club, Setup(preset=preset, **said), by=by, action_id=action_id)


class Tournaments(Endpoint):
    """The tournaments that everybody may find, the latest first."""

    gates: ClassVar = {"GET": "public.see"}
    asks: ClassVar = {"GET": PageQuery}
    gives: ClassVar = {"GET": page_of(TournamentOut)}

    def get(self, request: Request) -> Response:
        return self.answer(request, _tournament_page(Tournament.objects.listed(), self.asked(request)))


def _tournament_page(tournaments: Any, query: dict[str, Any]) -> dict[str, Any]:
    rows = tournaments.select_related("club", "stream")
    return page(rows, query, mark="public_id", order=("-played_on", "-pk"), row=lambda tournament: tournament)


class OneTournament(TournamentEndpoint):
    """A tournament."""

    gates: ClassVar = {"GET": "public.see", "PATCH": "tournament.change"}
    takes: ClassVar = {"PATCH": TournamentChange}
    gives: ClassVar = {"GET": TournamentOut, "PATCH": Receipt}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, self.tournament)

    def patch(self, request: Request, tournament_id: str) -> Response:
        """Change its name, day, hour or place, or whether it is listed. What is not named stays."""
        fields = ("name", "played_on", "begins_at", "place", "is_listed")
        now = {name: getattr(self.tournament, name) for name in fields}
        return self.done(request, change_tournament, self.tournament, **now | self.said(request))


class NextStep(TournamentEndpoint):
    """What the organiser does next: stages, entries, check_in, draw, publish, start, results, close, settle or done."""

    gates: ClassVar = {"GET": "tournament.see"}
    gives: ClassVar = {"GET": StepOut}

    def get(self, request: Request, tournament_id: str) -> Response:
        step = next_step(self.tournament)
        stage, round_ = step.stage, step.round
        where = {"stage": stage.position if stage else None, "round": round_.number if round_ else None}
        return self.answer(request, {"code": step.code, "data": step.data, **where})


class Presets(Endpoint):
    """The ready-made kinds of tournament."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(PresetOut)}

    def get(self, request: Request) -> Response:
        rows = [
            {"id": one.id, "name": one.name, "about": one.about, "rules": one.rules, "stages": len(one.stages)}
            for one in BY_ID.values()
        ]
        return self.answer(request, {"items": rows})


class Stages(TournamentEndpoint):
    """The stages of a tournament, in order."""

    gates: ClassVar = {"GET": "public.see", "POST": "tournament.change"}
    takes: ClassVar = {"POST": StageFields}
    gives: ClassVar = {"GET": list_of(StageOut), "POST": Receipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": self.tournament.stages.all()})

    def post(self, request: Request, tournament_id: str) -> Response:
        """One more stage, behind the others."""
        return self.done(request, add_stage, self.tournament, fields=plain(self.said(request)))


class StageOrder(TournamentEndpoint):
    """The order of the stages."""

    gates: ClassVar = {"POST": "tournament.change"}
    takes: ClassVar = {"POST": StageOrderIn}
    gives: ClassVar = {"POST": Receipt}

    def post(self, request: Request, tournament_id: str) -> Response:
        """Put them in another order. What is drawn stays where it is."""
        ids = dict(self.tournament.stages.values_list("position", "pk"))
        order = [ids.get(position, 0) for position in self.said(request)["order"]]
        return self.done(request, order_stages, self.tournament, order=order)


class OneStage(StageEndpoint):
    """A stage with every number."""

    gates: ClassVar = {"GET": "public.see", "PATCH": "tournament.change"}
    takes: ClassVar = {"PATCH": StageChange}
    gives: ClassVar = {"GET": StageOut, "PATCH": Receipt}

    def get(self, request: Request, tournament_id: str, stage: int) -> Response:
        return self.answer(request, self.stage)

    def patch(self, request: Request, tournament_id: str, stage: int) -> Response:
        """Change any number of a stage. What was played keeps its results and is scored anew."""
        fields = self.said(request)
        version = fields.pop("version", None)
        what = {"stage_id": self.stage.pk, "fields": plain(fields), "version": version}
        return self.done(request, change_stage, self.tournament, **what)


def plain(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "scheme": dict(fields["scheme"])} if "scheme" in fields else fields


class Boards(TournamentEndpoint):
    """The boards that stand in the hall."""

    gates: ClassVar = {"GET": "public.see", "PUT": "tournament.change"}
    takes: ClassVar = {"PUT": BoardsIn}
    gives: ClassVar = {"GET": list_of(BoardOut), "PUT": Receipt}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, {"items": self.tournament.boards.all()})

    def put(self, request: Request, tournament_id: str) -> Response:
        """Boards 1, 2, 3 … for four, and after them those for three."""
        return self.done(request, set_boards, self.tournament, **self.said(request))
