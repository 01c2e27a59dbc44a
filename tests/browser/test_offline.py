"""A hall whose network goes: what was opened once goes on, judges and records by itself, and sends what it kept, once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from referee.phone import pyodide
from tests.browser.conftest import HALL, MINUTE, Site, until
from tests.browser.test_axe import in_each_language, problems

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
KEPT = "(path) => caches.match(path).then(Boolean)"
needs_python = pytest.mark.skipif(
    not pyodide.is_there(),
    reason="Python for phones is not there (python -m referee.phone.pyodide, which needs npm)",
)


def kept(page: Page, path: str) -> None:
    """Waits until the keeper has a page."""
    until(page, KEPT, path)


def judges(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-judges", "here", timeout=MINUTE)


def claim_path(site: Site) -> str:
    return f"/referee/t/{site.facts['play']}/tables/{site.facts['table']}/"


def sign_nothing_moved(page: Page, roll: int) -> None:
    page.locator("#claim label:has(input[name=against])").first.tap()
    page.locator(f'#claim label:has(input[name=roll][value="{roll}"])').tap()
    page.locator("#claim [data-do=nothing]").tap()
    expect(page.locator("#verdict")).to_be_visible()


@pytest.fixture
def referee(site: Site, visitor: Callable[..., Page]) -> Page:
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(f"/referee/t/{site.facts['play']}/")
    kept(page, claim_path(site))
    return page


def test_a_phone_that_cannot_load_the_engine_says_so_on_the_floor(site: Site, visitor: Callable[..., Page]):
    """Wherever Python is fetched from, it does not come."""
    page = visitor(site, session=site.facts["session"], service_workers="block", **PHONE)

    def elsewhere(route: Route) -> None:
        answer = route.fetch()
        text = re.sub(r'data-python="[^"]*"', 'data-python="/phone/python/gone/"', answer.text())
        assert "/phone/python/gone/" in text
        route.fulfill(response=answer, body=text)

    page.route(f"**/referee/t/{site.facts['play']}/", elsewhere)
    page.goto(f"/referee/t/{site.facts['play']}/")
    expect(page.locator(".readiness")).to_have_attribute("data-ready", "failed", timeout=MINUTE)
    expect(page.locator(".readiness [data-if=failed]")).to_be_visible()


@needs_python
@pytest.mark.usefixtures("recorded")
def test_a_claim_never_opened_before_is_judged_and_signed_without_network(site: Site, referee: Page):
    referee.goto(f"{claim_path(site)}?throw=1")  # Python is loaded behind any claim
    judges(referee)
    referee.context.set_offline(True)
    referee.goto(claim_path(site))
    judges(referee)
    sign_nothing_moved(referee, 3)
    expect(referee.locator("#verdict")).to_have_attribute("data-verdict", "correct")
    referee.locator(".signbar button.main").tap()
    expect(referee.locator("#said")).to_contain_text("Auf diesem Telefon aufgehoben")
    referee.reload()
    expect(referee.locator("#outbox [data-count]")).to_have_text("1")
    referee.goto(f"/referee/t/{site.facts['play']}/")
    expect(referee.locator("#outbox [data-count]")).to_have_text("1")
    referee.context.set_offline(False)
    expect(referee.locator("html")).to_have_attribute("data-unsent", "0")


@pytest.mark.usefixtures("recorded")
def test_without_network_and_without_python_a_claim_is_kept_not_yet_judged(site: Site, visitor: Callable[..., Page]):
    referee = visitor(site, session=site.facts["session"], service_workers="block", **PHONE)
    referee.route("**/phone/python/**", lambda route: route.abort())
    referee.goto(claim_path(site))
    referee.context.set_offline(True)
    sign_nothing_moved(referee, 2)
    expect(referee.locator("#verdict h2")).to_have_text("Noch nicht beurteilt: keine Verbindung.")
    referee.locator(".signbar button.main").tap()
    expect(referee.locator("#outbox [data-count]")).to_have_text("1")
    referee.context.set_offline(False)
    expect(referee.locator("h1")).to_contain_text("Entscheidung", timeout=MINUTE)


@pytest.mark.usefixtures("recorded")
def test_signed_out_meanwhile_nothing_is_lost_and_nothing_sent_for_somebody_else(site: Site, referee: Page, visitor):
    context = referee.context
    referee.goto(claim_path(site))
    context.set_offline(True)
    sign_nothing_moved(referee, 4)
    referee.locator(".signbar button.main").tap()
    expect(referee.locator("#outbox [data-count]")).to_have_text("1")
    session = next(cookie for cookie in context.cookies() if cookie["name"] == "session")
    context.clear_cookies(name="session")
    context.set_offline(False)
    expect(referee.locator("[data-signed-out]")).to_be_visible()
    expect(referee.locator("html")).to_have_attribute("data-unsent", "1")
    context.add_cookies([session])
    referee.locator("[data-do=send]").tap()
    expect(referee.locator("h1")).to_contain_text("Entscheidung")


def test_pages_are_kept_for_one_account_and_not_after_signing_out(site: Site, referee: Page):
    home = f"/referee/t/{site.facts['play']}/"
    kept(referee, home)
    referee.evaluate("fetch('/logout/', {method: 'POST'})")  # refused (no token), yet meant
    until(referee, f"async (path) => !(await ({KEPT})(path))", home)


@pytest.mark.usefixtures("recorded")
def test_what_can_never_be_taken_is_shown_and_kept_until_it_is_dropped(site: Site, referee: Page):
    referee.goto(claim_path(site))
    referee.context.set_offline(True)
    sign_nothing_moved(referee, 5)
    referee.locator("#position").evaluate("(field) => (field.value = '4 Y:1,1,B,B Y 0')")
    referee.locator(".signbar button.main").tap()
    expect(referee.locator("#outbox [data-count]")).to_have_text("1")
    referee.reload()
    referee.context.set_offline(False)
    expect(referee.locator("[data-refused]")).to_be_visible()
    assert referee.locator("[data-refused] li").inner_text()
    referee.locator("[data-export] > summary").tap()
    expect(referee.locator("[data-text]")).to_have_value(re.compile("1,1,B,B"))
    referee.locator("[data-refused] [data-do=drop]").tap()
    expect(referee.locator("html")).to_have_attribute("data-unsent", "0")


NEWER = """async () => {
  const { keeper } = document.querySelector('meta[name=phone]').dataset;
  await navigator.serviceWorker.register(keeper.replace(/v=.*/, 'v=newer'), { scope: '/' });
}"""
# Asked again until it is there, as every opened page asks: a fetch on a busy machine may fail.
KEEPS = """async () => {
  const files = performance.getEntriesByType('resource').map((one) => one.name);
  navigator.serviceWorker.controller.postMessage({ files, pages: [location.href] });
  return Boolean(await (await caches.open('pages-newer')).match(location.href));
}"""

# What the older keeper still had in hand is dropped as soon as a page speaks to the newer one.
ONLY_NEWER = """async () => {
  navigator.serviceWorker.controller.postMessage({ files: [], pages: [] });
  return (await caches.keys()).every((name) => ['files-newer', 'pages-newer', 'python'].includes(name));
}"""


def test_a_newer_program_keeps_its_own_pages_and_drops_those_before(site: Site, referee: Page):
    referee.goto(claim_path(site))
    kept(referee, referee.url)
    referee.evaluate(
        "async () => void (await (await caches.open('python')).put('/phone/python/kept', new Response('')))"
    )
    referee.evaluate(NEWER)
    until(referee, "() => navigator.serviceWorker.controller?.scriptURL.endsWith('v=newer')")
    until(referee, ONLY_NEWER)
    until(referee, KEEPS)
    assert referee.evaluate("async () => Boolean(await caches.match('/phone/python/kept'))")
    referee.context.set_offline(True)
    referee.reload()
    expect(referee.locator("#claim")).to_be_visible()


PANEL = """async ([who, other]) => {
  const base = await new Promise((done) => (indexedDB.open('augengenau', 2).onsuccess = (event) => done(event.target.result)));
  const writing = base.transaction('entries', 'readwrite');
  const kept = writing.objectStore('entries');
  const entry = (whose, state, group) => ({ id: state, url: '/nowhere/', who: whose, group, body: {}, words: '4 17-21', state });
  for (const [n, state] of ['waiting', 'conflict', 'refused'].entries()) {
    kept.add(entry(who, state, String(n)));
  }
  kept.add(entry(other, 'waiting', 'theirs'));
  await new Promise((done) => (writing.oncomplete = done)); // a page that is left drops what is not written yet
}"""


@in_each_language
def test_whatever_waits_on_the_phone_can_be_read_by_everybody(site: Site, visitor, language):
    page = visitor(site, session=site.facts["session"], language=language, service_workers="block")
    page.route("**/nowhere/", lambda route: route.abort())
    page.goto(f"/desk/t/{site.facts['play']}/games/{site.facts['game']}/")
    expect(page.locator("html")).to_have_attribute("data-unsent", "0")
    page.evaluate(PANEL, [page.locator("meta[name=phone]").get_attribute("data-who"), "somebody"])
    page.reload()
    shown = page.locator("#outbox > *:not([data-signed-out])")
    for box in shown.all():
        expect(box).to_be_visible()
    page.locator("#outbox [data-signed-out]").evaluate("(box) => (box.hidden = false)")
    page.locator("#outbox [data-export] > summary").click()
    assert problems(page, language) == []
    page.evaluate("indexedDB.deleteDatabase('augengenau')")


@pytest.fixture
def recorder(site: Site, visitor: Callable[..., Page]) -> Page:
    page = visitor(site, session=site.facts["session"], **PHONE)
    new_game(page, site)
    return page


def new_game(page: Page, site: Site) -> None:
    opened(page, site)
    page.get_by_text("Es steht fest, wer anfängt").tap()
    page.locator("details[open] button[name=colour][value=Y]").tap()
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "1")
    expect(page.locator("html")).to_have_attribute("data-unsent", "0")  # the queue is at work, not the plain form


def opened(page: Page, site: Site) -> None:
    page.goto(f"/desk/t/{site.facts['play']}/games/")
    form = page.locator(f"form[action$='{site.facts['table']}/record/']")
    form.evaluate("(form) => form.insertAdjacentHTML('beforeend', '<input type=hidden name=anew value=1>')")
    form.locator("button").tap()


def throw(page: Page, roll: int) -> None:
    page.locator(f"[data-dice] button[value='{roll}']").tap()


@needs_python
def test_a_game_goes_on_without_network_over_a_reload_and_arrives_in_order(recorder: Page):
    judges(recorder)
    kept(recorder, recorder.url)
    recorder.context.set_offline(True)
    for roll in (1, 2, 6):
        throw(recorder, roll)
    expect(recorder.locator("#outbox [data-count]")).to_have_text("3")
    expect(recorder.locator(".turn .badge")).to_have_text("6: noch einmal werfen")
    recorder.reload()
    judges(recorder)
    expect(recorder.locator(".turn .badge")).to_have_text("6: noch einmal werfen")
    throw(recorder, 4)
    expect(recorder.locator("#outbox [data-count]")).to_have_text("4")
    recorder.locator("form.last > button").tap()
    expect(recorder.locator("#outbox [data-count]")).to_have_text("5")
    recorder.context.set_offline(False)
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "6", timeout=MINUTE)
    expect(recorder.locator("html")).to_have_attribute("data-unsent", "0")
    expect(recorder.locator(".turn .badge")).to_have_text("6: noch einmal werfen")


@needs_python
def test_what_this_phone_cannot_go_on_from_is_taken_back_without_network(recorder: Page):
    judges(recorder)
    kept(recorder, recorder.url)
    recorder.context.set_offline(True)
    throw(recorder, 6)
    expect(recorder.locator("[data-touched]")).to_have_text(["B", "1"])  # whose turn it is now, not whose it was
    throw(recorder, 3)
    expect(recorder.locator(".turn")).to_contain_text("Grün")
    expect(recorder.locator(".touched")).to_be_hidden()
    recorder.get_by_text("Es wurde anders gezogen").tap()
    recorder.locator("#other-roll").fill("6")
    recorder.locator("[data-otherwise] [value='--']").tap()
    expect(recorder.locator(".board + .trouble")).to_contain_text("Ungültig. ")
    recorder.locator("form.last > button").tap()
    expect(recorder.locator("[data-dice]")).to_be_visible()
    expect(recorder.locator(".trouble:visible")).to_have_count(0)
    expect(recorder.locator(".turn")).to_contain_text("Grün")
    recorder.context.set_offline(False)
    expect(recorder.locator("html")).to_have_attribute("data-unsent", "0", timeout=MINUTE)
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "5")
    expect(recorder.locator("[data-phase=throw] .turn")).to_contain_text("Grün")


@needs_python
def test_the_throws_for_the_first_move_without_network(site: Site, visitor: Callable[..., Page]):
    page = visitor(site, session=site.facts["session"], **PHONE)
    opened(page, site)
    judges(page)
    kept(page, page.url)
    page.context.set_offline(True)
    dice, back = page.locator("[data-first] button"), page.locator("form.last > button")
    thrower = page.locator("[data-thrower]")
    first = thrower.inner_text()
    for n, roll in enumerate("2556", 1):  # the second and the third are level; the fourth was not a 6
        dice.nth(int(roll) - 1).tap()
        expect(page.locator("#outbox [data-count]")).to_have_text(str(n))
    expect(page.locator("[data-phase=throw] .turn")).to_be_visible()
    back.tap()
    dice.nth(0).tap()
    expect(thrower).not_to_have_text(first)
    dice.nth(3).tap()
    dice.nth(4).tap()
    expect(page.locator("[data-phase=throw] .turn")).to_be_visible()
    turn = page.locator(".turn").inner_text()
    throw(page, 1)
    expect(page.locator("#outbox [data-count]")).to_have_text("9")
    page.context.set_offline(False)
    expect(page.locator("html")).to_have_attribute("data-unsent", "0", timeout=MINUTE)
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "9")
    expect(page.locator(".turn")).to_contain_text(turn.split("\n")[0])


def test_lost_answers_doubled_requests_and_a_reload_while_sending_count_once(site: Site, visitor: Callable[..., Page]):
    """R4, by the page's own queue; typed, as on a phone that cannot judge by itself."""
    page = visitor(site, session=site.facts["session"], service_workers="block", **PHONE)
    page.route("**/phone/python/**", lambda route: route.abort())
    new_game(page, site)
    sent: list[int] = []

    def bad_network(route: Route) -> None:
        sent.append(len(route.request.post_data_json["lines"]))
        answer = route.fetch()
        if len(sent) <= 2:
            route.abort()  # taken, but the phone does not hear of it
        else:
            route.fulfill(response=route.fetch() if len(sent) == 3 else answer)

    page.context.set_offline(True)
    page.get_by_text("Es wurde anders gezogen").tap()
    for n, roll in enumerate("123", 1):
        page.locator("#other-roll").fill(roll)
        page.locator("[data-otherwise] [value='--']").tap()
        expect(page.locator("#outbox [data-count]")).to_have_text(str(n))
    page.route("**/lines/", bad_network)
    with page.expect_request("**/lines/"):
        page.context.set_offline(False)
    page.reload()
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "4", timeout=MINUTE)
    expect(page.locator("html")).to_have_attribute("data-unsent", "0", timeout=MINUTE)
    assert len(sent) > 2
    page.get_by_text("Letzte Würfe").tap()
    expect(page.locator(".last li strong")).to_have_text(["3", "2", "1"])


def test_over_plain_http_what_was_entered_survives_a_reload(site: Site, visitor: Callable[..., Page]):
    page = visitor(Site(site.server, site.facts, HALL), session=site.facts["session"], **PHONE)
    new_game(page, site)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]") == [False] * 3
    page.context.set_offline(True)
    throw(page, 1)
    expect(page.locator("#outbox [data-count]")).to_have_text("1")
    page.goto("about:blank")  # the page is lost: without a secure context nobody keeps it
    page.context.set_offline(False)
    page.go_back()
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "2")
    expect(page.locator("html")).to_have_attribute("data-unsent", "0")


@needs_python
def test_over_plain_http_the_open_page_judges_by_itself(site: Site, visitor: Callable[..., Page]):
    page = visitor(Site(site.server, site.facts, HALL), session=site.facts["session"], **PHONE)
    page.goto(claim_path(site))
    judges(page)
    page.context.set_offline(True)
    sign_nothing_moved(page, 3)
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "correct")
