"""Draws for all to check: the hash of the next seed before it, the whole draw after it (`manage.py check_draw`)."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import proof
from tournament.api.base import TournamentEndpoint
from tournament.api.receipts import list_of
from tournament.models import Round


class CommitmentOut(serializers.Serializer):
    stage = serializers.IntegerField()
    next_commitment = serializers.CharField(help_text="The hash of the seed of the next draw: publish it beforehand.")


class DrawOut(serializers.Serializer):
    format = serializers.CharField()
    commitment = serializers.CharField()
    request = serializers.DictField()
    rounds = serializers.ListField(child=serializers.JSONField())
    boards = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    report = serializers.DictField()


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
        found = rounds.select_related("stage").filter(stage__position=stage, number=number).first()
        if found is None:
            raise Http404
        return self.answer(request, proof.draw_document(found))
