"""What scripts write comes from the catalogues too: pages and what is done on them, in a language that nobody speaks."""

import json

import pytest
from playwright.sync_api import Page, expect

from referee.phone import pyodide
from tests.browser.conftest import MINUTE, PATIENCE, Site, started
from tests.browser.test_axe import desk, desk_play, public, public_play, referee
from tests.browser.test_referee import PHONE, Taps, against_first, open_claim, set_up
from tests.pseudo import CODE, Seen, pattern, strange

pytestmark = pytest.mark.slow
SETTINGS = "tests.browser.settings_pseudo"
SETTLED = 150  # ms, after which scripts have written what they write at once


@pytest.fixture(scope="module")
def site(tmp_path_factory, static):
    server = started(tmp_path_factory.mktemp("pseudo"), static, settings=SETTINGS)
    furnish = "from tests.furnished import furnish; import json; print(json.dumps(furnish()))"
    yield Site(server, json.loads(server.manage(furnish)))
    server.kill()


@pytest.fixture(scope="module")
def typed(site):
    said = "from tests.furnished import typed_texts; import json; print(json.dumps(sorted(typed_texts())))"
    return pattern([*json.loads(site.server.manage(said)), "nobody"])  # is looked for on one of the pages


def strange_on(page: Page, typed) -> set[str]:
    page.wait_for_timeout(SETTLED)
    return strange(Seen(page.content()).texts, typed)


def look_at(page: Page, addresses: list[str], typed) -> dict[str, str]:
    found = {}
    for address in addresses:
        page.goto(address)
        found |= dict.fromkeys(strange_on(page, typed), address)
    return found


def test_pages_for_everybody(site, visitor, typed):
    addresses = [*public(site.facts), *public_play(site.facts)]
    assert look_at(visitor(site, language=CODE), addresses, typed) == {}


def test_pages_of_desk_and_referee(site, visitor, typed):
    page = visitor(site, session=site.facts["session"], language=CODE)
    assert look_at(page, [*desk(site.facts), *desk_play(site.facts), *referee(site.facts)], typed) == {}


def test_a_ruling_made_on_a_phone(site, visitor, typed):
    page = visitor(site, session=site.facts["session"], language=CODE, **PHONE)
    page.goto(f"/referee/t/{site.facts['play']}/")
    taps = Taps(page)
    open_claim(taps, site)
    if pyodide.is_there():  # else the server judges
        expect(page.locator("html")).to_have_attribute("data-judges", "here", timeout=MINUTE)
    against_first(taps)
    set_up(taps, "4 Y:3,5,20,a G:9,12,14,30 R:21,23,25,27 K:31,33,35,37 Y 0")
    page.locator('#claim label:has(input[name=roll][value="4"])').click()
    taps.field("20")
    taps.field("24")
    expect(page.locator("#verdict h2")).not_to_be_empty(timeout=PATIENCE)
    assert strange_on(page, typed) == set()
    taps.on(".signbar button")
    expect(page.locator("#verdict")).to_have_count(0)
    assert strange_on(page, typed) == set()


def test_a_throw_recorded_on_a_phone(site, visitor, typed):
    page = visitor(site, session=site.facts["session"], language=CODE, **PHONE)
    page.goto(f"/desk/t/{site.facts['play']}/games/{site.facts['game']}/")
    page.locator("[data-dice] button").nth(2).click()
    assert strange_on(page, typed) == set()


def test_the_network_goes(site, visitor, typed):
    page = visitor(site, session=site.facts["session"], language=CODE)
    page.goto(f"/desk/t/{site.facts['play']}/")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    assert strange_on(page, typed) == set()
    page.context.set_offline(False)


def test_control_a_sentence_of_a_script_is_seen(site, visitor, typed):
    page = visitor(site, language=CODE)
    page.goto("/")
    page.evaluate("document.querySelector('main').append('Three boards are free')")
    assert strange_on(page, typed) == {"Three boards are free"}
