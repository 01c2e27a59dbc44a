import pytest

from tests.tournament.draw.seating.checker import whole
from tournament.draw.seating.classes import draw_classes
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Board, Request, SeatingError, Wish

IDS = tuple(f"p{number}" for number in range(23))
NAMES = ["children" if number % 3 == 0 else "adults" for number in range(23)]


def test_children_play_among_themselves() -> None:
    draws = draw_classes(Request(ids=IDS, rounds=2, seed="1"), NAMES)
    assert list(draws) == ["adults", "children"]
    assert draws["children"].request.ids == IDS[::3]
    for each in draws.values():
        whole(each.rounds, each.request.n)
    numbers = [board for each in draws.values() for board in each.boards[0]]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


def test_the_hall_wishes_and_history_are_divided() -> None:
    hall = (*(Board(number, "4") for number in range(1, 6)), *(Board(number, "6") for number in range(11, 14)))
    first = draw(Request(ids=IDS, seed="1"))
    request = Request(
        ids=IDS,
        rounds=2,
        seed="2",
        history=first.rounds,
        boards=hall,
        wishes=(Wish("family", (0, 3, 4)),),
        scores=tuple(range(23)),
    )
    draws = draw_classes(request, NAMES, "next")
    children = draws["children"].request
    assert children.wishes == (Wish("family", (0, 1)),)
    assert children.scores == tuple(range(0, 23, 3))
    assert len(children.history) == 1
    assert {len(table) for table in children.history[0]} <= {3, 4}
    assert not set(draws["children"].boards[0]) & set(draws["adults"].boards[0])


def test_a_class_that_cannot_be_split_is_refused() -> None:
    with pytest.raises(SeatingError, match="5 cannot be split"):
        draw_classes(Request(ids=IDS[:12]), ["a"] * 5 + ["b"] * 7)


def test_a_player_of_limited_mobility_keeps_the_own_board() -> None:
    hall = (*(Board(number, "4") for number in range(1, 6)), *(Board(number, "6") for number in range(11, 14)))
    draws = draw_classes(Request(ids=IDS, rounds=3, seed="1", boards=hall, fixed={0: (5, 13)}), NAMES)
    children = draws["children"]
    for tables, numbers in zip(children.rounds, children.boards, strict=True):
        assert {number for table, number in zip(tables, numbers, strict=True) if 0 in table} <= {5, 13}
