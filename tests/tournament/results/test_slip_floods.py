"""Somebody floods by the link of a slip: that spends what they may write, never what the others at the table may."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.tournament.browsers import Browser
from tests.tournament.evening import Evening
from tournament.core import guard
from tournament.core.links import table_address
from tournament.models import GuessCount, LogEntry, Table

EACH = guard.holder_doors("t", "d")[0].limit


@pytest.fixture
def tables(club, as_yara, one_window) -> list[Table]:
    evening = Evening(club, "championship", by=as_yara)
    evening.come(8)
    return list(evening.publish(evening.draw(1)[0]).tables.order_by("number"))


def a_phone(table: Table, address: str = "192.0.2.1", kind: type[Client] = Client) -> Client:
    browser = kind(REMOTE_ADDR=address)
    browser.get(table_address(table))
    return browser


def write(browser: Client, table: Table, words: str = "Please come") -> int:
    return browser.post(reverse("table_problem_by_link", args=[table.public_id]), {"problem": words}).status_code


def flood(table: Table, browsers: list[Client]) -> list[int]:
    return [write(browser, table, f"{n}") for browser in browsers for n in range(EACH + 1)]


def test_seven_windows_of_one_phone_leave_the_others_their_own(tables):
    """Two hundred writes, seven cookie jars: the phone beside it was told that it had guessed wrong."""
    honest, jars = a_phone(tables[0]), [a_phone(tables[0]) for _n in range(7)]
    assert flood(tables[0], jars).count(302) == 7 * EACH
    assert write(honest, tables[0]) == 302
    assert write(a_phone(tables[0]), tables[0]) == 302, "also one that opens the link only now"


def test_whoever_opens_it_again_and_again_gains_nothing(tables):
    own = guard.browsers_door(_asked(), "t").limit
    windows = [a_phone(tables[0]) for _n in range(own + 5)]
    written = LogEntry.objects.count()
    assert flood(tables[0], windows).count(302) == (own + 1) * EACH
    assert LogEntry.objects.count() - written == (own + 1) * EACH
    assert write(a_phone(tables[0], "192.0.2.2"), tables[0]) == 302, "from elsewhere"
    assert write(a_phone(tables[1]), tables[1]) == 302, "at another table"


def test_a_phone_that_opens_it_again_is_the_same_phone(tables):
    """Its allowance goes on, and it takes no further place."""
    browser = a_phone(tables[0], kind=Browser)
    flood(tables[0], [browser])
    for _n in range(3):
        browser.get(table_address(tables[0]))
        assert write(browser, tables[0]) == 429
    browser.get(table_address(tables[1]))
    assert write(browser, tables[1]) == 302


def test_who_only_looks_takes_no_place(tables):
    for _n in range(30):
        a_phone(tables[0])
    assert not GuessCount.objects.exists()


def test_a_phone_keeps_its_own_when_many_come_after_it(tables, monkeypatch):
    first = a_phone(tables[0])
    assert write(first, tables[0]) == 302
    flood(tables[0], [a_phone(tables[0]) for _n in range(guard.browsers_door(_asked(), "t").limit + 2)])
    assert write(first, tables[0]) == 302
    # the next quarter of an hour, the same day
    monkeypatch.setattr(guard, "_now", lambda: 1_800_000_000.0 + guard.WINDOW)
    flood(tables[0], [a_phone(tables[0]) for _n in range(2)])
    assert write(first, tables[0]) == 302


@pytest.mark.parametrize(("windows", "says"), [(1, "von diesem Telefon"), (14, "aus diesem Netz")])
def test_the_sentence_says_whose_it_is(tables, windows, says):
    browsers = [a_phone(tables[0]) for _n in range(windows)]
    flood(tables[0], browsers)
    problem = reverse("table_problem_by_link", args=[tables[0].public_id])
    page = browsers[-1].post(problem, {"problem": "Please"}, headers={"accept-language": "de"})
    assert page.status_code == 429 and says in page.content.decode() and "falsche Versuche" not in page.content.decode()


def test_entering_oneself_too_often_is_no_wrong_try(rf, db):
    door = guard.entering_door(rf.get("/"))
    for _n in range(door.limit):
        guard.take(door)
    with pytest.raises(guard.Locked) as refused:
        guard.take(door)
    assert refused.value.code == "too_many_tries" and "falsche" not in str(refused.value)


def _asked():
    return RequestFactory().get("/")
