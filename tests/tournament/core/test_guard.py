"""Guessing is bounded exactly, whoever asks at once and whatever they say about themselves (R20)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tournament.core import guard
from tournament.core.errors import Locked
from tournament.models import Account, GuessCount

PASSWORD = "sechs mal sechs"


def wrong(browser: Client, login: str = "yara", **headers: str) -> int:
    return browser.post("/login/", {"login": login, "password": "wrong"}, **headers).status_code


def right(browser: Client, login: str = "yara") -> int:
    return browser.post("/login/", {"login": login, "password": PASSWORD}).status_code


@pytest.mark.django_db(transaction=True)
def test_of_a_hundred_guesses_at_once_exactly_the_limit_is_looked_at(account, monkeypatch):
    account("yara")
    looked_at = []
    monkeypatch.setattr("tournament.people.signing_in.check_password", lambda *_: looked_at.append(1) and False)
    monkeypatch.setattr(guard, "_window", lambda: 1)  # the next one begins anew, be it in the middle of this test
    together = Barrier(16)

    def guess(hand: int) -> list[int]:
        together.wait()
        browser = Client()
        forged = {"HTTP_X_FORWARDED_FOR": f"10.0.0.{hand}"}
        try:
            return [wrong(browser, "YARA " if n % 2 else "yara", **forged) for n in range(6)]
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as pool:
        codes = [code for mine in pool.map(guess, range(16)) for code in mine]
    assert len(looked_at) == 5
    assert sorted(set(codes)) == [422, 429] and codes.count(422) == 5


def test_the_owner_still_gets_in_from_a_device_that_is_known(account):
    account("yara")
    own, stranger = Client(), Client()
    assert right(own) == 302
    own.post("/logout/")
    assert [wrong(stranger) for _ in range(6)][-1] == 429
    assert right(stranger) == 429
    assert right(own) == 302


def test_a_right_password_gives_the_try_back(account):
    account("yara")
    for _ in range(12):
        assert right(Client()) == 302


def test_a_name_that_does_not_exist_is_counted_alike(db):
    assert [wrong(Client(), "nobody") for _ in range(6)] == [422] * 5 + [429]


def test_one_network_cannot_try_one_name_after_the_other(db):
    codes = [wrong(Client(), f"name{n}") for n in range(61)]
    assert codes[:60] == [422] * 60 and codes[60] == 429


def test_the_next_window_opens_again(account, monkeypatch):
    account("yara")
    assert [wrong(Client()) for _ in range(6)][-1] == 429
    now = guard.time.time()
    monkeypatch.setattr(guard.time, "time", lambda: now + guard.WINDOW)
    assert right(Client()) == 302


def test_a_door_that_is_shut_uses_up_no_other(db):
    narrow, roomy = guard.Door("a", "1", 1), guard.Door("b", "1", 9)
    guard.take(narrow, roomy)
    with pytest.raises(Locked):
        guard.take(roomy, narrow)
    assert GuessCount.objects.get(key=roomy.hashed).count == 1


@pytest.mark.parametrize(
    ("proxies", "said", "seen"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "", "9.9.9.9"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
    ],
)
def test_only_our_own_proxies_are_believed(settings, proxies, said, seen):
    settings.PROXIES = proxies
    headers = {"HTTP_X_FORWARDED_FOR": said} if said else {}
    assert guard.network_door(RequestFactory().get("/", REMOTE_ADDR="9.9.9.9", **headers)).key == seen


def test_nothing_guessed_is_kept_readable(account):
    account("yara")
    wrong(Client(), "yara")
    assert not any("yara" in row.key for row in GuessCount.objects.all())
    assert Account.objects.get().login == "yara"


def test_a_try_is_given_back_one_door_at_a_time(db):
    """Two rows changed at once could lock each other out with `take`, which PostgreSQL ends with an error."""
    doors = [guard.Door("a", "1", 5), guard.Door("b", "1", 5)]
    guard.take(*doors)
    with CaptureQueriesContext(connection) as said:
        guard.give_back(*doors)
    assert sum(query["sql"].startswith("UPDATE") for query in said) == 2
    assert set(GuessCount.objects.values_list("count", flat=True)) == {0}
