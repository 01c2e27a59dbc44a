"""Draws for all to check: the hash of the next seed before it, the whole draw after it (`manage.py check_draw`)."""

from typing import ClassVar

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from tournament import proof
from tournament.api.base import TournamentEndpoint
from tournament.models import Round


class Draws(TournamentEndpoint):
    gates: ClassVar[dict[str, str]] = {"GET": "public.see"}

    def get(self, request: Request, tournament_id: str) -> Response:
        stages = self.tournament.stages.all()
        return Response(
            {"stages": [{"stage": s.position, "next_commitment": proof.next_commitment(s)} for s in stages]}
        )


class OneDraw(TournamentEndpoint):
    gates: ClassVar[dict[str, str]] = {"GET": "public.see"}

    def get(self, request: Request, tournament_id: str, stage: int, number: int) -> Response:
        rounds = Round.objects.public().filter(stage__tournament=self.tournament)
        found = rounds.select_related("stage").filter(stage__position=stage, number=number).first()
        if found is None:
            raise Http404
        return Response(proof.draw_document(found))
