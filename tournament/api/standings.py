"""Who stands where and why; who goes on, ties and throw-offs, penalties, and the bracket."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.actions.penalties import MOST_POINTS, give_penalty
from tournament.api.base import StageEndpoint, TournamentEndpoint
from tournament.api.receipts import Receipt, list_of
from tournament.api.strict import Input, Text, Whole
from tournament.bracket.model import Box
from tournament.fields import source_of
from tournament.models import Entry
from tournament.names import entry_name
from tournament.queries_bracket import BracketWords, bracket_of
from tournament.queries_standings import climbs, cut_of, standings_of
from tournament.ties import equals


class StandingsQuery(serializers.Serializer):
    after_round = serializers.IntegerField(required=False, min_value=1, max_value=50, help_text="As it was then.")


class SingleOut(serializers.Serializer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    place = serializers.IntegerField()
    size = serializers.IntegerField(help_text="How many sat there.")
    counted = serializers.IntegerField(allow_null=True)
    is_dropped = serializers.BooleanField(help_text="One of the results that do not count.")


class StandingOut(serializers.Serializer):
    rank = serializers.IntegerField(allow_null=True, help_text="None for the excluded.")
    is_shared = serializers.BooleanField()
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField(allow_blank=True)
    points = serializers.CharField(help_text="As shown: shared places share their points.")
    penalty = serializers.IntegerField()
    singles = SingleOut(many=True)
    values = serializers.DictField(child=serializers.CharField(), help_text="By tie-break, where it was needed.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="What parts them from their neighbours, in words."
    )


class CriterionOut(serializers.Serializer):
    id = serializers.CharField()
    name = serializers.CharField()


class StandingsOut(serializers.Serializer):
    stage = serializers.IntegerField(source="stage.position")
    after_round = serializers.IntegerField(allow_null=True)
    seq = serializers.IntegerField()
    criteria = serializers.SerializerMethodField()
    lines = StandingOut(many=True)

    @extend_schema_field(CriterionOut(many=True))
    def get_criteria(self, view: Any) -> list[dict[str, str]]:
        return [{"id": code, "name": name} for code, name in view.criteria]


class ClimbOut(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    ranks = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="After each round.")


class PlayerOut(serializers.Serializer):
    id = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class CutOut(serializers.Serializer):
    through = PlayerOut(many=True, help_text="In the order of the seeds.")
    tied = PlayerOut(many=True, help_text="Level across the cut.")
    open_places = serializers.IntegerField(help_text="How many of those tied go on.")
    passed_over = PlayerOut(many=True)
    waiting_for = serializers.DictField(help_text="Why it is not decided yet; empty if it is.")


class TieOut(serializers.Serializer):
    players = PlayerOut(many=True)


class ThrowsIn(Input):
    throws = serializers.DictField(
        child=Whole(1, 6), help_text="By the id of the entry; everybody who is level throws."
    )


class PlayerIn(Input):
    entry_id = Text(max_length=16)


class PenaltyIn(Input):
    entry_id = Text(max_length=16)
    points = Whole(1, MOST_POINTS)
    reason = Text(max_length=500)


class PenaltyOut(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(source="entry.number")
    points = serializers.IntegerField()
    given_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class SlotOut(serializers.Serializer):
    words = serializers.CharField(allow_blank=True, help_text="Who sits there, or the way that leads there.")
    id = serializers.CharField(allow_null=True, help_text="Of the entry, once somebody is known.")
    comes_by = serializers.CharField(help_text="seed, place (at a table of the column before), lucky or other.")
    number = serializers.IntegerField(help_text="Of the seed or the place.")
    table = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)


class BoxOut(serializers.Serializer):
    title = serializers.CharField()
    kind = serializers.CharField()
    number = serializers.IntegerField()
    going_on = serializers.IntegerField()
    is_drawn = serializers.BooleanField()
    slots = SlotOut(many=True)


class ColumnOut(serializers.Serializer):
    title = serializers.CharField()
    boxes = BoxOut(many=True)


class BracketOut(serializers.Serializer):
    columns = ColumnOut(many=True)


class Standings(StageEndpoint):
    """The standings of a stage: ranks, points, every value that decided, and why in words."""

    gates: ClassVar = {"GET": "public.see"}
    asks: ClassVar = {"GET": StandingsQuery}
    gives: ClassVar = {"GET": StandingsOut}

    def get(self, request: Request, **_address: Any) -> Response:
        up_to = self.asked(request).get("after_round")
        return self.answer(request, standings_of(self.stage, self.actor(request), up_to=up_to))


class Climbs(StageEndpoint):
    """Everybody's rank after each round, for a plot."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(ClimbOut)}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": climbs(self.stage, self.actor(request))})


class Ties(StageEndpoint):
    """Groups whom nothing has parted so far and whom a throw-off may part, best first."""

    gates: ClassVar = {"GET": "tournament.see"}
    gives: ClassVar = {"GET": list_of(TieOut)}

    def get(self, request: Request, **_address: Any) -> Response:
        people = _People(self.tournament, full=True)
        return self.answer(request, {"items": [{"players": people.of(group)} for group in equals(self.stage)]})


class CutView(StageEndpoint):
    """Who goes on into a stage that not everybody plays."""

    gates: ClassVar = {"GET": "tournament.see"}
    gives: ClassVar = {"GET": CutOut}

    def get(self, request: Request, **_address: Any) -> Response:
        found, people = cut_of(self.stage), _People(self.tournament, full=True)
        named = {name: people.of(getattr(found, name)) for name in ("through", "tied", "passed_over")}
        return self.answer(request, {**named, "open_places": found.open_places, "waiting_for": found.waiting_for})


class _People:
    """By the number that the database knows them by, as an answer names them."""

    def __init__(self, tournament: Any, *, full: bool) -> None:
        entries = Entry.objects.filter(tournament=tournament).select_related("person")
        self.known = {
            entry.pk: {"id": entry.public_id, "number": entry.number, "name": entry_name(entry, full=full)}
            for entry in entries
        }

    def of(self, entries: Any) -> list[dict[str, Any]]:
        return [self.known[entry] for entry in entries]


class OfSource(StageEndpoint):
    """Throws and lots belong to the stage that decides who comes into this one."""

    @property
    def named(self) -> dict[str, Any]:
        return {"stage_id": (source_of(self.stage) or self.stage).pk}


class Penalties(StageEndpoint):
    """The penalties of a stage."""

    gates: ClassVar = {"GET": "tournament.see", "POST": "penalties.give"}
    takes: ClassVar = {"POST": PenaltyIn}
    gives: ClassVar = {"GET": list_of(PenaltyOut), "POST": Receipt}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": self.stage.penalties.select_related("entry").order_by("pk")})

    def post(self, request: Request, **_address: Any) -> Response:
        """Points off the overall score, never off a table's result."""
        return self.done(request, give_penalty, self.tournament, **self.named, **self.said(request))


class OnePenalty(TournamentEndpoint):
    @property
    def named(self) -> dict[str, Any]:
        return {"penalty_id": self.kwargs["penalty"]}


class BracketView(TournamentEndpoint):
    """Who meets whom in the knock-out and the finals: drawn or planned."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": BracketOut}

    def get(self, request: Request, **_address: Any) -> Response:
        words = BracketWords(self.tournament, full=self.is_full(request))
        ids = dict(Entry.objects.filter(tournament=self.tournament).values_list("pk", "public_id"))
        columns = [
            {"title": words.column(boxes), "boxes": [_box(box, words, ids) for box in boxes]}
            for boxes in bracket_of(self.tournament).columns
        ]
        return self.answer(request, {"columns": columns})


def _box(box: Box, words: BracketWords, ids: dict[int, str]) -> dict[str, Any]:
    slots = [
        {
            "words": words.seat(slot),
            "id": ids.get(slot.player) if slot.player is not None else None,
            "comes_by": slot.origin.kind,
            "number": slot.origin.number,
            "table": slot.origin.table,
            "place": slot.place,
        }
        for slot in box.slots
    ]
    return {**vars(box), "title": words.heading(box), "slots": slots}
