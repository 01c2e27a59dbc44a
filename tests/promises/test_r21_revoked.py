"""R21: what was taken away counts at once: the page, and within five seconds the stream of an open page."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from deploy import streams
from tests.tournament.test_live import Browser, stream_of
from tournament.models import Account, Grant, Session

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
AT_MOST = 5.0


def end_session(_account: Account) -> None:
    Session.objects.all().delete()


def close_account(account: Account) -> None:
    Account.objects.filter(pk=account.pk).update(is_active=False)


def take_role(account: Account) -> None:
    Grant.objects.filter(account=account).delete()


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
        async with Browser(stream_of(tournament)) as again:
            assert again.start["status"] == 200
        assert not streams._open

    asyncio.run(asyncio.wait_for(scenario(), 20))
