"""Limits hold exactly, however many ask at once (on both databases), and nobody's use up another's."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, a_club
from tournament.core import guard
from tournament.core.actors import ANONYMOUS, SYSTEM, Actor
from tournament.core.errors import Refused
from tournament.core.links import entry_token, table_address
from tournament.entries.signup import actions as entering
from tournament.entries.signup.actions import MOST_OF_ADDRESS, enter_oneself
from tournament.models import Account, Job, LogEntry, Tournament
from tournament.out.tokens.actions import make_token
from tournament.paper import actions as papers
from tournament.paper.actions import order_paper

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("one_window")]

HANDS = 12


def at_once(ask: Callable[[int], object], each: int = 4) -> list[object]:
    """What is answered to many that ask in the same moment."""
    together = Barrier(HANDS)

    def hand(n: int) -> list[object]:
        together.wait()
        try:
            return [ask(n * each + k) for k in range(each)]
        finally:
            connection.close()

    with ThreadPoolExecutor(HANDS) as pool:
        return [answer for mine in pool.map(hand, range(HANDS)) for answer in mine]


def code_of(does: Callable[[], object]) -> str:
    try:
        does()
    except Refused as refusal:
        return refusal.code
    return "done"


@pytest.fixture(autouse=True)
def _forgetful():
    cache.clear()


@pytest.fixture
def evening(transactional_db) -> Evening:
    evening = Evening(a_club(), "village")
    evening.come(8)
    evening.publish(evening.draw(1)[0])
    return evening


DOORS = {
    "wrong links": guard.Door("link", "10.0.0.1", 20),
    "what a link writes": guard.Door("holder", "table device", 20),
    "codes": guard.Door("code", "1", 5),
    "requests to others": guard.Door("outside", "club", 20),
    "entering oneself": guard.Door("entering", "10.0.0.1", 20),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_of_many_at_once_exactly_the_limit_is_let_in(door):
    answers = at_once(lambda _n: code_of(lambda: guard.take(door)))
    assert answers.count("done") == door.limit and set(answers) == {"done", "too_many_tries"}


def test_a_phone_writes_so_often_and_another_still_can(evening, monkeypatch):
    """A grudge and a phone: each report is a line of the log for ever."""
    monkeypatch.setattr(guard, "holder_doors", narrower)
    table = evening.tournament.stages.first().rounds.first().tables.first()
    problem = reverse("table_problem_by_link", args=[table.public_id])

    def phone() -> Client:
        browser = Client()
        browser.get(table_address(table))
        return browser

    one, other = phone(), phone()
    before = LogEntry.objects.count()
    answers = at_once(lambda n: copy(one).post(problem, {"problem": f"{n}"}).status_code, each=2)
    assert answers.count(302) == 5 and set(answers) == {302, 429}
    assert LogEntry.objects.count() == before + 5
    assert other.post(problem, {"problem": "Ours"}).status_code == 302
    assert one.get(reverse("table", args=[table.public_id])).status_code == 200


def narrower(thing: str, device: str) -> tuple[guard.Door, guard.Door]:
    return guard.Door("holder", f"{thing} {device}", 5), guard.Door("held", thing, 20)


def copy(browser: Client) -> Client:
    same = Client()
    same.cookies = browser.cookies
    return same


def test_a_private_link_writes_so_often(evening, monkeypatch):
    monkeypatch.setattr(guard, "holder_doors", narrower)
    entry = evening.tournament.entries.first()
    browser = Client()
    browser.get(reverse("entry_link", args=[entry.public_id, entry_token(entry)]))
    name = reverse("own_name", args=[entry.public_id])
    assert [browser.post(name, {"to": "hide"}).status_code for _n in range(7)] == [302] * 5 + [429] * 2


@pytest.mark.parametrize(
    "path", ["/e/{entry}/wrong/", "/q/{table}/wrong/", "/link/wrong/", "/password/{account}/wrong/"]
)
def test_wrong_links_are_bounded_and_right_ones_open_all_the_same(evening, monkeypatch, yara, path):
    monkeypatch.setattr(guard, "link_door", lambda request: guard.Door("link", guard.network_door(request).key, 5))
    entry, table = evening.tournament.entries.first(), evening.tournament.stages.first().rounds.first().tables.first()
    wrong = path.format(entry=entry.public_id, table=table.public_id, account=yara.public_id)
    answers = at_once(lambda _n: Client().get(wrong).status_code, each=1)
    assert answers.count(429) == HANDS - 5
    assert Client().get(reverse("entry_link", args=[entry.public_id, entry_token(entry)])).status_code == 302


def test_one_address_is_written_to_for_so_many_entries(evening):
    """Whoever owns it gets a mail for each, whether it was they who left it or not."""
    tournament = evening.tournament
    Tournament.objects.filter(pk=tournament.pk).update(takes_entries=True)
    tournament.refresh_from_db()

    def enter(n: int) -> str:
        email = "Some@example.org" if n % 2 else "some@example.org"
        return code_of(lambda: enter_oneself(tournament, by=ANONYMOUS, given_name=f"Eve{n}", email=email))

    answers = at_once(enter, each=2)
    assert answers.count("done") == MOST_OF_ADDRESS and set(answers) == {"done", "too_many_of_address"}
    assert code_of(lambda: enter_oneself(tournament, by=ANONYMOUS, given_name="Rosa")) == "done"
    assert entering.MOST_OF_ADDRESS < 20


def test_of_many_papers_ordered_at_once_no_more_than_the_limit_are_made(evening, monkeypatch):
    monkeypatch.setattr(papers, "MOST_WAITING", 6)

    def order(n: int) -> str:
        return code_of(
            lambda: order_paper(evening.tournament, by=SYSTEM, code="names", language="de", origin=f"http://{n}")
        )

    answers = at_once(order, each=2)
    assert answers.count("done") == 6 and set(answers) == {"done", "too_many_papers"}
    assert Job.objects.open().count() == 6
    assert code_of(lambda: order(0)) == "done", "the same again is the same job"


def test_tokens_that_are_guessed_count_for_the_address(db, settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 5}

    def guess(n: int, secret: str = "") -> int:
        return Client(headers={"authorization": f"Bearer {secret or n}"}).get("/api/v1/me/").status_code

    assert [guess(n) for n in range(8)] == [401] * 5 + [429] * 3


def test_a_program_with_a_token_is_not_kept_out_by_who_guesses_beside_it(yara, settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 5}
    secret = make_token(None, by=Actor(yara), name="Program", scope="read", days=1).result
    for n in range(8):
        Client(headers={"authorization": f"Bearer {n}"}).get("/api/v1/me/")
    assert Client(headers={"authorization": f"Bearer {secret}"}).get("/api/v1/me/").status_code == 200


def test_all_tokens_of_an_account_count_together(yara, account, settings):
    """Fifty of them were fifty times the limit; what its owner asks by the page counts as well."""
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 5}
    programs = [a_program(yara) for _n in range(4)]
    answers = [program.get("/api/v1/me/").status_code for program in programs * 2]
    assert answers == [200] * 5 + [429] * 3
    owner = Client()
    owner.force_login(yara)
    assert owner.get("/api/v1/me/").status_code == 429
    assert a_program(account("gero")).get("/api/v1/me/").status_code == 200


def a_program(of: Account) -> Client:
    secret = make_token(None, by=Actor(of), name="Program", scope="read", days=1).result
    return Client(headers={"authorization": f"Bearer {secret}"})


def test_what_is_closed_counts_too(tournament, settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 5}
    closed = f"/api/v1/tournaments/{tournament.public_id}/log/"
    assert [Client().get(closed).status_code for _n in range(7)] == [401] * 5 + [429] * 2


@pytest.mark.django_db(transaction=True)
def test_the_api_counts_exactly_too(settings):
    settings.API_LIMITS = {**settings.API_LIMITS, "read": 10}
    answers = at_once(lambda _n: Client().get("/api/v1/tournaments/").status_code, each=2)
    assert answers.count(200) == 10 and set(answers) == {200, 429}


def test_webhooks_are_tried_out_so_often(club, yara, signed_in, monkeypatch):
    monkeypatch.setattr(guard, "outside_door", lambda key: guard.Door("outside", key, 3))
    from tournament.out.webhooks.actions import make_webhook

    hook = make_webhook(club, by=Actor(yara), url="https://example.org/", areas=["results"]).result
    browser, one = signed_in(yara), reverse("webhook", args=[club.public_id])
    answers = [browser.post(one, {"to": "test", "webhook": hook.public_id}).status_code for _n in range(5)]
    assert answers == [302] * 3 + [429] * 2 and Job.objects.filter(club=club).count() == 3
