"""The description of the API is made without a single warning, and says of every endpoint what it is for."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from tests.architecture.test_gates import ROUTES
from tournament.api.schema import description

OPERATIONS = [
    (path, method, operation)
    for path, methods in description()["paths"].items()
    for method, operation in methods.items()
]


@pytest.mark.slow
def test_it_is_valid_and_made_without_a_warning(tmp_path):
    errors = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"), stderr=errors)
    assert errors.getvalue() == "" and "openapi: 3.1.0" in (tmp_path / "schema.yml").read_text()


def test_every_route_is_in_it():
    routes = {path for path, view in ROUTES if path.startswith("api/") and hasattr(view, "cls")}
    assert len(routes) == len(description()["paths"])


@pytest.mark.parametrize(
    ("path", "method", "operation"), OPERATIONS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_every_operation_is_explained(path, method, operation):
    assert 3 < len(operation["summary"]) < 120 and "For: " in operation["description"]
    assert "4XX" in operation["responses"] and ("304" in operation["responses"]) == (method == "get")


READING = {"post_list_preview", "post_effect", "post_count", "post_cancel_job", "post_retry_job"}


@pytest.mark.parametrize(
    "operation",
    [operation for _p, method, operation in OPERATIONS if method != "get"],
    ids=lambda operation: operation["operationId"],
)
def test_every_write_takes_a_key(operation):
    named = {parameter["name"] for parameter in operation.get("parameters", ())}
    is_engine = operation["tags"] == ["engine"]
    assert ("Idempotency-Key" in named) != (operation["operationId"] in READING or is_engine)


def test_it_is_served_and_shown_by_the_product(db):
    served, page = Client().get("/api/v1/schema/"), Client().get("/api/v1/docs/").content.decode()
    assert json.loads(served.content)["openapi"] == "3.1.0"
    assert "swagger-ui-bundle" in page and "//cdn" not in page


def test_it_is_made_once_however_many_ask(db, monkeypatch):
    made = Client().get("/api/v1/schema/").content
    monkeypatch.delattr("tournament.api.schema.description")  # whoever would make it again
    assert Client().get("/api/v1/schema/").content == made
