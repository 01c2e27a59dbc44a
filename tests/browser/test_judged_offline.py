"""A phone without network judges by the options that are played: at a table by those of its stage, in a free game by its own.

Expected is what the judge says here, in words. Each throw is one that some option decides, with all the others on as well.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.playout.playout import RandomSource, throws
from games.engine.playout.strategies import RANDOM
from games.engine.rules import registry
from games.engine.rules.errors import GameError
from referee.judging.sheet import judged
from referee.phone import pyodide
from tests.browser.conftest import MINUTE, Site, until

pytestmark = pytest.mark.skipif(
    not pyodide.is_there(),
    reason="Python for phones is not there (python -m referee.phone.pyodide, which needs npm)",
)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
EVERY = {
    rules: {
        option.name: "K" if option.name == "neutral" else next(v for v in option.values if v != option.default)
        for option in registry.rule_class(rules).choices
    }
    for rules in registry.RULE_SETS
}
# At tables: those who sit at a board for four, and nobody's colour is neutral.
AT_TABLES = {
    rules: {name: v for name, v in EVERY[rules].items() if name != "neutral"} for rules in ("turnier", "classic6")
}
FREE_GAME = """
from games.free.actions import begin_free_game
from tournament.core.actors import Actor
from tournament.core.circle import Circle
from tournament.models import Account, Club
club, names = Club.objects.get(public_id="{club}"), ("Yara Yılmaz", "Gero Graf", "Rosa Roth", "Karl Kurz")
seats = [dict(colours=colour, name=name) for colour, name in zip({colours!r}, names)]
by, said = Actor(Account.objects.get(login="yara")), dict(rules={rules!r}, options={options!r}, board={board!r})
game = begin_free_game(Circle(club), by=by, seats=seats, **said).receipt["game"]
print("/referee/clubs/{club}/games/" + game + "/claim/by-hand/")
"""
TABLE = """
from django.utils import timezone
from tournament.core.actors import Actor
from tournament.draw.making import make_draw
from tournament.entries.actions import add_entry
from tournament.models import Account, Club
from tournament.rounds.actions import publish_round
from tournament.setup.actions import create_tournament
from tournament.stages.actions import change_stage, set_preset
club, by = Club.objects.get(public_id="{club}"), Actor(Account.objects.get(login="yara"))
made = create_tournament(club, by=by, name="Ohne Netz", played_on=timezone.localdate(), is_listed=False).result
stage = set_preset(made, by=by, preset="village", language="de").result[0]
change_stage(made, by=by, stage_id=stage.pk, fields=dict(rules={rules!r}, options={options!r}))
for number in range(4):
    add_entry(made, by=by, given_name="Gast" + str(number), state="present")
drawn = make_draw(made.stages.get(pk=stage.pk), by=by).result[0]
publish_round(made, by=by, round_id=drawn.pk)
print("/referee/t/" + made.public_id + "/tables/" + drawn.tables.get().public_id + "/")
"""
TAPPED = """({ position, colour, roll, played, touched }) => {
  const form = document.getElementById("claim");
  const set = (name, value) => (form.elements.namedItem(name).value = value);
  const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
  form.querySelector(`[name=against][data-colour="${colour}"]`).checked = true;
  set("position", position);
  changed(form.elements.namedItem("position"));
  set("roll", roll);
  set("touched", touched);
  set("played", played);
  changed(form.querySelector("#played"));
}"""
SAID = '() => [...document.querySelectorAll("#verdict [data-words] p")].map((one) => one.textContent)'


def start_of(rules: str, options: dict[str, Any]) -> Any:
    engine = registry.rules(rules, options)
    return engine, engine.start(3 if options.get("neutral") else 4)


def acts(rules: str, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """For each option a throw that is judged otherwise without it."""
    left = [*options] or [""]
    engine, start = start_of(rules, options)
    for game in range(20):
        for throw in islice(throws(engine, start, RandomSource(f"offline {game}"), RANDOM), 300):
            before, legal = engine.write(throw.before), engine.legal(throw.before, throw.roll)
            mover = engine.view(throw.before).to_move
            own = dict.fromkeys(dict(engine.view(throw.before).groups)[mover])
            written = [move.text if "=" in move.text else f"{move.origin}-{move.target}" for move in legal]
            for played in (*written, "--"):
                for touched in (None, *own) if rules == "turnier" else (None,):
                    facts = {"rules": rules, "position": before, "roll": throw.roll, "played": played}
                    facts |= {"touched": touched, "choice": None}
                    found = next((name for name in left if decides(facts, options, name)), None)
                    if found is not None:
                        left.remove(found)
                        yield {**facts, "options": options}
                    if not left:
                        return


def decides(facts: dict[str, Any], options: dict[str, Any], name: str) -> bool:
    if not name:  # a book that leaves nothing to choose
        return True
    less = {other: value for other, value in options.items() if other != name}
    try:
        with_it, without = (judged({**facts, "options": one}) for one in (options, less))
    except GameError:  # only with it can the pieces stand so
        return False
    return any(with_it[part] != without[part] for part in ("verdict", "sent_back", "move", "position", "permitted"))


def judge_here(page: Page, facts: dict[str, Any]) -> None:
    expected = judged(facts)
    roll = facts["roll"] if isinstance(facts["roll"], int) else ",".join(map(str, facts["roll"]))
    engine = registry.rules(facts["rules"], facts["options"])
    colour = engine.view(engine.read(facts["position"])).to_move
    said = {"position": facts["position"], "colour": colour, "roll": str(roll), "played": facts["played"]}
    page.evaluate(TAPPED, {**said, "touched": facts["touched"] or ""})
    until(
        page,
        f"(words) => JSON.stringify(({SAID})()) === words",
        json.dumps(expected["words"]["de"], separators=(",", ":"), ensure_ascii=False),
    )
    assert page.locator("#verdict").get_attribute("data-verdict") == expected["verdict"], facts


def without_network(site: Site, visitor: Any, path: str) -> Page:
    page: Page = visitor(site, session=site.facts["session"], **PHONE)
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("data-judges", "here", timeout=MINUTE)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-judges", "here", timeout=MINUTE)
    return page


def sign_later(page: Page) -> None:
    page.locator(".signbar button.main").tap()
    expect(page.locator("#said")).to_contain_text("Auf diesem Telefon aufgehoben")
    page.context.set_offline(False)
    expect(page.locator("h1")).to_contain_text("Entscheidung", timeout=MINUTE)


@pytest.mark.parametrize("rules", EVERY)
def test_a_free_game_is_judged_by_its_own_options(site: Site, visitor, rules):
    options = EVERY[rules]
    engine, start = start_of(rules, options)
    view = engine.view(start)
    colours = "".join(colour for colour, _fields in view.groups if colour != options.get("neutral"))
    made = FREE_GAME.format(club=site.facts["club"], rules=rules, options=options, board=view.board, colours=colours)
    page = without_network(site, visitor, site.server.manage(made))
    found = list(acts(rules, options))
    assert found
    for facts in found:
        judge_here(page, facts)
    sign_later(page)


@pytest.mark.parametrize("rules", AT_TABLES)
def test_a_table_is_judged_by_the_options_of_its_stage(site: Site, visitor, rules):
    options = AT_TABLES[rules]
    path = site.server.manage(TABLE.format(club=site.facts["club"], rules=rules, options=options))
    page = without_network(site, visitor, path)
    for facts in acts(rules, options):
        judge_here(page, facts)
    sign_later(page)
