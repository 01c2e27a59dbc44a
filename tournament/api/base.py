"""What every endpoint shares: it declares who may use it, what it takes and gives, and finds its thing once.

An endpoint that is no more than one action is made from the action (`act`): address, body and receipt follow from it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from tournament import find
from tournament.access import MATRIX, may
from tournament.actions.core import Done
from tournament.actors import Actor
from tournament.api import etags
from tournament.api.receipts import Receipt
from tournament.api.strict import Nothing
from tournament.errors import Refused
from tournament.models import Club, Entry, Round, Stage, Table, Tournament
from tournament.models.stages import RoundState
from tournament.names import sees_full_names

_KEY = re.compile(r"[!-~]{1,64}")
Serializers = dict[str, type[Serializer]]


class Json(JSONParser):
    """Brackets nested without end are a mistake of the sender, not of ours."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("nested too deeply") from None


class OnlyJson(BaseContentNegotiation):
    """Whatever the browser would rather have."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return parsers[0] if kind == "application/json" else None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """By method: `gates` says who may, `takes` what stands in the body, `asks` what behind the question mark, `gives` what
    the answer is, `status` with which number unless it is 200."""

    parser_classes: ClassVar[list[type]] = [Json]
    content_negotiation_class = OnlyJson
    http_method_names: ClassVar[list[str]] = ["get", "head", "post", "put", "patch", "delete"]
    gates: ClassVar[dict[str, str]] = {}
    takes: ClassVar[Serializers] = {}
    asks: ClassVar[Serializers] = {}
    gives: ClassVar[Serializers] = {}
    status: ClassVar[dict[str, int]] = {}
    limit = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        assert set(cls.gates.values()) <= set(MATRIX), cls

    def perform_authentication(self, request: Request) -> None:
        """What is refused counts as well, for who guesses tokens or asks what is closed. (What fails does not: to count it, who
        it is would be asked once more, of a database that does not answer.)"""
        try:
            super().perform_authentication(request)
        except APIException:
            super().check_throttles(request)
            raise
        super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Done before anything was refused."""

    def thing(self) -> Any:
        """What the rights hang on; asking for it again costs nothing."""
        return None

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if request.method in ("GET", "HEAD") and answer.status_code == 200 and isinstance(answer, Response):
            etags.put_on(answer, request)
        return answer

    @staticmethod
    def actor(request: Request) -> Actor:
        return replace(request._request.actor, via="api")

    @staticmethod
    def action_id(request: Request) -> str | None:
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            raise Refused("bad_key", _("An Idempotency-Key has 1 to 64 visible ASCII characters."))
        return key

    def said(self, request: Request) -> dict[str, Any]:
        """The checked body."""
        body = self.takes[str(request.method)](data=request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def asked(self, request: Request) -> dict[str, Any]:
        """The checked part of the address behind the question mark."""
        query = self.asks["GET"](data=request.query_params)
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    def answer(self, request: Request, data: Any) -> Response:
        method = "GET" if request.method == "HEAD" else str(request.method)
        return Response(self.gives[method](data).data, self.status.get(method, 200))

    def done(self, request: Request, does: Callable[..., Done[Any]], owner: Any, **what: Any) -> Response:
        """Carry out an action. The answer is its receipt: sent again with the same Idempotency-Key, it is the same."""
        version = etags.version_wanted(request)
        if version is not None:
            etags.require_versioned(self.takes[str(request.method)])
            what["version"] = version
        try:
            receipt = does(owner, by=self.actor(request), action_id=self.action_id(request), **what).receipt
        except Refused as refusal:
            if version is not None and refusal.code == "stale":
                raise etags.PreconditionFailed from None
            raise
        return Response(receipt, self.status.get(str(request.method), 200))


class ClubEndpoint(Endpoint):
    @cached_property
    def club(self) -> Club:
        return find.club(self.kwargs["club_id"])

    def thing(self) -> Club:
        return self.club

    owner = property(thing)


class TournamentEndpoint(Endpoint):
    """`named` is how an action calls the thing of the address."""

    @cached_property
    def tournament(self) -> Tournament:
        return find.tournament(self.kwargs["tournament_id"])

    def thing(self) -> Tournament:
        return self.tournament

    @property
    def owner(self) -> Tournament:
        return self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {}

    def is_full(self, request: Request) -> bool:
        return sees_full_names(request._request.actor, self.tournament)


class EntryEndpoint(TournamentEndpoint):
    @cached_property
    def entry(self) -> Entry:
        return get_object_or_404(self.tournament.entries.select_related("person"), public_id=self.kwargs["entry_id"])

    def thing(self) -> Tournament:
        return self.entry and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"entry_id": self.entry.public_id}


class StageEndpoint(TournamentEndpoint):
    """A stage is called by its position, a round by its number: as people call them."""

    @cached_property
    def stage(self) -> Stage:
        stage = get_object_or_404(self.tournament.stages, position=self.kwargs["stage"])
        stage.tournament = self.tournament
        return stage

    def thing(self) -> Tournament:
        return self.stage and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"stage_id": self.stage.pk}


class RoundEndpoint(StageEndpoint):
    @cached_property
    def round(self) -> Round:
        """A draft is there for those alone who work here."""
        found = get_object_or_404(self.stage.rounds, number=self.kwargs["round"])
        if found.state == RoundState.DRAFT and not may(self.request._request.actor, "tournament.see", self.tournament):
            raise Http404
        found.stage = self.stage
        return found

    def thing(self) -> Tournament:
        return self.round and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"round_id": self.round.pk}


class TableEndpoint(TournamentEndpoint):
    @cached_property
    def table(self) -> Table:
        found = find.table(self.kwargs["tournament_id"], self.kwargs["table_id"])
        is_draft = found.round.state == RoundState.DRAFT
        if is_draft and not may(self.request._request.actor, "tournament.see", found.tournament):
            raise Http404
        return found

    @property
    def tournament(self) -> Tournament:
        """Found with the table."""
        return self.table.tournament

    def thing(self) -> Tournament:
        return self.table and self.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"table_id": self.table.public_id}


def act(
    does: Callable[..., Done[Any]],
    of: type[TournamentEndpoint] = TournamentEndpoint,
    takes: type[Serializer] = Nothing,
    *,
    method: str = "POST",
    status: int = 200,
    name: str = "",
) -> Callable[..., HttpResponse]:
    """The view that carries out one action, called by its code; `name` tells two of one action apart."""
    parts = {method: carry_out(does, takes, status)}
    return several(name or does.action.replace(".", "_"), of, parts)  # type: ignore[attr-defined]


Part = tuple[Callable[..., Done[Any]], type[Serializer], int]


def carry_out(does: Callable[..., Done[Any]], takes: type[Serializer] = Nothing, status: int = 200) -> Part:
    return does, takes, status


def several(name: str, of: type[Endpoint], parts: dict[str, Part]) -> Callable[..., HttpResponse]:
    """One address, an action for each method; what `of` answers itself stays."""
    members: dict[str, Any] = {
        "gates": {**of.gates, **{method: part[0].needs for method, part in parts.items()}},  # type: ignore[attr-defined]
        "takes": {**of.takes, **{method: part[1] for method, part in parts.items()}},
        "gives": {**of.gives, **dict.fromkeys(parts, Receipt)},
        "status": {**of.status, **{method: part[2] for method, part in parts.items()}},
        "__doc__": of.__doc__ if of.gates else None,
    }
    for method, part in parts.items():
        members[method.lower()] = _handler(part[0])
    return type(name, (of,), members).as_view()  # type: ignore[attr-defined,no-any-return]


def _handler(does: Callable[..., Done[Any]]) -> Callable[..., Response]:
    def handle(self: Any, request: Request, **_address: Any) -> Response:
        return self.done(request, does, self.owner, **self.named, **self.said(request))

    handle.__doc__ = does.__doc__
    handle.action = does.action  # type: ignore[attr-defined]
    return handle
