"""From the link in the terminal to a club with helpers: links, accounts, second factor."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pyotp
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournament.core.actors import Actor
from tournament.core.errors import NotAllowed, Refused
from tournament.models import Account, Club, Grant, Invitation, LogEntry, Role
from tournament.models.people import AccountManager
from tournament.people import signing_in as accounts
from tournament.people.actions import (
    accept_as_new,
    first_organiser_link,
    invite,
    make_first_account,
    remove_grant,
    revoke_invitation,
)
from tournament.people.clubs import create_club

PASSWORD = "sechs mal sechs"
FORM = {"login": "Yara", "email": "", "password": PASSWORD, "club_name": "SC Augenzahl"}


def came_by(link: str) -> Client:
    browser = Client()
    assert browser.get(link).status_code == 302
    return browser


def test_the_first_link_makes_an_account_a_club_and_its_admin(db):
    browser = came_by(first_organiser_link())
    assert browser.post("/first/", FORM).headers["Location"] == "/desk/"
    yara = Account.objects.get()
    assert yara.is_operator and yara.check_password(PASSWORD)
    assert Grant.objects.get(account=yara).role == "admin" and Club.objects.get().name == "SC Augenzahl"
    assert browser.get("/desk/").status_code == 200


def test_its_secret_leaves_the_address_and_is_kept_only_as_a_hash(db):
    link = first_organiser_link()
    response = Client().get(link)
    assert response.headers["Location"] == "/first/"
    token = link.split("/")[2]
    assert Invitation.objects.get().token_hash == accounts.token_hash(token) != token


def test_it_works_once_and_a_newer_one_ends_it(db):
    old, new = first_organiser_link(), first_organiser_link()
    assert Client().get(old).status_code == 422
    browser = came_by(new)
    browser.post("/first/", FORM)
    assert Client().get(new).status_code == 422
    assert first_organiser_link() is None


def test_it_ends_after_a_day(db):
    link = first_organiser_link()
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get(link).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_it_at_once_one_becomes_the_organiser():
    first_organiser_link()
    invitation, together = Invitation.objects.get(), Barrier(4)

    def use(n: int) -> bool:
        together.wait()
        try:
            make_first_account(
                invitation, login=f"user{n}", email="", password=PASSWORD, club_name="Club", action_id=None
            )
        except Refused:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(use, range(4))) == [False, False, False, True]
    assert Account.objects.count() == Club.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("password", "short"), ("password", "password12"), ("login", "a@b"), ("login", "a\u202eb"), ("club_name", "")],
)
def test_what_will_not_do_is_said_beside_the_field(db, field, value):
    browser = came_by(first_organiser_link())
    response = browser.post("/first/", {**FORM, field: value})
    assert response.status_code == 422 and field in response.context["form"].errors
    assert not Account.objects.exists()


def test_an_invited_helper_gets_the_role_in_that_tournament_only(tournament, as_yara):
    browser = came_by(f"/link/{invite(tournament, by=as_yara, role='desk').result}/")
    browser.post("/invite/", {"login": "gero", "email": "", "password": PASSWORD})
    grant = Grant.objects.get(account__login="gero")
    assert (grant.role, grant.tournament) == ("desk", tournament)
    assert browser.get(reverse("desk_tournament", args=[tournament.public_id])).status_code == 200


def test_somebody_with_an_account_accepts_with_it(tournament, as_yara, account, signed_in):
    gero = account("gero")
    browser = signed_in(gero)
    browser.get(f"/link/{invite(tournament, by=as_yara, role='referee').result}/")
    browser.post("/invite/")
    assert Grant.objects.get(account=gero).role == "referee" and Account.objects.count() == 2


def test_a_taken_name_is_refused_however_it_is_written(tournament, as_yara):
    invite(tournament, by=as_yara, role="desk")
    invitation = Invitation.objects.get()
    with pytest.raises(Refused) as refused:
        accept_as_new(invitation, login="YARA", email="", password=PASSWORD, action_id=None)
    assert refused.value.code == "login_taken" and Invitation.objects.get().is_open


def test_a_revoked_invitation_is_over(tournament, as_yara):
    link = f"/link/{invite(tournament, by=as_yara, role='desk').result}/"
    browser = came_by(link)
    revoke_invitation(tournament, by=as_yara, invitation_id=Invitation.objects.get().pk)
    assert Client().get(link).status_code == 422
    assert browser.post("/invite/", {"login": "gero", "email": "", "password": PASSWORD}).status_code == 422
    assert not Grant.objects.filter(role="desk").exists()


@pytest.mark.parametrize(
    ("own", "role", "fine"),
    [
        (Role.ORGANISER, Role.DESK, True),
        (Role.ORGANISER, Role.REFEREE, True),
        (Role.ORGANISER, Role.ORGANISER, False),
        (Role.ADMIN, Role.ORGANISER, True),
        (Role.ADMIN, Role.ADMIN, False),  # belongs to the club, not to one tournament
        (Role.DESK, Role.VIEWER, False),
    ],
)
def test_nobody_hands_out_a_role_above_their_own(tournament, club, account, own, role, fine):
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=None if own == Role.ADMIN else tournament, role=own)
    try:
        invite(tournament, by=Actor(gero), role=role.value)
    except NotAllowed:
        assert not fine
    else:
        assert fine


def test_what_somebody_handed_out_ends_with_their_role(tournament, club, as_yara, account):
    gero = account("gero")
    grant = Grant.objects.create(account=gero, club=club, tournament=tournament, role=Role.ORGANISER)
    invite(tournament, by=Actor(gero), role=Role.DESK)
    invite(tournament, by=as_yara, role=Role.DESK)
    remove_grant(tournament, by=as_yara, grant_id=grant.pk)
    assert {row.created_by.login: row.is_open for row in Invitation.objects.all()} == {"gero": False, "yara": True}


def test_nobody_takes_back_an_invitation_above_their_own_role(tournament, club, as_yara, account):
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=tournament, role=Role.ORGANISER)
    invite(tournament, by=as_yara, role=Role.ORGANISER)
    with pytest.raises(NotAllowed):
        revoke_invitation(tournament, by=Actor(gero), invitation_id=Invitation.objects.get().pk)
    assert Invitation.objects.get().is_open


def test_of_two_new_accounts_of_one_name_in_the_same_moment_one_is_refused(tournament, as_yara, account, monkeypatch):
    """As if the other had been made after the look and before the write."""
    account("gero")
    secret = invite(tournament, by=as_yara, role="desk").result
    invitation = Invitation.objects.get(token_hash=accounts.token_hash(secret))
    monkeypatch.setattr(AccountManager, "named", lambda *_: None)
    with pytest.raises(Refused) as refusal:
        accept_as_new(invitation, login="GERO", email="", password=PASSWORD, action_id=None)
    assert refusal.value.code == "login_taken"


def test_roles_and_invitations_of_another_club_are_not_to_be_had(tournament, club, as_yara, account):
    gero = account("gero")
    other = create_club(None, by=as_yara, name="Other", admin=gero).result
    theirs = Grant.objects.get(club=other)
    invite(other, by=Actor(gero), role=Role.ADMIN)
    for owner in (tournament, club):
        with pytest.raises(Refused) as no_role:
            remove_grant(owner, by=as_yara, grant_id=theirs.pk)
        with pytest.raises(Refused) as no_invitation:
            revoke_invitation(owner, by=as_yara, invitation_id=Invitation.objects.get().pk)
        assert (no_role.value.code, no_invitation.value.code) == ("no_such_role", "no_such_invitation")
    assert Invitation.objects.get().is_open and Grant.objects.filter(club=other).exists()


def test_the_last_admin_of_a_club_stays(club, as_yara):
    with pytest.raises(Refused) as refused:
        remove_grant(club, by=as_yara, grant_id=Grant.objects.get().pk)
    assert refused.value.code == "last_admin"


def test_a_password_leaves_no_trace_in_the_log(db):
    came_by(first_organiser_link()).post("/first/", FORM)
    rows = [f"{e.data} {e.receipt} {e.code}" for e in LogEntry.objects.all()]
    assert rows and not any(PASSWORD in row or "argon2" in row for row in rows)


@pytest.mark.parametrize("typed", ["özlem", "ÖZLEM ", "O\u0308zlem"])
def test_a_name_is_found_capital_or_small_in_any_alphabet(account, tournament, as_yara, typed):
    account("Özlem")
    assert Client().post("/login/", {"login": typed, "password": PASSWORD}).status_code == 302
    browser = came_by(f"/link/{invite(tournament, by=as_yara, role='desk').result}/")
    assert browser.post("/invite/", {"login": typed, "password": "ganz anders als"}).status_code == 422


# The second factor


@pytest.fixture
def with_factor(account):
    """Yara with an authenticator."""
    secret = pyotp.random_base32()
    yara = account("yara", totp_secret=secret)
    yara.recovery_hashes = [accounts.recovery_hash(yara, "abcdabcdabcd")]
    yara.save()
    return yara, pyotp.TOTP(secret)


def password_given() -> Client:
    browser = Client()
    response = browser.post("/login/", {"login": "yara", "password": PASSWORD, "next": "/account/"})
    assert response.headers["Location"] == "/login/code/?next=%2Faccount%2F"
    assert browser.get("/desk/").status_code == 302  # not in yet
    return browser


def code(browser: Client, value: str) -> int:
    return browser.post("/login/code/", {"code": value}).status_code


def test_with_a_second_factor_the_password_is_not_enough(with_factor):
    _yara, totp = with_factor
    browser = password_given()
    assert code(browser, "000000" if totp.now() != "000000" else "000001") == 422
    assert code(browser, totp.now()) == 302
    assert browser.get("/desk/").status_code == 200


def test_a_code_counts_once(with_factor):
    _yara, totp = with_factor
    now = totp.now()
    assert code(password_given(), now) == 302
    assert code(password_given(), now) == 422


def test_a_recovery_code_counts_once(with_factor):
    assert code(password_given(), "ABCD-abcd-abcd") == 302
    assert code(password_given(), "abcdabcdabcd") == 422


def test_codes_cannot_be_guessed_for_long(with_factor):
    browser = password_given()
    answers = [browser.post("/login/code/", {"code": f"{n:06d}"}) for n in range(6)]
    errors = str(answers[-1].context["form"].errors)
    assert re.search(r"\d+ [Mm]inute", errors)


def just_signed_in() -> Client:
    browser = Client()
    browser.post("/login/", {"login": "yara", "password": PASSWORD})
    return browser


def test_a_code_in_digits_of_another_script_is_only_wrong(yara):
    browser = just_signed_in()
    assert browser.post("/account/second-factor/", {"code": "１２３４５６"}).status_code == 422


def test_a_second_click_shows_no_codes_that_do_not_count(yara):
    browser = just_signed_in()
    browser.get("/account/second-factor/")
    secret = browser.session["totp_offer"]
    form = {"code": pyotp.TOTP(secret).now(), "action_id": "same-click"}
    assert browser.post("/account/second-factor/", form).status_code == 200
    session = browser.session
    session["totp_offer"] = secret  # the second request had begun before the first ended
    session.save()
    assert browser.post("/account/second-factor/", form).headers["Location"] == "/account/"


def test_turning_it_on_needs_a_code_and_gives_recovery_codes_once(yara):
    browser = just_signed_in()
    secret = browser.get("/account/second-factor/").context["secret"]
    assert browser.post("/account/second-factor/", {"code": "12"}).status_code == 422
    response = browser.post("/account/second-factor/", {"code": pyotp.TOTP(secret).now()})
    codes = response.context["codes"]
    yara.refresh_from_db()
    assert yara.has_second_factor and len(set(codes)) == 10
    assert accounts.check_code(yara, codes[0]) and not accounts.check_code(yara, codes[0])


def test_something_grave_wants_the_password_again(yara, signed_in):
    browser = signed_in(yara)  # by a session whose password was not given lately
    assert browser.get("/account/second-factor/").headers["Location"].startswith("/account/confirm/")
    answer = browser.post(
        "/account/confirm/", {"login": "yara", "password": PASSWORD, "next": "/account/second-factor/"}
    )
    assert answer.headers["Location"] == "/account/second-factor/"
    assert browser.get("/account/second-factor/").status_code == 200


def test_a_new_password_signs_out_everywhere_else(yara):
    here, there = Client(), Client()
    for browser in (here, there):
        browser.post("/login/", {"login": "yara", "password": PASSWORD})
    assert here.post("/account/", {"old": PASSWORD, "new": "noch viel laenger"}).status_code == 302
    assert here.get("/account/").status_code == 200 and there.get("/account/").status_code == 302


def test_the_way_back_leads_nowhere_else(yara):
    answer = Client().post("/login/", {"login": "yara", "password": PASSWORD, "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/desk/"


@pytest.mark.parametrize("onward", ["desk", "foo", "login", "javascript:alert(1)", "/" + "x" * 2000])
def test_the_way_back_is_a_path_and_not_the_name_of_a_page(yara, onward):
    answer = Client().post("/login/", {"login": "yara", "password": PASSWORD, "next": onward})
    assert answer.headers["Location"] == "/desk/"


@pytest.mark.parametrize("device", ["", "x", "9" * 30, "١"])
def test_a_device_that_is_none_is_not_forgotten(yara, signed_in, device):
    assert signed_in(yara).post("/account/devices/", {"device": device}).status_code == 302


def test_signing_in_changes_the_session(yara):
    browser = came_by_nothing = Client()
    browser.get("/login/")
    browser.session["x"] = 1
    before = came_by_nothing.cookies.get("session")
    browser.post("/login/", {"login": "yara", "password": PASSWORD})
    assert browser.cookies["session"].value != (before.value if before else "")


# A forgotten password


def password_path(capsys, name: str = "yara") -> str:
    call_command("password_link", name)
    return capsys.readouterr().out.strip()


def test_who_forgot_the_password_sets_a_new_one_once(yara, capsys):
    path, browser = password_path(capsys), Client()
    page = browser.get(path).headers["Location"]
    assert page.endswith("/set/")  # the secret has left the address
    assert browser.post(page, {"new": "kurz"}).status_code == 422
    assert browser.post(page, {"new": "noch viel laenger"}).headers["Location"] == "/login/"
    yara.refresh_from_db()
    assert yara.check_password("noch viel laenger")
    assert Client().get(path).status_code == 422


@pytest.mark.parametrize("path", ["/password/nothere/x-y/", "/password/nothere/set/"])
def test_an_address_that_was_made_up_opens_nothing(yara, path):
    browser = Client()
    answer = browser.get(path)
    answer = browser.get(answer.headers["Location"]) if answer.status_code == 302 else answer
    assert answer.status_code == 422


def test_for_a_name_that_is_not_there_there_is_no_link(db):
    with pytest.raises(CommandError):
        call_command("password_link", "nobody")


def test_who_runs_the_installation_makes_another_club(yara, signed_in, account):
    assert signed_in(yara).post("/desk/clubs/new/", {"name": "SC Sechser"}).status_code == 302
    assert Grant.objects.get(account=yara).club.name == "SC Sechser"
    assert signed_in(account("gero")).post("/desk/clubs/new/", {"name": "SC Gero"}).status_code == 403
