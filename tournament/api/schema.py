"""The description of the API (OpenAPI 3.1), read from what the endpoints declare, and the page that shows it."""

import json
import re
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import cache_control
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import OpenApiParameter

from tournament.access import EVERYBODY, MATRIX, gate
from tournament.api.receipts import Problem
from tournament.models.ids import ALPHABET
from tournament.story import WORDS

ID = {"type": "string", "pattern": f"^[{ALPHABET}]{{12}}$"}
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="Sent again with the same key and body, nothing is done twice and the answer is the same.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": r'^"[0-9]{1,9}(-[0-9a-f]{16})?"$'},
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
    """From `gates`, `takes`, `asks`, `gives` and `status` of an endpoint."""

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
        said = self._said()
        return said.split(".")[0].split(":")[0] if said else type(self.view).__name__

    def get_description(self) -> str:
        gate = self.view.gates[self.method]
        who = "everybody" if EVERYBODY in MATRIX[gate] else ", ".join(sorted(map(str, MATRIX[gate])))
        return f"{self._said()}\n\nFor: {who} (`{gate}`)."

    def _said(self) -> str:
        return " ".join((self._handler().__doc__ or type(self.view).__doc__ or "").split())

    def get_tags(self) -> list[str]:
        words = [word for word in self._tokenize_path() if not word.startswith("{")]
        return [next((word for word in reversed(words) if word in TAGS), words[0])]

    def get_request_serializer(self) -> Any:
        return self.view.takes.get(self.method)

    def get_response_serializers(self) -> Any:
        return self.view.gives.get(self.method)

    def get_override_parameters(self) -> list[Any]:
        found: list[Any] = [
            OpenApiParameter(name, ID, OpenApiParameter.PATH)
            for name in re.findall(r"\{(\w+_id)\}", self.path)
            if name != "job_id"
        ]
        if self.method in self.view.asks:
            found.append(self.view.asks[self.method])
        if self.method == "GET":
            return [*found, IF_NONE_MATCH]
        taken = self.view.takes.get(self.method)
        if taken is not None and "version" in taken().fields:
            found.append(IF_MATCH)
        return [*found, KEY] if self._is_written() else found

    def _is_written(self) -> bool:
        return bool(getattr(self.view, "is_written", True))

    def get_auth(self) -> list[Any]:
        is_open = EVERYBODY in MATRIX[self.view.gates[self.method]]
        return [*super().get_auth(), *([{}] if is_open else [])]

    def _get_request_body(self, direction: str = "request") -> Any:
        """A body without obligations may be left out."""
        if self.method == "DELETE":
            return None
        body = super()._get_request_body(direction)
        taken = self.view.takes.get(self.method)
        if body and taken is not None and not any(field.required for field in taken().fields.values()):
            body.pop("required", None)
        return body

    def _get_response_bodies(self, direction: str = "response") -> Any:
        status = str(self.view.status.get(self.method, 200))
        given = self.get_response_serializers()
        found = {status: self._fine(given, status)}
        if self.method == "GET":
            found["304"] = {"description": "Still what you have."}
        problem = self.resolve_serializer(Problem, "response")
        found["4XX"] = {
            "description": "Refused: nothing was done.",
            "content": {"application/problem+json": {"schema": problem.ref}},
        }
        return found

    def _fine(self, given: Any, status: str) -> Any:
        kinds = getattr(self.view, "file_type", "")
        if kinds:
            binary = {"type": "string", "format": "binary"}
            content = {kind: {"schema": {"type": "object"} if "json" in kind else binary} for kind in kinds.split(", ")}
            return {"description": "The file.", "content": content}
        answer = self._get_response_for_code(given, status)
        return {**answer, "description": answer["description"] or "Done."}


TAGS = (
    *(
        "me",
        "clubs",
        "tournaments",
        "stages",
        "rounds",
        "tables",
        "entries",
        "standings",
        "cut",
        "bracket",
        "penalties",
    ),
    *("games", "rulings", "papers", "export", "jobs", "log", "draws", "engine"),
)


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "tournament.api.tokens.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "Made in the account, under Programs and devices."}


def description() -> dict[str, Any]:
    """In English, whoever asks."""
    with translation.override("en"):
        found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


@cache
def _description() -> bytes:
    """Made once by each process: it takes half a second, and anybody may ask."""
    return json.dumps(description()).encode()


@cache_control(max_age=300)
@gate("public.see")
def schema(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_description(), content_type="application/vnd.oai.openapi+json")


@gate("public.see")
def documentation(request: HttpRequest) -> HttpResponse:
    """Made by the browser from the description; its scripts are shipped with the product."""
    return render(request, "api/docs.html", {"version": spectacular_settings.VERSION})
