"""What the first reader after a change costs: the same standings are never computed twice for one page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_chance
from tournament.standings import scores


@pytest.fixture
def computed(monkeypatch) -> list[int]:
    """How many rounds each computation looked at."""
    found: list[int] = []
    plain = scores.standings

    def counted(facts, scheme):
        found.append(len({table.round for table in facts.tables}))
        return plain(facts, scheme)

    monkeypatch.setattr(scores, "standings", counted)
    return found


@pytest.mark.parametrize(("page", "most"), [("public_standings", [3, 1, 2]), ("public_bracket", [3])])
def test_the_first_look_computes_each_standing_once(club, as_yara, computed, page, most):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(24)
    for round_ in evening.draw(1):
        evening.play(round_, by_chance(round_.number))
    evening.tournament.refresh_from_db()
    computed.clear()
    address = reverse(page, args=[evening.tournament.public_id])
    assert Client().get(address).status_code == 200
    assert sorted(computed) == sorted(most), "by rounds: now, and for the plot after each round before"
    Client().get(address)
    assert len(computed) == len(most)
