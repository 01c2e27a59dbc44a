"""The desk on a laptop: rows counted at 1280 × 800, the side bar, one key for everything, phones as before."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.test_axe import in_each_language, look_at

Visit = Callable[..., Page]
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SEED = """
import json
from tests.tournament.evening import Evening, by_chance
from tournament.core.actors import SYSTEM
from tournament.models import Club
club = Club.objects.get(public_id='{club}')
def hall(players, present=True):
    evening = Evening(club, 'championship', by=SYSTEM)
    evening.tournament.is_listed = False
    evening.tournament.save()
    evening.come(players) if present else evening.enter(players)
    return evening
door, playing, after = hall(112, present=False), hall(111), hall(111)
first = playing.publish(playing.draw(1)[0])
playing.start(first)
for table in first.tables.all()[:5]:
    playing.confirm(table, by_chance(1)([seat.entry for seat in table.seats.all()]))
for round_ in after.draw(1):
    after.play(round_, by_chance(round_.number))
made = {{'door': door, 'playing': playing, 'after': after}}
print(json.dumps({{**{{name: one.tournament.public_id for name, one in made.items()}}, 'round': first.pk}}))
"""
WHOLLY = """selector => [...document.querySelectorAll(selector)].filter(row => {
  const box = row.getBoundingClientRect();
  return box.height && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}).length"""


@pytest.fixture(scope="package")
def halls(site: Site) -> dict[str, str]:
    found: dict[str, str] = json.loads(site.server.manage(SEED.format(club=site.facts["club"])))
    return found


@pytest.fixture
def laptop(site: Site, visitor: Visit) -> Page:
    return visitor(site, session=site.facts["session"], **LAPTOP)


def rows(page: Page, selector: str) -> int:
    """So many stand wholly inside the window."""
    return int(page.evaluate(WHOLLY, selector))


def test_thirty_rows_at_a_glance(laptop: Page, halls: dict[str, str]):
    laptop.goto(f"/desk/t/{halls['door']}/check-in/")
    assert rows(laptop, ".doorlist li") >= 30
    laptop.goto(f"/desk/t/{halls['playing']}/rounds/{halls['round']}/")
    assert rows(laptop, "#round-tables .hall") >= 16
    expect(laptop.locator("#round-tables .hall").first).to_contain_text("Tisch 6")  # what is missing first
    laptop.goto(f"/desk/t/{halls['playing']}/results/")
    assert rows(laptop, "#result-all .hall") >= 24
    expect(laptop.locator("#result-all .hall").first).to_contain_text("Tisch 6")
    laptop.goto(f"/desk/t/{halls['after']}/standings/")
    laptop.locator(".standings summary").nth(4).click()
    expect(laptop.locator(".standings .why").nth(4)).to_be_in_viewport(ratio=1)
    assert rows(laptop, ".standings tbody tr") >= 30


def test_control_the_roomy_look_shows_fewer_and_stays(laptop: Page, halls: dict[str, str]):
    laptop.goto(f"/desk/t/{halls['after']}/standings/")
    close = rows(laptop, ".standings tbody tr")
    laptop.get_by_role("button", name="Luftig").click()
    expect(laptop.get_by_role("button", name="Luftig")).to_have_attribute("aria-pressed", "true")
    laptop.goto(f"/desk/t/{halls['after']}/standings/")
    assert rows(laptop, ".standings tbody tr") < close - 5


@pytest.mark.parametrize("width", [1000, 1280, 1920])
def test_no_page_of_the_desk_scrolls_sideways(site: Site, visitor: Visit, halls: dict[str, str], width: int):
    page = visitor(site, session=site.facts["session"], viewport={"width": width, "height": 800})
    desk = f"/desk/t/{halls['playing']}"
    for part in (
        "",
        "check-in/",
        "rounds/",
        f"rounds/{halls['round']}/",
        "results/",
        "standings/",
        "papers/",
        "settings/",
    ):
        page.goto(f"{desk}/{part}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part
        expect(page.get_by_role("navigation", name="Der Tag")).to_be_in_viewport()


def test_phones_keep_their_pages_and_know_of_no_side_bar(site: Site, visitor: Visit, halls: dict[str, str]):
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(f"/desk/t/{halls['playing']}/rounds/")
    expect(page.get_by_role("navigation", name="Der Tag")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Spielbetrieb")).to_be_visible()
    assert page.get_by_role("link", name="Ergebnisse", exact=True).count() == 1


def test_the_side_bar_follows_what_happens(laptop: Page, site: Site, visitor: Visit, halls: dict[str, str]):
    laptop.goto(f"/desk/t/{halls['playing']}/rounds/")
    results = laptop.locator("#side-results")
    before = int(results.inner_text().split()[1])
    other = visitor(site, session=site.facts["session"], **LAPTOP)
    other.goto(f"/desk/t/{halls['playing']}/results/")
    other.locator("#line").fill("28 123")
    other.keyboard.press("Enter")
    expect(results).to_contain_text(f"{before - 1} offen", timeout=20_000)


def test_one_key_finds_a_table_and_a_player(laptop: Page, halls: dict[str, str]):
    laptop.goto(f"/desk/t/{halls['playing']}/rounds/")
    laptop.keyboard.press("/")
    expect(laptop.locator("#find")).to_be_focused()
    laptop.keyboard.type("gast17")
    expect(laptop.locator("#found")).to_contain_text("17 Gast17 Graf")
    laptop.keyboard.press("Escape")
    laptop.keyboard.type("7")
    expect(laptop.locator("#found a").first).to_contain_text("Tisch 7")
    laptop.keyboard.press("Enter")
    laptop.wait_for_url("**/tables/**")
    expect(laptop.get_by_role("heading", level=1)).to_contain_text("Tisch 7")


def test_keys_lead_through_the_day_and_can_be_switched_off(laptop: Page, halls: dict[str, str]):
    laptop.goto(f"/desk/t/{halls['playing']}/rounds/")
    laptop.keyboard.press("g")
    laptop.keyboard.press("2")
    laptop.wait_for_url("**/check-in/")
    laptop.keyboard.press("?")
    keys = laptop.get_by_role("dialog", name="Tasten")
    expect(keys).to_be_visible()
    keys.get_by_label("Einzelne Tasten auf diesem Gerät ausschalten").check()
    keys.get_by_role("button", name="Schließen").click()
    laptop.keyboard.press("?")
    expect(keys).to_be_hidden()


def test_the_field_finds_without_a_script(site: Site, visitor: Visit, halls: dict[str, str]):
    page = visitor(site, session=site.facts["session"], java_script_enabled=False, **LAPTOP)
    page.goto(f"/desk/t/{halls['playing']}/rounds/")
    page.locator("#find").fill("gast9")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="9 Gast9 Graf").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Gast9 Graf")


@in_each_language
def test_it_can_be_used_by_everybody(site: Site, visitor: Visit, halls: dict[str, str], language: str):
    page = visitor(site, session=site.facts["session"], language=language, **LAPTOP)
    desk = f"/desk/t/{halls['playing']}"
    pages = [
        f"{desk}/{part}"
        for part in ("check-in/", f"rounds/{halls['round']}/", "results/", "standings/", "find/?q=gast1")
    ]
    assert look_at(page, pages, language) == {}
