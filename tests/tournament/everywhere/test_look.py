"""The look: what may stand in a template, what is vendored, contrast, light and language, the page of components."""

import hashlib
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from deploy.workshop.house import APPS
from tests.architecture.modules import name_of, sources
from tournament.core.story import WORDS, lines
from tournament.entries.actions import add_entry

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "tournament/static/tournament"
TEMPLATES = list((ROOT / "templates").rglob("*.html"))
CSS = (STATIC / "style.css").read_text()

VENDORED = {
    "fonts/atkinson-latin.ttf": "b0160b9fdd5d6d706801c194c104bb6c63ad84b88fe9b760558942d39ae90682",
    "fonts/atkinson-latin-ext.ttf": "ba231348fd66ac6c9280156795f7431f63f757c8c49a987aa58576e70aa2259c",
    "fonts/atkinson-latin.woff2": "18b2a1a39a2fa298b0ba5390aca68462669826c90925656f1c1f6796e0e1bbaf",
    "fonts/atkinson-latin-ext.woff2": "7dae0c6c66af1aec82e096186aeb1f0e6fa36ab8061ed65422f2b7daf4dd93f3",
}


@pytest.mark.parametrize("name", VENDORED)
def test_a_vendored_file_is_the_one_that_was_vendored(name):
    assert hashlib.sha256((STATIC / name).read_bytes()).hexdigest() == VENDORED[name]
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts/LICENSE.txt").read_text()


def test_pages_stay_light():
    assert len(CSS) < 25_000
    assert sum(path.stat().st_size for path in (STATIC / "fonts").iterdir()) < 250_000


@pytest.mark.parametrize("path", [path for path in TEMPLATES if "print" not in path.parts], ids=lambda path: path.name)
def test_nothing_is_inline(path):
    """The content security policy would block it. (Paper has none: no browser reads it but as sheets, which bring their style and
    have a policy of their own for it.)"""
    source = path.read_text()
    if path.name == "sheets.html":
        source = source.replace("<style>{{ style }}</style>", "")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|hx-on|hx-vals=.js:|<script(?![^>]*\ssrc=)", source)


def icons_in(paths: list[Path]) -> set[str]:
    return {name for path in paths for name in re.findall(r'{% icon "([\w-]+)" %}', path.read_text())}


def test_icons_are_there_and_used():
    kept = {path.stem for path in (ROOT / "templates/icons").glob("*.svg")}
    assert icons_in(TEMPLATES) == kept


# Contrast


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block))


def blocks() -> dict[str, dict[str, str]]:
    light = CSS.split(":root {")[1].split("}")[0]
    device = CSS.split(':root:not([data-theme="light"]) {')[1].split("}")[0]
    by_hand = CSS.split(':root[data-theme="dark"] {')[1].split("}")[0]
    return {"light": tokens(light), "dark": tokens(device), "dark by hand": tokens(by_hand)}


def luminance(colour: str) -> float:
    colour = colour.lstrip("#")
    wide = colour if len(colour) == 6 else "".join(sign * 2 for sign in colour)
    parts = [int(wide[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


TEXT = [(ink, ground) for ink in ("ink", "soft", "accent") for ground in ("ground", "surface", "sunken", "tint")]
TEXT += [(tone, f"{tone}-tint") for tone in ("good", "warn", "bad")] + [("bad", "surface"), ("on-accent", "accent")]
TEXT += [("on-accent", "accent-strong"), *(("ink", f"{tone}-tint") for tone in ("good", "warn", "bad"))]
SHAPES = [("edge", "surface"), ("edge", "ground"), ("focus", "ground"), ("focus", "surface"), ("focus", "tint")]


def test_contrast_is_measured_right():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize(("pair", "least"), [*((p, 4.5) for p in TEXT), *((p, 3.0) for p in SHAPES)], ids=str)
def test_contrast_is_enough(light, pair, least):
    known = blocks()[light]
    assert contrast(known[pair[0]], known[pair[1]]) >= least


def test_dark_is_the_same_by_hand_and_by_device():
    dark = blocks()
    assert dark["dark"] == dark["dark by hand"]
    assert dark["dark"].keys() == dark["light"].keys()


# What is chosen


@pytest.mark.parametrize(("chosen", "said"), [("dark", 'data-theme="dark"'), ("light", 'data-theme="light"')])
def test_a_chosen_light_is_kept(db, client, chosen, said):
    assert client.post(reverse("set_theme"), {"theme": chosen, "next": "/login/"}).headers["Location"] == "/login/"
    assert said in client.get("/").content.decode()
    client.post(reverse("set_theme"), {"theme": "", "next": "/"})
    assert "data-theme" not in client.get("/").content.decode()


def test_a_made_up_light_is_not_repeated(db, client):
    client.cookies["theme"] = '"><script>'
    assert "<script>" not in client.get("/").content.decode()


@pytest.mark.parametrize("name", ["set_theme", "set_language"])
def test_a_choice_leads_nowhere_else(db, client, name):
    given = {"theme": "dark", "language": "en", "next": "https://example.org/"}
    assert client.post(reverse(name), given).headers["Location"] == "/"


def test_the_language_is_kept_and_said(db, client):
    assert '<html lang="de"' in client.get("/").content.decode()
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert '<html lang="en"' in client.get("/").content.decode()


def test_components_are_shown_to_who_builds_only(client, settings):
    assert client.get(reverse("dev_ui")).status_code == 404
    settings.DEBUG = True
    page = client.get(reverse("dev_ui")).content.decode()
    assert page.count("ag-mark") == 6
    assert all(tone in page for tone in ("message success", "message error", "badge warn", "<progress", "aria-invalid"))


# Pages


def found(tournament, sought: str) -> list[str]:
    page = Client().get(reverse("tournament", args=[tournament.public_id]), {"q": sought})
    return [line.name for line in page.context["lines"]]


@pytest.mark.parametrize(
    ("sought", "names"),
    [
        ("rosa", ["Rosa R."]),
        ("  ROSA  ", ["Rosa R."]),
        ("3", ["Rosa R."]),
        ("", None),
        ("%", []),
        ("roth", ["Rosa R."]),
    ],
)
def test_who_is_sought_is_found_by_what_is_shown(tournament, entries, sought, names):
    assert found(tournament, sought) == names if names is not None else len(found(tournament, sought)) == 6


@pytest.mark.parametrize(
    ("sought", "names"),
    [
        ("Gero Graf", ["Gero G."]),
        ("graf, gero", ["Gero G."]),
        ("Karl Graf", []),
        ("Yara Yılmaz", ["Yara Y."]),
        ("Weisz", ["Wanda W."]),
    ],
)
def test_who_types_the_whole_name_is_found_by_its_first_letter(tournament, entries, sought, names):
    assert found(tournament, sought) == names


def test_spelling_does_not_matter(tournament, as_yara):
    add_entry(tournament, by=as_yara, given_name="Łukasz", family_name="Özdemir")
    assert found(tournament, "lukasz") == found(tournament, "Lukasz Oezdemir") == ["Łukasz Ö."]


def test_a_hidden_name_cannot_be_probed(tournament, as_yara):
    add_entry(tournament, by=as_yara, given_name="Mia", family_name="Lang", is_hidden=True)
    assert found(tournament, "mia") == found(tournament, "lang") == []


def test_headings_go_down_step_by_step(tournament, entries, desk):
    for name in ("desk_tournament", "tournament", "people", "log", "settings"):
        page = desk.get(reverse(name, args=[tournament.public_id])).content.decode()
        levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels)), name


def actions() -> set[str]:
    loaded = [import_module(name_of(path)) for path in sources(*APPS) if "@action(" in path.read_text()]
    return {code for module in loaded for thing in vars(module).values() if (code := getattr(thing, "action", ""))}


def test_every_action_has_words_in_the_log():
    assert actions() == set(WORDS)


def test_the_log_says_who_did_what(tournament, entries, yara):
    first = lines(tournament, most=3)[0]
    assert (first.what, first.words, first.who) == ("Spieler eingetragen", "Nr. 6 · Wanda Weiss", "yara")
    assert len(lines(tournament, most=3)) == 3
