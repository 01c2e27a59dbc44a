"""What every endpoint shares: it declares who may use it, what it takes and returns, and looks up its object once.

An endpoint that only carries out one action is made from the action (`act`): path, body and receipt follow from it.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, cast
from urllib.parse import urljoin

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from tournament.core import find, problems
from tournament.core.access import MATRIX, may, sees_full_names
from tournament.core.action import Action, Done
from tournament.core.actors import Actor
from tournament.core.api_common import etags, limits
from tournament.core.api_common.bearer import page_request
from tournament.core.api_common.receipts import receipt_of
from tournament.core.api_common.strict import Nothing
from tournament.core.errors import Refused
from tournament.core.refusals import BAD_KEY
from tournament.models import Club, Entry, Round, Stage, Table, Tournament
from tournament.models.stages import RoundState

_KEY = re.compile(r"[!-~]{1,64}")
Serializers = dict[str, type[Serializer[object]]]


class Json(JSONParser):
    """Refuses what can be read in two ways: a field that stands there twice, NaN; and what cannot be read at all."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            return json.loads(stream.read().decode("utf-8"), parse_constant=_no_number, object_pairs_hook=_once)
        except UnicodeDecodeError:
            raise ParseError(problems.NO_UTF8) from None
        except json.JSONDecodeError as error:
            raise ParseError(problems.UNREADABLE % {"line": error.lineno, "column": error.colno}) from None
        except (RecursionError, ValueError):  # or a number of thousands of digits
            raise ParseError(problems.NESTED) from None


def _no_number(name: str) -> Any:
    raise json.JSONDecodeError(name, name, 0)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _value in pairs]
        twice = next(name for name in made if names.count(name) > 1)
        raise ParseError(problems.TWICE % {"name": twice[:60]})
    return made


class OnlyJson(BaseContentNegotiation):
    """Answers in JSON whatever the Accept header says, and takes no other body."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return parsers[0] if kind == "application/json" else None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """By method: `gates` says who may, `takes` is the request's body, `asks` its query parameters, `gives` the response's body,
    `status` its status code unless it is 200."""

    parser_classes = [Json]
    content_negotiation_class = OnlyJson
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    gates: ClassVar[dict[str, str]] = {}
    takes: ClassVar[Serializers] = {}
    asks: ClassVar[Serializers] = {}
    gives: ClassVar[Serializers] = {}
    status: ClassVar[dict[str, int]] = {}
    refuses: ClassVar[frozenset[int]] = frozenset()  # statuses that reading can be refused with, besides those of all
    located: ClassVar = "./"  # where to read what a POST made, from its address on; the receipt fills it in
    limit = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        assert set(cls.gates.values()) <= set(MATRIX), cls

    def perform_authentication(self, request: Request) -> None:
        """Refused requests count against the limit too, since they may be guesses at tokens. (Errors do not count: counting
        would authenticate once more, with a database that does not answer.)"""
        try:
            super().perform_authentication(request)
        except APIException:
            super().check_throttles(request)
            raise
        super().check_throttles(request)

    def check_throttles(self, request: Request) -> None:
        """Already done by `perform_authentication`."""

    def thing(self) -> Any:
        """The object that rights are checked on; further calls cost nothing."""
        return None

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        limits.put_on(answer, getattr(request, "_request", request))
        if request.method in ("GET", "HEAD") and answer.status_code == 200:
            if isinstance(answer, Response):
                etags.put_on(answer, request)
            else:
                etags.put_on_file(answer, request.headers.get("If-None-Match", ""))
        return answer

    @staticmethod
    def actor(request: Request) -> Actor:
        return replace(page_request(request).actor, via="api")

    @staticmethod
    def action_id(request: Request) -> str | None:
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            raise BAD_KEY()
        return key

    def said(self, request: Request) -> dict[str, Any]:
        """The validated body."""
        body = self.takes[str(request.method)](data=request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._refuse_unknown(request)

    def _refuse_unknown(self, request: Request) -> None:
        """A filter that nobody applies, or one of two, would be taken for applied."""
        method = "GET" if request.method == "HEAD" else str(request.method)
        known = self.asks[method]().fields if method in self.asks else {}
        wrong: dict[str, Any] = {}
        for name, values in request.query_params.lists():
            if name not in known:
                wrong[name[:60]] = [_("There is no such parameter.")]
            elif len(values) > 1:
                wrong[name] = [_("This stands there twice.")]
        if wrong:
            raise ValidationError(wrong)

    def asked(self, request: Request) -> dict[str, Any]:
        """The validated query parameters. As a plain dict: of a form, an empty value would count as none."""
        query = self.asks["GET"](data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        return dict(query.validated_data)

    def answer(self, request: Request, data: Any) -> Response:
        method = "GET" if request.method == "HEAD" else str(request.method)
        return Response(self.gives[method](data).data, self.status.get(method, 200))

    def done(self, request: Request, does: Callable[..., Done[Any]], owner: Any, **what: Any) -> Response:
        """Carry out an action and answer with its receipt: a repeat with the same Idempotency-Key gets the same."""
        version = etags.version_wanted(request)
        if version is not None:
            etags.require_versioned(self.takes[str(request.method)])
            what["version"] = version
        try:
            done = does(owner, by=self.actor(request), action_id=self.action_id(request), **what)
        except Refused as refusal:
            if version is not None and refusal.code == "stale":
                raise etags.PreconditionFailed from None
            raise
        headers = {"Idempotency-Replayed": "true"} if done.is_repeat else {}
        status = self.status.get(str(request.method), 200)
        if status in (201, 202):
            headers["Location"] = self._location(request, done.receipt)
        return Response(done.receipt, status, headers=headers)

    def _location(self, request: Request, receipt: dict[str, Any]) -> str:
        """Of what was made, from the address of the request on."""
        return urljoin(request.path, self.located.format(**receipt))


class ClubEndpoint(Endpoint):
    @cached_property
    def club(self) -> Club:
        return find.club(self.kwargs["club_id"])

    def thing(self) -> Club:
        return self.club

    owner = property(thing)


class TournamentEndpoint(Endpoint):
    """`named`: the argument by which an action takes the object of the URL."""

    refuses: ClassVar = frozenset({422})  # what is asked for may not be there yet: a draw that is not published, a cut

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
        return sees_full_names(page_request(request).actor, self.tournament)


class EntryEndpoint(TournamentEndpoint):
    @cached_property
    def entry(self) -> Entry:
        return get_object_or_404(self.tournament.entries.select_related("person"), public_id=self.kwargs["entry_id"])

    def thing(self) -> Tournament:
        return self.entry.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"entry_id": self.entry.public_id}


class StageEndpoint(TournamentEndpoint):
    """A stage is named by its position, a round by its number, as people name them."""

    @cached_property
    def stage(self) -> Stage:
        stage = get_object_or_404(self.tournament.stages, position=self.kwargs["stage"])
        stage.tournament = self.tournament
        return stage

    def thing(self) -> Tournament:
        return self.stage.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"stage_id": self.stage.pk}


class RoundEndpoint(StageEndpoint):
    @cached_property
    def round(self) -> Round:
        """A draft exists only for those who work in the tournament."""
        round_ = get_object_or_404(self.stage.rounds, number=self.kwargs["round"])
        is_draft = round_.state == RoundState.DRAFT
        if is_draft and not may(page_request(self.request).actor, "tournament.see", self.tournament):
            raise Http404
        round_.stage = self.stage
        return round_

    def thing(self) -> Tournament:
        return self.round.stage.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"round_id": self.round.pk}


class TableEndpoint(TournamentEndpoint):
    @cached_property
    def table(self) -> Table:
        table = find.table(self.kwargs["tournament_id"], self.kwargs["table_id"])
        is_draft = table.round.state == RoundState.DRAFT
        if is_draft and not may(page_request(self.request).actor, "tournament.see", table.tournament):
            raise Http404
        return table

    @property
    def tournament(self) -> Tournament:
        """Loaded with the table."""
        return self.table.tournament

    def thing(self) -> Tournament:
        return self.table.tournament

    @property
    def named(self) -> dict[str, Any]:
        return {"table_id": self.table.public_id}


def act(
    does: Action[Any],
    of: type[TournamentEndpoint] = TournamentEndpoint,
    takes: type[Serializer[object]] = Nothing,
    *,
    method: str = "POST",
    status: int = 200,
    name: str = "",
    located: str = "./",
) -> Callable[..., HttpResponse]:
    """The view that carries out one action, named after its code; `name` tells two views of one action apart."""
    parts = {method: carry_out(does, takes, status)}
    return several(name or does.action.replace(".", "_"), of, parts, located=located)


Part = tuple[Action[Any], type[Serializer[object]], int]


def carry_out(does: Action[Any], takes: type[Serializer[object]] = Nothing, status: int = 200) -> Part:
    return does, takes, status


def several(
    name: str, of: type[Endpoint], parts: dict[str, Part], *, located: str = "./"
) -> Callable[..., HttpResponse]:
    """The view of one path with an action for each method; methods that `of` answers itself stay."""
    members: dict[str, Any] = {
        "gates": {**of.gates, **{method: part[0].needs for method, part in parts.items()}},
        "takes": {**of.takes, **{method: part[1] for method, part in parts.items()}},
        "gives": {**of.gives, **{method: receipt_of(part[0]) for method, part in parts.items()}},
        "status": {**of.status, **{method: part[2] for method, part in parts.items()}},
        "located": located,
        "__doc__": of.__doc__ if of.gates else None,
    }
    for method, part in parts.items():
        members[method.lower()] = _handler(part[0])
    return cast(type[Endpoint], type(name, (of,), members)).as_view()


def _handler(does: Action[Any]) -> Callable[..., Response]:
    def handle(self: TournamentEndpoint, request: Request, **_address: Any) -> Response:
        return self.done(request, does, self.owner, **self.named, **self.said(request))

    handle.__doc__ = does.__doc__
    vars(handle)["action"] = does.action
    return handle
