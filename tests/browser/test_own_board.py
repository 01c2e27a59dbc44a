"""A club enters the board that it owns by tapping the drawn one; checked and drawn anew after each tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


def opened(site: Site, visitor, kind: str, **device: object) -> Page:
    page = visitor(site, session=site.facts["session"], language="en", **device)
    page.goto(f"/desk/clubs/{site.facts['club']}/board/?kind={kind}")
    expect(page.locator("[data-own-board].scripted")).to_be_visible()
    return page


def field(page: Page, name: str):
    return page.locator(f'#drawn .ag-field[data-field="{name}"]:not([data-colour])')


def put(page: Page, what: str, *fields: str) -> None:
    chip = page.locator(f'[data-put="{what}"]').first
    if chip.get_attribute("aria-pressed") == "false":
        chip.click()
    for name in fields:
        field(page, name).click()


def said(page: Page):
    return page.locator("#drawn [aria-live]")


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_walls_are_put_and_taken_away_by_tapping(site: Site, visitor, device):
    page = opened(site, visitor, "M", **device)
    walls = page.locator("#id_walls")
    put(page, "walls", "3")
    expect(page.get_by_text("Now tap the field on the other side.")).to_be_visible()
    expect(field(page, "3")).to_have_class("ag-field is-picked")
    field(page, "20").click()
    expect(said(page)).to_contain_text("not saved yet")
    assert "3 20 1" in walls.input_value().splitlines()
    put(page, "z", "64")
    expect(page.locator("#id_z")).to_have_value("64, 65, 66")
    put(page, "start_G", "5")
    expect(page.locator("#drawn [name=last]")).to_have_value("66:Y1,G5,R1,K1:64,65,66:" + our_walls("3-20-1"))
    put(page, "walls", "3", "20")
    expect(page.locator("#drawn [name=last]")).to_have_value("66:Y1,G5,R1,K1:64,65,66:" + our_walls())
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def our_walls(more: str = "") -> str:
    from games.engine.rules import own_board

    walls = own_board.ours("M").rsplit(":", 1)[1].split(",")
    rows = sorted([*walls, more] if more else walls, key=lambda row: [int(n) for n in row.split("-")])
    return ",".join(rows)


def test_what_nobody_could_play_on_is_said_and_the_last_board_stays(site: Site, visitor):
    page = opened(site, visitor, "6", **LAPTOP)
    put(page, "start_R", "44")
    expect(said(page).get_by_role("alert")).to_be_visible()
    expect(page.locator("#drawn [name=last]")).to_have_value("48:Y1,G9,R17,K25,B33,W41")
    put(page, "start_R", "18")
    expect(said(page)).to_contain_text("not saved yet")
    expect(page.locator("#drawn [name=last]")).to_have_value("48:Y1,G9,R18,K25,B33,W41")


def test_by_keyboard_and_kept(site: Site, visitor):
    page = opened(site, visitor, "6", **LAPTOP)
    page.get_by_label("Fields of the track").fill("56")
    page.get_by_label("Fields of the track").press("Tab")
    expect(field(page, "56")).to_be_visible()
    page.locator('[data-put="start_W"]').press("Enter")
    field(page, "47").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#drawn [name=last]")).to_have_value("56:Y1,G9,R17,K25,B33,W47")
    expect(field(page, "47")).to_be_focused()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(said(page)).to_contain_text("This board is kept.")
    page.get_by_role("button", name="Back to the reconstruction").click()
    expect(said(page)).to_contain_text("This is our reconstruction.")


def test_without_a_script_it_is_typed(site: Site, visitor):
    page = visitor(site, session=site.facts["session"], language="en", java_script_enabled=False, **PHONE)
    page.goto(f"/desk/clubs/{site.facts['club']}/board/?kind=6")
    page.locator("#id_start_W").fill("42")
    page.get_by_role("button", name="Look at it first").click()
    expect(said(page)).to_contain_text("not saved yet")
