"""On the page of a claim: the cases of the book most like what is being judged, and the way to their cards."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NOT_CLEARED = "4 Y:B,B,1,12 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0"


def judged(page: Page, roll: str, played: str) -> None:
    page.locator("#claim fieldset label:has(input[name=against])").first.click()
    page.locator(f'#claim label:has(input[name=roll][value="{roll}"])').click()
    page.locator("#as-text > summary").click()
    page.locator("#position").fill(NOT_CLEARED)
    page.locator("#position").press("Tab")
    page.locator("#played").fill(played)
    page.locator("#played").press("Tab")


def test_has_this_happened_before(site: Site, visitor) -> None:
    page = visitor(site, session=site.facts["session"], language="en", **PHONE)
    page.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['table']}/")
    expect(page.locator("form.scripted")).to_be_visible(timeout=PATIENCE)
    judged(page, "3", "12-15")
    before = page.locator("[data-before]")
    expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE)
    before.locator("summary").click()
    expect(before.locator("li")).to_have_count(3, timeout=PATIENCE)
    number = before.locator("li a").first.inner_text()
    before.locator("li a").first.click()
    expect(page.locator("h1 .citable")).to_have_text(number, timeout=PATIENCE)
    expect(page.locator("svg.ag-board").first).to_be_visible()
