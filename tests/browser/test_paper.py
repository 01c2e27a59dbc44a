"""Every paper as a page that the browser prints: as many sheets as the press makes, as large, with the same words on each."""

import json
import time
from collections import Counter
from typing import Any
from unicodedata import normalize
from urllib.parse import urlencode

import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Site

pytestmark = pytest.mark.slow
MM = 25.4 / 72
PRINTED = "window.print = () => { document.documentElement.dataset.printed = 'yes'; }"
# Made in the server: by paper what it can be made of, and of each sheet its size and its words.
PRESSED = """
import json
import pypdfium2 as pdfium
from django.utils import translation
from tournament.models import Tournament
from tournament.paper.making import files_of
from tournament.paper.printing import print_out
from tournament.paper.registry import DOCUMENTS, Order
tournament = Tournament.objects.select_related("club__letterhead", "stream").get(public_id="{play}")
found = dict()
for code, document in DOCUMENTS.items():
    offered = document.of(tournament) if document.of else [("", "")]
    for size in dict.fromkeys((document.sizes[0], document.sizes[-1])) if offered else ():
        options = {options}.get(code, dict())
        order = Order(tournament, language="de", of=str(offered[0][0]), size=size, options=options, origin="{origin}")
        with translation.override("de"):
            pack = document.build(order)
            parts = list(pack.parts)
            made = print_out(parts, files=dict(files_of(order), **pack.files))[0]
        pages = pdfium.PdfDocument(made)
        sheets = [[*page.get_size(), page.get_textpage().get_text_range()] for page in pages]
        found[code + " " + size] = [order.of, options, sheets]
print(json.dumps(found))
"""
OPTIONS: dict[str, dict[str, Any]] = {
    "numbers": {"first": 8, "last": 12},
    "wifi": {"network": "Vereinsheim", "password": "würfel-sechs"},
    "sign": {"text": "Anmeldung"},
}


def letters(text: str) -> Counter[str]:
    """Letters and digits alone: each sets hyphens and blanks in its own way."""
    return Counter(char for char in normalize("NFKC", text) if char.isalnum())


def of_chromium(content: bytes) -> list[tuple[float, float, str]]:
    pages = list(pdfium.PdfDocument(content))
    return [(*page.get_size(), page.get_textpage().get_text_range()) for page in pages]


def test_the_browser_prints_what_the_press_prints(site: Site, visitor):
    pressed = json.loads(
        site.server.manage(PRESSED.format(play=site.facts["play"], options=repr(OPTIONS), origin=site.url))
    )
    page = visitor(site, session=site.facts["session"])
    page.add_init_script(PRINTED)
    page.route("**/fonts/*", slowly)
    wrong = []
    for key, (of, options, sheets) in pressed.items():
        code, size = key.split()
        asked = {"code": code, "of": of, "size": size, "language": "de", **options}
        answer = page.goto("/desk/t/{}/papers/sheets/?{}".format(site.facts["play"], query(asked)))
        assert answer and answer.status == 200, key
        page.locator("html[data-printed=yes]").wait_for()
        shown = of_chromium(page.pdf(prefer_css_page_size=True, print_background=True))
        ours = [(round(wide * MM), round(high * MM)) for wide, high, _text in sheets]
        theirs = [(round(wide * MM), round(high * MM)) for wide, high, _text in shown]
        if ours != theirs:
            wrong.append((key, "sheets", ours, theirs))
            continue
        for number, (one, other) in enumerate(zip(sheets, shown, strict=True), 1):
            here, there = letters(one[2]), letters(other[2])
            if here != there:
                wrong.append((key, f"sheet {number}", dict(here - there), dict(there - here)))
    assert wrong == [], json.dumps(wrong)


def slowly(route: Route) -> None:
    """Fonts that come after the page."""
    time.sleep(0.1)
    route.continue_()


def query(asked: dict[str, Any]) -> str:
    return urlencode(asked)


def test_printing_begins_at_once_and_the_way_back_is_not_printed(site: Site, visitor):
    page = visitor(site, session=site.facts["session"])
    page.add_init_script(PRINTED)
    page.goto(f"/desk/t/{site.facts['play']}/papers/")
    paper = page.locator("#paper-names")
    paper.evaluate(
        "one => { for (let up = one; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true; }"
    )
    paper.get_by_role("button", name="Im Browser drucken").click()
    page.wait_for_url("**/papers/sheets/?**")
    page.locator("html[data-printed=yes]").wait_for()
    assert page.locator(".to-print").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".to-print").is_visible()
