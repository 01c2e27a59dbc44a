"""What people do, in a browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
Visit = Callable[..., Page]


@pytest.mark.parametrize("has_script", [True, False], ids=["with-script", "without"])
def test_from_the_first_link_to_the_public_page(fresh: Site, visitor: Visit, has_script: bool):
    page = visitor(fresh, java_script_enabled=has_script)
    page.goto(fresh.facts["link"])
    assert fresh.facts["link"] not in page.url, "the secret stays in the address"
    page.get_by_label("Name deines Vereins").fill("SC Augenzahl")
    page.get_by_label("Name zum Anmelden").fill("yara")
    page.get_by_label("Passwort").fill("drei Wörter hintereinander")
    page.get_by_role("button", name="Verein und Konto anlegen").click()

    page.get_by_role("link", name="Neues Turnier").click()
    page.get_by_label("Name des Turniers").fill("Herbstturnier")
    for _step in range(3):
        page.get_by_role("button", name="Weiter").click()
    page.get_by_role("button", name="Turnier anlegen").click()
    desk = page.url
    page.get_by_role("link", name="Spieler eintragen").first.click()
    for name in ("Anna Kühn", "Gero Graf", "Weiß, Wanda"):
        page.get_by_label("Name", exact=True).fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_text(name.split(",")[0].split()[-1]).first).to_be_visible()
    page.goto(desk)
    expect(page.locator("#side-players")).to_have_text(re.compile(r"Spieler\s*3"))
    address = page.locator("#address").inner_text()

    phone = visitor(fresh, java_script_enabled=has_script, **PHONE)
    phone.goto(address)
    expect(phone.locator(".people li")).to_have_text(["1Anna K.", "2Gero G.", "3Wanda W."])


def test_signing_in_and_out(site: Site, visitor: Visit):
    page = visitor(site)
    page.goto("/desk/")
    page.get_by_label("Name oder E-Mail-Adresse").fill("yara")
    page.get_by_label("Passwort").fill("etwas anderes")
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_role("alert")).to_contain_text("stimmt nicht")
    page.get_by_label("Passwort").fill("sechs mal sechs")
    page.get_by_role("button", name="Anmelden").click()
    expect(page).to_have_url(re.compile("/desk/$"))
    page.get_by_role("button", name="Abmelden").click()
    page.goto("/desk/")
    expect(page).to_have_url(re.compile("/login/"))


def enter(site: Site, name: str) -> None:
    site.server.manage(
        "from tournament.models import Tournament; from tournament.entries.actions import add_entry;"
        "from tournament.core.actors import SYSTEM;"
        f"add_entry(Tournament.objects.get(public_id='{site.facts['tournament']}'), by=SYSTEM, given_name='{name}')"
    )


@pytest.mark.parametrize("has_stream", [True, False], ids=["stream", "asking"])
def test_an_open_page_shows_who_is_entered_elsewhere(site: Site, visitor: Visit, has_stream: bool):
    page = visitor(site)
    if not has_stream:
        page.route("**/live/**", lambda route: route.abort())
    page.goto(f"/t/{site.facts['tournament']}/")
    name = "Zora" if has_stream else "Quirin"
    expect(page.get_by_text(name)).to_have_count(0)
    enter(site, name)
    expect(page.get_by_text(name)).to_be_visible(timeout=20_000)


@pytest.mark.parametrize("has_script", [True, False], ids=["with-script", "without"])
def test_finding_oneself(site: Site, visitor: Visit, has_script: bool):
    page = visitor(site, java_script_enabled=has_script, **PHONE)
    page.goto(f"/t/{site.facts['tournament']}/")
    page.get_by_role("searchbox").press_sequentially("rosa")
    if not has_script:
        page.get_by_role("button", name="Suchen").click()
    expect(page.locator(".people li")).to_have_text(["3Rosa R."])
    expect(page).to_have_url(re.compile(r"\?q=rosa$"))
    if has_script:
        expect(page.get_by_role("status")).to_have_text("1 gefunden")


def test_the_cursor_waits_for_the_next_name(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['empty']}/enter/")
    for name in ("Bela Blau", "Rosa Roth"):
        expect(page.get_by_label("Name", exact=True)).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_text(name).first).to_be_visible()


def test_a_lost_connection_is_said_on_the_page(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"])
    page.goto(f"/desk/t/{site.facts['play']}/stages/{site.facts['stage']}/hand/")
    page.route("**/hand/", lambda route: route.abort())
    page.locator(".typed input").first.fill("7")
    page.keyboard.press("Tab")
    expect(page.locator("#messages")).to_contain_text("nicht angekommen")
    expect(page.locator(".typed input").first).to_have_value("7")


@pytest.mark.parametrize("has_script", [True, False], ids=["with-script", "without"])
def test_light_and_language_are_kept(site: Site, visitor: Visit, has_script: bool):
    page = visitor(site, java_script_enabled=has_script, color_scheme="light")
    page.goto("/login/")
    page.get_by_role("button", name="Dunkel").click()
    page.get_by_role("button", name="English").click()
    expect(page).to_have_url(re.compile("/login/$"))
    page.goto("/")
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")


def test_the_keyboard_skips_to_the_content(site: Site, visitor: Visit):
    page = visitor(site)
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Zum Inhalt springen")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Herbstturnier", exact=True)).to_be_focused()


def test_a_link_is_copied(site: Site, visitor: Visit):
    page = visitor(site, session=site.facts["session"], permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/desk/t/{site.facts['tournament']}/people/")
    page.get_by_role("button", name="Link erstellen").click()
    page.get_by_role("button", name="Kopieren").click()
    expect(page.get_by_role("button", name="Kopiert")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#link").inner_text()
    expect(page.get_by_alt_text("QR-Code dieses Links")).to_be_visible()


TWELVE = [f"{given} {family}" for family in ("Graf", "Roth", "Kurz", "Blau") for given in ("Anna", "Ida", "Otto")]


@pytest.mark.parametrize("has_script", [True, False], ids=["with-script", "without"])
def test_from_the_wizard_to_everybody_checked_in(site: Site, visitor: Visit, has_script: bool):
    page = visitor(site, session=site.facts["session"], java_script_enabled=has_script)
    page.goto(f"/desk/clubs/{site.facts['club']}/new/")
    page.get_by_label("Name des Turniers").fill("Winterturnier")
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("radio", name="Dorfabend").check()
    page.get_by_role("button", name="Weiter").click()
    page.get_by_label("Erwartete Spieler").fill("12")
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("12 Spieler, 3 Tische")).to_be_visible()
    page.get_by_role("button", name="Zurück").click()
    expect(page.get_by_label("Erwartete Spieler")).to_have_value("12")
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("button", name="Turnier anlegen").click()

    page.get_by_role("link", name="Spieler eintragen", exact=True).first.click()
    page.get_by_label("jede Zeile ein Name").fill("\n".join([*TWELVE, "Anna Graf"]))
    page.get_by_role("button", name="Liste ansehen").click()
    expect(page.get_by_text("Zeile 13: derselbe Name wie Zeile 1 Anna Graf")).to_be_visible()
    page.get_by_role("button", name="Alle eintragen").click()

    expect(page.get_by_text("Es fehlen noch: 12")).to_be_visible()
    for name in TWELVE[:3]:
        page.get_by_role("button", name=re.compile(rf"^\d+ ?{name} ?ist da")).click()
    expect(page.get_by_text("Es fehlen noch: 9")).to_be_visible()
    page.get_by_role("button", name="Rückgängig (Ida Graf)").click()
    expect(page.get_by_text("Es fehlen noch: 10")).to_be_visible()
    page.locator("details.sure > summary").click()
    page.get_by_role("button", name="Alle als da vermerken").click()
    expect(page.get_by_text("12 von 12 da")).to_be_visible()


def test_two_clerks_at_the_door(site: Site, visitor: Visit):
    clerks = [visitor(site, session=site.facts["session"], **PHONE) for _ in range(2)]
    for page in clerks:
        page.goto(f"/desk/t/{site.facts['tournament']}/check-in/")
    clerks[0].get_by_role("button", name=re.compile("Wanda Weiß ?ist da")).tap()
    expect(clerks[1].get_by_role("button", name="Rückgängig (Wanda Weiß)")).to_be_visible(timeout=20_000)
    clerks[0].locator("details.sure > summary").tap()
    clerks[1].get_by_role("searchbox").press_sequentially("rosa")
    expect(clerks[1].locator(".doorlist li")).to_have_count(1)
    clerks[1].get_by_role("button", name=re.compile("Rosa Roth ?ist da")).tap()
    expect(clerks[0].get_by_role("button", name="Rückgängig (Rosa Roth)")).to_be_visible(timeout=20_000)
    expect(clerks[0].get_by_role("button", name="Alle als da vermerken")).to_be_visible()  # what was opened stays open
