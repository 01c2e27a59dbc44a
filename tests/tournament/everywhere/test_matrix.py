"""The matrix, executed: every route, every role, and the admin of another club who must not even see that a thing exists."""

import uuid

import pytest
from django.test import Client

from tests.architecture.test_gates import DJANGOS_OWN, ROUTES, gates_of
from tests.conftest import browser_of, signed_in_as
from tests.tournament.routes import ON_EITHER, address, is_of_circle, people_in, play
from tournament.core.access import EVERYBODY, MATRIX, OPERATOR
from tournament.models import Role
from tournament.paper.actions import order_paper

pytestmark = [pytest.mark.slow, pytest.mark.django_db, ON_EITHER]
PRIVATE = [(path, view) for path, view in ROUTES if path not in DJANGOS_OWN and "api/" not in path]
PRIVATE = [(path, view) for path, view in PRIVATE if EVERYBODY not in MATRIX[next(iter(gates_of(view)))]]
OWN_ONLY = {"account.own"}


@pytest.fixture(scope="module")
def known(scene):
    """Somebody in each role, signed in, and the things to ask for."""
    job = order_paper(scene.tournament, by=scene.by, code="names", language="de").result
    things = {"tournament_id": scene.tournament.public_id, "club_id": scene.club.public_id, "job_id": str(job.pk)}
    signed_in = {name: browser_of(who) for name, who in people_in(scene).items()}
    return signed_in, things | play(scene.tournament, scene.by)


@pytest.fixture
def hall(known, db):
    """One browser for each."""
    signed_in, things = known
    return {name: signed_in_as(browser) for name, browser in signed_in.items()}, things


def ask(browser: Client, path: str) -> int:
    """GET where it is answered, else an empty POST: refused for its content is as good as let in."""
    code = browser.get(path).status_code
    return browser.post(path).status_code if code == 405 else code


@pytest.mark.parametrize(("path", "view"), PRIVATE, ids=lambda part: part if isinstance(part, str) else "")
def test_every_private_route_lets_in_exactly_whom_the_matrix_names(path, view, hall):
    browsers, things = hall
    what, url = next(iter(gates_of(view))), address(path, things)
    if what in OWN_ONLY:
        assert ask(Client(), url) == 302
        return
    if MATRIX[what] == {OPERATOR}:  # of the installation, whatever somebody is in a club
        assert {ask(browser, url) for browser in browsers.values()} == {403}
        return
    for role in Role.values:
        is_club_page = "clubs" in path and not is_of_circle(path)
        code = ask(browsers[role], url)
        if role in MATRIX[what] and not (is_club_page and role != Role.ADMIN):
            assert code not in (403, 404) or (code == 404 and path.endswith(("file/", "photo/"))), (role, code)
        else:
            assert code == (404 if is_club_page else 403), (role, code)


@pytest.mark.parametrize(("path", "view"), PRIVATE, ids=lambda part: part if isinstance(part, str) else "")
def test_for_a_stranger_it_does_not_exist_and_anonymous_signs_in_first(path, view, hall):
    browsers, things = hall
    url = address(path, things)
    if url == f"/{path}":  # nothing in it belongs to somebody
        return
    missing = dict.fromkeys(things, "nothere")
    missing["job_id"] = str(uuid.uuid4())
    there, not_there = browsers["stranger"].get(url), browsers["stranger"].get(address(path, missing))
    if there.status_code == 405:
        there, not_there = browsers["stranger"].post(url), browsers["stranger"].post(address(path, missing))
    assert there.status_code == not_there.status_code == 404
    hidden = [things["tournament_id"], things["club_id"], "Herbstturnier"]
    assert not any(word in there.content.decode().replace(url, "") for word in hidden)
    assert ask(Client(), url) == 302
