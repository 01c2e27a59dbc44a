"""Rulings, for those who may see them."""

from typing import ClassVar

from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.queries import ruling_lines
from tournament.api.base import TournamentEndpoint
from tournament.api.receipts import list_of


class RulingOut(serializers.Serializer):
    number = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    against = serializers.CharField()
    against_id = serializers.CharField()
    colour = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    facts = serializers.DictField(
        help_text="Rules, position, throw, touched and played; empty where it is about conduct."
    )
    verdict = serializers.DictField(help_text="As the engine judged it.")
    measure = serializers.CharField()
    points = serializers.IntegerField()
    signed_by = serializers.CharField(allow_blank=True)
    signed_at = serializers.DateTimeField()
    state = serializers.CharField()
    appeal = serializers.CharField(allow_blank=True)


class Rulings(TournamentEndpoint):
    """The claims of a tournament, each with the ruling that counts, the latest first."""

    gates: ClassVar = {"GET": "rulings.see"}
    gives: ClassVar = {"GET": list_of(RulingOut)}

    def get(self, request: Request, tournament_id: str) -> Response:
        language = "en" if get_language() == "en" else "de"
        return self.answer(request, {"items": ruling_lines(self.tournament, language, full=self.is_full(request))})
