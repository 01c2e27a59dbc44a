"""Nothing that a machine can find stands in anybody's way, on every page: light and dark, German and English, phone and desk."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page

from tests.browser.conftest import Site

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]}
# Each two of language, light and width together. A page is asked for once in each language, and looked at as it changes.
LOOKS = {"de": [("light", 320), ("dark", 1280)], "en": [("light", 1280), ("dark", 320)]}
in_each_language = pytest.mark.parametrize("language", LOOKS)


def public(facts: dict[str, str]) -> list[str]:
    tournament = f"/t/{facts['tournament']}/"
    links = [f"{tournament}enter/", f"/t/{facts['empty']}/enter/", facts["own"]]
    links += [f"/link/{facts['first']}/", f"/link/{facts['invitation']}/", "/link/wrong/", facts["forgotten"]]
    return ["/", tournament, f"{tournament}?q=nobody", f"/t/{facts['empty']}/", "/login/", "/nothing/here", *links]


def desk(facts: dict[str, str]) -> list[str]:
    tournament, club = f"/desk/t/{facts['tournament']}/", f"/desk/clubs/{facts['club']}/"
    below = [f"{tournament}{page}/" for page in ("settings", "people", "log", "data")]
    setting_up = [f"{tournament}{page}/" for page in ("stages", "stages/stage", "enter", "check-in")]
    setting_up += [f"{tournament}check-in/?q=nobody", f"/desk/t/{facts['empty']}/stages/"]
    setting_up += [f"{tournament}check-in/player/?entry={facts['entry']}"]
    setting_up += [f"{tournament}{page}" for page in ("entering/", "groups/", "groups/?kind=category")]
    setting_up += [f"{club}new/?step={step}&name=Herbst&played_on=2026-11-21&preset=open" for step in (2, 3, 4)]
    account = ["/account/", "/account/tokens/", "/account/second-factor/", "/account/confirm/", "/invite/"]
    own = [
        "/desk/",
        "/desk/clubs/new/",
        f"{club}new/",
        f"{club}people/",
        club,
        f"{club}season/",
        f"{club}same/",
        f"{club}take-in/",
        f"{club}erase/?q=a",
        f"{club}webhooks/",
        f"/desk/jobs/{facts['job']}/",
        f"/desk/t/{facts['empty']}/",
    ]
    return [*own, tournament, *below, *setting_up, *account]


def public_play(facts: dict[str, str]) -> list[str]:
    here = f"/t/{facts['play']}/"
    below = [
        f"{here}{page}"
        for page in ("", "?q=1", "standings/", "standings/?after=1", "bracket/", "tables/", "tables/?by=name", "draws/")
    ]
    below += [
        f"{here}rules/",
        f"{here}games/",
        f"{here}games/{facts['game']}/",
        f"{here}games/{facts['game']}/throws/",
        f"{here}games/{facts['irregular']}/throws/",
        f"{here}games/{facts['irregular']}/?at=1&if=6:B-1",
        "/learn/?roll=6",
        "/learn/trainer/?seed=one&answered=1",
    ]
    below += [
        f"{here}?me=1",
        f"{here}embed/",
        facts["own_seated"],
        f"/hall/{facts['play']}/",
        f"/hall/{facts['empty']}/",
    ]
    below += [f"{here}players/1/", f"{here}standings/?view=end", f"/c/{facts['club']}/"]
    return [*below, f"/t/{facts['hall']}/standings/", f"/t/{facts['empty']}/tables/", facts["slip"]]


def desk_play(facts: dict[str, str]) -> list[str]:
    here, hall = f"/desk/t/{facts['play']}/", f"/desk/t/{facts['hall']}/"
    rounds = [f"{here}rounds/{facts[name]}/" for name in ("closed", "open", "draft")]
    rounds += [f"{rounds[2]}?{facts['swap']}", f"{rounds[2]}?by=name", f"{rounds[2]}picture/"]
    rounds += [f"{here}stages/{facts['stage']}/hand/"]
    table, done = f"{here}tables/{facts['table']}/", f"{here}tables/{facts['done']}/"
    tables = [table, done, f"{table}counter/", f"{table}counter/?fields_Y=99", f"{done}correct/?typed=4321"]
    structure = [f"{hall}bracket/", f"{here}undo/", f"{here}undo/?to=1", f"{table}seats/"]
    others = [
        *structure,
        f"{here}screen/",
        f"{here}rounds/",
        f"{here}papers/",
        f"/desk/clubs/{facts['club']}/letterhead/",
        f"{here}results/",
        f"{here}results/list/",
        f"{here}tables/",
        f"{here}standings/",
        f"{here}standings/?view=end",
        f"{here}stages/{facts['final']}/final/",
    ]
    tables += [f"{here}games/", f"{here}games/{facts['game']}/?roll=5", f"{here}games/{facts['irregular']}/"]
    return [*rounds, *tables, *others, f"{hall}rounds/", f"/desk/t/{facts['empty']}/results/"]


def referee(facts: dict[str, str]) -> list[str]:
    here = f"/referee/t/{facts['play']}/"
    below = [f"{here}{page}" for page in ("", f"tables/{facts['table']}/", "rulings/", "rulings/?table=99")]
    return [
        *below,
        "/rules/",
        "/rules/readings/",
        "/rules/?q=xyz",
        "/rules/turnier/",
        "/rules/mauer/8/",
        "/rules/cases/?book=classic&option=barriers",
        "/rules/cases/T5a/",
        f"/referee/clubs/{facts['club']}/offences/?code=slow",
    ]


def problems(page: Page, language: str) -> list[str]:
    """What axe finds; and that the page says its language, has one first heading and does not scroll sideways."""
    page.evaluate(Axe().axe_script)
    return [said for light, width in LOOKS[language] for said in _seen(page, language, light, width)]


def _seen(page: Page, language: str, light: Any, width: int) -> list[str]:
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": 800})
    found = page.evaluate("options => axe.run(options).then(found => found.violations)", OPTIONS)
    said = [f"{one['id']}: {[node['html'][:120] for node in one['nodes']][:3]}" for one in found]
    if page.locator("html").get_attribute("lang") != language:
        said.append("lang")
    if page.locator("h1").count() != 1:
        said.append("one h1")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        said.append("scrolls sideways")
    return [f"{light}, {width}: {what}" for what in said]


def look_at(page: Page, addresses: list[str], language: str) -> dict[str, list[str]]:
    found = {}
    for address in addresses:
        page.goto(address)
        found[address] = problems(page, language)
    return {address: said for address, said in found.items() if said}


@in_each_language
def test_pages_for_everybody(site: Site, visitor, language):
    assert look_at(visitor(site, language=language), public(site.facts), language) == {}


@in_each_language
def test_pages_of_the_desk(site: Site, visitor, language):
    page = visitor(site, session=site.facts["session"], language=language)
    assert look_at(page, desk(site.facts), language) == {}
    without_club = visitor(site, session=site.facts["session_without_club"], language=language)
    assert look_at(without_club, ["/desk/", "/account/"], language) == {}


@in_each_language
def test_pages_of_playing(site: Site, visitor, language):
    assert look_at(visitor(site, language=language), public_play(site.facts), language) == {}
    page = visitor(site, session=site.facts["session"], language=language)
    assert look_at(page, [*desk_play(site.facts), *referee(site.facts)], language) == {}


@in_each_language
def test_forms_that_came_back(site: Site, visitor, language):
    page = visitor(site, language=language)
    page.goto(f"/link/{site.facts['invitation']}/")
    page.locator("#id_login").fill("karl")
    page.locator("#id_password").fill("kurz")
    page.locator("form.card button.main").click()
    password = page.locator("[aria-invalid=true]")
    assert password.get_attribute("aria-describedby") == "password-help id_password_error"
    assert problems(page, language) == []


@in_each_language
def test_a_list_that_is_looked_at(site: Site, visitor, language):
    page = visitor(site, session=site.facts["session"], language=language)
    page.goto(f"/desk/t/{site.facts['tournament']}/enter/")
    page.locator("#id_text").fill("Name;Nr\nYara Yılmaz;\nGerda Graf;20\nKarla Kurz;0")
    page.locator("form:has(#id_text) button").click()
    assert page.locator("[name=take]").count() == 1
    assert problems(page, language) == []
    page.goto(f"/desk/t/{site.facts['play']}/results/list/")
    page.locator("#id_text").fill("1 1234\n2 1234\n3 1234\n99 1234")
    page.locator("form:has(#id_text) button.main").click()
    assert page.locator(".trouble li").count() and page.locator("form.stack").count() == 1
    assert problems(page, language) == []


def test_every_component(workshop: Site, visitor):
    page = visitor(workshop)
    page.goto("/dev/ui")
    page.evaluate(Axe().axe_script)
    assert [_seen(page, "en", light, width) for light in ("light", "dark") for width in (320, 1280)] == [[]] * 4


@in_each_language
@pytest.mark.parametrize("name", ["500.html", "503.html"])
def test_our_own_mistake(site: Site, visitor, language, name):
    with translation.override(language):
        body = render_to_string(name)
    page = visitor(site)
    page.route("**/boom", lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8"))
    page.goto("/boom")
    assert problems(page, language) == []


def test_a_switch_by_hand_is_as_readable_as_the_device(site: Site, visitor):
    page = visitor(site)
    page.context.add_cookies([{"name": "theme", "value": "dark", "url": site.url}])
    assert look_at(page, ["/", "/login/"], "de") == {}


def test_what_is_looked_for_is_found(site: Site, visitor):
    """In the second look as well, for which the page is not asked for again."""
    page = visitor(site)
    page.goto("/login/")
    page.evaluate("document.querySelector('label').style.color = 'rgb(40, 40, 40)'")
    page.evaluate("document.querySelector('main').append(document.createElement('h1'))")
    said = problems(page, "de")
    assert [one for one in said if "one h1" in one] == ["light, 320: one h1", "dark, 1280: one h1"]
    assert [one.split(":")[0] for one in said if "color-contrast" in one] == ["dark, 1280"]
