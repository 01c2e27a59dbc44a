"""Who comes together is checked in together: a team, a family, a club."""

import pytest
from django.urls import reverse

from tests.tournament.evening import Evening, text
from tournament.entries.checkin.queries import door
from tournament.models.events import EntryState

pytestmark = pytest.mark.english


@pytest.fixture
def evening(club, as_yara):
    made = Evening(club, "village", by=as_yara)
    made.enter(6)
    made.tournament.entries.filter(number__in=(2, 4, 5)).update(family="Roth")
    made.tournament.entries.filter(number=6).update(family="Kurz")
    return made


def post(desk, evening, party: str):
    return desk.post(reverse("check_in_everybody", args=[evening.tournament.public_id]), {"party": party})


def here(evening) -> list[int]:
    return list(evening.tournament.entries.filter(state=EntryState.PRESENT).values_list("number", flat=True))


def test_a_family_is_there_at_once_and_nobody_else(evening, desk):
    page = desk.get(reverse("check_in", args=[evening.tournament.public_id]), {"show": "groups"})
    assert "All 3 are here" in text(page) and "Kurz" not in text(page)  # one alone is no party
    assert post(desk, evening, "family:Roth").headers["Location"].endswith("?show=groups")
    assert here(evening) == [2, 4, 5]


def test_parties_of_whom_somebody_is_missing_come_first(evening, desk):
    evening.tournament.entries.filter(number__in=(1, 3)).update(from_club="Aal")
    post(desk, evening, "club:Aal")
    assert [party.name for party in door(evening.tournament).parties] == ["Roth", "Aal"]


def test_a_party_that_there_is_not_checks_nobody_in(evening, desk):
    assert post(desk, evening, "family:Kurz").status_code == 422
    assert here(evening) == []
