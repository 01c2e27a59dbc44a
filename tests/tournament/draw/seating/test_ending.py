from collections import Counter
from itertools import combinations

from tests.tournament.draw.seating.checker import judge
from tournament.draw.seating.ending import ending
from tournament.draw.seating.stock import Stock

MOST = 100_000


def everything(n: int, *sizes: int) -> Stock:
    return Stock(n, [table for size in sizes for table in combinations(range(n), size)])


def test_two_rounds_share_no_pair() -> None:
    rounds, steps = ending(everything(16, 4), 2, 0, [0] * 16, (0, 0), MOST)
    assert rounds is not None
    assert judge(rounds, [range(16)] * 2).repeats == 0
    assert 0 < steps < MOST


def test_one_round_is_an_ending_too() -> None:
    rounds, _ = ending(everything(12, 4), 1, 0, [0] * 12, (0, 0), MOST)
    assert rounds is not None
    assert sorted(player for table in rounds[0] for player in table) == list(range(12))


def test_where_there_is_none_all_has_been_tried() -> None:
    """Eight players at two tables must meet somebody again."""
    rounds, steps = ending(everything(8, 4), 2, 0, [0] * 8, (0, 0), MOST)
    assert rounds is None
    assert 3 < steps < MOST


def test_it_gives_up_after_so_many_steps() -> None:
    assert ending(everything(8, 4), 2, 0, [0] * 8, (0, 0), 2) == (None, 3)


def test_threes_are_even_in_the_end() -> None:
    """Who had none needs one; whoever has had one before gets none where others had none."""
    turns = [1] * 12 + [0] * 15
    rounds, _ = ending(everything(27, 3, 4), 1, 1, [1] * 26 + [0], (1, 2), MOST)
    assert rounds is not None
    assert any(26 in table for table in rounds[0] if len(table) == 3)
    rounds, _ = ending(everything(27, 3, 4), 2, 1, turns, (0, 1), MOST)
    assert rounds is not None
    had = Counter(player for tables in rounds for table in tables if len(table) == 3 for player in table)
    assert set(had) <= set(range(12, 27))
    assert set(had.values()) == {1}


def test_only_threes_where_there_are_no_fours() -> None:
    rounds, _ = ending(everything(9, 3, 4), 2, 3, [0] * 9, (2, 2), MOST)
    assert rounds is not None
    assert judge(rounds, [range(9)] * 2).repeats == 0


def test_who_still_needs_a_table_of_three_must_get_one_in_the_last_round() -> None:
    """The only three there is seats one of the two who have had none."""
    only = Stock(7, [(0, 2, 3), (1, 4, 5, 6)])
    assert ending(only, 1, 1, [0, 0, 1, 1, 1, 1, 1], (1, 2), MOST)[0] is None
    rounds, _ = ending(only, 1, 1, [0, 1, 1, 1, 1, 1, 1], (1, 2), MOST)
    assert rounds is not None
