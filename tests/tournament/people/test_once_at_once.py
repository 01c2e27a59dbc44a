"""A single-use link works once, however many use it in the same moment, with one id of the form or with many."""

import pytest
from django.core.management import call_command
from django.test import Client

from tests.at_once import posted_at_once
from tournament.models import Account, Club, Grant, Invitation, LogEntry
from tournament.people import signing_in as accounts
from tournament.people.actions import first_organiser_link, invite

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "sechs mal sechs"
HANDS = 20
SAME_ID = pytest.mark.parametrize("has_one_id", [True, False], ids=["one id", "many ids"])


@pytest.fixture(autouse=True)
def _quick(monkeypatch, settings):
    """The slowness of hashing is tested elsewhere; here it would only keep the requests apart."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def came_by(link: str) -> list[Client]:
    browsers = [Client() for _n in range(HANDS)]
    assert {browser.get(link).status_code for browser in browsers} == {302}
    return browsers


def sent(n: int, has_one_id: bool, **more: str) -> dict[str, str]:
    return {"action_id": "the-same-for-all" if has_one_id else f"number-{n}", **more}


def number_in(browsers: list[Client]) -> int:
    return sum(browser.get("/account/").status_code == 200 for browser in browsers)


@SAME_ID
@pytest.mark.parametrize("names", ["one name", "many names"])
def test_an_invitation_makes_one_account(tournament, as_yara, has_one_id, names):
    browsers = came_by(f"/link/{invite(tournament, by=as_yara, role='desk').result}/")
    login = "gero{}" if names == "many names" else "gero"
    forms = [sent(n, has_one_id, login=login.format(n), email="", password=PASSWORD) for n in range(HANDS)]
    answers = posted_at_once([(browser, "/invite/", form) for browser, form in zip(browsers, forms, strict=True)])
    assert sorted(answers) == [302] + [422] * (HANDS - 1)
    made = Account.objects.get(login__startswith="gero")
    assert Grant.objects.get(role="desk").account == Invitation.objects.get().used_by == made
    assert number_in(browsers) == 1


@SAME_ID
def test_an_invitation_gives_one_account_that_was_there_its_role(tournament, as_yara, account, has_one_id):
    link, browsers = (
        f"/link/{invite(tournament, by=as_yara, role='referee').result}/",
        [Client() for _n in range(HANDS)],
    )
    for n, browser in enumerate(browsers):
        browser.force_login(account(f"gero{n}"))
        browser.get(link)
    answers = posted_at_once([(browser, "/invite/", sent(n, has_one_id)) for n, browser in enumerate(browsers)])
    assert sorted(answers) == [302] + [422] * (HANDS - 1)
    assert Grant.objects.filter(role="referee").count() == 1


def test_whoever_clicks_twice_with_an_account_is_welcomed_twice(tournament, as_yara, account, signed_in):
    browser = signed_in(account("gero"))
    browser.get(f"/link/{invite(tournament, by=as_yara, role='referee').result}/")
    answers = posted_at_once([(browser, "/invite/", {"action_id": "one"})] * 2)
    assert answers == [302, 302] or sorted(answers) == [302, 422]
    assert Grant.objects.filter(role="referee").count() == 1


@SAME_ID
@pytest.mark.parametrize("names", ["one name", "many names"])
def test_there_is_one_first_organiser(has_one_id, names):
    browsers = came_by(first_organiser_link())
    login = "user{}" if names == "many names" else "user"
    forms = [
        sent(n, has_one_id, login=login.format(n), email="", password=PASSWORD, club_name="Club") for n in range(HANDS)
    ]
    answers = posted_at_once([(browser, "/first/", form) for browser, form in zip(browsers, forms, strict=True)])
    assert sorted(answers) == [302] + [422] * (HANDS - 1)
    assert Account.objects.count() == Club.objects.count() == Grant.objects.count() == 1
    assert number_in(browsers) == 1


@SAME_ID
def test_a_password_link_sets_one_password(yara, capsys, has_one_id):
    call_command("password_link", "yara")
    link = capsys.readouterr().out.strip()
    browsers = [Client() for _n in range(HANDS)]
    page = {browser.get(link).headers["Location"] for browser in browsers}.pop()
    forms = [sent(n, has_one_id, new=f"noch viel laenger {n}") for n in range(HANDS)]
    answers = posted_at_once([(browser, page, form) for browser, form in zip(browsers, forms, strict=True)])
    assert sorted(answers) == [302] + [422] * (HANDS - 1)
    assert LogEntry.objects.filter(code="password.changed").count() == 1
    yara.refresh_from_db()
    winner = answers.index(302)
    assert accounts.password_is_right(yara, f"noch viel laenger {winner}")


def test_of_two_who_change_it_with_the_same_old_one_the_first_wins(yara):
    browsers = [Client() for _n in range(6)]
    for browser in browsers:
        browser.post("/login/", {"login": "yara", "password": PASSWORD})
    forms = [{"old": PASSWORD, "new": f"noch viel laenger {n}"} for n in range(6)]
    answers = posted_at_once([(browser, "/account/", form) for browser, form in zip(browsers, forms, strict=True)])
    yara.refresh_from_db()
    assert accounts.password_is_right(yara, f"noch viel laenger {answers.index(302)}")
    assert LogEntry.objects.filter(code="password.changed").count() == 1
