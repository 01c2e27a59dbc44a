"""A team final: one of each team at every table, colours round and round."""

from collections import Counter

import pytest

from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Board, Request, SeatingError
from tournament.draw.seating.wire import order
from tournament.draw.seating.writing import request_data


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("boards", [1, 2, 3, 4, 7])
def test_tables_are_as_named_and_no_team_has_a_colour_too_often(size, boards):
    request = Request(ids=tuple(range(size * boards)), seed="7", table_size=size)
    drawn = draw(request, "teams")
    (tables,), (numbers,) = drawn.rounds, drawn.boards
    assert [sorted(table) for table in tables] == [[*range(b * size, b * size + size)] for b in range(boards)]
    assert numbers == tuple(range(1, boards + 1))
    for team in range(size):
        colours = Counter(order for table in tables for order, player in enumerate(table) if player % size == team)
        assert max(colours.values()) - min(colours[order] for order in range(size)) <= 1
    assert drawn.report["repeats"]["count"] == drawn.report["repeats"]["least"] == 0


def test_who_begins_comes_from_the_seed():
    firsts = {draw(Request(ids=(0, 1, 2, 3), seed=str(seed), table_size=4), "teams").rounds[0][0] for seed in range(30)}
    assert len(firsts) == 4


def test_three_teams_sit_at_six_sided_boards_only():
    hall = (Board(1, "4"), Board(2, "6"), Board(4, "6"), Board(5, "6"), Board(9, "6"))
    drawn = draw(Request(ids=tuple(range(12)), boards=hall, table_size=3), "teams")
    assert drawn.boards == ((2, 4, 5, 9),)
    with pytest.raises(SeatingError) as caught:
        draw(Request(ids=tuple(range(12)), boards=hall[:4], table_size=3), "teams")
    assert (caught.value.code, caught.value.data) == ("boards_missing", {"missing": {"6": 1}})


def test_the_board_that_somebody_can_get_to():
    drawn = draw(Request(ids=tuple(range(12)), fixed={9: (1,)}, table_size=4), "teams")
    assert 9 in drawn.rounds[0][0] and drawn.boards == ((1, 2, 3),)


@pytest.mark.parametrize(
    ("n", "size", "mode"), [(10, 4, "teams"), (0, 4, "teams"), (4, 2, "teams"), (8, 4, "all"), (8, 0, "teams")]
)
def test_what_cannot_be(n, size, mode):
    with pytest.raises(SeatingError):
        draw(Request(ids=tuple(range(n)), table_size=size), mode)


def test_it_can_be_written_down_and_drawn_again():
    request = Request(ids=tuple(range(9)), seed="x", table_size=3)
    again = order(request_data(request, "teams"))
    assert draw(again.request, again.mode).rounds == draw(request, "teams").rounds
