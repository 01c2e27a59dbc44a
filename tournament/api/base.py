"""What every endpoint shares: it declares who may use it, method by method, and finds its thing once."""

import re
from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.views import APIView

from tournament.access import MATRIX
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.find import tournament
from tournament.models import Tournament

_KEY = re.compile(r"[!-~]{1,64}")


class Json(JSONParser):
    """Brackets nested without end are a mistake of the sender, not of ours."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("nested too deeply") from None


class Endpoint(APIView):
    parser_classes: ClassVar[list[type]] = [Json]
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
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            raise Refused("bad_key", _("An Idempotency-Key has 1 to 64 visible ASCII characters."))
        return key


class TournamentEndpoint(Endpoint):
    @cached_property
    def tournament(self) -> Tournament:
        return tournament(self.kwargs["tournament_id"])

    def thing(self) -> Tournament:
        return self.tournament
