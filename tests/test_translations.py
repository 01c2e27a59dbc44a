"""Every language is complete: every text of pages and code is in the catalogues, filled in, compiled, and none leaks."""

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

from tournament.core.languages import codes

ROOT = Path(__file__).parents[1]
CATALOGUES = sorted(ROOT.glob("*/locale/*/LC_MESSAGES/django.po"))
LANGUAGES = sorted({catalogue.parts[-3] for catalogue in CATALOGUES})
WRITTEN_IN = "en"  # what the texts in the code are, so that its catalogues may be empty
MARKERS = {"_": 1, "gettext": 1, "gettext_lazy": 1, "ngettext": 2, "ngettext_lazy": 2, "pgettext_lazy": 2}
WITH_CONTEXT = "\4"  # as compiled catalogues join context and text
STRING = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
PRODUCT = {"Augengenau"}

Key = str | tuple[str, str]


# What users see; templates/dev is for whoever builds, and English.
TEMPLATES = [
    path
    for path in (ROOT / "templates").rglob("*.*")
    if path.suffix in (".html", ".txt") and not {"dev", "icons"} & {*path.parts}
]


def texts_of_template(path: Path) -> Iterator[Key]:
    marked = templatize(path.read_text(), origin=str(path))
    for call, first, second in re.findall(rf"\b(gettext|ngettext|_)\({STRING}(?:, {STRING})?", marked):
        one = ast.literal_eval(first).replace("%%", "%")
        yield (one, ast.literal_eval(second).replace("%%", "%")) if call == "ngettext" else one


def texts_of_code(path: Path) -> Iterator[Key]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKERS:
            words = node.args[: MARKERS[node.func.id]]
            if all(isinstance(word, ast.Constant) for word in words):
                values = [word.value for word in words]  # type: ignore[attr-defined]
                is_one = len(values) == 1 or node.func.id.startswith("p")
                yield WITH_CONTEXT.join(values) if is_one else (values[0], values[1])


@cache
def asked_for() -> set[Key]:
    code = [p for top in ("tournament", "games", "referee", "deploy") for p in (ROOT / top).rglob("*.py")]
    from_code = {text for path in code if "_(" in (source := path.read_text()) or "gettext" in source
                 for text in texts_of_code(path)}  # fmt: skip
    return from_code | {text for path in TEMPLATES for text in texts_of_template(path)}


@cache
def entries(catalogue: Path) -> dict[Key, list[str]]:
    """msgid (with its plural) to its translations, out of a .po file as msgmerge writes it."""
    found: dict[Key, list[str]] = {}
    for block in catalogue.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        parts: list[tuple[str, str]] = []
        for line in lines:
            name, _space, rest = line.partition(" ")
            if line.startswith('"'):
                parts[-1] = (parts[-1][0], parts[-1][1] + ast.literal_eval(line))
            else:
                parts.append((name, ast.literal_eval(rest)))
        context = [text for name, text in parts if name == "msgctxt"]
        ids = [text for name, text in parts if name.startswith("msgid")]
        if ids and ids[0]:
            ids[0] = WITH_CONTEXT.join([*context, ids[0]])
            key: Key = ids[0] if len(ids) == 1 else (ids[0], ids[1])
            found[key] = [text for name, text in parts if name.startswith("msgstr")]
    return found


def named(catalogue: Path) -> str:
    return f"{catalogue.parts[-5]}-{catalogue.parts[-3]}"


def test_each_language_has_every_catalogue():
    assert len(CATALOGUES) == len(LANGUAGES) * len({catalogue.parts[-5] for catalogue in CATALOGUES})
    assert sorted(codes()) == LANGUAGES and codes()[0] == "de"


def test_the_texts_are_found_at_all():
    assert {"Nothing was changed.", ("%(n)s player", "%(n)s players"), "Saved."} <= asked_for()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_a_catalogue(language):
    known = set().union(*(entries(c) for c in CATALOGUES if c.parts[-3] == language))
    assert asked_for() - known == set(), "run deploy/messages"
    assert known - asked_for() == set(), "texts that nobody asks for any more: run deploy/messages"


@pytest.mark.parametrize("catalogue", [c for c in CATALOGUES if c.parts[-3] != WRITTEN_IN], ids=named)
def test_every_text_is_translated(catalogue):
    assert [key for key, texts in entries(catalogue).items() if not all(texts)] == []


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=named)
def test_no_translation_is_only_guessed(catalogue):
    assert "fuzzy" not in catalogue.read_text()


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=named)
def test_a_translation_keeps_what_is_filled_in(catalogue):
    holes = re.compile(r"%\(\w+\)[sd]|</?\w+>")
    for key, texts in entries(catalogue).items():
        wanted = set(holes.findall(key if isinstance(key, str) else key[1]))
        assert all(set(holes.findall(text)) == wanted for text in texts if text), key


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=named)
def test_the_compiled_catalogue_says_the_same(catalogue):
    with catalogue.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for key, texts in entries(catalogue).items():
        if not all(texts):
            continue  # English stands for itself
        if isinstance(key, str):
            assert compiled.gettext(key) == texts[0], "run deploy/messages"
        else:
            assert [compiled.ngettext(*key, n) for n in (1, 2)] == texts, "run deploy/messages"


def words_to_avoid() -> list[str]:
    section = (ROOT / "docs/words.md").read_text().split("### One word per thing")[1].split("\n## ")[0]
    said = section.replace("\n  ", " ").splitlines()
    return [
        word for line in said if ": never " in line for word in re.findall(r"\*([^*]+)\*", line.split(": never ")[1])
    ]


def test_one_word_per_thing():
    """docs/words.md: what a seat, a knock-out, a ruling is called, and no other word for it in any language."""
    avoided = words_to_avoid()
    assert {"Ausscheidung", "swap places", "Urteil"} <= {*avoided}
    named = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, avoided))})(?!\w)", re.IGNORECASE)
    assert named.search("Ein Urteil.") and not named.search("Dieses Telefon urteilt.")
    catalogues = {catalogue.parts[-5]: entries(catalogue) for catalogue in CATALOGUES if catalogue.parts[-3] == "de"}
    said = [(name, text) for name, texts in catalogues.items() for key, found in texts.items()
            for text in (*([key] if isinstance(key, str) else key), *found)]  # fmt: skip
    assert len(said) > 3000
    assert [(name, text) for name, text in said if named.search(text)] == []


def test_texts_in_code_are_english():
    german = re.compile(r"[äöüÄÖÜß]|\b(und|oder|nicht|der|die|das|ist|ein|eine)\b")
    flat = {text for key in asked_for() for text in ([key] if isinstance(key, str) else key)}
    assert {text for text in flat if german.search(text)} == set()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_template_says_a_word_past_the_catalogue(path):
    source = re.sub(
        r"{% (blocktranslate|comment).*?{% end\1 %}|{#.*?#}|{% block width %}.*?{% endblock %}",
        "",
        path.read_text(),
        flags=re.DOTALL,
    )
    attributes = re.findall(r'\b(?:aria-label|alt|title|placeholder)="([^"{]*[A-Za-z]{2}[^"{]*)"', source)
    said = re.sub(
        r"{%.*?%}|{{.*?}}|<[^>]*>", " ", re.sub(r"{%.*?%}|{{.*?}}", "", source, flags=re.DOTALL), flags=re.DOTALL
    )
    words = set(re.findall(r"[^\W\d_]{2,}", said)) | set(attributes)
    assert words - PRODUCT == set()


def test_the_glossary_speaks_as_the_pages_do():
    """docs/words.md: every name stands in the code, every German word of the tournament in a catalogue."""
    code = "\n".join(p.read_text() for top in ("tournament", "games", "referee") for p in (ROOT / top).rglob("*.py"))
    said = "\n".join(text for c in CATALOGUES for texts in entries(c).values() for text in texts).casefold()
    rows = [
        line.split("|")[1:-1] for line in (ROOT / "docs/words.md").read_text().splitlines() if line.startswith("| ")
    ]
    rows = [[cell.strip() for cell in row] for row in rows if row[0].strip() not in ("term", "---")]
    assert len(rows) > 20
    for _term, german, _english, name, *book in rows:
        assert re.search(rf"\b{name.strip('`')}\b", code), name
        assert book or german.casefold() in said, german
