"""Leaving means leaving: sessions, devices that were known, open streams and programs end together."""

import asyncio
import re
from io import StringIO

import pyotp
import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client

from tests.promises.test_r21_revoked import SignedIn, heard_all, stream_of
from tournament.core.actors import SYSTEM, Actor
from tournament.core.errors import Refused
from tournament.models import Account, Invitation, LogEntry, Session, Token
from tournament.out.tokens.actions import make_token
from tournament.people.actions import accept_as_new, close_account, invite, sign_out

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PASSWORD, NEW = "sechs mal sechs", "noch viel laenger"


def came_in() -> Client:
    browser = Client()
    assert browser.post("/login/", {"login": "yara", "password": PASSWORD}).status_code == 302
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/desk/").status_code == 200


@pytest.fixture
def program(yara) -> Client:
    secret = make_token(None, by=Actor(yara), name="Program", scope="desk", days=1).result
    return Client(headers={"authorization": f"Bearer {secret}"})


def works(program: Client) -> bool:
    return program.get("/api/v1/me/").status_code == 200


@pytest.fixture
def here(yara, program) -> Client:
    """The browser in which it is done, beside `there` and the program."""
    return came_in()


@pytest.fixture
def there(here) -> Client:
    return came_in()


def by_command(here: Client, **tick: str) -> None:
    call_command("account", "yara", "--sign-out", *([] if tick else ["--keep-tokens"]))


def by_password(here: Client, **tick: str) -> None:
    assert here.post("/account/", {"old": PASSWORD, "new": NEW, **tick}).status_code == 302


def by_link(here: Client, **tick: str) -> None:
    browser = Client()
    page = browser.get(printed_link()).headers["Location"]
    assert browser.post(page, {"new": NEW, **tick}).status_code == 302


def printed_link() -> str:
    out = StringIO()
    call_command("password_link", "yara", stdout=out)
    return out.getvalue().strip()


def by_factor_on(here: Client, **tick: str) -> None:
    secret = here.get("/account/second-factor/").context["secret"]
    here.post("/account/second-factor/", {"code": pyotp.TOTP(secret).now(), **tick})
    assert Account.objects.get().has_second_factor


def by_factor_off(here: Client, **tick: str) -> None:
    """Turned on long before, and both have signed in since."""
    yara, secret = Account.objects.get(), pyotp.random_base32()
    yara.totp_secret = secret
    yara.save()
    for session in Session.objects.all():
        store = session.get_session_store_class()(session.session_key)
        store["_auth_user_hash"] = yara.get_session_auth_hash()
        store.save()
    assert is_in(here)
    here.post("/account/second-factor/off/", {"code": pyotp.TOTP(secret).now(), **tick})
    assert not Account.objects.get().has_second_factor


def by_tap(here: Client, **tick: str) -> None:
    here.post("/account/devices/", {"others": "", **tick})


WAYS = {
    "command": by_command,
    "password": by_password,
    "link": by_link,
    "factor on": by_factor_on,
    "factor off": by_factor_off,
    "everywhere else": by_tap,
}
EVERY_WAY = pytest.mark.parametrize("leave", WAYS.values(), ids=WAYS)
STAYS_HERE = (by_password, by_factor_on, by_factor_off, by_tap)


@EVERY_WAY
def test_sessions_devices_and_programs_end(yara, here, there, program, leave):
    assert is_in(there) and works(program)
    leave(here, ends_tokens="on")
    assert not is_in(there) and not works(program)
    assert is_in(here) == (leave in STAYS_HERE)
    assert yara.devices.count() == yara.sessions.count() == (leave in STAYS_HERE)


@EVERY_WAY
def test_programs_go_on_where_that_is_chosen(yara, here, there, program, leave):
    leave(here)
    assert not is_in(there) and works(program)


@pytest.mark.parametrize("leave", [by_command, by_link], ids=["command", "link"])
def test_open_streams_end(transactional_db, tournament, here, leave):
    session = here.cookies["session"].value

    async def scenario():
        async with SignedIn(stream_of(tournament), session) as page:
            await asyncio.sleep(0.3)
            assert not page.task.done()
            await sync_to_async(leave)(here)
            assert "event: revoked" in await heard_all(page)

    asyncio.run(asyncio.wait_for(scenario(), 20))


def test_the_log_says_how_many_tokens_ended(yara, here, program):
    by_password(here, ends_tokens="on")
    assert LogEntry.objects.get(code="password.changed").data == {"account": yara.public_id, "tokens": 1}


TICK = re.compile(rb'<input type="(checkbox|hidden)"[^>]*name="ends_tokens"[^>]*>')


def ticks(page: bytes) -> list[str]:
    return [found[0].decode() for found in TICK.finditer(page)]


@pytest.mark.parametrize(("path", "many"), [("/account/", 2), ("/account/second-factor/", 1)])
def test_the_pages_say_it_and_have_it_ticked(here, path, many):
    found = ticks(here.get(path).content)
    assert len(found) == many and all("checkbox" in one and " checked" in one for one in found)


def test_so_does_the_page_of_a_password_link(yara, program):
    found = ticks(Client().get(printed_link(), follow=True).content)
    assert len(found) == 1 and " checked" in found[0]


def test_whoever_has_no_program_is_not_asked_and_ends_one_that_came_meanwhile(yara):
    here = came_in()
    assert all("hidden" in one for one in ticks(here.get("/account/").content))
    make_token(None, by=Actor(yara), name="Thief", scope="desk", days=1)
    by_password(here, ends_tokens="on")
    assert not Token.objects.alive().exists()


def test_a_choice_is_kept_when_the_password_was_wrong(here):
    page = here.post("/account/", {"old": "wrong", "new": NEW}).content
    assert not any(" checked" in one for one in ticks(page))


def test_whoever_owes_the_code_owes_the_new_password_too(yara):
    """In between, the password that was given may have been changed because somebody else knows it."""
    yara.totp_secret = secret = pyotp.random_base32()
    yara.save()
    thief = came_in()
    by_link(thief)
    assert thief.post("/login/code/", {"code": pyotp.TOTP(secret).now()}).headers["Location"] == "/login/"
    assert not is_in(thief)


def test_a_closed_account_has_nobody_left_to_invite(tournament, as_yara):
    """Whoever had it could have kept a way back in."""
    invite(tournament, by=as_yara, role="organiser")
    close_account(None, by=SYSTEM, account=as_yara.account)
    with pytest.raises(Refused):
        accept_as_new(Invitation.objects.get(), login="thief", email="", password=PASSWORD, action_id=None)


def test_only_signing_out_keeps_tokens(yara):
    with pytest.raises(Exception, match="keep-tokens"):
        call_command("account", "yara", "--close", "--keep-tokens")


def test_nobody_else_s_programs_end(yara, account, program):
    sign_out(None, by=SYSTEM, account=account("gero"))
    assert works(program)
