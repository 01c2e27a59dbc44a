"""Strangers guess behind the same address: whoever has been in before, or is in, gets in all the same (R20)."""

import pyotp
import pytest
from django.test import Client

from tournament.models import GuessCount

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_window")]
PASSWORD = "sechs mal sechs"


def sign_in(browser: Client, password: str = PASSWORD, login: str = "yara") -> int:
    return browser.post("/login/", {"login": login, "password": password}).status_code


def confirm(browser: Client, password: str = PASSWORD) -> int:
    return browser.post("/account/confirm/", {"login": "yara", "password": password}).status_code


@pytest.fixture
def own(yara) -> Client:
    browser = Client()
    assert sign_in(browser) == 302
    return browser


def strangers_guess() -> None:
    """At sixty names of nobody, then at hers, until both doors are shut."""
    browser = Client()
    for _n in range(5):
        sign_in(browser, "wrong")
    codes = [sign_in(browser, "wrong", f"nobody{n}") for n in range(60)]
    assert codes[0] == 422 and codes[-1] == 429
    assert sign_in(Client()) == 429, "a browser that nobody knows waits"


def test_a_known_device_gets_in(own):
    own.post("/logout/")
    strangers_guess()
    assert sign_in(own) == 302


def test_whoever_is_in_confirms_with_the_password(own):
    strangers_guess()
    assert confirm(own) == 302


def test_so_does_a_browser_that_has_lost_its_device(own, yara):
    del own.cookies["device"]
    strangers_guess()
    assert confirm(own) == 302


def test_and_changes_it(own):
    strangers_guess()
    assert own.post("/account/", {"old": PASSWORD, "new": "noch viel laenger"}).status_code == 302


@pytest.fixture
def looked_at(monkeypatch) -> list[str]:
    """The passwords that were compared."""
    found: list[str] = []
    monkeypatch.setattr("tournament.people.signing_in.check_password", lambda said, _kept: bool(found.append(said)))
    return found


def test_what_is_wrong_there_is_not_counted_for_the_network(own, looked_at):
    for _n in range(12):
        confirm(own, "wrong")
    assert len(looked_at) == 10
    assert not GuessCount.objects.filter(key__startswith="network:", count__gt=0).exists()


@pytest.mark.parametrize("lost", ["cookie", "device"])
def test_a_stolen_session_guesses_no_more_than_a_device(own, yara, looked_at, lost):
    """With neither cookie nor device it does not begin anew."""
    if lost == "device":
        own.force_login(yara)
    own.cookies.pop("device")
    for _n in range(12):
        confirm(own, "wrong")
    assert len(looked_at) == 10


def test_whoever_is_in_as_somebody_else_is_a_stranger(own, account):
    account("gero")
    assert [sign_in(own, "wrong", "gero") for _n in range(6)] == [422] * 5 + [429]
    assert GuessCount.objects.get(key__startswith="network:").count == 5


def test_who_has_the_password_but_not_the_phone_keeps_no_known_device_out(own, yara):
    yara.totp_secret = secret = pyotp.random_base32()
    yara.save()
    thief = Client()
    assert sign_in(thief) == 302
    codes = [thief.post("/login/code/", {"code": "000000"}) for _n in range(6)]
    assert b"code" in codes[-1].content and thief.get("/desk/").status_code == 302
    sign_in(own)
    own.post("/login/code/", {"code": pyotp.TOTP(secret).now()})
    assert own.get("/desk/").status_code == 200


def test_the_tries_do_not_tell_whose_an_address_is(own, yara):
    """Five wrong passwords for a name shut the door of the address that belongs to it, and of no other."""
    yara.email = "hidden@example.org"
    yara.save()
    stranger = Client()
    assert [sign_in(stranger, "wrong") for _n in range(6)][-1] == 429
    assert sign_in(stranger, "wrong", " YARA ") == sign_in(stranger, "wrong", "Yara") == 429
    found = [sign_in(stranger, "wrong", address) for address in ("hidden@example.org", "nobody@example.org")]
    assert found == [422, 422]
    for address in ("hidden@example.org", "nobody@example.org"):
        assert [sign_in(stranger, "wrong", address) for _n in range(5)] == [422] * 4 + [429], "both are counted alike"


def test_a_name_is_the_same_however_its_letters_are_put_together(account):
    account("jürgen")
    stranger = Client()
    assert [sign_in(stranger, "wrong", "jürgen") for _n in range(5)] == [422] * 5
    assert sign_in(stranger, "wrong", "ju\u0308rgen") == 429
