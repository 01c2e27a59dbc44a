"""The matrix, executed: every route, every role, and the admin of another club who must not even see that a thing exists."""

import re
import uuid
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from games.actions.record import open_game
from referee.actions.rulings import sign_ruling
from tests.architecture.test_gates import DJANGOS_OWN, ROUTES, gates_of
from tournament.access import EVERYBODY, MATRIX, OPERATOR, SIGNED_IN, may
from tournament.actions.clubs import create_club
from tournament.actions.entries import add_entry
from tournament.actions.papers import order_paper
from tournament.actions.rounds import publish_round
from tournament.actions.setup import set_preset
from tournament.actions.tournaments import create_tournament
from tournament.actors import ANONYMOUS, Actor
from tournament.drawing import make_draw
from tournament.models import Account, Grant, Role

PRIVATE = [(path, view) for path, view in ROUTES if path not in DJANGOS_OWN and "api/" not in path]
PRIVATE = [(path, view) for path, view in PRIVATE if EVERYBODY not in MATRIX[next(iter(gates_of(view)))]]
OWN_ONLY = {"account.own"}


@pytest.fixture
def hall(tournament, club, as_yara, account, signed_in):
    """One browser for each role in the tournament, one for a stranger's club, and the things to ask for."""
    people = {}
    for role in Role:
        people[role.value] = account(role.value)
        where = None if role == Role.ADMIN else tournament
        Grant.objects.create(account=people[role.value], club=club, tournament=where, role=role)
    people["stranger"] = account("stranger")
    create_club(None, by=as_yara, name="Other club", admin=people["stranger"])
    job = order_paper(tournament, by=as_yara, code="names", language="de").result
    things = {"tournament_id": tournament.public_id, "club_id": club.public_id, "job_id": str(job.pk)}
    things |= play(tournament, as_yara)
    return {name: signed_in(who) for name, who in people.items()}, things


def play(tournament, by) -> dict[str, str]:
    """A round is published, so that there are things of it to ask for."""
    set_preset(tournament, by=by, preset="village", language="de")
    for number in range(1, 5):
        add_entry(tournament, by=by, given_name=f"Gast{number}", state="present")
    first = make_draw(tournament.stages.first(), by=by).result[0]
    publish_round(tournament, by=by, round_id=first.pk)
    table = first.tables.first()
    game = open_game(tournament, by=by, table_id=table.public_id).receipt["game"]
    against = table.seats.first().entry.public_id
    ruling = sign_ruling(tournament, by=by, table_id=table.public_id, against=against).receipt["claim"]
    things = {"stage_id": str(first.stage_id), "round_id": str(first.pk), "table_id": table.public_id}
    return {**things, "game_id": game, "number": str(ruling)}


def address(path: str, things: dict[str, str]) -> str:
    for name, value in things.items():
        path = re.sub(rf"<\w+:{name}>", value, path)
    return f"/{path}"


def ask(browser: Client, path: str) -> int:
    """GET where it is answered, else an empty POST: refused for its content is as good as let in."""
    code = browser.get(path).status_code
    return browser.post(path).status_code if code == 405 else code


@pytest.mark.parametrize(("path", "view"), PRIVATE, ids=lambda v: str(v)[:50])
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
        is_club_page = "clubs" in path
        code = ask(browsers[role], url)
        if role in MATRIX[what] and not (is_club_page and role != Role.ADMIN):
            assert code not in (403, 404) or (code == 404 and path.endswith(("file/", "photo/"))), (role, code)
        else:
            assert code == (404 if is_club_page else 403), (role, code)


@pytest.mark.parametrize(("path", "view"), PRIVATE, ids=lambda v: str(v)[:50])
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


def test_may_is_closed_by_default(tournament, account):
    somebody = Actor(account("gero"))
    assert not any(may(ANONYMOUS, what, tournament) for what in MATRIX if EVERYBODY not in MATRIX[what])
    for what, roles in MATRIX.items():
        assert may(somebody, what, tournament) == bool(roles & {EVERYBODY, SIGNED_IN})


def test_a_role_in_one_tournament_is_none_in_the_next(tournament, club, as_yara, account):
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=tournament, role=Role.ORGANISER)
    other = create_tournament(club, by=as_yara, name="Other", played_on=date(2026, 1, 1)).result
    assert may(Actor(gero), "entries.change", tournament)
    assert not may(Actor(gero), "tournament.see", other) and not may(Actor(gero), "club.see", club)


def test_who_runs_the_installation_sees_no_tournament_by_that(tournament, account):
    operator = Actor(account("op", is_operator=True))
    assert may(operator, "club.create") and OPERATOR in MATRIX["club.create"]
    assert not may(operator, "entries.see", tournament)


def test_an_account_that_was_closed_may_nothing(tournament, as_yara):
    Account.objects.filter(pk=as_yara.account.pk).update(is_active=False)
    closed = Actor(Account.objects.get(pk=as_yara.account.pk))
    assert not may(closed, "tournament.see", tournament)


def test_a_role_taken_away_counts_at_once(tournament, yara, signed_in):
    browser = signed_in(yara)
    url = reverse("desk_tournament", args=[tournament.public_id])
    assert browser.get(url).status_code == 200
    Grant.objects.filter(account=yara).delete()
    assert browser.get(url).status_code == 404


def test_signed_out_meanwhile_a_part_of_a_page_leads_to_the_login(tournament):
    url = reverse("enter", args=[tournament.public_id])
    page = f"http://testserver/desk/t/{tournament.public_id}/"
    answer = Client().post(url, {"name": "Eve"}, HTTP_HX_REQUEST="true", HTTP_REFERER=page)
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"] == f"/login/?next=/desk/t/{tournament.public_id}/"
    answer = Client().post(url, {"name": "Eve"}, HTTP_REFERER="http://[::1")
    assert answer.headers["Location"] == "/login/?next=/desk/"


def test_who_is_admin_of_a_club_is_looked_at_with_the_password_fresh(club, desk):
    """Whoever finds the laptop open makes no admin."""
    answer = desk.get(reverse("club_people", args=[club.public_id]))
    assert answer.headers["Location"].startswith("/account/confirm/")
