"""Two people at two laptops: whatever the one does, the page in front of the other says so and shows the new state."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.test_results_queue import evening

Visit = Callable[..., Page]
NEWS = "an anderer Stelle geändert"
DO = """
from tournament.core.actors import SYSTEM
from tournament.models import Round
from tournament.draw.actions import discard_drafts
from tournament.rounds import actions as rounds
from tournament.results.actions import confirm_result
first, second = Round.objects.filter(stage__tournament__public_id='{tournament}').order_by('number')[:2]
host = first.tournament
{what}
"""
PUBLISHED = "rounds.publish_round(host, by=SYSTEM, round_id=second.pk)"
CLOSED = "rounds.close_round(host, by=SYSTEM, round_id=first.pk, reason='Abbruch')"
UNPUBLISHED = "rounds.unpublish_round(host, by=SYSTEM, round_id=first.pk)"
DISCARDED = "discard_drafts(host, by=SYSTEM, stage_id=first.stage_id)"


def done(site: Site, tournament: str, what: str) -> None:
    site.server.manage(DO.format(tournament=tournament, what=what))


@pytest.fixture
def hall(site: Site, visitor: Visit) -> tuple[Page, str, list[int]]:
    tournament = evening(site, 3)
    numbers = site.server.manage(DO.format(tournament=tournament, what="print(first.pk, second.pk)")).split()
    return visitor(site, session=site.facts["session"]), tournament, numbers


@pytest.mark.parametrize(
    ("at", "what", "now"),
    [
        (1, f"{CLOSED}; {PUBLISHED}", "#round-tables"),  # a draft, published in another tab
        (0, UNPUBLISHED, "#draft"),
        (0, CLOSED, "text=Wieder öffnen"),
        (1, DISCARDED, "#overview"),
    ],
    ids=["published", "taken back", "closed", "thrown away"],
)
def test_a_round_s_page_follows_what_is_done_elsewhere(site: Site, hall, at: int, what: str, now: str):
    page, tournament, numbers = hall
    page.goto(f"/desk/t/{tournament}/rounds/{numbers[at]}/")
    page.wait_for_timeout(500)
    done(site, tournament, what)
    expect(page.locator(now).first).to_be_visible(timeout=25_000)
    expect(page.locator("#messages")).to_contain_text(NEWS)
    expect(page.locator("main .card").first).to_be_visible()


def test_two_players_tapped_in_a_draft_that_is_published_by_then(site: Site, hall):
    page, tournament, numbers = hall
    page.goto(f"/desk/t/{tournament}/rounds/{numbers[1]}/")
    page.route("**/live/**", lambda route: route.abort())
    done(site, tournament, f"{CLOSED}; {PUBLISHED}")
    page.locator(".seat-pick").first.click()
    expect(page.locator("#round-tables")).to_be_visible(timeout=25_000)


def test_whoever_types_into_a_table_is_told_and_keeps_what_is_typed(site: Site, hall):
    page, tournament, _numbers = hall
    page.goto(f"/desk/t/{tournament}/results/")
    page.locator("#result-open .spot").first.click()
    page.locator("label:has([name^=place_][value='2'])").first.click()
    page.wait_for_timeout(500)
    done(site, tournament, CLOSED)
    expect(page.locator("#messages")).to_contain_text("Zeig, wie es jetzt ist", timeout=25_000)
    expect(page.locator("[name^=place_][value='2']").first).to_be_checked()
