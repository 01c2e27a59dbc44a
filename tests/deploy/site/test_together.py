"""A page for everybody is asked of Django by one at a time, however many want it and however long it takes."""

import asyncio
from collections.abc import Iterator

import pytest

from deploy.site import asgi
from tournament.core import page_cache

PATH, HEADERS = "/t/x/", {"host": "h", "cookie": "theme=dark"}
LONG = 0.05  # seconds for an answer; what was read before somebody asked counts for nothing here


class Slow:
    """Django, as far as these pages go."""

    def __init__(self) -> None:
        self.asked, self.at_once, self.most_at_once = 0, 0, 0
        self.is_written_meanwhile = self.fails = False

    async def __call__(self, scope, receive, send) -> None:
        self.asked += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        number, since, at = self.asked, page_cache.writes(), page_cache.monotonic()
        try:
            await asyncio.sleep(LONG)
            if self.fails:
                raise RuntimeError("as it happens")
            if self.is_written_meanwhile:
                page_cache.forget()
            keep(b"%d" % number, since, at)
        finally:
            self.at_once -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"%d" % number})


def keep(body: bytes, since: int, at: float) -> None:
    page_cache.store(PATH, HEADERS, page_cache.Page(club=1, state=7, tag='W/"7"', headers=[], body=body), since, at)


@pytest.fixture
def django(monkeypatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setattr(asgi, "django_app", slow)
    monkeypatch.setattr(page_cache, "PAGES_COUNT_FOR", 0)
    page_cache._for_all.clear()
    page_cache.forget()
    yield slow
    page_cache._for_all.clear()
    page_cache.forget()
    assert not asgi._under_way


async def ask(send=None, **more: str) -> bytes:
    said = []

    async def hear(message) -> None:
        said.append(message)

    headers = [(name.encode(), value.encode()) for name, value in {**HEADERS, **more}.items()]
    scope = {"type": "http", "method": "GET", "path": PATH, "query_string": b"", "headers": headers}
    await asgi.application(scope, None, send or hear)
    return b"".join(each.get("body", b"") for each in said)


def answers(*asking) -> list[bytes | BaseException]:
    async def all_of_them() -> list[bytes | BaseException]:
        return await asyncio.wait_for(asyncio.gather(*asking, return_exceptions=True), 20)

    return asyncio.run(all_of_them())


def test_a_hall_that_asks_is_two_answers_and_nobody_gets_what_was_read_before_they_asked(django):
    answers(ask())  # since then it is known to be for everybody
    assert answers(*(ask() for _n in range(200))) == [b"2"] + [b"3"] * 199
    assert django.asked == 3 and django.most_at_once == 1


def test_what_was_read_a_moment_before_counts_as_it_does_for_any_other(django, monkeypatch):
    answers(ask())
    page_cache.forget()
    monkeypatch.setattr(page_cache, "PAGES_COUNT_FOR", 60)
    assert answers(*(ask() for _n in range(200))) == [b"2"] * 200


def test_control_what_is_not_known_to_be_for_everybody_waits_for_nobody(django):
    found = answers(*(ask() for _n in range(5)))
    assert django.most_at_once == 5 and sorted(found) == [b"1", b"2", b"3", b"4", b"5"]


def test_who_asks_otherwise_waits_for_nobody(django):
    answers(ask())
    answers(ask(), ask(cookie="theme=dark; session=a"), ask(cookie="theme=dark; session=a"))
    assert django.most_at_once == 3


def test_whoever_is_answered_slowly_or_not_at_all_keeps_nobody_waiting(django):
    answers(ask())

    async def never(_message) -> None:
        await asyncio.Event().wait()

    async def scenario() -> bytes:
        hearing_nothing = asyncio.create_task(ask(send=never))
        await asyncio.sleep(0)
        answer = await asyncio.wait_for(ask(), 20)
        hearing_nothing.cancel()
        await asyncio.gather(hearing_nothing, return_exceptions=True)
        return answer

    assert asyncio.run(scenario()) == b"3"


def test_one_that_fails_or_goes_leaves_the_question_to_the_next(django):
    answers(ask())
    django.fails = True
    found = answers(*(ask() for _n in range(10)))
    assert [type(each) for each in found] == [RuntimeError] * 10
    django.fails = False

    async def scenario() -> bytes:
        going = asyncio.create_task(ask())
        await asyncio.sleep(0)
        waiting = asyncio.create_task(ask())
        await asyncio.sleep(0)
        going.cancel()
        return await asyncio.wait_for(waiting, 20)

    assert asyncio.run(scenario()).isdigit()


def test_where_each_answer_is_overtaken_by_a_write_nobody_waits_for_ever(django):
    """Each waits for three others, then asks as if there were nobody else."""
    answers(ask())
    django.is_written_meanwhile = True
    answers(*(ask() for _n in range(20)))
    assert django.asked == 21 and django.most_at_once >= 20 - asgi.WAITS_FOR


def test_of_which_pages_there_was_one_for_all_is_kept_for_so_many(django):
    for n in range(page_cache.MOST_FOR_ALL + 10):
        page = page_cache.Page(1, 7, "", [], b"")
        page_cache.store(f"/t/{n}/", HEADERS, page, page_cache.writes(), page_cache.monotonic())
    assert len(page_cache._for_all) == page_cache.MOST_FOR_ALL
