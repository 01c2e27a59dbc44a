"""The draw over the API: drawn, its report, the effect of a swap; and for everybody to check, the hash of the next seed
before a draw and the whole draw after it (`manage.py check_draw`)."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import RoundEndpoint, StageEndpoint, TournamentEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Nothing
from tournament.core.refusals import NO_SUCH_SEAT
from tournament.draw import proof
from tournament.draw.actions import store_draft
from tournament.draw.making import make_draw
from tournament.draw.reached import reached
from tournament.draw.swap import repeats_only_in, swap_report
from tournament.models import Entry, Round


class CommitmentOut(serializers.Serializer[object]):
    stage = serializers.IntegerField()
    next_commitment = serializers.CharField(help_text="The hash of the seed of the next draw: publish it beforehand.")


class DrawOut(serializers.Serializer[object]):
    format = serializers.CharField()
    commitment = serializers.CharField()
    request = serializers.DictField()
    rounds = serializers.ListField(child=serializers.JSONField())
    boards = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    report = serializers.DictField()


class ReportOut(serializers.Serializer[object]):
    """What the draw reached, beside what could be reached at best."""

    report = serializers.DictField()


class SwapQuery(serializers.Serializer[object]):
    one = serializers.CharField(max_length=16)
    other = serializers.CharField(max_length=16)


class SwapEffectOut(serializers.Serializer[object]):
    new_repeats = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    gone_repeats = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class RoundReport(RoundEndpoint):
    """What the draw of a round reached, with all rounds drawn together, by the seats as they are now."""

    gates: ClassVar = {"GET": "tournament.see"}
    gives: ClassVar = {"GET": ReportOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"report": reached(proof.drawn_together(self.round))[1]})


class Draw(StageEndpoint):
    """Draw the rounds of a stage that are not published yet, as drafts in the place of earlier ones."""

    gates: ClassVar = {"POST": "rounds.draw"}
    takes: ClassVar = {"POST": Nothing}
    gives: ClassVar = {"POST": receipt_of(store_draft)}
    status: ClassVar = {"POST": 201}
    located = "../../../rounds/"
    limit = "work"

    def post(self, request: Request, **_address: Any) -> Response:
        self.said(request)
        return self.done(request, make_draw, self.stage)


class SwapEffect(RoundEndpoint):
    """What two players changing seats would do: who would meet again, who no more; by start number."""

    gates: ClassVar = {"GET": "rounds.draw"}
    asks: ClassVar = {"GET": SwapQuery}
    gives: ClassVar = {"GET": SwapEffectOut}

    def get(self, request: Request, **_address: Any) -> Response:
        query = self.asked(request)
        pks = [self._entry(query[name]).pk for name in ("one", "other")]
        rounds = proof.drawn_together(self.round)
        before, after = reached(rounds)[1], swap_report(rounds, self.round, pks[0], pks[1])[1]
        new, gone = repeats_only_in(after, before), repeats_only_in(before, after)
        numbers = dict(Entry.objects.filter(tournament=self.tournament).values_list("pk", "number"))
        data = {"new_repeats": new, "gone_repeats": gone}
        return self.answer(
            request, {name: [[numbers[pk] for pk in pair] for pair in said] for name, said in data.items()}
        )

    def _entry(self, public_id: str) -> Entry:
        seat = self.round.seats.filter(entry__public_id=public_id).select_related("entry").first()
        if seat is None:
            raise NO_SUCH_SEAT()
        return seat.entry


class Draws(TournamentEndpoint):
    """What every next draw is bound to, before it is made."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": list_of(CommitmentOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        stages = self.tournament.stages.all()
        rows = [{"stage": stage.position, "next_commitment": proof.next_commitment(stage)} for stage in stages]
        return self.answer(request, {"items": rows})


class OneDraw(TournamentEndpoint):
    """The whole draw that a round belongs to, once all of its rounds are published."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": DrawOut}

    def get(self, request: Request, tournament_id: str, stage: int, number: int) -> Response:
        rounds: Any = Round.objects.public().filter(stage__tournament=self.tournament)
        round_ = rounds.select_related("stage").filter(stage__position=stage, number=number).first()
        if round_ is None:
            raise Http404
        return self.answer(request, proof.draw_document(round_))
