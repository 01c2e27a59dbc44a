"""Claims and rulings in a tournament's document."""

import json

import pytest

from referee.rulings.actions import sign_ruling
from tests.referee.conftest import MISSED
from tests.tournament.evening import refused
from tests.tournament.out.tournament_file.test_round_trip import elsewhere, taken_in
from tournament.out.tournament_file import writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def content(evening, table, yellow, as_yara) -> dict:
    """The document of a tournament with one ruling, as if from another installation."""
    sign_ruling(evening.tournament, by=as_yara, table_id=table.public_id, against=yellow.public_id, facts=MISSED)
    return elsewhere(json.loads(writing.text(writing.document(evening.tournament))))


def test_a_claim_travels_with_its_ruling(content, club):
    made = taken_in(club, content).result
    assert [claim.rulings.count() for claim in made.claims.all()] == [1]


def test_a_claim_without_a_ruling_is_refused(content, club):
    """The list of rulings and the record on paper could not be shown."""
    with refused("contradicts"):
        taken_in(club, {**content, "rulings": []})
