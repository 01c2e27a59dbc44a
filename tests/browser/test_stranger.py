"""A new organiser whose club plays the family game with three throws, compulsory capture and no jumping in the goal finds it in
the wizard: how many taps that takes, and how long at the pace at which people tap."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
# The keystroke-level model (Card, Moran, Newell 1980): to point and to press, to decide before each, to move on by a screen.
POINT, DECIDE, SCREEN = 1.3, 1.35, 1.0
SECONDS = 20
WANTED = ("Dreimal würfeln", "Kein Überspringen im Ziel", "Schlagzwang")


class Hand:
    """Counts what a hand does, and the screens that it moves on by to see what it taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.screens = page, 0, 0.0

    def tap(self, what: Locator) -> None:
        height = self.page.viewport_size["height"]
        box = what.bounding_box()
        assert box, what
        self.screens += max(0.0, box["y"] + box["height"] - height, -box["y"]) / height
        what.click()
        self.taps += 1

    @property
    def seconds(self) -> float:
        return self.taps * (POINT + DECIDE) + self.screens * SCREEN


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_classic_with_three_options_is_found_in_twenty_seconds(site: Site, visitor, device):
    page = visitor(site, session=site.facts["session"], **device)
    page.goto(f"/desk/clubs/{site.facts['club']}/new/")
    page.get_by_label("Name des Turniers").fill("Wie bei uns")
    page.get_by_role("button", name="Weiter").click()
    hand, card = Hand(page), page.locator(".pick", has=page.locator('input[value="open"]'))
    hand.tap(card.get_by_text("Anders spielen"))
    for title in WANTED:
        row = card.locator(".optionrow", has=page.get_by_text(title, exact=True))
        if not row.locator("input").first.is_checked():
            hand.tap(row.locator("label").first)
    expect(card.locator("[data-line]")).to_contain_text(", ".join(WANTED))
    hand.tap(page.get_by_role("button", name="Weiter"))
    assert hand.taps <= len(WANTED) + 2
    assert hand.seconds < SECONDS, hand.seconds
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("Schlagzwang").first).to_be_visible()
    page.get_by_role("button", name="Turnier anlegen").click()
    page.goto(page.url.replace("/desk/t/", "/t/") + "rules/")
    for title in WANTED:
        expect(page.get_by_text(title).first).to_be_visible()


def test_the_line_of_a_free_game_follows_its_switches_and_keeps_what_is_settled(site: Site, visitor):
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(f"/desk/clubs/{site.facts['club']}/games/new/?rules=classic&way=3-neutral")
    expect(page.locator("[data-line]")).to_have_text("Das Familienspiel: Neutrale Farbe Schwarz")
    page.get_by_text("Anders spielen").click()
    page.get_by_text("Schlagzwang", exact=True).click()
    expect(page.locator("[data-line]")).to_have_text("Das Familienspiel: Schlagzwang, Neutrale Farbe Schwarz")
