import pytest

from tests.tournament.draw.seating.checker import fewest_threes
from tournament.draw.seating.model import Board, SeatingError
from tournament.draw.seating.split import default_hall, missing, require_boards, share, split

HALL = (*(Board(number, "4") for number in range(1, 5)), Board(11, "6"), Board(12, "6"))


@pytest.mark.parametrize("n", [3, 4, *range(6, 260), 999, 1000, 1001])
def test_everybody_sits_with_the_fewest_threes(n: int) -> None:
    sizes = split(n)
    assert sum(sizes) == n
    assert sizes.count(3) == fewest_threes(n)
    assert list(sizes) == sorted(sizes, reverse=True)
    assert set(sizes) <= {3, 4}


@pytest.mark.parametrize(
    ("n", "help_"),
    [
        (-1, "nobody"),
        (0, "nobody"),
        (1, "2 helpers play along"),
        (2, "1 helper play along"),
        (5, "1 helper play along, or let 1 player sit out"),
    ],
)
def test_what_cannot_be_split_is_refused_with_what_would_help(n: int, help_: str) -> None:
    with pytest.raises(SeatingError, match=help_) as refused:
        split(n)
    assert refused.value.code == "cannot_split"
    assert refused.value.data == {"players": n}


def test_missing_boards_are_named_by_kind() -> None:
    assert missing(22, HALL) == {}
    assert missing(30, HALL) == {"4": 2}
    assert missing(9, HALL) == {"6": 1}
    with pytest.raises(SeatingError, match="2 for tables of four and 1 for tables of three") as refused:
        require_boards(33, HALL)
    assert refused.value.data == {"missing": {"4": 2, "6": 1}}


def test_a_hall_nobody_has_described_has_just_enough_boards() -> None:
    assert missing(23, default_hall(23)) == {}
    assert [board.kind for board in default_hall(7)] == ["4", "6"]


def test_fields_that_play_at_once_share_the_hall() -> None:
    children, adults = share([7, 8], HALL, [set(), set()])
    assert [board.number for board in children] == [1, 11]
    assert [board.number for board in adults] == [2, 3, 4, 12]
    with pytest.raises(SeatingError):
        share([16, 4], HALL, [set(), set()])


def test_a_field_gets_the_boards_its_players_need() -> None:
    children, adults = share([7, 8], HALL, [{12}, {1, 4}])
    assert [board.number for board in children] == [2, 12]
    assert {board.number for board in adults} == {1, 3, 4, 11}
