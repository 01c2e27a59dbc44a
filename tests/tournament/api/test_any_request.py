"""Whatever the description permits, and much that it does not: every answer below 500, and as the description says.

A few cases for each operation every day; AUGENGENAU_LONG=1 makes 5,000 on the database at hand, each within two seconds.
"""

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.test import override_settings
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS, load_all_checks

from deploy.site.wsgi import application
from tests.tournament.api.furnished import furnish
from tournament.out.tokens.actions import make_token

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
SECONDS = 2.0  # of our own work: what a busy machine adds says nothing about us
NAMES = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance"),
    *("response_schema_conformance", "unsupported_method"),
)
load_all_checks()
CONFORMS = CHECKS.get_by_names(list(NAMES))
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def things(scene) -> dict[str, Any]:
    """What addresses can name, so that requests get further than to the answer that there is no such thing."""
    found: dict[str, Any] = furnish(scene.tournament, scene.club, scene.by)
    return found | {name: int(found[name]) for name in ("stage", "round", "number", "penalty", "call", "appeal")}


@pytest.fixture(autouse=True)
def _the_connection_stays() -> Iterator[None]:
    """As in Django's own test client: the end of a request is not the end of the test's transaction."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def token(scene) -> str:
    return make_token(None, by=scene.by, name="any", scope="organiser", days=1).result


def operations() -> list[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
    return [found.ok() for found in schema.get_all_operations()]


OPERATIONS = operations()
EACH = -(-5_000 // len(OPERATIONS)) if LONG else 3


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_as_described(operation, things, token, db):
    slowest = 0.0

    @settings(
        max_examples=EACH, deadline=None, database=None, derandomize=not LONG, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy())
    def attack(case: Any) -> None:
        nonlocal slowest
        if len(str(case.body)) % 4:  # the things that are there; else whatever was thought of
            case.path_parameters.update({name: things[name] for name in case.path_parameters if name in things})
        began = time.thread_time()
        with transaction.atomic():
            answer = case.call(headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"})
            transaction.set_rollback(True)
        slowest = max(slowest, time.thread_time() - began)
        case.validate_response(answer, checks=CONFORMS)

    with override_settings(API_LIMITS=dict.fromkeys(("read", "write", "engine", "work"))):
        attack()
    assert not LONG or slowest <= SECONDS
