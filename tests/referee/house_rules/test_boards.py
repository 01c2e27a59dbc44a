"""How we play here draws every board at which the tournament's tables sit."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening
from tests.tournament.paper.halls import an_order
from tournament.models import Stage
from tournament.paper.registry import DOCUMENTS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rules", "options", "boards"),
    [
        ("turnier", {}, 2),
        ("classic6", {}, 2),
        ("classic6", {"neutral": "K"}, 1),  # three of them sit at a board for four
        ("verboten", {}, 2),
        ("classic", {"neutral": "K"}, 1),
        ("mauer", {}, 1),
    ],
)
def test_each_board_is_drawn_and_says_whose_it_is(club, as_yara, client, rules, options, boards):
    tournament = Evening(club, "village", by=as_yara).tournament
    Stage.objects.filter(tournament=tournament).update(rules=rules, options=options)
    page = client.get(reverse("how_we_play", args=[tournament.public_id]))
    (told,) = page.context["sections"]
    shown = page.content.decode()
    assert [said in shown for said in ("Vierertische", "Dreiertische")] == [boards == 2] * 2
    paper = "".join(DOCUMENTS["how_we_play"].build(an_order(tournament, "how_we_play")).parts)
    assert len(told.boards) == boards
    for board in told.boards:  # what a board says about itself stands in words, large enough to be read
        is_ours = board.at == "Dreiertische" or rules == "mauer"
        assert ("ekonstruktion" in board.note) == is_ours and "ekonstruktion" not in board.drawing
        assert all(part in page_ for page_ in (shown, paper) for part in (board.at, board.drawing, board.note))
