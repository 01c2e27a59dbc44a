"""What every endpoint shares: it declares who may use it, method by method, and finds its thing once."""

from functools import cached_property
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.views import APIView

from tournament.access import MATRIX
from tournament.actors import Actor
from tournament.find import tournament
from tournament.models import Tournament


class Endpoint(APIView):
    gates: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        assert set(cls.gates.values()) <= set(MATRIX), cls

    def thing(self) -> Tournament | None:
        return None

    @staticmethod
    def actor(request: Request) -> Actor:
        return Actor(account=request._request.actor.account, via="api")

    @staticmethod
    def action_id(request: Request) -> str | None:
        return request.headers.get("Idempotency-Key") or None


class TournamentEndpoint(Endpoint):
    @cached_property
    def tournament(self) -> Tournament:
        return tournament(self.kwargs["tournament_id"])

    def thing(self) -> Tournament:
        return self.tournament
