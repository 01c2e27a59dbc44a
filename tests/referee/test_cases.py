"""Every hand-worked case, as the protocol is asked and as a referee reads it."""

import pytest

from games.rules.wording import LANGUAGES
from referee.judging import wording
from tests.games.judging_tables import Judgement
from tests.referee.asking import CASES, judged, referee


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case(case: Judgement) -> None:
    assert referee({"op": "judge", **case.ask}) == case.ruling


@pytest.mark.parametrize("language", LANGUAGES)
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
