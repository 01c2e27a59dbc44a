"""The desk in a browser: a hundred results by keyboard, a board tapped on a phone, a referee's way."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOST_KEYS = 8  # for a table, whose number has at most two digits
Visit = Callable[..., Page]


def test_a_table_takes_eight_keys_at_most_and_nothing_else(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['keys']}/results/")
    field = page.get_by_label("Tisch, dann die Plätze")
    pressed = 0

    def press(key: str) -> None:
        nonlocal pressed
        pressed += 1
        page.keyboard.press(key)

    tables = page.locator(".tables .hall")
    count = tables.count()
    assert count == 10
    for number in range(1, count + 1):
        expect(field).to_be_focused()
        pressed = 0
        for key in [*str(number), "Space", *"1324", "Enter"]:
            press(key)
        expect(page.locator("#queue").get_by_text(f"Tisch {number} zählt:")).to_be_visible()
        expect(page.locator("#counts[role=status]")).to_contain_text(f"Tisch {number} zählt:")
        assert pressed <= MOST_KEYS
    expect(page.get_by_role("heading", name="Jeder Tisch hat sein Ergebnis")).to_be_visible()


def tap(page: Page, field: str, colour: str = "") -> None:
    owner = f'[data-colour="{colour}"]' if colour else ":not([data-colour])"
    page.locator(f'#drawn .ag-field[data-field="{field}"]{owner}').tap()


def test_a_board_is_counted_by_tapping_it(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(f"/desk/t/{site.facts['play']}/tables/{site.facts['wrong']}/counter/")
    expect(page.locator("#drawn [role=button]").first).to_be_visible()
    sizes = page.evaluate(
        "[...document.querySelectorAll('#drawn .ag-field')].map(f => f.firstElementChild.getBoundingClientRect().width)"
    )
    assert min(sizes) >= 44
    colours = page.locator("#placer [data-place]")
    colours.nth(0).tap()
    tap(page, "5")
    expect(colours.nth(0)).to_contain_text("1/4")
    rows = page.locator("#counted tbody tr")
    expect(rows.first).to_contain_text("14")  # its start field counts ten, four further
    tap(page, "a", colours.nth(1).get_attribute("data-place") or "")
    expect(colours.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(rows.nth(1)).to_contain_text("75")
    page.get_by_role("button", name="Rückgängig").tap()
    expect(rows.nth(1)).not_to_contain_text("75")
    tap(page, "5")
    expect(colours.nth(0)).to_contain_text("0/4")


def test_a_board_is_counted_with_the_keys_as_well(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['play']}/tables/{site.facts['wrong']}/counter/")
    spot = page.locator('#drawn .ag-field[data-field="7"]:not([data-colour])')
    expect(spot).to_have_attribute("role", "button")
    spot.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#counted tbody tr").first).to_contain_text("16")
    expect(spot).to_be_focused()  # the board was drawn anew
    page.keyboard.press("Space")
    expect(page.locator("#placer [data-place]").first).to_contain_text("0/4")


def test_the_page_of_the_desk_hears_of_trouble_and_complains_of_nothing(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if "htmx" in message.text else None)
    page.goto(f"/desk/t/{site.facts['play']}/")
    expect(page.get_by_text("Tisch 3: Eine Figur fehlt.")).to_be_visible()
    site.server.manage(
        "from tournament.models import Table; from tournament.results.actions import set_problem;"
        "from tournament.core.actors import SYSTEM;"
        f"t = Table.objects.get(public_id='{site.facts['table']}');"
        "set_problem(t.tournament, by=SYSTEM, table_id=t.public_id, problem='Der Würfel ist weg.')"
    )
    expect(page.get_by_text("Der Würfel ist weg.")).to_be_visible(timeout=20_000)
    assert said == []
