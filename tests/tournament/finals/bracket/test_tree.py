"""Tables are numbered down the tree, and the draw gives the numbers that the bracket named before."""

from itertools import pairwise

import pytest

from tests.tournament.evening import Evening, by_chance
from tests.tournament.finals.bracket.test_plan import PLAYERS
from tournament.draw.proof import draw_document
from tournament.draw.seating.commitment import check
from tournament.finals.bracket.plan import USUAL, bracket
from tournament.finals.bracket.tree import joined, numbers
from tournament.finals.queries import bracket_of
from tournament.models import Seat


@pytest.mark.parametrize("going_on", [1, 2])
def test_every_table_has_a_number_of_its_own(going_on):
    for n in PLAYERS:
        found = numbers(n, going_on, 4)
        assert sorted(found) == list(range(1, len(found) + 1)) and found[0] == 1, n


def test_tables_that_lead_to_the_same_ones_stand_one_below_the_other():
    for n in PLAYERS:
        columns = bracket(USUAL, n).columns
        for before, after in pairwise(columns):
            ways = [
                {box.number for box in after for slot in box.slots if slot.origin[::2] == ("place", one.number)}
                for one in before
            ]
            groups = joined(ways)
            assert [at for group in groups for at in group] == list(range(len(before))), n
            tops = [min(way for at in group for way in ways[at]) for group in groups]
            assert tops == sorted(tops), n


@pytest.mark.parametrize("n", [16, 37])
def test_the_draw_gives_the_numbers_that_were_said(club, n):
    """A first seed never leaves its table, so it tells which table is which."""
    evening = Evening(club, "knockout")
    evening.come(n)
    said_first = [[box.number for box in boxes] for boxes in bracket_of(evening.tournament).columns]
    evening.play(evening.draw(1)[0], by_chance(n))
    evening.tournament.stream.refresh_from_db()
    said = {box.slots[i].player: box.number for box in bracket_of(evening.tournament).columns[1] for i in range(4)}
    round_ = evening.publish(evening.draw(1)[0])
    seats = Seat.objects.filter(round=round_, seed__lte=round_.tables.count()).select_related("table")
    numbers_given = {seat.entry_id: seat.table.number for seat in seats}
    assert numbers_given and numbers_given.items() <= said.items()
    assert sorted(numbers_given.values()) == said_first[1]
    assert check(draw_document(round_)) == [], "drawn again, it is the same"
