"""R21: what was taken away counts at once: the page, the form, the program, and within five seconds the stream of an open page.

What a phone kept meanwhile is neither lost nor sent for somebody else: tests/browser/test_offline.py (signed out meanwhile).
"""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from deploy.site import streams
from tests.conftest import browser_of
from tests.tournament.core.test_live import Browser, stream_of
from tournament.core.actors import SYSTEM, Actor
from tournament.core.links import entry_token
from tournament.entries.signup.actions import renew_link
from tournament.models import Account, Grant, LogEntry, Session, Token
from tournament.out.tokens.actions import make_token, revoke_token

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
AT_MOST = 5.0


def end_session(_account: Account) -> None:
    Session.objects.all().delete()


def close_account(account: Account) -> None:
    Account.objects.filter(pk=account.pk).update(is_active=False)


def take_role(account: Account) -> None:
    Grant.objects.filter(account=account).delete()


@pytest.mark.parametrize("revoke", [end_session, close_account, take_role])
def test_the_very_next_page_and_form_are_refused(tournament, yara, revoke):
    browser, page = browser_of(yara), reverse("desk_tournament", args=[tournament.public_id])
    assert browser.get(page).status_code == 200
    revoke(yara)
    before = LogEntry.objects.count()
    form = browser.post(
        reverse("enter", args=[tournament.public_id]), {"name": "Gero Graf", "action_id": "a-form-0001"}
    )
    refused = {browser.get(page).status_code, form.status_code}
    assert refused == ({404} if revoke is take_role else {302}) and LogEntry.objects.count() == before


@pytest.mark.parametrize(
    "revoke",
    [lambda by: revoke_token(None, by=by, token_id=Token.objects.get().pk), lambda by: close_account(by.account)],
)
def test_so_is_a_program(tournament, yara, revoke):
    secret = make_token(None, by=Actor(yara), name="phone", scope="organiser", days=1).result
    address = reverse("api_log", args=[tournament.public_id])
    asked = [Client().get(address, headers={"Authorization": f"Bearer {secret}"}).status_code]
    revoke(Actor(yara))
    asked.append(Client().get(address, headers={"Authorization": f"Bearer {secret}"}).status_code)
    assert asked == [200, 401]


def test_so_is_a_private_link_and_who_came_by_it(entries):
    """Of whoever has the cookie that the link was swapped for as well."""
    entry, browser = entries[0], Client()
    link = reverse("entry_link", args=[entry.public_id, entry_token(entry)])
    own = browser.get(link)["Location"]
    assert browser.get(own).status_code == 200
    renew_link(entry.tournament, by=SYSTEM, entry_id=entry.public_id)
    assert [browser.get(address).status_code for address in (own, link)] == [404, 404]


class SignedIn(Browser):
    def __init__(self, path: str, session: str) -> None:
        super().__init__(path, "known=999")
        self.scope["headers"].append((b"cookie", f"theme=dark; session={session}".encode()))


async def heard_all(page: Browser) -> str:
    """Everything until the stream ends."""
    await asyncio.wait_for(page.task, AT_MOST)
    said = []
    while not page.sent.empty():
        said.append(page.sent.get_nowait()["body"].decode())
    return "".join(said)


@pytest.mark.parametrize("revoke", [end_session, close_account, take_role])
def test_the_stream_ends_and_the_page_is_told_to_ask_anew(tournament, yara, desk, revoke):
    session = desk.cookies["session"].value

    async def scenario():
        async with SignedIn(stream_of(tournament), session) as page:
            await asyncio.sleep(0.5)
            assert not page.task.done()
            await sync_to_async(revoke)(yara)
            assert "event: revoked" in await heard_all(page)

    asyncio.run(asyncio.wait_for(scenario(), 20))


def test_control_without_the_second_look_the_stream_goes_on(tournament, yara, desk, monkeypatch):
    session = desk.cookies["session"].value
    monkeypatch.setattr(streams, "LOOK_AGAIN", 0.05)
    monkeypatch.setattr(streams, "standing_of", lambda session: ("as before",))

    async def scenario():
        async with SignedIn(stream_of(tournament), session) as page:
            await sync_to_async(close_account)(yara)
            await asyncio.sleep(0.5)
            assert not page.task.done()

    asyncio.run(asyncio.wait_for(scenario(), 20))


def test_who_is_nobody_is_not_looked_at(tournament, monkeypatch):
    looked = []
    monkeypatch.setattr(streams, "standing_of", lambda session: looked.append(session) or ())
    monkeypatch.setattr(streams, "LOOK_AGAIN", 0.01)

    async def scenario():
        async with Browser(stream_of(tournament), "known=999") as page:
            await asyncio.sleep(0.2)
            assert not page.task.done() and looked == []

    asyncio.run(asyncio.wait_for(scenario(), 20))


def test_one_address_has_so_many_streams_and_no_more(tournament, monkeypatch):
    monkeypatch.setattr(streams, "MOST_OF_ONE_ADDRESS", 2)

    async def scenario():
        path = stream_of(tournament)
        async with Browser(path) as one, Browser(path) as other, Browser(path) as third:
            assert [page.start["status"] for page in (one, other, third)] == [200, 200, 429]
            assert (b"retry-after", b"20") in third.start["headers"]
        async with Browser(stream_of(tournament)) as again:
            assert again.start["status"] == 200
        assert not streams._open

    asyncio.run(asyncio.wait_for(scenario(), 20))
