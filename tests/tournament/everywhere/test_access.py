"""The matrix, executed: every route, every role, and the admin of another club who must not even see that a thing exists."""

from datetime import date

from django.test import Client
from django.urls import reverse

from tests.architecture.test_gates import DJANGOS_OWN, ROUTES, gates_of
from tournament.core.access import EVERYBODY, MATRIX, OPERATOR, SIGNED_IN, may
from tournament.core.actors import ANONYMOUS, Actor
from tournament.models import Account, Grant, Role
from tournament.setup.actions import create_tournament

PRIVATE = [(path, view) for path, view in ROUTES if path not in DJANGOS_OWN and "api/" not in path]
PRIVATE = [(path, view) for path, view in PRIVATE if EVERYBODY not in MATRIX[next(iter(gates_of(view)))]]
OWN_ONLY = {"account.own"}


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
    part = reverse("known_people", args=[tournament.public_id])
    answer = Client().get(part, {"name": "Ev"}, HTTP_HX_REQUEST="true", HTTP_REFERER=page)
    assert answer.headers["HX-Redirect"] == f"/login/?next=/desk/t/{tournament.public_id}/"
    answer = Client().post(url, {"name": "Eve"}, HTTP_REFERER="http://[::1")
    assert answer.headers["Location"] == "/login/?next=/desk/"


def test_who_is_admin_of_a_club_is_looked_at_with_the_password_fresh(club, desk):
    """Whoever finds the laptop open makes no admin."""
    answer = desk.get(reverse("club_people", args=[club.public_id]))
    assert answer.headers["Location"].startswith("/account/confirm/")
