"""The description of the API (OpenAPI 3.1), generated from what the endpoints declare, and the page that shows it."""

import json
import re
from functools import cache
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import cache_control
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from tournament.core.access import EVERYBODY, MATRIX, gate
from tournament.core.api_common import document
from tournament.core.api_common.base import Endpoint
from tournament.core.api_common.etags import PATTERN, put_on_file
from tournament.core.api_common.receipts import Problem
from tournament.core.api_common.strict import Input
from tournament.core.story import WORDS
from tournament.models.ids import ALPHABET

ID = {"type": "string", "pattern": f"^[{ALPHABET}]{{12}}$"}
NOT_BLANK = r"\S"
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="Sent again with the same key and body, nothing is done twice and the answer is the same.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": f"^{PATTERN}$"},
    OpenApiParameter.HEADER,
    description="The ETag that you looked at: 412 and nothing done, if it is another one by now.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    {"type": "string"},
    OpenApiParameter.HEADER,
    description="The ETag that you have: 304, if it is still so.",
)


class Description(AutoSchema):
    """Generated from `gates`, `takes`, `asks`, `gives` and `status` of an endpoint."""

    @property
    def endpoint(self) -> Endpoint:
        return cast(Endpoint, self.view)

    def get_operation_id(self) -> str:
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(self.view).__name__).lower()
        return words if self._action() else f"{self.method.lower()}_{words}"

    def _handler(self) -> Any:
        return getattr(self.view, self.method.lower())

    def _action(self) -> str:
        return getattr(self._handler(), "action", "")

    def get_summary(self) -> str:
        if self._action():
            return str(WORDS[self._action()])
        text = self._docstring()
        return text.split(".")[0].split(":")[0] if text else type(self.view).__name__

    def get_description(self) -> str:  # type: ignore[override]  # drf-spectacular asks without path and method
        gate = self.endpoint.gates[self.method]
        who = "everybody" if EVERYBODY in MATRIX[gate] else ", ".join(sorted(map(str, MATRIX[gate])))
        return f"{self._docstring()}\n\nFor: {who} (`{gate}`)."

    def _docstring(self) -> str:
        return " ".join((self._handler().__doc__ or type(self.view).__doc__ or "").split())

    def get_tags(self) -> list[str]:
        words = [word for word in self._tokenize_path() if not word.startswith("{")]
        return [next((word for word in reversed(words) if word in document.TAGS), words[0])]

    def get_request_serializer(self) -> Any:
        return self.endpoint.takes.get(self.method)

    def get_response_serializers(self) -> Any:
        return self.endpoint.gives.get(self.method)

    def get_override_parameters(self) -> list[Any]:
        parameters: list[Any] = [
            OpenApiParameter(name, ID, OpenApiParameter.PATH)
            for name in re.findall(r"\{(\w+_id)\}", self.path)
            if name != "job_id"
        ]
        if self.method in self.endpoint.asks:
            parameters.append(self.endpoint.asks[self.method])
        if self.method == "GET":
            return [*parameters, IF_NONE_MATCH]
        if self._is_versioned():
            parameters.append(IF_MATCH)
        return [*parameters, KEY] if self._is_written() else parameters

    def _is_written(self) -> bool:
        return bool(getattr(self.view, "is_written", True))

    def get_auth(self) -> list[Any]:
        is_open = EVERYBODY in MATRIX[self.endpoint.gates[self.method]]
        return [*super().get_auth(), *([{}] if is_open else [])]

    def _get_request_body(self, direction: str = "request") -> Any:
        """A body without required fields may be left out."""
        if self.method == "DELETE":
            return None
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]  # not annotated there
        taken = self.endpoint.takes.get(self.method)
        if body and taken is not None and not any(field.required for field in taken().fields.values()):
            body.pop("required", None)
        return body

    def _map_basic_serializer(self, serializer: Any, direction: str) -> Any:
        """What a request holds beyond the description is refused."""
        content = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]  # as above
        return {**content, "additionalProperties": False} if _is_closed(serializer) else content

    def _map_serializer_field(self, field: Any, direction: str, bypass_extensions: bool = False) -> Any:
        content = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]  # as above
        is_text = isinstance(field, serializers.CharField) and isinstance(field.parent, Input)
        if is_text and not field.allow_blank and "pattern" not in content and "enum" not in content:
            content |= {"minLength": 1, "pattern": NOT_BLANK}
        return content

    def _insert_field_validators(self, field: Any, schema: Any) -> None:
        """A default stands beside the ways in which a text may be written, not within one of them."""
        super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]  # as above
        for way in schema.get("oneOf", ()):
            if "default" in way:
                schema["default"] = way.pop("default")

    def _get_response_bodies(self, direction: str = "response") -> Any:
        status = str(self.endpoint.status.get(self.method, 200))
        given = self.get_response_serializers()
        responses = {status: self._success(given, status)}
        if self.method == "GET":
            responses["304"] = {"description": "Still what you have.", "headers": document.referred("ETag")}
        self.resolve_serializer(Problem, "response")
        return {**responses, **document.refusals(self._refusals())}

    def _refusals(self) -> set[int]:
        """The statuses with which this operation can be refused."""
        found = {400, 401, 403, 429, 503, *self.endpoint.refuses}
        if "{" in self.path:
            found.add(404)
        if self.method in self.endpoint.takes and self.method != "DELETE":
            found |= {413, 415}
        if self.method != "GET":
            found |= {422, *({409, 507} if self._is_written() else ())}
        return found | ({412} if self._is_versioned() else set())

    def _is_versioned(self) -> bool:
        taken = self.endpoint.takes.get(self.method)
        return taken is not None and "version" in taken().fields

    def _success(self, given: Any, status: str) -> Any:
        headers = document.referred(*document.LIMITED, *self._headers(status))
        kinds = getattr(self.view, "file_type", "")
        if kinds and self.method == "GET":
            binary = {"type": "string", "format": "binary"}
            content = {kind: {"schema": {"type": "object"} if "json" in kind else binary} for kind in kinds.split(", ")}
            return {"description": "The file.", "headers": headers, "content": content}
        answer = self._get_response_for_code(given, status)  # type: ignore[no-untyped-call]  # not annotated there
        return {**answer, "description": answer["description"] or "Done.", "headers": headers}

    def _headers(self, status: str) -> list[str]:
        if self.method == "GET":
            return ["ETag"]
        replayed = ["Idempotency-Replayed"] if self._is_written() else []
        return [*replayed, *(["Location"] if status in ("201", "202") else [])]


def _is_closed(serializer: Any) -> bool:
    return isinstance(serializer, Input) or getattr(serializer, "is_closed", False)


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "tournament.core.api_common.bearer.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "Made in the account, under Programs and devices."}


def description() -> dict[str, Any]:
    """Always in English, whatever language a request asks for."""
    with translation.override("en"):
        content: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return content


@cache
def _description() -> bytes:
    """Generated once by each process: it takes half a second, and anybody may ask."""
    return json.dumps(description()).encode()


@cache_control(max_age=300)
@gate("public.see")
def schema(request: HttpRequest) -> HttpResponse:
    here = request.build_absolute_uri("/").removesuffix("/")
    content = _description().replace(json.dumps(document.HERE).encode(), json.dumps(here).encode())
    response = HttpResponse(content, content_type="application/vnd.oai.openapi+json")
    return put_on_file(response, request.headers.get("If-None-Match", ""))


@gate("public.see")
def documentation(request: HttpRequest) -> HttpResponse:
    """Rendered by the browser from the description; its scripts are shipped with the product."""
    return render(request, "core/api_docs.html")
