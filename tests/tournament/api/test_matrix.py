"""The matrix over the API: every route, every method, every role, every scope of a token, a stranger and nobody.

A new route is looked at as soon as it is there; one with a new kind of thing in its address fails until it is told one here.
"""

import re
import uuid

import pytest
from django.db import transaction
from django.test import Client

from tests.architecture.test_gates import ROUTES
from tests.conftest import browser_of, signed_in_as
from tests.tournament.api.conftest import Program, make_secret
from tests.tournament.api.furnished import furnish
from tests.tournament.routes import ON_EITHER, is_of_circle, people_in
from tournament.core.access import EVERYBODY, MATRIX, OPERATOR, SIGNED_IN
from tournament.models import Role

pytestmark = [pytest.mark.slow, ON_EITHER]

ENDPOINTS = [(path, view.cls) for path, view in ROUTES if path.startswith("api/") and hasattr(view, "cls")]
CASES = [(path, method, endpoint) for path, endpoint in ENDPOINTS for method in sorted(endpoint.gates)]
SCOPED = {"read": None, "desk": Role.DESK, "referee": Role.REFEREE}
INSIDE = (200, 201, 202, 400, 409, 422)  # let in; whether it is done is another question


@pytest.fixture(scope="module")
def known(scene):
    people = people_in(scene)
    secrets = {scope: make_secret(people["admin"], scope) for scope in SCOPED}
    signed_in = {name: browser_of(who) for name, who in people.items()}
    return signed_in, secrets, furnish(scene.tournament, scene.club, scene.by)


@pytest.fixture
def hall(known, db, settings):
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS)  # a quick machine asks all of it within one minute
    signed_in, secrets, things = known
    browsers = {name: signed_in_as(browser) for name, browser in signed_in.items()} | {"nobody": Client()}
    return browsers, {scope: Program(secret) for scope, secret in secrets.items()}, things


def address(path: str, things: dict[str, str]) -> str:
    url = re.sub(r"<\w+:(\w+)>", lambda found: things[found[1]], path)
    return f"/{url}"


def ask(browser, method: str, url: str) -> int:
    """Nothing of it stays, so that the next one meets the same."""
    with transaction.atomic():
        code = browser.generic(method, url, "{}", content_type="application/json").status_code
        transaction.set_rollback(True)
    return code


@pytest.mark.parametrize(("path", "method", "endpoint"), CASES, ids=lambda part: part if isinstance(part, str) else "")
def test_every_route_lets_in_exactly_whom_the_matrix_names(path, method, endpoint, hall):
    browsers, _tokens, things = hall
    what, url = endpoint.gates[method], address(path, things)
    is_public = EVERYBODY in MATRIX.get(endpoint.gates.get("GET", ""), ())
    got = {name: ask(browser, method, url) for name, browser in browsers.items()}
    assert got == {name: code for name, code in got.items() if code in wanted(name, what, path, is_public=is_public)}


def wanted(name: str, what: str, path: str, *, is_public: bool) -> tuple[int, ...]:
    may = MATRIX[what]
    if EVERYBODY in may:
        return (*INSIDE, 404)
    if name == "nobody":
        return (401,)
    if SIGNED_IN in may:
        return INSIDE
    if OPERATOR in may:
        return (403,)
    is_club = "club_id" in path and not is_of_circle(path)
    if name in may and not (is_club and name != Role.ADMIN):
        return (*INSIDE, 404) if path.endswith("file/") else INSIDE
    return (404,) if (name == "stranger" and not is_public) or is_club else (403,)


@pytest.mark.parametrize(("path", "method", "endpoint"), CASES, ids=lambda part: part if isinstance(part, str) else "")
def test_a_token_of_the_admin_may_what_its_scope_says(path, method, endpoint, hall):
    _browsers, tokens, things = hall
    what, url = endpoint.gates[method], address(path, things)
    for scope, role in SCOPED.items():
        token = tokens[scope]
        with transaction.atomic():
            code = token.ask(method, url, {}).status_code
            transaction.set_rollback(True)
        if MATRIX[what] & {EVERYBODY, SIGNED_IN}:
            assert code in (*INSIDE, 404), (scope, code)
        elif (
            (what.endswith(".see") or what == "data.export") if role is None else role in MATRIX[what]
        ):  # read: see, take out
            assert code in INSIDE or path.endswith("file/"), (scope, code)
        else:
            assert code in (403, 404), (scope, code)


HIDDEN = [case for case in CASES if EVERYBODY not in MATRIX[case[2].gates.get("GET", case[2].gates[case[1]])]]


@pytest.mark.parametrize(("path", "method", "endpoint"), HIDDEN, ids=lambda part: part if isinstance(part, str) else "")
def test_for_a_stranger_it_is_as_if_it_did_not_exist(path, method, endpoint, hall):
    browsers, _tokens, things = hall
    missing = dict.fromkeys(things, "nothere") | {"job_id": str(uuid.uuid4()), "penalty": "99"}
    missing |= {"stage": "9", "round": "9", "number": "9", "call": "99", "appeal": "99"}
    there, not_there = address(path, things), address(path, missing)
    if there == not_there:  # nothing in it belongs to somebody
        return
    answers = [
        browsers["stranger"].generic(method, url, "{}", content_type="application/json") for url in (there, not_there)
    ]
    assert answers[0].status_code == answers[1].status_code == 404
    assert answers[0].content == answers[1].content
