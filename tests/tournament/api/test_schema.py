"""The description of the API is made without a single warning, and says of every endpoint what it is for."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.architecture.test_gates import ROUTES
from tests.described import NotAsDescribed
from tournament.core.api_common.schema import description
from tournament.out.webhooks.described import events
from tournament.rounds.queries import Step

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


def test_a_validator_of_others_finds_nothing_in_it():
    assert [str(error) for error in OpenAPIV31SpecValidator(description()).iter_errors()] == []


def test_it_says_where_under_which_licence_and_what_is_told_to_webhooks():
    content = description()
    assert content["info"]["license"]["identifier"] == "AGPL-3.0-or-later" and content["servers"]
    told = {event for hook in content["webhooks"].values() for event in _events_of(hook["post"])}
    assert {"round.published", "result.confirmed", "entry.added", "ruling.signed", "test"} <= told
    assert {event for event in told if event != "test"} == set(events())


def _events_of(operation):
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return schema["properties"]["event"]["enum"]


def test_it_is_as_strict_as_the_server():
    schemas = description()["components"]["schemas"]
    entry = schemas["EntryIn"]
    assert entry["additionalProperties"] is False and entry["properties"]["given_name"]["minLength"] == 1
    assert {kind.get("type") for kind in schemas["PlayIn"]["properties"]["roll"]["anyOf"]} == {"integer", "array"}
    assert set(schemas["EntryAddedReceipt"]["required"]) == {"seq", "hash", "id", "number"}


def test_every_answer_names_only_what_is_described(yaras, here, monkeypatch):
    """The test client looks itself."""
    monkeypatch.setattr("tournament.setup.api.next_step", lambda _tournament: Step("else"))
    with pytest.raises(NotAsDescribed, match="code"):
        yaras.get(f"{here}/next/")


def test_every_route_is_in_it():
    routes = {path for path, view in ROUTES if path.startswith("api/") and hasattr(view, "cls")}
    assert len(routes) == len(description()["paths"])


@pytest.mark.parametrize(
    ("path", "method", "operation"), OPERATIONS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_every_operation_is_explained(path, method, operation):
    assert 3 < len(operation["summary"]) < 120 and "For: " in operation["description"]
    assert {"400", "401", "403", "429", "503"} <= operation["responses"].keys()
    assert ("304" in operation["responses"]) == (method == "get")


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
    monkeypatch.delattr("tournament.core.api_common.schema.description")  # whoever would make it again
    assert Client().get("/api/v1/schema/").content == made
