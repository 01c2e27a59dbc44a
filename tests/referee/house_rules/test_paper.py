"""How we play here, on paper: it says a book once."""

import pytest

from tests.tournament.evening import Evening
from tests.tournament.paper.halls import an_order
from tournament.paper.registry import DOCUMENTS
from tournament.stages.actions import change_stage

pytestmark = pytest.mark.django_db
MOVED = {"missed_capture": "moved"}


@pytest.fixture
def tournament(club, as_yara):
    """Preliminary rounds by another reading than the final's."""
    evening = Evening(club, "championship", by=as_yara)
    change_stage(evening.tournament, by=as_yara, stage_id=evening.stage(1).pk, fields={"options": MOVED})
    return evening.tournament


def test_a_book_that_two_parts_play_is_told_once(tournament):
    told = "".join(DOCUMENTS["how_we_play"].build(an_order(tournament, "how_we_play")).parts)
    assert told.count("16. Wer gewinnt") == 1
    assert told.count("Bei versäumtem Schlagen geht zurück: ") == 2  # what is chosen is said of each
    assert told.count("Alles Übrige aus dem Regelheft wie oben.") == 1


def test_the_sign_says_each_way_with_its_parts_where_they_differ(tournament, as_yara):
    sign = "".join(DOCUMENTS["how_we_play_sign"].build(an_order(tournament, "how_we_play_sign")).parts)
    assert "Vorrunde – Das Turnier: Bei versäumtem Schlagen geht zurück" in sign
    assert "Finale – Das Turnier: wie im Buch" in sign
    change_stage(tournament, by=as_yara, stage_id=tournament.stages.first().pk, fields={"options": {}})
    sign = "".join(DOCUMENTS["how_we_play_sign"].build(an_order(tournament, "how_we_play_sign")).parts)
    assert "Das Turnier: wie im Buch" in sign and " – Das Turnier" not in sign
