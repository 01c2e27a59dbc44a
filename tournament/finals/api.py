"""Who goes on into a final, ties and throw-offs, the bracket, and the end result."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import StageEndpoint, TournamentEndpoint
from tournament.core.api_common.receipts import list_of
from tournament.core.api_common.strict import Input, Text, Whole
from tournament.finals.bracket.model import Box
from tournament.finals.end_result import final_ranking, is_over
from tournament.finals.queries import BracketWords, bracket_of
from tournament.models import Entry
from tournament.people.names import entry_name
from tournament.standings.qualifying import source_of
from tournament.standings.queries import cut_of
from tournament.standings.ties import equals


class PlayerOut(serializers.Serializer[object]):
    id = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()


class CutOut(serializers.Serializer[object]):
    through = PlayerOut(many=True, help_text="In the order of the seeds.")
    tied = PlayerOut(many=True, help_text="Level across the cut.")
    open_places = serializers.IntegerField(help_text="How many of those tied go on.")
    passed_over = PlayerOut(many=True)
    waiting_for = serializers.DictField(help_text="Why it is not decided yet; empty if it is.")


class TieOut(serializers.Serializer[object]):
    players = PlayerOut(many=True)


class ThrowsIn(Input):
    throws = serializers.DictField(
        child=Whole(1, 6), help_text="By the id of the entry; everybody who is level throws."
    )


class PlayerIn(Input):
    entry_id = Text(max_length=16)


class SlotOut(serializers.Serializer[object]):
    words = serializers.CharField(allow_blank=True, help_text="Who sits there, or the way that leads there.")
    id = serializers.CharField(allow_null=True, help_text="Of the entry, once somebody is known.")
    comes_by = serializers.CharField(help_text="seed, place (at a table of the column before), lucky or other.")
    number = serializers.IntegerField(help_text="Of the seed or the place.")
    table = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)


class BoxOut(serializers.Serializer[object]):
    title = serializers.CharField()
    kind = serializers.CharField()
    number = serializers.IntegerField()
    going_on = serializers.IntegerField()
    is_drawn = serializers.BooleanField()
    slots = SlotOut(many=True)


class ColumnOut(serializers.Serializer[object]):
    title = serializers.CharField()
    boxes = BoxOut(many=True)


class BracketOut(serializers.Serializer[object]):
    columns = ColumnOut(many=True)


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
        cut, people = cut_of(self.stage), _People(self.tournament, full=True)
        named = {name: people.of(getattr(cut, name)) for name in ("through", "tied", "passed_over")}
        return self.answer(request, {**named, "open_places": cut.open_places, "waiting_for": cut.waiting_for})


class _People:
    """Players by primary key, in the form that an answer contains."""

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


class PlaceOut(serializers.Serializer[object]):
    rank = serializers.IntegerField(allow_null=True, help_text="None for the excluded.")
    is_shared = serializers.BooleanField()
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    why = serializers.CharField()


class RankingOut(serializers.Serializer[object]):
    is_over = serializers.BooleanField(help_text="Until then it is how things stand.")
    lines = PlaceOut(many=True)


class Ranking(TournamentEndpoint):
    """The end result of the tournament, across all its stages."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": RankingOut}

    def get(self, request: Request, tournament_id: str) -> Response:
        lines = final_ranking(self.tournament, self.actor(request))
        return self.answer(request, {"is_over": is_over(self.tournament), "lines": lines})
