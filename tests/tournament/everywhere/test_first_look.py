"""What the first reader after a change costs: the same standings are never computed twice for one page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import Evening, by_chance
from tournament.models import Table
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


def test_a_result_changes_nothing_in_the_rounds_before(club, as_yara, computed):
    evening = Evening(club, "championship", by=as_yara)
    evening.come(24)
    *before, last = evening.draw(1)
    for round_ in before:
        evening.play(round_, by_chance(round_.number))
    evening.publish(last)
    address = reverse("public_standings", args=[evening.tournament.public_id])
    for number in (1, 2):
        table = Table.objects.get(round=last, number=number)
        evening.confirm(table, {seat.entry_id: place for place, seat in enumerate(table.seats.order_by("order"), 1)})
        page = Client().get(address)
        assert page.status_code == 200
        assert computed == [3] if number == 2 else sorted(computed) == [1, 2, 3]
        computed.clear()
