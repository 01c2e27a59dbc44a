"""Who is signed in where: seen, ended, and never for ever. And the second factor that a club demands of whoever runs it."""

import re

import pyotp
import pytest
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from tournament.core import session_times
from tournament.core.actors import Actor
from tournament.core.errors import Refused
from tournament.models import Account, Grant, KnownDevice, LogEntry, Role, Session
from tournament.out.tokens.actions import make_token
from tournament.people import signing_in as accounts
from tournament.people.actions import turn_off_second_factor
from tournament.people.clubs import demand_second_factor
from tournament.people.sessions import MOVED, SessionStore

pytestmark = pytest.mark.slow

PASSWORD = "sechs mal sechs"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"


def came_in(agent: str = FIREFOX) -> Client:
    browser = Client(headers={"user-agent": agent})
    assert browser.post("/login/", {"login": "yara", "password": PASSWORD}).status_code == 302
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/desk/").status_code == 200


def key(browser: Client) -> str:
    return str(browser.cookies["session"].value)


@pytest.mark.parametrize(
    ("agent", "called"),
    [(FIREFOX, "Firefox, Android"), (EDGE, "Edge, Windows"), (SAFARI, "Safari, iPhone"), ("curl/8", ""), ("", "")],
)
def test_a_device_is_called_what_its_owner_knows_it_by(agent, called):
    assert accounts.browser_name(agent) == called


def test_a_session_of_an_earlier_release_goes_on(yara):
    browser = came_in()
    store = SessionStore(key(browser))
    store[BACKEND_SESSION_KEY] = next(iter(MOVED))
    store.save()
    assert is_in(browser)


def test_own_devices_are_listed_with_those_that_are_signed_in(yara):
    here, there = came_in(), came_in(EDGE)
    there.post("/logout/")
    devices = {device.called: device.is_in for device in here.get("/account/").context["devices"]}
    assert devices == {"Firefox, Android": True, "Edge, Windows": False}


def test_a_device_that_is_forgotten_is_signed_out_at_once(yara):
    here, there = came_in(), came_in(EDGE)
    assert is_in(there)
    here.post("/account/devices/", {"device": KnownDevice.objects.get(called="Edge, Windows").pk})
    assert is_in(here) and not is_in(there)
    assert not Session.objects.filter(session_key=key(there)).exists()


def test_a_request_under_way_does_not_bring_the_session_back(yara):
    store = SessionStore(key(came_in()))
    assert store[session_times.BEGAN]  # read, as at the beginning of a request
    KnownDevice.objects.all().delete()
    with pytest.raises(SessionInterrupted):
        store.cycle_key()
    assert not Session.objects.exists()


def test_a_full_disk_keeps_the_session_as_it_was(yara, monkeypatch):
    """The answer to what was done already is not a mistake of the session's."""
    browser = came_in()
    store = SessionStore(key(browser))
    store["x"] = 1

    def fails(*_args, **_named):
        raise OperationalError(said)

    monkeypatch.setattr(Session, "save", fails)
    said = "database or disk is full"
    store.save()
    said = "no such table"
    with pytest.raises(UpdateError):
        store.save()
    monkeypatch.undo()
    assert is_in(browser) and "x" not in SessionStore(key(browser))


def test_forgetting_the_own_device_is_signing_out(yara):
    here = came_in()
    here.post("/account/devices/", {"device": KnownDevice.objects.get().pk})
    assert not is_in(here)


def test_all_others_are_signed_out_with_one_tap(yara):
    here, others = came_in(), [came_in(EDGE), came_in(SAFARI)]
    here.post("/account/devices/", {"others": ""})
    assert is_in(here) and not any(map(is_in, others))
    assert [device.called for device in yara.devices.all()] == ["Firefox, Android"]


def test_nobody_ends_the_sessions_of_another(yara, account):
    account("gero")
    gero, here = Client(), came_in()
    gero.post("/login/", {"login": "gero", "password": PASSWORD})
    gero.post("/account/devices/", {"device": yara.devices.get().pk})
    gero.post("/account/devices/", {"others": ""})
    assert is_in(here)


def test_ending_sessions_wants_the_password_given_lately(yara, signed_in):
    came_in(EDGE)
    answer = signed_in(yara).post("/account/devices/", {"others": ""})
    assert answer.headers["Location"].startswith("/account/confirm/") and yara.devices.exists()


def test_a_browser_has_one_session_however_often_it_signs_in(yara):
    browser = came_in()
    first = key(browser)
    browser.post("/login/", {"login": "yara", "password": PASSWORD})
    assert key(browser) != first and Session.objects.filter(account=yara).count() == 1


def test_the_password_given_once_more_changes_the_key_and_not_the_age(yara):
    browser = came_in()
    before, began = key(browser), browser.session[session_times.BEGAN]
    browser.post("/account/confirm/", {"login": "yara", "password": PASSWORD})
    assert key(browser) != before and browser.session[session_times.BEGAN] == began
    assert not Session.objects.filter(session_key=before).exists()


@pytest.mark.parametrize(
    ("later", "still_in"),
    [(session_times.IDLE - 60, True), (session_times.IDLE + 60, False), (session_times.LONGEST + 60, False)],
)
def test_a_session_that_nobody_uses_ends(yara, monkeypatch, later, still_in):
    browser, now = came_in(), accounts.time.time()
    monkeypatch.setattr(accounts.time, "time", lambda: now + later)
    assert is_in(browser) == still_in


def test_no_session_lasts_for_ever_however_much_it_is_used(yara, monkeypatch):
    browser, now = came_in(), accounts.time.time()
    days = session_times.LONGEST // 86400
    seen = []
    for day in range(1, days + 2):
        monkeypatch.setattr(accounts.time, "time", lambda day=day: now + day * 86400)
        seen.append(is_in(browser))
    assert seen == [True] * (days - 1) + [False] * 2


def test_being_there_costs_no_write_each_time(yara):
    browser = came_in()
    is_in(browser)
    before = Session.objects.get(session_key=key(browser)).session_data
    is_in(browser)
    assert Session.objects.get(session_key=key(browser)).session_data == before


def test_a_second_factor_turned_on_or_off_signs_out_everywhere_else(yara):
    here, there = came_in(), came_in(EDGE)
    secret = here.get("/account/second-factor/").context["secret"]
    answer = here.post("/account/second-factor/", {"code": pyotp.TOTP(secret).now()})
    assert is_in(here) and not is_in(there)
    third = Client()
    third.post("/login/", {"login": "yara", "password": PASSWORD})
    third.post("/login/code/", {"code": answer.context["codes"][1]})
    assert is_in(third)
    here.post("/account/second-factor/off/", {"code": answer.context["codes"][0]})
    assert not Account.objects.get().has_second_factor
    assert is_in(here) and not is_in(third)


def test_the_second_factor_is_not_turned_off_by_the_password_alone(yara):
    browser = came_in()
    secret = browser.get("/account/second-factor/").context["secret"]
    browser.post("/account/second-factor/", {"code": pyotp.TOTP(secret).now()})
    for code in ("", "000000", "abcdabcdabcd"):
        browser.post("/account/second-factor/off/", {"code": code})
    assert Account.objects.get().has_second_factor


def test_recovery_codes_are_kept_so_that_trying_them_out_is_dear(yara):
    kept = accounts.recovery_hash(yara, "abcdabcdabcd")
    assert kept != accounts.recovery_hash(Account(public_id="another", login="gero"), "abcdabcdabcd")
    assert kept != accounts.token_hash("abcdabcdabcd")


def test_signing_out_ends_the_session_and_empties_the_browser(yara):
    browser = came_in()
    old = key(browser)
    answer = browser.post("/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache"'  # not "storage": there wait entries that were never sent
    assert not Session.objects.filter(session_key=old).exists()
    thief = Client()
    thief.cookies["session"] = old
    assert not is_in(thief)


def test_whoever_runs_the_installation_signs_an_account_out_closes_and_opens_it(yara, capsys):
    browser = came_in()
    token = make_token(None, by=Actor(yara), name="Program", scope="read", days=1).result
    program = Client(headers={"authorization": f"Bearer {token}"})
    call_command("account", "yara", "--sign-out", "--keep-tokens")
    assert not is_in(browser) and program.get("/api/v1/me/").status_code == 200
    browser = came_in()
    call_command("account", "YARA", "--close")
    assert not is_in(browser) and program.get("/api/v1/me/").status_code == 401
    assert Client().post("/login/", {"login": "yara", "password": PASSWORD}).status_code == 422
    call_command("account", "yara", "--open")
    assert is_in(came_in()) and program.get("/api/v1/me/").status_code == 401
    with pytest.raises(CommandError):
        call_command("account", "nobody", "--sign-out")
    assert LogEntry.objects.filter(code__startswith="account.").count() == 3


@pytest.mark.parametrize("password", ["Turnier2026!", "augengenau1", "mensch ärgere dich nicht", "YARAyara1234"])
def test_words_that_everybody_tries_first_make_no_password(yara, password):
    yara.login = "yarayara1234"
    yara.save()
    browser = Client()
    browser.post("/login/", {"login": "yarayara1234", "password": PASSWORD})
    assert browser.post("/account/", {"old": PASSWORD, "new": password}).status_code == 422


@pytest.mark.parametrize(
    "password", ["Turnier mit Kaffee", "ganz anders als", "1234567891234567x", "ж" * 5 + "щ" * 6, "a b " * 200]
)
def test_any_other_composition_will_do(yara, password):
    assert came_in().post("/account/", {"old": PASSWORD, "new": password}).status_code == 302
    assert Client().post("/login/", {"login": "yara", "password": password}).status_code == 302


def test_password_fields_hide_and_may_be_pasted_into(yara):
    pages = [Client().get("/login/"), came_in().get("/account/"), came_in().get("/account/confirm/")]
    for page in pages:
        html = page.content.decode()
        fields = re.findall(r"<input[^>]*password[^>]*>", html)
        assert fields and all('type="password"' in field or 'type="hidden"' in field for field in fields)
        assert all("autocomplete=" in field and "readonly" not in field for field in fields)
        assert "onpaste" not in html and "hint" not in html


def test_a_forgotten_password_does_not_do_without_the_second_factor(yara, capsys):
    yara.totp_secret = pyotp.random_base32()
    yara.save()
    call_command("password_link", "yara")
    browser = Client()
    page = browser.get(capsys.readouterr().out.strip()).headers["Location"]
    assert browser.post(page, {"new": "noch viel laenger"}).headers["Location"] == "/login/"
    answer = browser.post("/login/", {"login": "yara", "password": "noch viel laenger"})
    assert answer.headers["Location"] == "/login/code/" and not is_in(browser)


def test_a_session_has_a_long_random_key(yara):
    keys = {key(came_in()) for _n in range(4)}
    assert len(keys) == 4 and all(re.fullmatch("[a-z0-9]{32}", one) for one in keys)


def test_signing_out_is_on_every_page(desk, tournament):
    for path in ("/", "/account/", "/desk/", f"/desk/t/{tournament.public_id}/", f"/t/{tournament.public_id}/"):
        assert b'action="/logout/"' in desk.get(path).content, path


# A club demands the second factor


@pytest.fixture
def demanding(club, yara, as_yara):
    """Yara has one, and the club wants it of all who run things."""
    yara.totp_secret = pyotp.random_base32()
    yara.save()
    return demand_second_factor(club, by=as_yara, is_wanted=True).result


@pytest.fixture
def gero(tournament, club, account):
    """Organiser of the tournament, by the password alone."""
    gero = account("gero")
    Grant.objects.create(account=gero, club=club, tournament=tournament, role=Role.ORGANISER)
    return gero


def signed_in_by_password(login: str) -> Client:
    browser = Client()
    browser.post("/login/", {"login": login, "password": PASSWORD})
    return browser


def test_whoever_lacks_it_is_led_to_set_it_up_and_goes_on(demanding, gero, tournament):
    browser, page = signed_in_by_password("gero"), reverse("desk_tournament", args=[tournament.public_id])
    answer = browser.get(page, follow=True)
    assert answer.redirect_chain == [("/account/second-factor/", 302)]
    assert "SC Augenzahl" in " ".join(str(message) for message in answer.context["messages"])
    answer = browser.post("/account/second-factor/", {"code": pyotp.TOTP(answer.context["secret"]).now()})
    assert answer.status_code == 200 and browser.get(page).status_code == 200


def test_until_then_nothing_can_be_run_by_page_part_action_or_program(demanding, gero, tournament):
    browser = signed_in_by_password("gero")
    settings = reverse("settings", args=[tournament.public_id])
    form = {"name": "Neu", "played_on": "2026-11-21"}
    assert browser.post(settings, form).headers["Location"] == "/account/second-factor/"
    part = browser.post(settings, form, headers={"hx-request": "true"})
    assert (part.status_code, part.headers["HX-Redirect"]) == (204, "/account/second-factor/")
    token = make_token(None, by=Actor(gero), name="Program", scope="organiser", days=1).result
    api = f"/api/v1/tournaments/{tournament.public_id}/log/"
    answer = Client().get(api, headers={"authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor")
    tournament.refresh_from_db()
    assert tournament.name == "Herbstturnier"


def test_helpers_and_strangers_are_not_asked_for_it(demanding, tournament, club, account):
    Grant.objects.create(account=account("bela"), club=club, tournament=tournament, role=Role.DESK)
    account("karl")
    page = reverse("desk_tournament", args=[tournament.public_id])
    assert signed_in_by_password("bela").get(page).status_code == 200
    assert signed_in_by_password("karl").get(page).status_code == 404


def test_nobody_demands_what_they_do_not_have_themselves(club, as_yara):
    with pytest.raises(Refused) as refusal:
        demand_second_factor(club, by=as_yara, is_wanted=True)
    assert refusal.value.code == "own_factor_first"


def test_while_it_is_demanded_it_stays_on(demanding, as_yara):
    with pytest.raises(Refused) as refusal:
        turn_off_second_factor(None, by=as_yara, account=as_yara.account)
    assert refusal.value.code == "factor_wanted"
    demand_second_factor(demanding, by=as_yara, is_wanted=False)
    turn_off_second_factor(None, by=as_yara, account=as_yara.account)


def test_the_page_of_the_club_says_who_lacks_it_and_switches_it(club, yara):
    browser, page = came_in(), reverse("club_people", args=[club.public_id])
    switch = reverse("club_second_factor", args=[club.public_id])
    assert b"kein zweiter Faktor" in browser.get(page).content or b"no second factor" in browser.get(page).content
    assert browser.post(switch, {"to": "on"}).headers["Location"] == "/account/second-factor/"
    club.refresh_from_db()
    assert not club.wants_second_factor
    yara.totp_secret = secret = pyotp.random_base32()
    yara.save()
    browser = signed_in_by_password("yara")
    browser.post("/login/code/", {"code": pyotp.TOTP(secret).now()})
    assert browser.post(switch, {"to": "on"}).headers["Location"] == page
    club.refresh_from_db()
    assert club.wants_second_factor
