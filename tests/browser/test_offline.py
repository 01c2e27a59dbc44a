"""A hall whose network goes: what was opened once goes on, judges and records by itself, and sends what it kept, once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from deploy import phone as python_for_phones
from tests.browser.conftest import HALL, Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MINUTE = 60_000  # ms: Python on a loaded machine
KEPT = "(path) => caches.match(path).then(Boolean)"
needs_python = pytest.mark.skipif(
    not python_for_phones.is_there(), reason="Python for phones is not there (python -m deploy.phone, which needs npm)"
)


def kept(page: Page, path: str) -> None:
    """Waits until the keeper has a page."""
    page.wait_for_function(f"async () => await ({KEPT})('{path}')", timeout=MINUTE)


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


@needs_python
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
    referee.wait_for_function(f"async () => !(await ({KEPT})('{home}'))")


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
    assert "1,1,B,B" in referee.locator("[data-text]").input_value()
    referee.locator("[data-refused] [data-do=drop]").tap()
    expect(referee.locator("html")).to_have_attribute("data-unsent", "0")


@pytest.fixture
def recorder(site: Site, visitor: Callable[..., Page]) -> Page:
    page = visitor(site, session=site.facts["session"], **PHONE)
    new_game(page, site)
    return page


def new_game(page: Page, site: Site) -> None:
    page.goto(f"/desk/t/{site.facts['play']}/games/")
    form = page.locator(f"form[action$='{site.facts['table']}/record/']")
    form.evaluate("(form) => form.insertAdjacentHTML('beforeend', '<input type=hidden name=anew value=1>')")
    form.locator("button").tap()
    page.get_by_text("Es steht fest, wer anfängt").tap()
    page.locator("details[open] button[name=colour][value=Y]").tap()
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "1")


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
    expect(page.locator("html")).to_have_attribute("data-unsent", "0", timeout=MINUTE)
    expect(page.locator("[data-version]")).to_have_attribute("data-version", "4")
    assert len(sent) > 2
    page.get_by_text("Letzte Würfe").tap()
    assert page.locator(".last li > strong").all_inner_texts() == ["3", "2", "1"]


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
