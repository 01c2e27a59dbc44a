"""Results typed faster than the network answers: 40 tables at 8 keys a second, and none is lost or counted for another table."""

import json
import time
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MINUTE, Site, until
from tests.browser.test_axe import in_each_language, problems

KEY = 125  # ms: 8 keys a second
TABLES = 40
WAYS = ("1324", "4321", "2143", "1234", "3142")  # neighbouring tables differ
Visit = Callable[..., Page]

SEED = """
from tests.tournament.evening import Evening
from tournament.core.actors import SYSTEM
from tournament.models import Club
evening = Evening(Club.objects.get(public_id='{club}'), 'village', by=SYSTEM)
evening.tournament.is_listed = False
evening.tournament.save()
evening.come({players})
evening.publish(evening.draw(1)[0])
print(evening.tournament.public_id)
"""
COUNTED = """
import json
from tournament.models import Result
said = {{}}
for result in Result.objects.filter(table__round__stage__tournament__public_id='{tournament}'):
    places = dict(result.seats.values_list('colour', 'place'))
    order = result.table.seats.order_by('order').values_list('colour', flat=True)
    said.setdefault(result.table.number, []).append(''.join(str(places[colour]) for colour in order))
print(json.dumps(said))
"""


def evening(site: Site, tables: int = TABLES) -> str:
    return site.server.manage(SEED.format(club=site.facts["club"], players=4 * tables))


def counted(site: Site, tournament: str) -> dict[str, list[str]]:
    """By table all results that were ever confirmed."""
    found: dict[str, list[str]] = json.loads(site.server.manage(COUNTED.format(tournament=tournament)))
    return found


def way(table: int) -> str:
    return WAYS[table % len(WAYS)]


def all_of(tables: Iterable[int]) -> dict[str, list[str]]:
    return {str(table): [way(table)] for table in tables}


def opened(page: Page, tournament: str) -> None:
    page.goto(f"/desk/t/{tournament}/results/")
    expect(page.locator("html")).to_have_attribute("data-queues", "here")
    expect(page.locator("#line")).to_be_focused()


def type_in(page: Page, tables: Iterable[int], pause: float = KEY) -> None:
    for table in tables:
        page.keyboard.type(f"{table} {way(table)}", delay=pause)
        page.keyboard.press("Enter")
        page.wait_for_timeout(pause)


def slow(page: Page, latency: float) -> None:
    """Milliseconds before every answer."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    how = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", how)


def all_sent(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-unsent", "0", timeout=MINUTE)


@pytest.mark.parametrize("latency", [0, 300, 1200, 5000])
def test_nothing_typed_is_lost_however_slow_the_network_is(site: Site, visitor: Visit, latency: int):
    tournament = evening(site)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    slow(page, latency)
    type_in(page, range(1, TABLES + 1))
    all_sent(page)
    assert counted(site, tournament) == all_of(range(1, TABLES + 1))


def test_control_without_the_queue_slow_answers_swallow_what_is_typed(site: Site, visitor: Visit):
    tournament = evening(site, 8)
    page = visitor(site, session=site.facts["session"])
    page.route("**/results*.js", lambda route: route.abort())
    page.goto(f"/desk/t/{tournament}/results/")
    slow(page, 1200)
    type_in(page, range(1, 9))
    page.wait_for_timeout(3000)
    assert counted(site, tournament) != all_of(range(1, 9))


def test_a_minute_without_network_and_a_page_that_is_left_meanwhile_lose_nothing(site: Site, visitor: Visit):
    tournament = evening(site)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    type_in(page, range(1, 4))
    page.context.set_offline(True)
    since = time.monotonic()
    type_in(page, range(4, TABLES + 1))
    expect(page.locator("#queue [data-waiting]")).to_be_visible()
    expect(page.locator("#messages")).to_be_empty()
    page.goto("about:blank")  # without a wait: the last line was closed just now
    page.wait_for_timeout(max(0, 60 - (time.monotonic() - since)) * 1000)
    page.context.set_offline(False)
    opened(page, tournament)
    all_sent(page)
    assert counted(site, tournament) == all_of(range(1, TABLES + 1))


def test_typed_before_and_after_a_reload_with_answers_on_their_way(site: Site, visitor: Visit):
    tournament = evening(site, 20)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    slow(page, 1200)
    type_in(page, range(1, 11))
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-queues", "here")
    type_in(page, range(11, 21))
    all_sent(page)
    assert counted(site, tournament) == all_of(range(1, 21))


def test_after_the_session_has_ended_signing_in_again_sends_what_was_typed(site: Site, visitor: Visit):
    tournament = evening(site, 20)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    type_in(page, range(1, 6))
    page.context.clear_cookies(name="session")
    type_in(page, range(6, 21))
    expect(page.locator("#queue [data-signed-out]")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-unsent", "15")
    page.locator("#queue [data-signed-out] a").click()
    page.get_by_label("Name", exact=True).or_(page.locator("[name=login]")).first.fill("yara")
    page.locator("[name=password]").fill("sechs mal sechs")
    page.locator("main form button").first.click()
    page.wait_for_url(f"**/desk/t/{tournament}/results/")
    all_sent(page)
    assert counted(site, tournament) == all_of(range(1, 21))


def test_signed_in_again_in_another_tab_this_one_sends_by_itself(site: Site, visitor: Visit):
    tournament = evening(site, 8)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    page.context.clear_cookies(name="session")
    type_in(page, range(1, 9), pause=20)
    expect(page.locator("#queue [data-signed-out]")).to_be_visible()
    other = page.context.new_page()
    other.goto("/login/")
    other.locator("[name=login]").fill("yara")
    other.locator("[name=password]").fill("sechs mal sechs")
    other.locator("main form button").first.click()
    all_sent(page)
    assert counted(site, tournament) == all_of(range(1, 9))


def test_two_tabs_share_the_queue_and_every_line_counts_once(site: Site, visitor: Visit):
    tournament = evening(site)
    page = visitor(site, session=site.facts["session"])
    other = page.context.new_page()
    for tab in (page, other):
        opened(tab, tournament)
        slow(tab, 1200)
    for first in range(1, TABLES + 1, 4):
        for tab, begin in ((page, first), (other, first + 2)):
            tab.bring_to_front()
            type_in(tab, range(begin, begin + 2))
    all_sent(page)
    all_sent(other)
    assert counted(site, tournament) == all_of(range(1, TABLES + 1))


def test_a_doubled_key_is_asked_back_and_what_is_refused_is_mended(site: Site, visitor: Visit):
    tournament = evening(site, 6)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    rows = page.locator("#queue .trouble")
    for line in ("2 1134", "66 1324", "99 1234", "3 1324"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(rows).to_have_count(3)
    expect(page.locator("#queue")).to_contain_text("Tisch 3 zählt")
    doubled = rows.filter(has_text="2 1134")
    expect(doubled).to_contain_text("Ist das so?")
    expect(doubled.get_by_role("button", name="ist gemeint")).to_have_count(0)
    doubled.get_by_role("button", name="Ja, so ist es").click()
    expect(page.locator("#queue")).to_contain_text("Tisch 2 zählt")
    expect(page.locator("#line")).to_be_focused()
    rows.filter(has_text="66 1324").get_by_role("button", name="6 1324 ist gemeint").click()
    expect(page.locator("#queue")).to_contain_text("Tisch 6 zählt")
    rows.get_by_role("button", name="Ändern").click()
    expect(page.locator("#line")).to_have_value("99 1234")
    expect(rows).to_have_count(0)
    assert counted(site, tournament) == {"2": ["1134"], "3": ["1324"], "6": ["1324"]}


def test_a_line_asked_back_is_settled_by_typing_it_again(site: Site, visitor: Visit):
    tournament = evening(site, 4)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    page.keyboard.type("2 1134\n")
    expect(page.locator("#queue .trouble")).to_have_count(1)
    page.keyboard.type("2 1324\n")
    all_sent(page)
    assert counted(site, tournament) == {"2": ["1324"]}


def test_without_a_script_one_line_at_a_time_counts(site: Site, visitor: Visit):
    tournament = evening(site, 4)
    page = visitor(site, session=site.facts["session"], java_script_enabled=False)
    page.goto(f"/desk/t/{tournament}/results/")
    for line in ("1 4321", "2 1134"):
        page.locator("#line").fill(line)
        page.locator("#line").press("Enter")
    page.get_by_role("button", name="Ja, so ist es").click()
    expect(page.locator("#preview")).to_contain_text("Tisch 2 zählt")
    assert counted(site, tournament) == {"1": ["4321"], "2": ["1134"]}


def test_a_round_that_ends_meanwhile_is_shown_and_the_next_one_taken_up(site: Site, visitor: Visit):
    """What somebody had begun to type for the old one is not counted in the new one."""
    tournament = evening(site, 3)
    page = visitor(site, session=site.facts["session"])
    opened(page, tournament)
    page.keyboard.type("2 13")
    site.server.manage(
        "from tests.tournament.evening import by_number; from tournament.core.actors import SYSTEM\n"
        "from tournament.models import Round; from tournament.results.actions import confirm_result\n"
        "from tournament.rounds.actions import close_round, publish_round\n"
        f"first, second = Round.objects.filter(stage__tournament__public_id='{tournament}').order_by('pk')[:2]\n"
        "host = first.tournament\n"
        "for table in first.tables.all():\n"
        "    places = {s.colour: {'place': n, 'counted': None} for n, s in enumerate(table.seats.all(), 1)}\n"
        "    confirm_result(host, by=SYSTEM, table_id=table.public_id, places=places)\n"
        "close_round(host, by=SYSTEM, round_id=first.pk)\n"
        "publish_round(host, by=SYSTEM, round_id=second.pk)\n"
    )
    expect(page.locator("#round-now")).to_contain_text("Runde 2", timeout=20_000)
    page.keyboard.type("24\n")
    expect(page.locator("#queue .trouble")).to_contain_text("andere Runde")
    page.locator("#queue .trouble").get_by_role("button", name="Ändern").click()
    page.keyboard.press("Enter")
    expect(page.locator("#queue")).to_contain_text("Tisch 2 zählt")


@in_each_language
def test_what_waits_and_what_is_refused_can_be_read_by_everybody(site: Site, visitor: Visit, language: str):
    tournament = evening(site, 4)
    page = visitor(site, session=site.facts["session"], language=language)
    opened(page, tournament)
    page.keyboard.type("1 1324\n2 1134\n1 4321\n")
    expect(page.locator("#queue .trouble")).to_have_count(2)
    page.route("**/lines/", lambda route: route.abort())
    page.keyboard.type("3 1324\n")
    until(page, "() => document.documentElement.dataset.unsent === '3'")
    assert problems(page, language) == []
