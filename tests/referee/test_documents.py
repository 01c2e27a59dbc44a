"""The record of a ruling: what stands on the paper that is signed."""

import pytest

from referee.actions.rulings import sign_ruling
from tests.referee.conftest import MISSED
from tests.tournament.documents import measuring
from tests.tournament.documents.halls import printed
from tournament.documents.registry import DOCUMENTS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("language", "said"), [("de", "Ungültig"), ("en", "Ruling 1")])
def test_the_record_of_a_ruling_has_the_verdict_the_boards_and_room_to_sign(
    evening, table, yellow, as_yara, language, said
):
    sign_ruling(
        evening.tournament,
        by=as_yara,
        table_id=table.public_id,
        against=yellow.public_id,
        facts=MISSED,
        words="<b>x</b>",
    )
    content = printed(evening.tournament, "ruling", language=language)
    assert not measuring.problems(content)
    words = measuring.text(content)
    assert all(part in words for part in (said, "20-24", "<b>x</b>", "yara"))
    assert content != printed(evening.tournament, "ruling", language="en" if language == "de" else "de")


def test_without_a_ruling_there_is_nothing_to_choose(evening):
    assert list(DOCUMENTS["ruling"].of(evening.tournament)) == []
