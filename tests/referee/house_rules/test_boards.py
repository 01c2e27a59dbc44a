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
    assert ("ekonstruktion" in told.for_three) == (boards == 2) and told.board in shown and told.for_three in shown
    assert "ekonstruktion" not in told.board or rules == "mauer"
    paper = "".join(DOCUMENTS["how_we_play"].build(an_order(tournament, "how_we_play")).parts)
    assert told.board in paper and ("Dreiertische sitzen am Sechserbrett" in paper) == (boards == 2)
