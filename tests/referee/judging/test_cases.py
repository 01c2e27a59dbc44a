"""Every hand-worked case, as the protocol is asked and as a referee reads it."""

import pytest

from games.engine.rules.speech import languages
from referee.judging import wording
from tests.games.engine.judging_tables import Judgement
from tests.referee.judging.asking import CASES, judged, referee


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Judgement) -> None:
    answered = referee({"op": "judge", **case.ask})
    assert {key: answered[key] for key in case.ruling} == case.ruling


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_is_read_out(case: Judgement, language: str) -> None:
    reasons = judged(case.ask).reasons
    assert 2 <= len(reasons) <= 3
    read = [wording.sentence(reason, language) for reason in reasons]
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in read)
    assert wording.explain(reasons, language) == " ".join(read)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_broken_rule_is_cited(case: Judgement) -> None:
    verdict = judged(case.ask)
    assert set(verdict.broken) <= {number for reason in verdict.reasons for number in reason.rules}


PENALISED = [case for case in CASES if case.ruling.get("verdict") == "penalised"]


@pytest.mark.parametrize("case", PENALISED, ids=lambda case: case.name)
def test_what_is_read_out_sends_a_piece_back_where_the_ruling_does(case: Judgement) -> None:
    read = wording.explain(judged(case.ask).reasons, "en")
    assert ("goes back to its corner circle" in read) == (case.ruling["sent_back"] is not None)
    assert ("No piece is sent home" in read) == (case.ruling["sent_back"] is None)
