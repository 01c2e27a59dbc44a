"""Every answer of the API in every test, held against the description that the product serves.

The test client itself looks (`Client.request`), so no test can forget it. Answers are held to be closed: a field that the
description does not name is as wrong as one that is missing.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
from django.http import HttpResponse
from django.test import Client

from tournament.core.api_common.schema import description

API = "/api/v1/"
ANYWHERE = {405, 500}  # no method of this address; a mistake of ours, which a test may provoke
UNDESCRIBED = {"schema", "docs"}  # the description itself, and its page


class NotAsDescribed(AssertionError):
    pass


@cache
def _closed() -> dict[str, Any]:
    content = description()
    for part in content["components"]["schemas"].values():
        _close(part)
    return content


def _close(node: Any) -> None:
    if isinstance(node, dict):
        if "properties" in node:
            node.setdefault("additionalProperties", False)
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Those without placeholders first."""
    rows = sorted(_closed()["paths"].items(), key=lambda row: (row[0].count("{"), row[0]))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "/?"), item) for path, item in rows]


@cache
def _validator(place: str) -> Any:
    """Of a schema, by where it stands in the description."""
    return jsonschema_rs.Draft202012Validator(
        {"$ref": place, "components": _closed()["components"]}, validate_formats=True
    )


@cache
def _of_text(schema: str) -> Any:
    content = {**json.loads(schema), "components": _closed()["components"]}
    return jsonschema_rs.Draft202012Validator(content, validate_formats=True)


def held_against(method: str, path: str, answer: HttpResponse) -> None:
    """Raises NotAsDescribed."""
    if not path.startswith(API) or path.removeprefix(API).strip("/") in UNDESCRIBED:
        return
    operation = next((item for pattern, item in _paths() if pattern.fullmatch(path)), {})
    is_head, method = method == "HEAD", "get" if method == "HEAD" else method.lower()
    if method not in operation:
        if not is_head:  # which has no body
            _is_problem(path, answer)
        return
    found = operation[method]["responses"].get(str(answer.status_code))
    if found is None:
        if answer.status_code not in ANYWHERE:
            raise NotAsDescribed(f"{method} {path}: {answer.status_code} is not described: {answer.content[:300]!r}")
        return
    if "$ref" in found:
        if not is_head:
            _is_problem(path, answer)
        return
    for problem in _differences(found, answer):
        raise NotAsDescribed(f"{method} {path} {answer.status_code}: {problem}")


def _differences(found: dict[str, Any], answer: HttpResponse) -> Iterator[str]:
    if answer.status_code in (201, 202) and "Location" not in answer.headers:
        yield "no Location"
    if answer.status_code == 200 and "ETag" in found.get("headers", {}) and "ETag" not in answer.headers:
        yield "no ETag"
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    if answer.status_code == 304 or not answer.content:
        return
    if kind not in found["content"]:
        yield f"{kind} is not described"
    elif kind == "application/json":
        yield from _errors(_of_text(json.dumps(found["content"][kind]["schema"])), answer)


def _is_problem(path: str, answer: HttpResponse) -> None:
    if answer.headers.get("Content-Type") != "application/problem+json":
        if answer.status_code in (204, 304) or not answer.content:
            return
        raise NotAsDescribed(f"{path} {answer.status_code}: not application/problem+json: {answer.content[:200]!r}")
    for error in _errors(_validator("#/components/schemas/Problem"), answer):
        raise NotAsDescribed(f"{path} {answer.status_code}: {error}")


def _errors(validator: Any, answer: HttpResponse) -> Iterator[str]:
    for error in validator.iter_errors(json.loads(answer.content)):
        yield f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}"


def watch(client: type[Client]) -> Any:
    """The `request` of a client, that looks at what it got."""
    ask = client.request

    def request(self: Client, **wanted: Any) -> Any:
        answer = ask(self, **wanted)
        if not answer.streaming and "gzip" not in answer.headers.get("Content-Encoding", ""):
            held_against(wanted.get("REQUEST_METHOD", "GET"), wanted.get("PATH_INFO", "/"), answer)
        return answer

    return request
