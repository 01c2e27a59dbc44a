"""Every refusal has a code for programs and a sentence for people, declared together and once.

The list is read from the source: what is refused in one place stands there as `Refused("code", _("…"))`, what several places
refuse is `Declared`.
"""

import ast
import re

import pytest
from django.utils import translation

from deploy.laptop.folder import ROOT
from deploy.workshop.problem_codes import FILE, SOURCES, beside, calls, text
from tests.test_translations import asked_for
from tournament.core import problems
from tournament.core.errors import DECLARED, Declared, Refused

# Where a code comes from elsewhere, with its sentence: the engine's errors, and the next step as it was worked out.
PASSED_ON = {"tournament/core/errors.py", "tournament/setup/practice/rehearsal.py"}
# Asked by no page: seats changed by hand (`seating.hand`), and keys that an op does not take.
PROTOCOL_ONLY = {"already_seated", "table_full", "other_players", "not_seated", "unknown_key"}


def catalogue() -> dict[str, list[str]]:
    """Every code with its sentences in English: several where one refusal is said in several ways."""
    with translation.override("en"):
        declared = {code: [str(one.sentence) for one in ways] for code, ways in DECLARED.items()}
    return dict(sorted({**{code: [said[0].sentence] for code, said in beside().items()}, **declared}.items()))


def test_the_list_that_the_product_reads_is_that_of_the_source():
    assert FILE.read_text() == text(), "run deploy/messages"


def test_every_problem_has_an_address_and_is_worded_in_every_language():
    worded = {}
    for language in ("de", "en"):
        with translation.override(language):
            worded[language] = problems.catalogue()
    assert worded["de"].keys() == worded["en"].keys() >= {"already_drawn", "throttled", "position_short", "away"}
    for code, german in worded["de"].items():
        assert german.address == f"/problems/{code}/" and german.statuses and german.sentences, code
        assert not any("%(" in sentence or "{" in sentence for sentence in german.sentences), code
        assert german.sentences != worded["en"][code].sentences, code


def test_every_code_is_found_with_its_sentence():
    found = catalogue()
    assert len(found) > 200 and found["stale"] == ["This was changed in the meantime. Look at it again."]
    assert found["disk_full"] and found["scheme_best"] and found["too_many_pages"]
    assert len(found["already_drawn"]) == 3


def test_no_code_is_declared_twice():
    found = beside()
    assert {code: said for code, said in found.items() if len(said) > 1 or code in DECLARED} == {}


def test_every_code_has_a_sentence_of_its_own_in_the_catalogues():
    known = {text for text in asked_for() if isinstance(text, str)}
    for code, sentences in catalogue().items():
        assert re.fullmatch(r"[a-z_]+", code)
        lacking = [text for text in sentences if "{" not in text and text not in known]
        assert not lacking or code.startswith("stage_"), (code, lacking)
        assert sentences and len(set(sentences)) == len(sentences) and all(sentences), (code, sentences)


def test_no_code_is_put_together():
    odd = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in SOURCES
        if str(path.relative_to(ROOT)) not in PASSED_ON
        for call, _status in calls(path)
        if not (call.args and isinstance(call.args[0], ast.Constant))
    ]
    assert odd == []


def test_what_the_draw_refuses_has_words_for_people():
    draw = "\n".join(path.read_text() for path in (ROOT / "tournament/draw/seating").glob("*.py"))
    codes = set(re.findall(r'SeatingError\(\s*"(\w+)"', draw))
    assert len(codes) > 5 and codes - PROTOCOL_ONLY <= set(DECLARED)


def test_control_a_code_that_is_there_already_is_not_made():
    with pytest.raises(ValueError, match="already"):
        Declared("played", "Something else.")


def test_control_what_is_raised_is_the_declared_one():
    with translation.override("de"):
        made = DECLARED["round_open"][0]({"number": 3}, table=1)
    assert isinstance(made, Refused) and (made.code, made.data) == ("round_open", {"table": 1})
    assert made.sentence == "Runde 3 ist noch nicht abgeschlossen."
