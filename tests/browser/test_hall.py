"""The hall screen and open phones when the network misbehaves: what is old says so, and everything comes back by itself."""

import os
import re
import signal
import time

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Site

pytestmark = pytest.mark.slow
ADD = """
from tournament.entries.actions import add_entry
from tournament.core.actors import SYSTEM
from tournament.models import Tournament
add_entry(Tournament.objects.get(public_id='{tournament}'), by=SYSTEM, given_name='{name}')
"""


def enter(site: Site, name: str) -> None:
    site.server.manage(ADD.format(tournament=site.facts["empty"], name=name))


def seconds_until(page: Page, words: str, most: float) -> float:
    began = time.monotonic()
    page.get_by_text(words).first.wait_for(timeout=most * 1000, state="attached")
    return time.monotonic() - began


def test_a_change_is_on_an_open_phone_within_two_seconds(site: Site, visitor):
    page = visitor(site)
    page.goto(f"/t/{site.facts['empty']}/")
    page.wait_for_timeout(500)
    enter(site, "Schnell")
    assert seconds_until(page, "Schnell", 3) < 3


@pytest.mark.parametrize("how", ["refused", "held back"])
def test_where_streams_are_blocked_the_page_asks(site: Site, visitor, how):
    """R11: fresh within twenty seconds."""
    page = visitor(site)
    held: list[Route] = []
    page.route("**/live/**", lambda route: route.abort() if how == "refused" else held.append(route))
    page.goto(f"/t/{site.facts['empty']}/")
    name = f"Ohne{how[0]}"
    enter(site, name)
    assert seconds_until(page, name, 21) < 21
    for route in held:
        route.abort()


RUNNING = """() => document.querySelector('main').insertAdjacentHTML(
  'beforeend', '<p id="running"><span class="clock" data-left="600"></span></p>')"""


@pytest.mark.parametrize("name", ["", "tables/", "standings/", "bracket/", "own", "hall"])
def test_a_gone_network_is_said_within_ten_seconds_with_its_age(site: Site, visitor, name):
    """The server falls silent while every connection stays open, as when a phone has left the hall's network."""
    page = visitor(site)
    addresses = {"own": site.facts["own_seated"], "hall": f"/hall/{site.facts['play']}/"}
    page.goto(addresses.get(name, f"/t/{site.facts['play']}/{name}"))
    page.evaluate(RUNNING)
    page.wait_for_timeout(6_000)
    said = page.locator("#age" if name == "hall" else "#gone strong")
    assert said.inner_text() == ""
    assert site.server.process is not None
    os.kill(site.server.process.pid, signal.SIGSTOP)
    began = time.monotonic()
    try:
        page.wait_for_function("place => place.textContent", arg=said.element_handle(), timeout=12_000)
        assert time.monotonic() - began < 10.5
        assert re.search(r"\d\d:\d\d:\d\d", said.inner_text())
        if name != "hall":
            page.locator("#running", has_text=re.compile(r"^bis \d\d:\d\d$")).wait_for()
    finally:
        os.kill(site.server.process.pid, signal.SIGCONT)
    page.wait_for_function("place => !place.textContent", arg=said.element_handle(), timeout=60_000)


def test_without_a_script_the_page_comes_again(site: Site, visitor):
    page = visitor(site, java_script_enabled=False)
    page.goto(f"/t/{site.facts['empty']}/")
    assert page.locator('noscript meta[http-equiv="refresh"]').count() == 1 or "refresh" in page.content()


def test_the_screen_says_when_it_is_cut_off_and_comes_back_after_a_restart(fresh: Site, visitor):
    made = fresh.server.manage(
        "from datetime import date\n"
        "from tournament.people.clubs import create_club\n"
        "from tournament.setup.actions import create_tournament\n"
        "from tournament.core.actors import SYSTEM\n"
        "club = create_club(None, by=SYSTEM, name='SC Augenzahl', admin=None).result\n"
        "made = create_tournament(club, by=SYSTEM, name='Herbst', played_on=date(2026, 11, 21)).result\n"
        "print(made.public_id)"
    )
    fresh.facts["empty"] = made
    page = visitor(fresh, viewport={"width": 1920, "height": 1080})
    page.goto(f"/hall/{made}/")
    assert page.locator("#age").inner_text() == ""
    fresh.server.kill()
    page.locator("body.is-old").wait_for(state="attached", timeout=60_000)
    assert re.search(r"\d\d:\d\d", page.locator("#age").inner_text())
    fresh.server.start()
    enter(fresh, "Wiederda")
    seconds_until(page, "Wiederda", 45)
    page.locator("body:not(.is-old)").wait_for(state="attached", timeout=45_000)


@pytest.fixture
def entered(site: Site) -> str:
    """A tournament of forty before its first round."""
    return site.server.manage(
        "from tests.tournament.evening import Evening\n"
        "from tournament.models import Club, Tournament\n"
        f"made = Evening(Club.objects.get(public_id='{site.facts['club']}'), 'village')\n"
        "made.enter(40)\n"
        "Tournament.objects.filter(pk=made.tournament.pk).update(is_listed=False)\n"
        "print(made.tournament.public_id)"
    )


@pytest.mark.parametrize("panel", ["seats", "entered"])
def test_long_lists_turn_their_pages_and_all_is_within_the_screen(site: Site, visitor, entered, panel):
    page = visitor(site, viewport={"width": 1280, "height": 720})
    page.goto(f"/hall/{site.facts['keys'] if panel == 'seats' else entered}/")
    assert page.locator(".is-shown").get_attribute("data-panel") == panel
    tabs = page.locator(".is-shown .page-of span")
    tabs.first.wait_for()
    assert tabs.first.get_attribute("aria-current") == "true"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    seen = set()
    for _turn in range(tabs.count()):
        seen |= set(page.evaluate(VISIBLE))
        page.evaluate(NEXT)
    assert len(seen) == 40


def test_a_list_about_something_new_begins_at_its_first_page(site: Site, visitor, entered):
    """A new round, or another panel: not at the page where the one before had been."""
    page = visitor(site, viewport={"width": 1280, "height": 720})
    page.goto(f"/hall/{entered}/")
    tabs = page.locator(".is-shown .page-of span")
    tabs.first.wait_for()
    page.evaluate("document.getElementById('hall').dataset.seconds = 2")
    page.locator(".is-shown .page-of span:nth-child(2)[aria-current]").wait_for()
    page.evaluate("document.querySelector('.is-shown').dataset.about = 'another round'")
    page.evaluate("document.getElementById('hall').dataset.seconds = 60")
    page.evaluate("document.dispatchEvent(new CustomEvent('htmx:afterSettle'))")
    assert tabs.first.get_attribute("aria-current") == "true"


def test_on_paper_there_is_ink_on_white_and_nothing_to_tap(site: Site, visitor):
    page = visitor(site, color_scheme="dark")
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": site.url}])
    page.goto(f"/t/{site.facts['play']}/tables/")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.querySelector('.hall .who')).color") == "rgb(33, 26, 43)"
    assert page.locator("#tables-title").is_visible() and page.locator(".hall .who").first.is_visible()
    assert page.locator("nav:visible, form:visible, button:visible, .button:visible").count() == 0


VISIBLE = """() => {
  const box = document.querySelector('.is-shown .paged').getBoundingClientRect();
  return [...document.querySelectorAll('.is-shown .paged li')].filter((li) => {
    const at = li.getBoundingClientRect();
    return at.left >= box.left - 1 && at.right <= box.right + 1 && at.bottom <= box.bottom + 1;
  }).map((li) => li.innerText);
}"""
NEXT = """() => {
  const list = document.querySelector('.is-shown .paged');
  list.scrollTo({ left: list.scrollLeft + list.clientWidth + parseFloat(getComputedStyle(list).columnGap), behavior: 'instant' });
}"""
