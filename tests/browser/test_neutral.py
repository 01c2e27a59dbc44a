"""A claim at a table of three with a neutral colour, by thumb: its pieces are set up and moved like one's own."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
A_TABLE = """
import json
from tests.tournament.evening import Evening
from tournament.core.actors import Actor
from tournament.models import Account, Club
from tournament.stages.actions import change_stage
by = Actor(Account.objects.get(login="yara"))
club = Club.objects.get(public_id="{club}")
evening = Evening(club, "village", by=by)
change_stage(evening.tournament, by=by, stage_id=evening.stage(1).pk, fields={{"kind": "next", "options": {{"neutral": "K"}}}})
evening.come(3)
table = evening.publish(evening.draw(1)[0]).tables.get()
print(json.dumps([evening.tournament.public_id, table.public_id]))
"""


@pytest.fixture
def address(site: Site) -> str:
    tournament, table = json.loads(site.server.manage(A_TABLE.format(club=site.facts["club"])).splitlines()[-1])
    return f"/referee/t/{tournament}/tables/{table}/"


def test_a_neutral_piece_is_set_up_moved_and_judged(site: Site, visitor, address: str):
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(address)
    expect(page.locator("form.scripted")).to_be_visible()
    page.locator("#claim label:has(input[name=against][data-colour=Y])").click()
    page.locator('[data-chip="K"]').click()
    field = '#claim .ag-field[data-field="{}"]'
    page.locator(field.format(15)).first.click()
    page.locator('#claim label:has(input[name=roll][value="3"])').click()
    page.locator(field.format(15)).first.click()
    page.locator(field.format(18)).first.click()
    verdict = page.locator("#verdict")
    expect(verdict).to_have_attribute("data-verdict", "void")  # the piece on the neutral start field has to leave it
    expect(page.locator("#claim [name=played]")).to_have_value("K:15-18")
    expect(page.locator("#claim [name=touched]")).to_have_value("K:15")
    expect(page.locator("#claim [name=position]")).to_have_value("4 Y:B,B,B,1 G:B,B,B,11 R:B,B,B,21 K:B,B,15,31 Y 0")
