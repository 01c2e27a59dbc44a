"""What the program notes of attacks: enough to see them, nothing that would help the next one."""

import logging

import pyotp
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tournament.core import security_log as watch
from tournament.models import Account

PASSWORD = "sechs mal sechs"


@pytest.fixture
def noted(caplog):
    caplog.set_level(logging.INFO, logger="augengenau.security")

    def lines() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "augengenau.security"]

    return lines


def sign_in(login: str, password: str = PASSWORD) -> Client:
    browser = Client()
    browser.post("/login/", {"login": login, "password": password})
    return browser


def test_signing_in_is_noted_right_and_wrong(yara, noted):
    sign_in("yara", "wrong")
    sign_in("nobody", "wrong")
    sign_in("yara")
    who = yara.public_id
    assert noted() == [
        f"password.wrong account={who} network=127.0.0.1",
        "password.wrong account=unknown network=127.0.0.1",
        f"password.right account={who} network=127.0.0.1",
    ]


def test_so_is_the_second_factor_with_its_kind(yara, noted):
    yara.totp_secret = pyotp.random_base32()
    yara.save()
    browser = sign_in("yara")
    browser.post("/login/code/", {"code": "12"})
    browser.post("/login/code/", {"code": pyotp.TOTP(yara.totp_secret).now()})
    codes = [line.split()[0::2] for line in noted() if line.startswith("code.")]
    assert codes == [["code.wrong", "way=none"], ["code.right", "way=app"]]


def test_what_is_refused_is_noted_with_who_and_what(tournament, account, noted, signed_in):
    gero = account("gero")
    signed_in(gero).get(reverse("log", args=[tournament.public_id]))
    signed_in(gero).get(f"/api/v1/tournaments/{tournament.public_id}/log/")
    assert noted() == [f"refused what=log.see who={gero.public_id} of={tournament.public_id}"] * 2


def test_doors_that_shut_and_forged_forms_are_noted(yara, noted):
    for _n in range(6):
        sign_in("yara", "wrong")
    assert any(line.startswith("door.shut door=login ") for line in noted())
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(yara)
    browser.post("/account/", {})
    assert noted()[-1].startswith("form.forged ")


def test_nothing_that_is_sent_begins_a_line(yara, noted):
    for word in ("a\nWARNING all is well", "a account=x", "ä\u202e", "x" * 500):
        watch.note("event", said=word)
    assert all("\n" not in line and line.count("=") == 1 and line.isascii() and len(line) < 100 for line in noted())


def test_no_line_holds_a_name_a_password_or_a_token(account, caplog, settings):
    """Of the whole program, whoever writes it."""
    settings.DEBUG = False
    caplog.set_level(logging.INFO)
    Account.objects.all().delete()
    account("kanarina", is_operator=True)
    browser = sign_in("kanarina", "Geheimnis12345")
    browser = sign_in("kanarina")
    browser.post("/account/", {"old": PASSWORD, "new": "Neues Geheimnis"})
    call_command("password_link", "kanarina")
    Client().get("/password/x/Geheimnis-token/")
    Client(headers={"authorization": "Bearer Geheimnis"}).get("/api/v1/me/")
    said = caplog.text
    assert "augengenau.security" in said
    assert not any(word in said for word in ("kanarina", "Geheimnis", PASSWORD))
