"""The handbook and its quick card on paper."""

import pypdfium2 as pdfium
import pytest

from tests.tournament.paper import measuring
from tests.tournament.paper.halls import printed
from tournament.core.languages import codes

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", codes())
def test_the_card_has_two_sides(tournament, language):
    content = printed(tournament, "quick_card", language=language)
    assert not measuring.problems(content)
    assert len(pdfium.PdfDocument(content)) == 2


@pytest.mark.parametrize("language", codes())
def test_the_handbook_is_printed_whole(tournament, language):
    content = printed(tournament, "handbook", language=language)
    assert not measuring.problems(content)
    last = {"de": "Bisherige Ergebnisse bleiben.", "en": "Results so far stay."}
    assert last.get(language, "") in " ".join(measuring.text(content).split())
