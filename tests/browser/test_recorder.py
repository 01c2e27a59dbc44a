"""A game recorded with a thumb: how many taps it takes, what happens without network, when two record, and who watches."""

import json
import re
import time
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from games.engine.records.record import written_roll
from games.engine.rules import registry
from games.engine.rules.contract import Roll
from tests.browser.conftest import Site
from tests.browser.test_referee import TWO_DICE

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NEARLY_DONE = "4 Y:40,b,c,d G:8,a,c,d R:16,b,c,d K:27,a,b,c Y 0"
THUMB = 44  # px
MOST_THROWS = 200


@pytest.fixture
def recorder(site: Site, visitor):
    """The recorder of a new game, begun by yellow."""
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(f"/desk/t/{site.facts['play']}/games/{site.facts['irregular']}/")
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    opened = page.request.post(
        f"/desk/t/{site.facts['play']}/tables/{site.facts['table']}/record/",
        form={"csrfmiddlewaretoken": token, "anew": "1"},
        headers={"Referer": site.url},
    )
    page.goto(opened.url)
    page.get_by_text("Es steht fest, wer anfängt").click()
    page.locator("details[open] button[name=colour][value=Y]").click()
    expect(page.locator("[data-dice]")).to_be_visible()
    return page


def put(page: Page, position: str) -> None:
    version = page.locator("[data-version]").get_attribute("data-version")
    page.get_by_text("Stellung setzen").click()
    page.locator("#ruled-position").fill(position)
    page.get_by_role("button", name="So steht das Brett").click()
    expect(page.locator("[data-version]")).to_have_attribute("data-version", str(int(version or 0) + 1))


def written(roll: Roll) -> str:
    """As the buttons have it: of two dice the smaller first."""
    return written_roll(roll if isinstance(roll, int) else tuple(sorted(roll)))


def play_out(page: Page, dice: Random, rules_id: str = "turnier") -> list[int]:
    """To the end, by thumb alone; how many taps each throw took."""
    rules, taps = registry.rules(rules_id), []
    while page.locator("[data-phase=throw]").count():
        assert len(taps) < MOST_THROWS
        position = rules.read(page.locator("#ruled-position").input_value())
        version = page.locator("[data-version]").get_attribute("data-version")
        roll = dice.choice(rules.rolls)
        die = page.locator(f"[data-dice] button[value='{written(roll)}']")
        box = die.bounding_box()
        assert box and box["height"] >= THUMB and box["width"] >= THUMB
        die.tap()
        taps.append(1)
        if len(rules.permitted(position, roll)) > 1:
            page.locator(f"form[data-roll='{written(roll)}'] .ways button").first.tap()
            taps[-1] += 1
        expect(page.locator("[data-version]")).to_have_attribute("data-version", str(int(version or 0) + 1))
    expect(page.get_by_text("Das Spiel ist zu Ende.").first).to_be_visible()
    return taps


def test_a_game_to_its_end_with_at_most_three_taps_a_throw(recorder: Page):
    put(recorder, NEARLY_DONE)
    assert max(play_out(recorder, Random(3))) <= 3


def test_from_the_throw_for_the_first_move_to_the_report(site: Site, recorder: Page):
    recorder.get_by_role("button", name="Letzten Eintrag zurücknehmen").tap()
    for roll in (2, 5, 5, 1, 3, 6):  # green and red are level and throw again
        expect(recorder.locator("[data-phase=opening]")).to_be_visible()
        version = recorder.locator("[data-version]").get_attribute("data-version")
        recorder.locator(f".dice button[value='{roll}']").tap()
        expect(recorder.locator("[data-version]")).to_have_attribute("data-version", str(int(version or 0) + 1))
    put(recorder, NEARLY_DONE)  # the hundreds of throws between are all alike
    assert max(play_out(recorder, Random(11))) <= 3
    ask = "from tournament.models import Report; print(Report.objects.filter(table__public_id='{}', source='record').count())"
    assert int(site.server.manage(ask.format(site.facts["table"]))) >= 1


def test_a_game_with_two_dice_to_the_report(site: Site, visitor):
    tournament, table = site.server.manage(TWO_DICE).split()
    page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(f"/desk/t/{tournament}/games/")
    page.get_by_role("button", name="aufzeichnen").first.tap()
    page.locator(".phase button[name=colour][value=Y]").tap()
    expect(page.locator("[data-dice]")).to_be_visible()
    put(page, "M Y:2,b,c,d G:3,b,c,d R:4,b,c,d K:5,b,c,d Y 0")
    assert max(play_out(page, Random(5), "mauer")) <= 3
    page.reload()
    expect(page.locator(".phase")).to_contain_text("Das Ergebnis des Tisches ist gemeldet.")
    ask = f"from tournament.models import Report; print(*Report.objects.get(table__public_id='{table}').places)"
    assert sorted(site.server.manage(ask).split()) == ["G", "K", "R", "Y"]


def test_the_last_entry_is_taken_back_whatever_it_is(recorder: Page):
    throw = recorder.locator("[data-dice] button[value='1']")
    throw.tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "2")
    before = recorder.locator("[data-version]").get_attribute("data-position")
    put(recorder, "4 Y:B,B,3,20 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0")
    back = recorder.get_by_role("button", name="Letzten Eintrag zurücknehmen")
    expect(back).to_contain_text("die gesetzte Stellung")
    back.tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-position", before or "")
    recorder.get_by_text("Letzte Würfe").tap()
    expect(recorder.locator(".last li")).to_have_count(1)
    recorder.get_by_role("button", name="Zurück vor Wurf 1").tap()
    expect(back).to_contain_text("bis vor Wurf 1")
    back.tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-position", before or "")


def test_the_piece_touched_first_is_one_tap_more(recorder: Page):
    put(recorder, "4 Y:B,B,3,20 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0")
    recorder.locator("[data-touched='3']").tap()
    recorder.locator("[data-dice] button[value='2']").tap()
    recorder.locator("form[data-roll='2'] [data-from='20']").tap()
    expect(recorder.get_by_role("heading", name="Regelwidrig")).to_be_visible()
    expect(recorder.locator("#recorder [data-phase=irregular]")).to_contain_text("zuerst berührt")


def test_a_tap_beside_a_small_field_finds_the_piece(recorder: Page):
    put(recorder, "4 Y:B,B,3,20 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0")
    recorder.locator("[data-dice] button[value='2']").tap()
    box = recorder.locator(".ag-field[data-field='3'] .ag-hit").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    recorder.touchscreen.tap(x - THUMB / 2 + 1, y)
    expect(recorder.locator("#ruled-position")).to_have_value(re.compile(r"Y:B,B,5,20"))


def test_without_network_entries_wait_and_are_sent_once(recorder: Page):
    version = recorder.locator("[data-version]").get_attribute("data-version")
    recorder.context.set_offline(True)
    recorder.locator("[data-dice] button[value='1']").tap()
    expect(recorder.locator("[data-waiting]")).to_be_visible()
    recorder.context.set_offline(False)
    recorder.reload()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", str(int(version or 0) + 1))
    expect(recorder.locator("[data-waiting]")).to_be_hidden()


WHERE = "(part) => Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY)"


def test_without_network_the_dice_stay_where_they_are(recorder: Page):
    """What is said about it takes no room above them; without Python on the phone they give way after the first throw only."""
    recorder.set_viewport_size({"width": 360, "height": 640})
    recorder.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))")
    dice, board = recorder.evaluate(WHERE, "[data-dice]"), recorder.evaluate(WHERE, ".board")
    recorder.context.set_offline(True)
    expect(recorder.locator("#gone")).to_be_visible()
    assert recorder.evaluate(WHERE, "[data-dice]") == dice
    expect(recorder.locator(".unsent")).to_be_hidden()
    recorder.locator("[data-dice] button[value='1']").tap()
    expect(recorder.locator("[data-waiting]")).to_be_visible()
    expect(recorder.locator(".unsent")).to_be_visible()
    assert recorder.evaluate(WHERE, ".board") == board
    assert recorder.evaluate(WHERE, "[data-waiting]") > board
    recorder.evaluate("scrollTo(0, 0)")
    recorder.locator(".unsent").tap()
    expect(recorder.locator("[data-waiting]")).to_be_in_viewport(ratio=0.9)
    recorder.context.set_offline(False)
    expect(recorder.locator(".unsent")).to_be_hidden()
    assert recorder.evaluate(WHERE, ".board") == board


def test_a_second_tap_while_the_first_is_on_its_way_is_no_second_throw(recorder: Page):
    die = recorder.locator("[data-dice] button[value='1']")
    die.evaluate("(die) => { die.click(); die.click(); }")
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "2")
    expect(recorder.locator("html")).to_have_attribute("data-unsent", "0")
    recorder.reload()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "2")


def test_two_who_record_see_each_others_entry_before_theirs_counts(recorder: Page, site: Site):
    other = recorder.context.new_page()
    other.goto(recorder.url)
    recorder.evaluate(
        "document.querySelector('#recorder').addEventListener('refresh', (e) => e.stopImmediatePropagation(), true)"
    )
    other.locator("[data-dice] button[value='2']").click()
    expect(other.locator("[data-version]")).to_have_attribute("data-version", "2")
    here, there = recorder.locator("[data-conflict] > [data-list]"), recorder.locator("[data-theirs] li")
    recorder.locator("[data-dice] button[value='3']").tap()
    expect(recorder.locator("[data-conflict]")).to_be_visible()
    expect(recorder.locator("[data-conflict]")).to_contain_text("Inzwischen wurde anderswo etwas eingetragen")
    expect(there).to_have_text([re.compile(r"1\. +Gelb 2 +–")])
    expect(here).to_have_text(re.compile(r"^Gelb .+ 3 –$"))
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "2")
    recorder.get_by_role("button", name="Meine danach eintragen").tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "3")


SLOW = """
const ask = window.fetch, later = () => new Promise((done) => setTimeout(done, Math.random() * 900));
window.fetch = async (...all) => {
  await later();
  const answer = await ask(...all);
  await later();
  return answer;
};
"""
TEN_A_SECOND = """
async (most) => {
  for (let n = 0; n < most; n += 1) {
    const form = document.querySelector("[data-otherwise] form");
    form.querySelector("#other-roll").value = 1 + n % 5;
    form.querySelector("#other-colour").value = "YGRK"[Math.floor(n / 3) % 4];
    form.requestSubmit(form.querySelector("button[value='--']"));
    await new Promise((done) => setTimeout(done, 100));
  }
}
"""


def test_ten_entries_a_second_with_answers_late_and_out_of_order_are_no_conflict(recorder: Page):
    """Requests and answers are held up by up to 0.9 s each, the part that is fetched anew overtakes the entries' answers."""
    url, most = recorder.url, 60
    recorder.add_init_script(SLOW)
    recorder.goto(url)
    expect(recorder.locator(".recorder.scripted")).to_be_visible()
    recorder.evaluate(TEN_A_SECOND, most)
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", str(most + 1), timeout=60_000)
    expect(recorder.locator("html")).to_have_attribute("data-unsent", "0")
    expect(recorder.locator("[data-conflict]")).to_be_hidden()
    expect(recorder.locator("#elsewhere")).to_be_hidden()
    recorder.get_by_text("Letzte Würfe").tap()
    rolls = [f"{1 + n % 5}" for n in range(most)]
    shown = recorder.locator(".last li").all_inner_texts()
    assert [re.search(r"(\d) +–", one)[1] for one in shown] == rolls[::-1][:8]  # type: ignore[index]


def test_two_who_record_see_each_other_live(recorder: Page):
    other = recorder.context.new_page()
    other.goto(recorder.url)
    expect(other.locator(".recorder.scripted")).to_be_visible()
    recorder.locator("[data-dice] button[value='2']").tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "2")
    expect(other.locator("[data-version]")).to_have_attribute("data-version", "2", timeout=10_000)
    expect(other.locator("#elsewhere")).to_contain_text(re.compile(r"anderen Gerät.+Gelb 2"))
    expect(recorder.locator("#elsewhere")).to_be_hidden()
    other.locator("[data-dice] button[value='3']").click()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "3", timeout=10_000)
    expect(recorder.locator("#elsewhere")).to_contain_text("Gelb 3")
    expect(other.locator("[data-conflict]")).to_be_hidden()
    other.close()


def test_the_position_is_set_by_tapping(recorder: Page):
    put(recorder, "4 Y:B,B,3,20 G:B,B,B,B R:B,B,B,B K:B,B,B,B Y 0")
    recorder.get_by_text("Stellung setzen").tap()
    recorder.locator(".ag-field[data-field='3']").tap()  # back to wait
    recorder.locator("[data-chip=G]").tap()
    for field in ("14", "15"):
        recorder.locator(f".ag-field[data-field='{field}']").tap()
    recorder.locator("#ruled-next").select_option("R")
    position = "4 Y:B,B,B,20 G:B,B,14,15 R:B,B,B,B K:B,B,B,B R 0"
    expect(recorder.locator("#ruled-position")).to_have_value(position)
    recorder.get_by_role("button", name="So steht das Brett").tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-position", position)
    expect(recorder.locator(".turn")).to_contain_text("Rot")


def test_a_position_not_set_after_all_leaves_the_board_as_it_was(recorder: Page):
    recorder.get_by_text("Stellung setzen").tap()
    recorder.locator(".ag-field[data-field='7']").tap()
    expect(recorder.locator(".ag-field[data-field='7'] [data-piece]")).to_have_count(1)
    recorder.get_by_text("Stellung setzen").tap()
    expect(recorder.locator(".ag-field[data-field='7'] [data-piece]")).to_have_count(0)
    expect(recorder.locator("[data-dice]")).to_be_visible()


def test_what_was_played_otherwise_is_kept_and_judged(recorder: Page):
    recorder.get_by_text("Es wurde anders gezogen").tap()
    recorder.locator("#other-roll").fill("6")
    recorder.locator("[data-otherwise] [value='--']").tap()
    expect(recorder.get_by_role("heading", name="Regelwidrig")).to_be_visible()
    recorder.get_by_role("button", name="Wie beurteilt richtigstellen").tap()
    expect(recorder.locator("[data-phase=throw]")).to_be_visible()


def test_who_watches_sees_the_throw_and_goes_back_with_the_keys(recorder: Page, site: Site, visitor):
    game = recorder.url.rstrip("/").split("/")[-1]
    watcher = visitor(site)
    watcher.goto(f"/t/{site.facts['play']}/games/{game}/")
    recorder.locator("[data-dice] button[value='6']").tap()
    expect(watcher.locator("#game")).to_contain_text("B – 1", timeout=10_000)
    watcher.keyboard.press("ArrowLeft")
    expect(watcher.locator("#game")).to_contain_text("Eintrag 1 von 2")
    assert json.dumps(watcher.url).endswith('?at=1"')


def test_a_game_is_looked_at_by_slider_play_curve_and_what_if(site: Site, visitor):
    page = visitor(site, **PHONE)
    page.goto(f"/t/{site.facts['play']}/games/{site.facts['game']}/")
    shown, total = page.locator("[data-replay] output"), page.locator("#game").get_attribute("data-total")
    expect(shown).to_have_text(f"{total}/{total}")
    page.evaluate("s = document.getElementById('replay-at'); s.value = 1; s.dispatchEvent(new Event('input'))")
    expect(page.locator("#game")).to_have_attribute("data-now", "1")
    page.locator("[data-play]").tap()
    expect(page.locator("#game")).to_have_attribute("data-now", "2")
    page.locator("#what-if nav a").last.tap()
    page.locator("#what-if .ways a").first.tap()
    expect(page.locator("[data-branch] li")).to_have_count(1)
    page.locator("[data-keep-branch]").tap()
    page.reload()
    expect(page.locator("[data-branch] li")).to_have_count(1)
    expect(page.locator("[data-kept-branches] li")).to_have_count(1)
    page.locator("[data-removes]").tap()
    expect(page.locator("[data-kept-branches]")).to_be_hidden()
    page.get_by_role("link", name="Zurück zum Spiel").tap()
    expect(page.locator("[data-branch]")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("if="))


def test_what_comes_while_one_goes_back_does_not_take_the_page_along(recorder: Page, site: Site, visitor):
    recorder.locator("[data-dice] button[value='6']").tap()
    expect(recorder.locator("[data-version]")).to_have_attribute("data-version", "2")
    watcher = visitor(site)
    watcher.goto(f"/t/{site.facts['play']}/games/{recorder.url.rstrip('/').split('/')[-1]}/")

    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    watcher.route(lambda address: "at=1" in address, late)
    watcher.evaluate("document.querySelector('[data-step=back]').click(); htmx.trigger('#game', 'refresh')")
    expect(watcher.locator("#game")).to_contain_text("Eintrag 1 von 2")
