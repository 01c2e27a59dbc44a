"""A ruling standing at the table, on a phone and without touching the keyboard: how many taps it takes, and what comes of it."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Site

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
CAPTURE_MISSED = "4 Y:B,5,20,a G:B,9,14,30 R:21,25,B,B K:31,35,B,B Y 0"


class Taps:
    """Counts what a thumb does."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def on(self, where: str) -> None:
        self.page.locator(where).first.click()
        self.count += 1

    def field(self, name: str, colour: str = "") -> None:
        own = f'[data-colour="{colour}"]' if colour else ""
        self.on(f'#claim .ag-field[data-field="{name}"]{own}')


@pytest.fixture
def phone(site: Site, visitor) -> Page:
    page = visitor(site, session=site.facts["session"], language="en", **PHONE)
    page.goto(f"/referee/t/{site.facts['play']}/")
    return page


@pytest.fixture
def taps(phone: Page) -> Taps:
    return Taps(phone)


def open_claim(taps: Taps, site: Site) -> None:
    taps.on(f'a[href$="tables/{site.facts["table"]}/"]')
    expect(taps.page.locator("form.scripted")).to_be_visible(timeout=PATIENCE)


def against_first(taps: Taps) -> str:
    label = taps.page.locator("#claim fieldset label:has(input[name=against])").first
    label.click()
    taps.count += 1
    return label.locator("input").get_attribute("data-colour") or ""


def set_up(taps: Taps, position: str) -> None:
    """Only what does not wait is tapped; the colour in hand changes by itself where all four are out."""
    for group in position.split()[1:-2]:
        colour, fields = group[0], [field for field in group[2:].split(",") if field != "B"]
        chip = taps.page.locator(f'[data-chip="{colour}"]').first
        if chip.get_attribute("aria-pressed") == "false":
            taps.on(f'[data-chip="{colour}"]')
        for field in fields:
            taps.field(field, colour if field in "abcd" else "")


def test_sixteen_pieces_set_up_and_ruled_in_26_taps(site: Site, taps: Taps, phone: Page):
    begun = time.monotonic()
    open_claim(taps, site)
    colour = against_first(taps)
    assert colour == "Y"
    set_up(taps, "4 Y:3,5,20,a G:9,12,14,30 R:21,23,25,27 K:31,33,35,37 Y 0")
    assert taps.count <= 2 + 16 + 3  # at most a change of colour for each
    phone.locator('#claim label:has(input[name=roll][value="4"])').click()
    taps.count += 1
    taps.field("20")
    taps.field("24")
    expect(phone.locator("#verdict h2")).to_have_text("void")
    expect(phone.locator("#verdict")).to_contain_text("the capture from 5 on 9")
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    assert taps.count <= 26
    assert time.monotonic() - begun < 30
    expect(phone.locator("main")).to_contain_text("rules 10, 11, 13")


@pytest.mark.usefixtures("recorded")
def test_a_recorded_throw_is_ruled_in_two_taps(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    expect(phone.locator("#from-record")).to_be_visible()
    expect(phone.locator("#verdict [data-words] p").first).to_be_visible()
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    assert taps.count == 2


@pytest.mark.usefixtures("recorded")
def test_what_is_entered_otherwise_than_it_was_recorded_is_said_before_it_is_signed(
    site: Site, taps: Taps, phone: Page
):
    open_claim(taps, site)
    expect(phone.locator("#verdict [data-words] p").first).to_be_visible()
    expect(phone.locator("[data-otherwise]")).to_be_hidden()
    phone.locator('#claim label:has(input[name=roll][value="5"])').click()
    expect(phone.locator("[data-otherwise]")).to_contain_text("of the record: Yellow, 6, nothing moved.")
    expect(phone.locator("[data-otherwise]")).to_be_in_viewport()
    phone.locator('#claim label:has(input[name=roll][value="6"])').click()
    expect(phone.locator("[data-otherwise]")).to_be_hidden()
    phone.locator('#claim label:has(input[name=roll][value="5"])').click()
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    expect(phone.locator("main")).to_contain_text("Not as it was recorded.")


@pytest.mark.usefixtures("recorded")
def test_the_throw_of_another_player_is_not_the_recorded_one(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    expect(phone.locator("#verdict [data-words] p").first).to_be_visible()
    phone.locator("#claim label:has(input[name=against][data-colour=G])").click()
    expect(phone.locator("#claim")).to_contain_text("No longer the throw of the record")
    expect(phone.locator("#claim input[name=throw]")).to_have_count(0)


def test_the_strong_edge_is_around_the_corner_of_whom_the_claim_is_against(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    edge, name = phone.locator("#claim .ag-turn").first, phone.locator("#claim svg.ag-board title").first
    for colour, said in (("R", "Red to move"), ("G", "Green to move")):
        phone.locator(f"#claim label:has(input[name=against][data-colour={colour}])").click()
        expect(edge).to_have_attribute("data-house", colour)
        expect(phone.locator("#claim .boardbox.tapped").first.locator(".ag-turn")).to_have_count(1)
        expect(name).to_contain_text(said)


def test_the_first_piece_tapped_is_the_one_touched(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    set_up(taps, "4 Y:B,B,5,20 G:B,B,B,30 R:B,B,B,B K:B,B,B,B Y 0")
    phone.locator('#claim label:has(input[name=roll][value="4"])').click()
    taps.field("5")  # touched, then another piece is moved
    taps.field("20")
    taps.field("24")
    expect(phone.locator("#verdict h2")).to_have_text("the touched piece moves")
    phone.locator("#claim [data-do=nothing]").click()
    expect(phone.locator("#verdict")).to_contain_text("nothing was moved")
    phone.locator("#claim [data-do=again]").click()
    expect(phone.locator("#verdict")).to_be_hidden()


def test_which_of_several_pieces_goes_back_is_one_tap(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    set_up(taps, "4 Y:B,5,20,30 G:B,B,B,8 R:B,B,B,23 K:B,B,B,B Y 0")
    phone.locator('#claim label:has(input[name=roll][value="3"])').click()
    taps.field("30")
    taps.field("33")
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.locator("#claim svg.ag-board").first.scroll_into_view_if_needed()
    expect(phone.locator("[data-back] [aria-pressed=true]")).to_have_text("20")  # it had come farther
    expect(phone.locator("[data-back]")).to_be_in_viewport(ratio=1)
    phone.locator("[data-back] button[value='5']").click()
    expect(phone.locator("[data-back] [aria-pressed=true]")).to_have_text("5")
    expect(phone.locator("#verdict")).to_contain_text("piece on 5 goes back")
    phone.locator("#claim [data-do=again]").click()
    taps.field("5")
    taps.field("8")
    expect(phone.locator("#verdict h2")).to_have_text("correct")
    expect(phone.locator("[data-back]")).to_be_hidden()


def test_a_piece_put_on_an_own_one_is_tapped(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    set_up(taps, "4 Y:B,B,5,9 G:B,B,B,30 R:B,B,B,B K:B,B,B,B Y 0")
    phone.locator('#claim label:has(input[name=roll][value="4"])').click()
    taps.field("5")
    taps.field("9")
    phone.get_by_role("button", name="It was put on that own piece: 5 – 9").click()
    expect(phone.locator("#played")).to_have_value("5-9")
    expect(phone.locator("#verdict")).to_have_attribute("data-verdict", re.compile("void|enforced"))


def excluded_first(phone: Page) -> None:
    phone.locator("#claim details.decides summary").click()
    phone.locator("#claim label:has(input[name=measure][value=exclusion])").click()


def test_an_exclusion_is_not_signed_without_a_network_and_says_so(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    phone.locator('#claim label:has(input[name=roll][value="1"])').click()
    phone.locator("#claim [data-do=nothing]").click()
    excluded_first(phone)
    phone.context.set_offline(True)
    phone.locator(".signbar button.main").click()
    expect(phone.locator("#said")).to_contain_text("Nothing is signed yet")
    expect(phone.locator("html")).not_to_have_attribute("data-unsent", re.compile("[1-9]"))
    phone.context.set_offline(False)
    phone.locator(".signbar button.main").click()
    expect(phone.locator("h1")).to_have_text("Exclude from the tournament?")


def test_a_signed_exclusion_leaves_no_draft(site: Site, taps: Taps, phone: Page):
    phone.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['wrong']}/")
    expect(phone.locator("form.scripted")).to_be_visible(timeout=PATIENCE)
    against_first(taps)
    phone.locator('#claim label:has(input[name=roll][value="1"])').click()
    phone.locator("#claim [data-do=nothing]").click()
    excluded_first(phone)
    phone.wait_for_timeout(500)  # written to the phone
    phone.locator(".signbar button.main").click()
    phone.locator("#words").fill("On purpose")
    phone.locator("button.grave").click()
    expect(phone.locator("h1")).to_contain_text("Ruling")
    ruling = phone.url
    phone.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['wrong']}/")
    expect(phone.locator("form.scripted")).to_be_visible(timeout=PATIENCE)
    phone.wait_for_timeout(500)
    expect(phone.locator("#claim [name=measure]:checked")).to_have_value("note")
    expect(phone.locator("#said")).to_be_hidden()
    phone.goto(ruling)  # other tests play on with everybody
    phone.locator("details.sure summary").click()
    phone.locator("#reason").fill("By mistake")
    phone.locator("details.sure button.grave").click()
    expect(phone.locator("main")).to_contain_text("revoked")


def test_another_position_than_the_verdicts_is_set_up_by_tapping(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    set_up(taps, "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0")
    phone.locator('#claim label:has(input[name=roll][value="4"])').click()
    taps.field("20")
    taps.field("24")
    expect(phone.locator("#verdict h2")).to_have_text("void")
    phone.locator("summary:has-text('More: warning')").click()
    expect(phone.locator("[data-standing]")).to_be_hidden()
    phone.locator("#claim label:has(input[name=board][value=other])").click()
    expect(phone.locator("#standing")).to_have_value("4 Y:B,B,B,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B G 0")
    phone.locator("[data-standing] .ag-field[data-field='9']").click()
    phone.locator("[data-standing] .ag-field[data-field='12']").click()
    phone.locator("#standing-next").select_option("K")
    expect(phone.locator("#verdict h2")).to_have_text("by the rules void, but it goes on otherwise")
    phone.locator("#deviation").fill("Both agree")
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    expect(phone.locator("main")).to_contain_text("The position that stands")


@pytest.mark.usefixtures("recorded")
def test_an_earlier_throw_of_the_record_is_ruled_in_four_taps(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    taps.on("summary:has-text('Another throw of the record')")
    taps.on("ol.throws a")
    expect(phone).to_have_url(re.compile("throw="))
    expect(phone.locator("#verdict [data-words] p").first).to_be_visible()
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    assert taps.count == 4


def test_a_table_that_calls_shows_on_the_page_of_a_claim_too(site: Site, visitor, phone: Page):
    phone.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['table']}/")
    slip = visitor(site, language="en", **PHONE)
    slip.goto(site.facts["slip"])
    slip.locator("button:has-text('We need a referee')").click()
    expect(phone.locator("#calling a")).to_contain_text("calls for a referee", timeout=5_000)
    read_out = phone.locator("[role=status] #calling a").element_handle()
    phone.evaluate("htmx.find('#calling').dataset.known = 1; htmx.trigger('#calling', 'refresh')")
    expect(phone.locator("#calling")).not_to_have_attribute("data-known", "1")
    assert read_out.evaluate("link => link.isConnected")  # not put in, and read out, once more
    phone.locator("#calling a").click()
    phone.locator("button:has-text('Settled without a ruling')").first.click()
    expect(phone.locator("#calls-title")).to_have_count(0)


def test_a_position_that_was_typed_is_no_longer_that_of_the_record(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    expect(phone.locator("#from-record")).to_be_visible()
    phone.locator("summary:has-text('As text')").click()
    phone.locator("#position").fill(CAPTURE_MISSED)
    phone.locator("#position").press("Tab")
    expect(phone.locator("#from-record")).to_have_count(0)
    expect(phone.locator("#claim")).to_contain_text("No longer the throw of the record")
    expect(phone.locator("#claim [name=throw]")).to_have_count(0)


def test_what_cannot_be_is_explained(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    phone.locator("summary:has-text('As text')").click()
    phone.locator("#position").fill("4 Y:1,1,B,B G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0")
    phone.locator('#claim label:has(input[name=roll][value="4"])').click()
    phone.locator("#claim [data-do=nothing]").click()
    expect(phone.locator("#verdict h2")).to_have_text("This cannot have been.")
    assert phone.locator("#verdict [data-words] p").inner_text()


def test_a_common_offence_in_four_taps(site: Site, taps: Taps, phone: Page):
    taps.on(f'a[href$="tables/{site.facts["table"]}/"]')
    taps.on("#conduct label:has(input[name=against])")
    taps.on("#conduct label:has(input[value=conduct])")
    taps.on("#conduct button.main")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    expect(phone.locator("main")).to_contain_text("Unsporting conduct")
    assert taps.count <= 4


@pytest.mark.usefixtures("recorded")
def test_what_was_signed_without_a_network_is_kept_and_sent(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    phone.locator('#claim label:has(input[name=roll][value="3"])').click()
    phone.locator("#claim [data-do=nothing]").click()
    expect(phone.locator("#verdict h2")).to_have_text("correct")
    phone.context.set_offline(True)
    phone.locator(".signbar button").click()
    expect(phone.locator("#said")).to_contain_text("Kept on this phone")
    phone.context.set_offline(False)
    expect(phone.locator("h1")).to_contain_text("Ruling")
    phone.go_back()
    expect(phone.locator("html")).to_have_attribute("data-unsent", "0")


def test_a_table_that_calls_shows_at_once(site: Site, visitor, phone: Page):
    slip = visitor(site, language="en", **PHONE)
    slip.goto(site.facts["slip"])
    slip.locator("button:has-text('We need a referee')").click()
    expect(slip.locator("main")).to_contain_text("comes to your table")
    expect(phone.locator("#calls-title")).to_be_visible(timeout=5_000)
    phone.locator("button:has-text('Settled without a ruling')").first.click()
    expect(phone.locator("#calls-title")).to_have_count(0)


TWO_DICE = """
from tests.tournament.evening import Evening
from tournament.core.actors import Actor
from tournament.models import Account, Club, Round, Stage
evening = Evening(Club.objects.get(), "village", by=Actor(Account.objects.get(login="yara")))
evening.tournament.is_listed = False
evening.tournament.save()
evening.come(4)
first = evening.draw(1)[0]
evening.publish(first)
Stage.objects.filter(tournament=evening.tournament).update(rules="mauer", options={})
Round.objects.filter(pk=first.pk).update(options={})
print(evening.tournament.public_id, first.tables.get().public_id)
"""


def test_with_two_dice_the_way_is_chosen_among_those_that_lead_there(site: Site, taps: Taps, phone: Page):
    tournament, table = site.server.manage(TWO_DICE).split()
    phone.goto(f"/referee/t/{tournament}/tables/{table}/")
    against_first(taps)
    set_up(taps, "M Y:B,B,6,20 G:B,B,B,24 R:B,B,B,B K:B,B,B,4 Y 0")
    for nth, pips in enumerate("24"):
        phone.locator("[data-die]").nth(nth).get_by_role("button", name=pips).click()
    taps.field("6")
    taps.field("8")
    ways = phone.locator("[data-ways]")
    ways.get_by_role("button", name="(2 back, then 4 on; captured on 4)").click()
    expect(phone.locator("#verdict h2")).to_have_text("correct")
    expect(phone.locator("[data-field='6'] .ag-from, [data-field='8'] .ag-to")).to_have_count(2)
    ways.get_by_role("button", name="It was gone otherwise").click()
    ways.get_by_role("button", name="Only the 2 was used").click()
    expect(phone.locator("#verdict")).to_have_attribute("data-verdict", "void")
    expect(phone.locator("#verdict")).to_contain_text("only one was")
    taps.field("6")
    taps.field("31")
    ways.get_by_role("button", name="With the 4 over a wall").click()
    expect(phone.locator("#verdict")).to_contain_text("No wall section with a 4 stands beside field 6")
    taps.field("6")
    taps.field("31")
    ways.get_by_role("button", name="Two pieces, this one with the 4").click()
    expect(phone.locator("#hint")).to_contain_text("second piece")
    taps.field("20")
    taps.field("25")
    expect(phone.locator("#verdict")).to_contain_text("each was used for a piece of its own")
    expect(phone.locator("#played")).to_have_value(re.compile(r"^6[+-]4=31 20[+-]2=25$"))
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")


def incident(phone: Page, site: Site) -> None:
    """At a table without a record."""
    phone.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['wrong']}/incident/")


def choose(phone: Page, name: str, value: str) -> None:
    phone.locator(f'#incident label:has(input[name="{name}"][value="{value}"])').click()


def test_out_of_turn_is_ruled_in_five_taps_and_a_reload_loses_nothing(site: Site, phone: Page):
    incident(phone, site)
    choose(phone, "incident", "out_of_turn")
    phone.locator("#incident label:has(input[name=who])").nth(2).click()
    choose(phone, "a-turn", "G")
    expect(phone.locator("#incident [name=a-since]")).to_have_count(4)
    phone.wait_for_timeout(500)  # written to the phone
    phone.reload()
    expect(phone.locator("#said")).to_contain_text("is back")
    expect(phone.locator("#incident [name=a-turn]:checked")).to_have_value("G")
    expect(phone.locator("#incident [name=a-since]")).to_have_count(4)
    choose(phone, "a-since", "moved")
    expect(phone.locator("#verdict h2")).to_have_text("The throw does not count")
    expect(phone.locator("#verdict")).to_contain_text("Green throws next.")
    phone.locator("#verdict button.main").click()
    expect(phone.locator("h1")).to_contain_text("Ruling")
    expect(phone.locator("main")).to_contain_text("Thrown out of turn")
    incident(phone, site)
    expect(phone.locator("#incident input:checked")).to_have_count(0)  # signed: the draft is gone


def test_an_earlier_answer_is_given_anew(site: Site, phone: Page):
    incident(phone, site)
    choose(phone, "incident", "too_often")
    phone.locator("#incident label:has(input[name=who])").first.click()
    choose(phone, "a-before", "other")
    choose(phone, "a-which", "second")
    expect(phone.locator("#verdict h2")).to_have_text("The throw counts")
    choose(phone, "a-before", "other")  # shows all answers again
    choose(phone, "a-before", "last")
    expect(phone.locator("#incident [name=a-which]")).to_have_count(0)
    expect(phone.locator("#verdict")).to_be_hidden()
    choose(phone, "a-since", "two")
    expect(phone.locator("#verdict h2")).to_have_text("The game goes on as it stands")


def test_what_could_not_be_asked_without_a_network_is_asked_once_this_phone_can(site: Site, phone: Page):
    incident(phone, site)
    phone.context.set_offline(True)
    choose(phone, "incident", "out_of_turn")
    phone.locator("#incident label:has(input[name=who])").nth(2).click()
    phone.context.set_offline(False)
    phone.evaluate("document.dispatchEvent(new Event('phone:ready'))")
    expect(phone.locator("#incident [name=a-turn]").first).to_be_attached()


def test_without_scripts_the_questions_come_page_by_page(site: Site, visitor):
    page = visitor(site, session=site.facts["session"], language="en", java_script_enabled=False, **PHONE)
    incident(page, site)
    choose(page, "incident", "disputed")
    page.locator("#incident label:has(input[name=who])").first.click()
    for name, value in (("a-lies", "no"), ("a-seen", "no")):
        page.locator("#incident button[value=ask]").click()
        choose(page, name, value)
    page.locator("#incident button[value=ask]").click()
    expect(page.locator("#verdict h2")).to_have_text("The throw is repeated")
    page.locator("#incident button[value=sign]").click()
    expect(page.locator("h1")).to_contain_text("Ruling")


def test_a_claim_that_is_half_set_up_survives_a_reload(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    against_first(taps)
    set_up(taps, "4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0")
    phone.locator('#claim label:has(input[name=roll][value="4"])').click()
    phone.wait_for_timeout(500)  # written to the phone
    phone.reload()
    expect(phone.locator("#said")).to_contain_text("is back")
    expect(phone.locator("#position")).to_have_value("4 Y:B,B,5,20 G:B,B,B,9 R:B,B,B,B K:B,B,B,B Y 0")
    expect(phone.locator("[data-about-throw]")).to_have_count(0)  # to be signed, whatever is ruled about the record
    taps.field("20")
    taps.field("24")
    expect(phone.locator("#verdict h2")).to_have_text("void")
    taps.on(".signbar button")
    expect(phone.locator("h1")).to_contain_text("Ruling")
    phone.goto(f"/referee/t/{site.facts['play']}/tables/{site.facts['table']}/")
    expect(phone.locator("#from-record")).to_be_visible()  # signed: the draft is gone


@pytest.mark.usefixtures("recorded")
def test_the_ruling_is_held_up_turned_and_answered(site: Site, taps: Taps, phone: Page):
    open_claim(taps, site)
    expect(phone.locator("#verdict [data-words] p").first).to_be_visible()
    taps.on(".signbar button")
    phone.locator("a[href$='/card/']").click()
    expect(phone.locator("header.top")).to_be_hidden()
    card = phone.locator(".rulingcard")
    phone.locator("label[for=turned]").click()
    assert "matrix(-1" in card.evaluate("card => getComputedStyle(card).transform")
    phone.get_by_role("button", name="I do not accept it").first.click()
    expect(phone.locator(".heard .badge").first).to_have_text("not accepted")
    phone.locator("a.back").first.click()
    expect(phone.locator("main")).to_contain_text("read and not accepted")
    phone.locator("a:has-text('Go on recording')").click()
    expect(phone.locator("[data-recorder]")).to_be_visible()
