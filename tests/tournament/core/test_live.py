"""Open pages hear of a change: at once in the same process, within a second of another's, once each, and never a delta."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, transaction

from deploy.site.asgi import application
from tournament.core import live
from tournament.entries.actions import add_entry
from tournament.models import Stream

pytestmark = pytest.mark.django_db(transaction=True)


class Browser:
    """An event source against the ASGI application."""

    def __init__(self, path: str, query: str = "", last_id: str = "") -> None:
        headers = [(b"last-event-id", last_id.encode())] if last_id else []
        self.scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": headers}
        self.sent: asyncio.Queue = asyncio.Queue()
        self.gone = asyncio.Event()

    async def __aenter__(self) -> "Browser":
        self.task = asyncio.create_task(application(self.scope, self._receive, self.sent.put))
        self.start = await asyncio.wait_for(self.sent.get(), 5)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gone.set()
        await asyncio.wait_for(self.task, 5)

    async def _receive(self) -> dict:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def version(self, seconds: float = 5) -> int:
        while True:
            text = (await asyncio.wait_for(self.sent.get(), seconds))["body"].decode()
            if "event: version" in text:
                return int(text.split("data: ")[1])


def run(scenario) -> None:
    asyncio.run(asyncio.wait_for(scenario, 30))


def stream_of(tournament) -> str:
    return f"/live/{tournament.stream.public_id}"


def add(tournament, as_yara) -> int:
    return add_entry(tournament, by=as_yara, given_name="Wanda").receipt["seq"]


def test_an_action_reaches_the_open_page(tournament, as_yara, monkeypatch):
    monkeypatch.setattr(live, "LOOK_EVERY", 60)  # only the wake-up may bring it

    async def scenario():
        async with Browser(stream_of(tournament)) as page:
            assert await page.version() == 0
            seq = await sync_to_async(add)(tournament, as_yara)
            assert await page.version(2) == seq

    run(scenario())


def test_what_another_process_wrote_arrives_within_a_look(tournament, as_yara, monkeypatch):
    monkeypatch.setattr(live, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(live._hub, "wake", lambda *_: None)

    async def scenario():
        async with Browser(stream_of(tournament), "known=0") as page:
            seq = await sync_to_async(add)(tournament, as_yara)
            assert await page.version(2) == seq

    run(scenario())


def test_who_comes_back_hears_what_was_missed(tournament, as_yara):
    seq = add(tournament, as_yara)

    async def scenario():
        async with Browser(stream_of(tournament), "known=0", last_id="0") as page:
            assert await page.version(2) == seq
        async with Browser(stream_of(tournament), f"known={seq}") as page:
            with pytest.raises(TimeoutError):
                await page.version(0.3)

    run(scenario())


def test_a_slow_page_gets_the_newest_version_not_all_of_them(tournament):
    public_id = tournament.stream.public_id

    async def scenario():
        hub = live.Hub()
        versions = hub.versions(public_id, -1)
        assert await anext(versions) == 0
        for seq in (1, 2, 3):
            hub._tell(public_id, seq)
        assert await anext(versions) == 3
        await versions.aclose()
        assert not hub._waiting

    run(scenario())


def test_a_change_that_was_rolled_back_is_not_announced(tournament, monkeypatch):
    woken = []
    monkeypatch.setattr(live._hub, "wake", lambda *seen: woken.append(seen))
    stream = Stream.objects.get(tournament=tournament)
    with transaction.atomic():
        live.announce(stream)
        transaction.set_rollback(True)
    assert woken == []


def test_a_database_that_is_away_for_a_moment_leaves_the_pages_listening(tournament, as_yara, monkeypatch):
    monkeypatch.setattr(live, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(live._hub, "wake", lambda *_: None)
    heads, away = live._heads, []

    async def sometimes(public_ids):
        if len(away) in (1, 2):  # 0 lets the page in
            away.append("away")
            raise OperationalError
        return await heads(public_ids)

    async def scenario():
        async with Browser(stream_of(tournament), "known=999") as page:
            monkeypatch.setattr(live, "_heads", sometimes)
            away.append("now")
            while len(away) < 3:
                await asyncio.sleep(0.02)
            live._hub._waiting[tournament.stream.public_id].copy().pop().put_nowait(1000)
            assert await page.version() == 1000
            assert not live._hub._task.done()

    run(scenario())


def test_hundreds_of_pages_come_and_go_and_leave_nothing(tournament, as_yara):
    async def scenario():
        pages = [Browser(stream_of(tournament), "known=999") for _ in range(200)]
        for page in pages:
            await page.__aenter__()
        while len(live._hub._waiting[tournament.stream.public_id]) < 200:
            await asyncio.sleep(0.01)
        live._hub.wake(tournament.stream.public_id, 1000)
        assert [await page.version() for page in pages] == [1000] * 200
        for page in pages:
            await page.__aexit__()
        for _ in range(100):
            if not live._hub._waiting:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("queues of pages that have gone are left")

    run(scenario())


@pytest.mark.parametrize("path", ["/live/", "/live/UPPER", "/live/../x", "/live/" + "a" * 12, "/live/" + "a" * 9000])
def test_rubbish_is_not_a_stream(path):
    async def scenario():
        async with Browser(path) as page:
            assert page.start["status"] == 404

    run(scenario())


@pytest.mark.parametrize("last_id", ["-1", "x", "9" * 40, "٣"])
def test_a_rubbish_event_id_counts_as_none(tournament, last_id):
    async def scenario():
        async with Browser(stream_of(tournament), "known=&known=", last_id=last_id) as page:
            assert await page.version(2) == 0

    run(scenario())
