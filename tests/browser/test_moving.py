"""Movement where it helps: a piece goes to its new field, unless the reader wants things to hold still."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site, until

pytestmark = pytest.mark.slow
GLIDING = "[...document.querySelectorAll('[data-piece]')].filter((piece) => piece.getAnimations().length).length"


@pytest.mark.parametrize(("wish", "gliding"), [("no-preference", 1), ("reduce", 0)])
def test_a_piece_glides_to_its_field(site: Site, visitor, wish: str, gliding: int):
    page = visitor(site, reduced_motion=wish)
    page.goto(f"/t/{site.facts['play']}/games/{site.facts['game']}/")
    page.evaluate(f"document.addEventListener('htmx:afterSwap', () => {{ window.glided = {GLIDING}; }})")
    page.locator("[data-step=back]").click()  # to before the piece was moved out
    until(page, "window.glided !== undefined")
    assert page.evaluate("window.glided") == gliding
    expect(page.locator("[data-step=now]")).to_be_visible()
