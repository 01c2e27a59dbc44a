"""An evening is played: drawn, published, typed, closed; and phones at a table."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Visit = Callable[..., Page]


def test_a_round_from_the_draw_to_the_standings_with_why(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['hall']}/rounds/")
    page.get_by_role("button", name="Auslosen").click()
    expect(page.get_by_role("heading", name="Was die Auslosung erreicht hat")).to_be_visible()

    seats = page.locator(".seat-pick")
    expect(seats).to_have_count(12)
    first, other = seats.nth(0).get_attribute("id"), seats.nth(4).get_attribute("id")
    read_out = page.locator("#draft-said").element_handle()
    page.locator(f"#{first}").click()
    expect(page.locator(".effect")).to_contain_text("ist gewählt")
    assert "ist gewählt" in read_out.inner_text()
    page.locator(f"#{other}").click()
    expect(page.locator(".effect")).to_contain_text("tauschen die Sitze")
    assert "tauschen die Sitze" in read_out.inner_text()
    page.get_by_role("button", name="Sitze tauschen").click()
    expect(seats.nth(0)).to_have_attribute("id", str(other))

    page.get_by_role("button", name="Veröffentlichen").click()
    expect(page.get_by_text("Die Runde ist veröffentlicht")).to_be_visible()
    day = page.get_by_role("navigation", name="Der Tag")  # its links say how far it is, too
    day.get_by_role("link", name=re.compile("^Ergebnisse")).click()
    expect(page.locator("html")).to_have_attribute("data-queues", "here")  # else without a script
    for table in (1, 2, 3):
        expect(page.get_by_label("Tisch, dann die Plätze")).to_be_focused()
        page.keyboard.type(f"{table} 132")
        page.keyboard.press("Enter")
        refused = page.locator("#queue .trouble")
        expect(refused).to_contain_text("4 Plätze")
        refused.get_by_role("button", name="Ändern").click()
        expect(page.get_by_label("Tisch, dann die Plätze")).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.type("4")
        expect(page.locator("#preview .place")).to_have_text(["1", "3", "2", "4"])
        page.keyboard.press("Enter")
        expect(page.locator("#queue").get_by_text(f"Tisch {table} zählt:")).to_be_visible()
    expect(page.get_by_role("heading", name="Jeder Tisch hat sein Ergebnis")).to_be_visible()

    step = page.get_by_role("region", name="Was jetzt ansteht")
    step.get_by_role("button", name=re.compile("abschließen$")).click()
    day.get_by_role("link", name=re.compile("^Tabelle")).click()
    expect(page.locator(".standings tbody tr")).to_have_count(12)
    page.locator(".standings summary").nth(1).click()
    expect(page.locator(".standings .why").nth(1)).to_contain_text("Gleichauf mit")


def test_what_is_typed_by_hand_is_answered_at_once_and_kept_when_told(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['play']}/stages/{site.facts['stage']}/hand/")
    seats, findings = page.locator(".typed input"), page.locator("#findings")
    before = findings.inner_text()
    first = re.search(r": (\d+) (\S+)", before)
    assert first, before
    seats.first.fill(first[1])
    page.keyboard.press("Tab")
    expect(page.locator(".typed .who").first).to_contain_text(first[2])
    expect(findings).not_to_contain_text(f": {first[1]} {first[2]}")
    expect(seats.nth(1)).to_be_focused()
    seats.nth(1).fill("999")
    page.keyboard.press("Tab")
    expect(findings).to_contain_text("Spielt in dieser Runde nicht mit: 999")
    expect(page.get_by_role("button", name="Als Entwurf übernehmen")).to_have_count(0)


def test_the_clock_runs_and_the_draft_knows_no_clock(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['play']}/rounds/{site.facts['open']}/")
    clock = page.locator(".bigclock .clock")
    before = clock.inner_text()
    assert re.fullmatch(r"\+?\d+:\d\d", before)
    expect(clock).not_to_have_text(before, timeout=5_000)


def test_two_players_at_a_table_agree(site: Site, visitor: Visit):
    phones = [visitor(site, **PHONE) for _ in range(2)]
    for phone, own_link in zip(phones, site.facts["sitting"], strict=True):
        phone.goto(own_link)
        expect(phone).to_have_url(re.compile(r"/entry/\w+/$"))
        phone.locator("details:has(fieldset.places) > summary").click()
        for place, group in enumerate(phone.locator("fieldset.places").all(), 1):
            group.get_by_role("radio", name=str(place), exact=True).check()
        phone.get_by_role("button", name="Senden").click()
    expect(phones[1].get_by_text("Dieses Ergebnis zählt. Danke!")).to_be_visible()
    expect(phones[0].get_by_text("Dieses Ergebnis zählt. Danke!")).to_be_visible(timeout=20_000)


def test_the_counter_draws_while_it_is_typed(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['play']}/tables/{site.facts['wrong']}/counter/")
    fields = page.locator(".even .field input")
    fields.nth(0).press_sequentially("a b c d")
    expect(page.locator(".counted tbody tr")).to_have_count(fields.count())
    expect(page.locator(".counted tbody tr").first).to_contain_text("1.")
    fields.nth(1).press_sequentially("99")
    expect(page.get_by_role("status").filter(has_text="99")).to_be_visible()
    expect(page.get_by_role("button", name="Ergebnis bestätigen")).to_have_count(0)


def test_without_a_script_one_finds_the_table_and_the_standings(site: Site, visitor: Visit):
    page = visitor(site, java_script_enabled=False, **PHONE)
    page.goto(f"/t/{site.facts['play']}/")
    page.get_by_role("searchbox").fill("1")
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator(".hall")).to_contain_text("Tisch")
    page.get_by_role("link", name="Tabelle", exact=True).click()
    page.locator(".standings summary").first.click()
    expect(page.locator(".standings .why").first).to_contain_text("Gleichauf mit")
