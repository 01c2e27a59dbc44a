"""The catalogues of engine and judge are complete, current and compiled, and no sentence goes past them."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest

from deploy.workshop import book_texts
from tests.architecture.test_layers import pure_sources
from tests.catalogues import CATALOGUES, GERMAN, ROOT, compiled, read

# Where the sentences of each catalogue are declared: in code, or, for the book, in its data.
BOOK = "referee/commentary"
DECLARED_IN = {"games/engine/rules": "games", BOOK: "", "referee/judging": "referee/judging"}
MARKERS = ("Text", "Plural")
ENGINE = [path for path in pure_sources() if path.relative_to(ROOT).parts[0] in ("games", "referee")]
HOLES = re.compile(r"{\w+}")


def package(catalogue: Path) -> str:
    return catalogue.parents[3].relative_to(ROOT).as_posix()


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKERS:
            yield node


def declared(folder: str) -> set[str]:
    """As a catalogue names them."""
    if not folder:
        return set(book_texts.texts())
    found = set()
    for call in [call for path in ENGINE if path.is_relative_to(ROOT / folder) for call in calls(path)]:
        first, *more = [ast.literal_eval(argument) for argument in call.args]
        is_plural = isinstance(call.func, ast.Name) and call.func.id == "Plural"
        found.add("\0".join([first, *more]) if is_plural else "\4".join([*more, first]))
    return found


def test_the_catalogues_are_found() -> None:
    assert [package(catalogue) for catalogue in GERMAN] == [*DECLARED_IN]


@pytest.mark.parametrize("catalogue", GERMAN, ids=package)
def test_every_sentence_is_in_german_and_no_other_is_left_over(catalogue: Path) -> None:
    german = read(catalogue)
    assert set(german) == declared(DECLARED_IN[package(catalogue)]), "run deploy/messages"
    assert [key for key, text in german.items() if not all(text.split("\0"))] == []


@pytest.mark.parametrize("catalogue", GERMAN, ids=package)
def test_a_translation_speaks_of_the_same_things(catalogue: Path) -> None:
    for key, text in read(catalogue).items():
        assert set(HOLES.findall(text)) == set(HOLES.findall(key)), key


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: f"{package(path)}-{path.parts[-3]}")
def test_the_compiled_catalogue_is_current(catalogue: Path) -> None:
    with catalogue.with_suffix(".mo").open("rb") as file:
        shipped = GNUTranslations(file)
    filled_in = {key: text for key, text in read(catalogue).items() if text.strip("\0")}
    written = GNUTranslations(BytesIO(compiled(filled_in)))
    shipped._catalog.pop("")  # type: ignore[attr-defined]  # what gettext's programs say of themselves
    written._catalog.pop("")  # type: ignore[attr-defined]
    assert shipped._catalog == written._catalog, "run deploy/messages"  # type: ignore[attr-defined]


def test_no_sentence_has_two_catalogues() -> None:
    """The same English would be answered by the one that is asked first."""
    for first, second in combinations([read(catalogue) for catalogue in GERMAN], 2):
        assert {key for key in first if second.get(key, first[key]) != first[key]} == set()


def test_the_book_says_the_same_in_its_data_and_in_its_catalogue() -> None:
    [catalogue] = [catalogue for catalogue in GERMAN if package(catalogue) == BOOK]
    assert read(catalogue) == book_texts.texts(), "run deploy/messages"


GERMAN_TEXT = re.compile(r"[äöüÄÖÜß„]|\b(und|oder|nicht|der|das|ist|ein|eine|Figur|Zug)\b")


def said(path: Path) -> Iterator[str]:
    """Every text in a file but its docstrings."""
    nodes = [*ast.walk(ast.parse(path.read_text()))]
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docstrings = {ast.get_docstring(node, clean=False) for node in nodes if isinstance(node, kinds)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    yield from [text for text in texts if isinstance(text, str) and text not in docstrings]


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pure_code_knows_no_language(path: Path) -> None:
    """Neither by its code nor by its words: German is in the catalogues."""
    texts = [*said(path)]
    if path.name != "speech.py":
        assert [text for text in texts if text in ("de", "en")] == []
    assert [text for text in texts if GERMAN_TEXT.search(text) and "Mauerhüpfen" not in text] == []
