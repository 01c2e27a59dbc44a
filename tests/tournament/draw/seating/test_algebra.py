import pytest

from tests.tournament.draw.seating.checker import whole
from tournament.draw.seating.algebra import rounds_without_repeat
from tournament.draw.seating.model import Dice


@pytest.mark.parametrize("n", [51, 52, 64, 98, 99, 100, 127, 128, 149, 150, 250, 397, 998, 999, 1000, 1001])
def test_large_fields_have_no_repeat_and_even_threes(n: int) -> None:
    rounds = rounds_without_repeat(n, 8, Dice("1", "algebra"))
    assert len(rounds) == 8
    judged = whole(rounds, n)
    assert judged.repeats == 0
    assert judged.worst_three_spread <= 1


def test_forty_nine_rounds_of_196_use_all_of_its_algebra() -> None:
    """49 is prime to 6, so there are as many rounds as shifts."""
    judged = whole(rounds_without_repeat(196, 49, Dice("1", "algebra")), 196)
    assert (judged.repeats, judged.most_meetings) == (0, 1)


@pytest.mark.parametrize("n", [6, 9, 13, 22, 53, 61])
def test_where_the_field_is_too_small_it_gives_fewer_rounds(n: int) -> None:
    rounds = rounds_without_repeat(n, 60, Dice("1", "algebra"))
    assert 0 < len(rounds) < 60
    assert whole(rounds, n).repeats == 0
    assert whole(rounds, n).worst_three_spread <= 1


def test_the_same_dice_give_the_same_rounds() -> None:
    assert rounds_without_repeat(64, 8, Dice("a", "x")) == rounds_without_repeat(64, 8, Dice("a", "x"))
    assert rounds_without_repeat(64, 8, Dice("a", "x")) != rounds_without_repeat(64, 8, Dice("b", "x"))
