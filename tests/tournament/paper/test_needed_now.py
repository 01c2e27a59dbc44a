"""Which two papers stand on top of the page, from the first entry to the end."""

import pytest

from tests.tournament.evening import Evening, by_chance, by_number, settle
from tests.tournament.paper.halls import a_knockout
from tournament.models import Tournament
from tournament.paper.needed_now import needed
from tournament.paper.registry import DOCUMENTS
from tournament.rounds.actions import close_round

pytestmark = pytest.mark.django_db


def now(evening: Evening) -> tuple[str, str]:
    tournament = Tournament.objects.select_related("stream").get(pk=evening.tournament.pk)
    codes = needed(tournament)
    assert all(DOCUMENTS[code].of is None or DOCUMENTS[code].of(tournament) for code in codes), "nothing to print in it"
    return codes


def test_from_the_entrance_to_the_certificates(club):
    evening = Evening(club, "open")
    evening.come(8)
    assert now(evening) == ("names", "passes")
    rounds = evening.draw(1)
    assert now(evening) == ("slips", "names")
    evening.publish(rounds[0])
    assert now(evening) == ("tables", "slips")
    evening.fill(rounds[0], by_number)
    assert now(evening) == ("standings", "results")
    close_round(evening.tournament, by=evening.by, round_id=rounds[0].pk)
    for round_ in rounds[1:]:
        evening.play(round_, by_number)
    settle(evening, 2)
    for position in (2, 3):
        evening.play_stage(position, by_number)
    assert now(evening) == ("certificates", "standings")


def test_between_two_rounds_of_a_knock_out_it_is_the_bracket(club):
    assert needed(a_knockout(club, 16)) == ("tables", "slips")
    evening = Evening(club, "knockout")
    evening.come(16)
    evening.play(evening.draw(1)[0], by_chance(1))
    assert now(evening) == ("bracket", "results")
