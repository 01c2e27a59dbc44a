"""The handbook: every page has its place in it, and it calls pages and buttons as the program does, in every language."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation

from tests.architecture.test_gates import ROUTES, patterns
from tests.conftest import Scene
from tests.test_translations import ROOT, TEMPLATES, texts_of_code, texts_of_template
from tests.tournament.routes import address, confirmed, people_in, things_of
from tournament.core.languages import codes
from tournament.handbook.card import SIDES
from tournament.handbook.names import NAMES
from tournament.handbook.queries import CHAPTERS, address_of, places

SECTIONS = [section for chapter in CHAPTERS.values() for section in chapter.sections]
LINES = [line for section in SECTIONS for line in section.lines]
LINES += [line for side in SIDES for section in side.sections for line in section.lines]
HELP = re.compile(r'href="(/handbook/[^"]*)" data-help')
# Pages without the frame of the others: nothing on them is to be explained, or they are not for people.
OWN_FRAME = {"hall", "screen_preview", "embed", "dev_ui", "api_docs", "api_schema", "phone_manifest", "ruling_card"}


def holes(words: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", words))


def asked_by_the_program() -> set[str]:
    code = [
        p for top in ("tournament", "games", "referee") for p in (ROOT / top).rglob("*.py") if "handbook" not in p.parts
    ]
    templates = [path for path in TEMPLATES if "handbook" not in path.parts]
    asked = {text for path in code for text in texts_of_code(path)}
    asked |= {text for path in templates for text in texts_of_template(path)}
    return {text for text in asked if isinstance(text, str)}


def test_every_name_is_one_that_the_program_says():
    """A button that is renamed is named here."""
    assert set(NAMES.values()) - asked_by_the_program() == set()


def test_every_hole_has_a_name_and_every_name_is_used():
    used = {hole for line in LINES for hole in holes(str(line.text))}
    assert used == set(NAMES)


@pytest.mark.parametrize("language", codes())
def test_every_line_can_be_said(language):
    with translation.override(language):
        for line in LINES:
            words = line.said()
            assert "%(" not in words and words.count("<b ") == len(re.findall(r"%\(\w+\)s", str(line.text)))


def test_each_place_is_one_section_and_each_route_has_one():
    codes_of_sections = [section.code for section in SECTIONS]
    assert len(codes_of_sections) == len(set(codes_of_sections))
    routes = [route for section in SECTIONS for route in section.of]
    assert len(routes) == len(set(routes))
    assert set(places()) - {pattern.name for _path, pattern in all_patterns()} == set()


def all_patterns():
    return patterns(get_resolver())


@pytest.mark.django_db
def test_no_page_is_without_its_place(scene: Scene):
    """Each page that an organiser, a referee or a player opens has a `?` that leads to a section that is there."""
    browser = confirmed(people_in(scene)["admin"])
    things = things_of(scene.tournament, scene.by)
    seen, lost = 0, {}
    names = {path: pattern.name for path, pattern in all_patterns()}
    for path, _view in ROUTES:
        url = address(path, things)
        if "<" in url or path.startswith("api/"):
            continue
        answer = browser.get(url)
        if answer.status_code != 200 or not is_page(answer) or names[path] in OWN_FRAME:
            continue
        found = HELP.findall(answer.content.decode())
        if "<header" not in answer.content.decode():  # a part of a page
            continue
        seen += 1
        if not found or (not path.startswith("handbook/") and not leads_somewhere(found[0])):
            lost[names[path]] = found
    assert lost == {}
    assert seen > 60


def is_page(answer) -> bool:
    return answer.get("Content-Type", "").startswith("text/html") and not answer.streaming


def leads_somewhere(to: str) -> bool:
    chapter, _hash, section = to.removeprefix("/handbook/").partition("/#")
    return chapter in CHAPTERS and section in [one.code for one in CHAPTERS[chapter].sections]


@pytest.mark.django_db
@pytest.mark.parametrize("language", codes())
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_is_a_page_for_everybody(chapter, language):
    answer = Client(headers={"accept-language": language}).get(reverse("handbook_chapter", args=[chapter]))
    text = answer.content.decode()
    assert answer.status_code == 200 and "Phone-Keep" not in answer
    assert all(f'id="{section.code}"' in text for section in CHAPTERS[chapter].sections)


@pytest.mark.django_db
def test_contents_the_whole_and_the_card(scene: Scene):
    browser = Client()
    contents = browser.get(reverse("handbook")).content.decode()
    assert all(reverse("handbook_chapter", args=[code]) in contents for code in CHAPTERS)
    whole = browser.get(reverse("handbook_whole")).content.decode()
    assert all(f'id="{section.code}"' in whole for section in SECTIONS)
    assert browser.get(reverse("handbook_card")).content.decode().count('class="sheet"') == 2
    assert browser.get("/handbook/nothing/").status_code == 404


@pytest.mark.django_db
def test_a_phone_keeps_it_for_who_is_signed_in(scene: Scene):
    account = people_in(scene)["referee"]
    assert confirmed(account).get(address_of("claim").partition("#")[0])["Phone-Keep"] == account.public_id
