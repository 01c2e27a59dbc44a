"""Whatever strangers send, the process does not keep it: long cookies, languages, looks and hosts leave no trace in memory."""

import asyncio
import gc
import os
from pathlib import Path

import pytest
from django.test import Client

from deploy.site.asgi import application
from tournament.core import page_cache
from tournament.core.pages import everybody

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
REQUESTS, COOKIE, MOST = (10_000 if LONG else 500), 60_000, 20 << 20
STATM = Path("/proc/self/statm")

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not STATM.exists(), reason="this system does not tell how much memory a process has"),
]


def resident() -> int:
    gc.collect()
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def nobody(_message) -> None:
    pass


def a_body():
    """Empty; then nothing comes any more."""
    said = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive():
        return next(said, None) or await asyncio.Event().wait()

    return receive


async def flood(path: str, tag: str, first: int, count: int) -> None:
    for n in range(first, first + count):
        long = f"{n:08}".ljust(COOKIE, "x")
        headers = {"host": "testserver", "if-none-match": tag, "cookie": f"theme={long}", "accept-language": f"de,{n}"}
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b""}
        scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
        await application(scope, a_body(), nobody)


@pytest.mark.parametrize("has_a_copy", [True, False])
def test_cookies_as_long_as_they_may_be_are_not_kept(tournament, has_a_copy):
    path = f"/t/{tournament.public_id}/standings/"
    tag = Client().get(path, headers={"host": "testserver"}).headers["ETag"] if has_a_copy else 'W/"none"'
    asyncio.run(flood(path, tag, 0, 50))  # what a process needs for its first requests anyhow
    before = resident()
    asyncio.run(flood(path, tag, 50, REQUESTS))
    assert resident() - before < MOST


def test_no_key_is_longer_than_a_hash(tournament, monkeypatch):
    monkeypatch.setattr(everybody._pages, "_entries", type(everybody._pages._entries)())
    path = f"/t/{tournament.public_id}/standings/"
    asyncio.run(flood(path, 'W/"none"', 0, 5))
    asyncio.run(flood(path, Client().get(path, headers={"host": "testserver"}).headers["ETag"], 5, 5))
    keys = [*page_cache._known, *page_cache._pages, *page_cache._for_all]
    assert keys and {len(key) for key in keys} == {32}
    assert all(len(repr(key)) < 1000 for key in everybody._pages._entries)


def test_no_page_is_kept_for_a_host_without_end(tournament, monkeypatch, settings):
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(everybody._pages, "_entries", {})
    Client().get(f"/t/{tournament.public_id}/", headers={"host": f"{'x' * 300}.example.org"})
    assert not everybody._pages._entries
