"""Every code that the engine can raise or give has a sentence in both languages."""

import ast
import string
from pathlib import Path

import pytest

from games.rules import mauer_wording, wording
from games.rules.contract import Reason

RULES = Path(wording.__file__).parent
ERRORS = {**wording.ERRORS, **mauer_wording.ERRORS}
REASONS = {**wording.DEMANDS, **wording.IMPOSSIBLE, **mauer_wording.IMPOSSIBLE}
CODED = {"BadPosition": ERRORS, "BadMove": ERRORS, "BadOption": ERRORS, "BadBoard": ERRORS, "Reason": REASONS}


def raised() -> list[tuple[str, str, set[str]]]:
    """Each error and reason in the source: kind, code, names of its data."""
    found = []
    for file in sorted(RULES.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODED:
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    found.append((node.func.id, str(code.value), {word.arg or "" for word in node.keywords}))
    return found


@pytest.mark.parametrize(
    ("kind", "code", "data"), raised(), ids=lambda part: " ".join(sorted(part)) if isinstance(part, set) else part
)
def test_each_code_is_worded(kind: str, code: str, data: set[str]) -> None:
    assert code in CODED[kind]
    if kind != "Reason":
        for sentence in CODED[kind][code]:
            assert names(sentence) <= data


@pytest.mark.parametrize(("code", "sentences"), [*ERRORS.items(), *REASONS.items()], ids=lambda part: str(part)[:20])
def test_both_languages_say_the_same_things(code: str, sentences: tuple[str, str]) -> None:
    german, english = sentences
    assert german != english
    assert names(german) == names(english)


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_no_sentence_is_left_over() -> None:
    assert {code for kind, code, _ in raised() if kind != "Reason"} >= set(ERRORS)


@pytest.mark.parametrize(
    ("rules", "german", "english"),
    [((), "", ""), ((9,), "(Regel 9)", "(rule 9)"), ((5, 10), "(Regel 5, 10)", "(rules 5, 10)")],
)
def test_citing(rules: tuple[int, ...], german: str, english: str) -> None:
    assert wording.cited(rules, "de") == german
    assert wording.cited(rules, "en") == english


def test_reason_without_numbers_cites_none() -> None:
    reason = Reason("needs_six", (), {})
    assert wording.reason(reason, "en") == "A waiting piece enters with a 6 only."


def test_colours_have_names() -> None:
    assert [wording.colour_name(colour, "de") for colour in "YGRKBW"] == [
        "Gelb",
        "Grün",
        "Rot",
        "Schwarz",
        "Blau",
        "Weiß",
    ]
