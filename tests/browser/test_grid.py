"""The players' grid: by keys alone, faster than the network answers, pasted from a spreadsheet, and refused with a reason."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MINUTE, Site, until
from tests.browser.test_results_queue import slow

Visit = Callable[..., Page]
SEED = """
from tests.tournament.evening import Evening
from tournament.core.actors import SYSTEM
from tournament.models import Club
evening = Evening(Club.objects.get(public_id='{club}'), 'village', by=SYSTEM)
evening.tournament.is_listed = False
evening.tournament.save()
evening.enter({players})
print(evening.tournament.public_id)
"""
STANDS = """
import json
from tournament.entries.grid.cells import shown
from tournament.models import Entry
entries = Entry.objects.filter(tournament__public_id='{tournament}').order_by('number')
print(json.dumps([[shown(entry, name) for name in {names}] for entry in entries]))
"""
CHANGE = """
from tournament.core.actors import SYSTEM
from tournament.entries.grid.actions import Cell, edit_entries
from tournament.models import Entry, Tournament
tournament = Tournament.objects.get(public_id='{tournament}')
entry = tournament.entries.get(number={number}).public_id
edit_entries(tournament, by=SYSTEM, cells=[Cell(entry, '{field}', '{value}')])
"""


@pytest.fixture
def tournament(site: Site) -> str:
    return site.server.manage(SEED.format(club=site.facts["club"], players=40))


@pytest.fixture
def page(site: Site, visitor: Visit, tournament: str) -> Page:
    page = visitor(site, session=site.facts["session"], viewport={"width": 1280, "height": 800})
    page.goto(f"/desk/t/{tournament}/players/?sort=number")
    expect(page.locator("html")).to_have_attribute("data-queues", "here")
    return page


def stands(site: Site, tournament: str, *names: str) -> Any:
    return json.loads(site.server.manage(STANDS.format(tournament=tournament, names=names)))


def cell(page: Page, row: int, field: str) -> Any:
    return page.locator(f"tbody tr:not([hidden]) >> nth={row}").locator(f"[data-f={field}]")


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """text => { const data = new DataTransfer(); data.setData("text/plain", text);
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true})); }""",
        text,
    )


def all_sent(page: Page) -> None:
    until(page, "() => document.documentElement.dataset.unsent === '0'")


def test_thirty_rows_are_in_view(page: Page) -> None:
    inside = page.evaluate("""() => [...document.querySelectorAll("#players tbody tr")].filter((row) => {
        const [one, all] = [row.getBoundingClientRect(), document.querySelector(".sheet").getBoundingClientRect()];
        return one.top >= all.top && one.bottom <= Math.min(all.bottom, innerHeight); }).length""")
    assert inside >= 30, inside


@pytest.mark.parametrize("latency", [0, 1500])
def test_a_column_typed_by_keys_alone_is_there_to_the_last_cell(
    page: Page, site: Site, tournament: str, latency: int
) -> None:
    slow(page, latency)
    cell(page, 0, "from_club").click()
    for number in range(1, 13):
        page.keyboard.type(f"Verein {number}", delay=20)
        page.keyboard.press("Enter")
    expect(cell(page, 11, "from_club")).to_have_text("Verein 12")
    until(page, "() => document.activeElement.closest('tr')?.cells[1].textContent === '13'")
    all_sent(page)
    assert [row[0] for row in stands(site, tournament, "from_club")][:13] == [f"Verein {n}" for n in range(1, 13)] + [
        ""
    ]


def test_answers_that_come_at_once_leave_the_focus_where_it_is(page: Page) -> None:
    cell(page, 4, "from_club").click()
    for _time in range(5):
        page.evaluate("""() => { const sheet = document.querySelector("#players .sheet");
            sheet.querySelectorAll("tbody tr").forEach((row) => (row.dataset.old = ""));
            ["refresh", "refresh", "refresh"].forEach((name) => sheet.dispatchEvent(new Event(name))); }""")
        until(page, "() => !document.querySelector('#players tbody tr[data-old]')")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.activeElement.closest('tr')?.cells[1].textContent") == "5"


def test_what_was_typed_before_a_reload_is_sent_afterwards(page: Page, site: Site, tournament: str) -> None:
    page.context.set_offline(True)
    cell(page, 2, "given_name").click()
    page.keyboard.type("Jörg")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(cell(page, 2, "given_name")).to_have_class("waits")
    page.wait_for_timeout(500)
    page.context.set_offline(False)
    page.reload()
    all_sent(page)
    expect(cell(page, 2, "given_name")).to_have_text("Jörg")
    assert stands(site, tournament, "given_name")[2] == ["Jörg"]


def test_a_block_of_a_spreadsheet_is_pasted_into_cells(page: Page, site: Site, tournament: str) -> None:
    cell(page, 1, "family_name").click()
    paste(page, "Müller\tÖzlem\tx\nvon der Heydt\tHans-Peter\t\nO’Brien\tSeán\tx\n")
    all_sent(page)
    names = ("family_name", "given_name", "state")
    assert stands(site, tournament, *names)[1:4] == [
        ["Müller", "Özlem", "✓"],
        ["von der Heydt", "Hans-Peter", ""],
        ["O’Brien", "Seán", "✓"],
    ]


def test_several_rows_at_once_and_deleted(page: Page, site: Site, tournament: str) -> None:
    cell(page, 4, "family_name").click()
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Space")
    expect(page.locator("[data-chosen]")).to_have_text("3")
    page.locator("[data-set=is_paid]").click()
    page.locator("#bulk-value").fill("Hanauer Hütchen")
    page.keyboard.press("Enter")
    all_sent(page)
    assert stands(site, tournament, "is_paid", "from_club")[4:7] == [["✓", "Hanauer Hütchen"]] * 3
    page.locator(".bulk summary").click()
    page.locator("[data-remove]").click()
    all_sent(page)
    expect(page.locator("#players tbody tr")).to_have_count(37)
    assert len(stands(site, tournament, "number")) == 37


def test_filter_sort_and_columns(page: Page) -> None:
    page.locator("#filter").fill("gast12")
    expect(page.locator("#players tbody tr:not([hidden])")).to_have_count(1)
    page.locator("#filter").fill("")
    page.locator("th[data-f=number] a").click()
    expect(cell(page, 0, "number")).to_have_text("40")
    expect(page.locator("td[data-f=email]").first).to_be_hidden()
    page.locator("[data-menu] summary").click()
    page.locator("[data-menu] input[value=email]").check()
    expect(page.locator("td[data-f=email]").first).to_be_visible()


def test_on_old_facts_it_is_refused_with_what_stands_there_and_can_be_written_over(
    page: Page, site: Site, tournament: str
) -> None:
    page.context.set_offline(True)
    cell(page, 0, "from_club").click()
    page.keyboard.type("Hana")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    site.server.manage(CHANGE.format(tournament=tournament, number=1, field="from_club", value="Offenbach"))
    page.context.set_offline(False)
    expect(page.locator(".notes [data-why]")).to_contain_text("Offenbach", timeout=MINUTE)
    expect(cell(page, 0, "from_club")).to_have_class("doubtful")
    page.locator("[data-do=over]").click()
    all_sent(page)
    assert stands(site, tournament, "from_club")[0] == ["Hana"]


def test_without_a_script_it_is_a_list_with_links(site: Site, visitor: Visit, tournament: str) -> None:
    page = visitor(site, session=site.facts["session"], java_script_enabled=False)
    page.goto(f"/desk/t/{tournament}/players/?q=gast7")
    expect(page.locator("#players tbody tr")).to_have_count(1)
    page.locator("#players tbody a").click()
    expect(page.locator("h1")).to_contain_text("Gast7")
