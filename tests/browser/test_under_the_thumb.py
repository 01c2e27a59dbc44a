"""A claim on a small phone: the board stays where it is whatever is tapped, and the verdict's bar hides nothing that matters."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Site
from tests.browser.test_referee import Taps

SIZES = [(360, 640), (390, 844)]
BOARD = "document.querySelector('#claim svg.ag-board').getBoundingClientRect().top + scrollY"
FITS = """() => {
  const box = document.querySelector('#claim .boardbox.tapped'), board = box.querySelector('svg').getBoundingClientRect();
  return box.scrollWidth <= box.clientWidth + 1 && board.left >= 0 && board.right <= innerWidth;
}"""
# Of the board of the claim; the one on which the referee sets up another position is folded away.
SMALLEST = """() => Math.min(...[...document.querySelector('#claim .boardbox.tapped').querySelectorAll('.ag-field .ag-hit, \
  .ag-field:not(:has(.ag-hit))')].map((one) => one.getBoundingClientRect().width))"""
# The sentence that says what counts now, wholly inside the bar without scrolling in it; how much of the window the bar takes.
IN_SIGHT = """() => {
  const bar = document.querySelector('.signbar').getBoundingClientRect(), verdict = document.getElementById('verdict');
  const box = verdict.getBoundingClientRect(), said = verdict.querySelector('.stands').getBoundingClientRect();
  return { share: (innerHeight - bar.top) / innerHeight, inside: said.top >= box.top && said.bottom <= box.bottom + 1,
    signed: document.querySelector('.signbar button').getBoundingClientRect().bottom <= innerHeight + 1 };
}"""
# What can be used or read, brought into sight as the browser does it for a finger or the keyboard: does the bar lie on it?
COVERED = """async () => {
  const found = [], bar = document.querySelector('.signbar');
  const parts = ['.message', 'label', 'button', 'summary', '#hint', '.boardbox.tapped'].map((one) => '#claim ' + one);
  for (const one of document.querySelectorAll(parts)) {
    if (bar.contains(one) || !one.getClientRects().length || one.closest('details:not([open]) > :not(summary)')) continue;
    one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const at = one.getBoundingClientRect();
    const isUnder = at.bottom > bar.getBoundingClientRect().top + 1;
    if (at.height < innerHeight / 2 && isUnder) found.push(one.textContent.trim().slice(0, 60));
  }
  return found;
}"""


@pytest.fixture
def opened(site: Site, visitor):
    def act(language: str, width: int, height: int) -> Page:
        look = {"viewport": {"width": width, "height": height}, "has_touch": True}
        page = visitor(site, session=site.facts["session"], language=language, **look)
        page.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['table']}/")
        expect(page.locator("form.scripted")).to_be_visible(timeout=PATIENCE)
        return page

    return act


def judged(page: Page) -> None:
    expect(page.locator("#verdict .stands")).to_be_visible()


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_board_stays_where_it_is_and_nothing_is_hidden(opened, language, width, height):
    page = opened(language, width, height)
    taps, at = Taps(page), page.evaluate(BOARD)
    judged(page)  # from the record

    def still() -> None:
        assert page.evaluate(BOARD) == at

    assert page.evaluate(FITS) and page.evaluate(SMALLEST) >= 24
    assert page.evaluate(COVERED) == []
    taps.on("#claim label:has(input[name=against][data-colour=Y])")
    still()
    for chip, field in (("Y", "5"), ("Y", "20"), ("G", "9")):
        taps.on(f'[data-chip="{chip}"]')
        taps.field(field)
        still()
    expect(page.locator("#verdict")).to_be_hidden()  # it was about another position
    taps.on('#claim label:has(input[name=roll][value="4"])')
    still()
    for field in ("20", "24"):
        taps.field(field)
        still()
    judged(page)
    still()
    seen = page.evaluate(IN_SIGHT)
    assert seen["inside"] and seen["signed"] and seen["share"] < 0.46, seen
    assert page.evaluate(COVERED) == []
    taps.on("#claim [data-do=again]")
    still()
    taps.field("5")
    taps.field("9")
    judged(page)
    still()


@pytest.mark.usefixtures("recorded")
def test_an_answer_about_the_position_before_is_not_shown(opened):
    """It was asked for before the board was changed, and comes after that."""
    page = opened("en", *SIZES[1])
    judged(page)
    held = []
    page.evaluate("navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => one.unregister()))")
    page.route("**/judge/", lambda route: held.append(route))
    page.locator('#claim label:has(input[name=roll][value="3"])').click()
    page.locator('#claim .ag-field[data-field="17"]').first.click()
    page.locator('[data-chip="G"]').first.click()
    page.locator('#claim .ag-field[data-field="17"]').first.click()
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#verdict")).to_be_hidden()


LOWEST = """() => {
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, share, n) => sum + share *
    (c[n] / 255 <= 0.03928 ? c[n] / 255 / 12.92 : ((c[n] / 255 + 0.055) / 1.055) ** 2.4), 0);
  const parts = (said) => said.match(/[\\d.]+/g).map(Number);
  const ground = (one) => {
    for (let part = one; part; part = part.parentElement) {
      const found = parts(getComputedStyle(part).backgroundColor);
      if (found.length < 4 || found[3] > 0.99) return found;
    }
    return [255, 255, 255];
  };
  const ratio = (one) => {
    const both = [light(parts(getComputedStyle(one).color)), light(ground(one))].sort((a, b) => a - b);
    return (both[1] + 0.05) / (both[0] + 0.05);
  };
  const isText = (one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.textContent.trim());
  const shown = [...document.querySelectorAll('main *')].filter((one) => isText(one) && one.getClientRects().length);
  return Math.min(...shown.filter((one) => !one.closest('svg') && getComputedStyle(one).opacity > 0.9).map(ratio));
}"""


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("language", "width", "height"), [("de", *SIZES[0]), ("en", *SIZES[1])])
def test_in_sunlight_every_word_stands_out(opened, language, width, height, scheme):
    """Ten to one where the phone asks for more contrast; 4.5 is asked of every page."""
    page = opened(language, width, height)
    judged(page)
    page.emulate_media(color_scheme=scheme, contrast="no-preference", reduced_motion="reduce")
    plain = page.evaluate(LOWEST)
    page.emulate_media(color_scheme=scheme, contrast="more", reduced_motion="reduce")
    assert page.evaluate(LOWEST) >= 10 > plain >= 4.5


SIX = """
from tests.tournament.evening import Evening
from tournament.core.actors import Actor
from tournament.models import Account, Board, Club, Round, Stage
evening = Evening(Club.objects.get(), "village", by=Actor(Account.objects.get(login="yara")))
evening.come(4)
first = evening.draw(1)[0]
evening.publish(first)
Stage.objects.filter(tournament=evening.tournament).update(rules="classic", options={})
Round.objects.filter(pk=first.pk).update(options={})
table = first.tables.get()
Board.objects.filter(pk=table.board_id).update(kind="6")
print(evening.tournament.public_id, table.public_id)
"""
HIT = """(box) => Math.min(...[...document.querySelectorAll(box + ' .ag-hit')].map((one) => one.getBoundingClientRect().width))"""
BOARD_BOX = "#claim .boardbox.tapped:not([data-standing] *)"
WIDER = "document.documentElement.scrollWidth > innerWidth"


def test_a_six_seat_board_is_never_drawn_too_small_to_tap(site: Site, visitor):
    """As it opens 44 px, the whole board at least 24 px, also on the narrowest phone, where it is moved in its box."""
    tournament, table = site.server.manage(SIX).split()
    page = visitor(site, session=site.facts["session"], language="en", viewport={"width": 320, "height": 568})
    page.goto(f"/referee/t/{tournament}/tables/{table}/")
    expect(page.locator("form.scripted")).to_be_visible(timeout=PATIENCE)
    for width, height in ((320, 568), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIT, BOARD_BOX) >= 44
        page.get_by_role("button", name="The whole board").click()
        assert page.evaluate(HIT, BOARD_BOX) >= 24
        assert not page.evaluate(WIDER)
        page.get_by_role("button", name="Larger fields").click()
    page.set_viewport_size({"width": 320, "height": 568})
    page.locator("#claim details.decides summary").click()
    page.locator("#claim label:has(input[name=board][value=other])").click()
    assert page.evaluate(HIT, "#claim [data-standing] .boardbox") >= 24
    assert not page.evaluate(WIDER)
