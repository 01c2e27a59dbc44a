import pytest

from tests.tournament.draw.seating.checker import new_repeats, whole
from tournament.draw.seating.exact import after, rounds_without_repeats
from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import Task, plain
from tournament.draw.seating.task import empty

LINES = ([0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15])
COLUMNS = ([0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15])


def played(n: int, *rounds: tuple[list[int], ...]) -> Task:
    task = Task(n, empty(n))
    for tables in rounds:
        task = after(task, list(tables))
    return task


@pytest.mark.parametrize(("n", "rounds"), [(9, 4), (15, 3), (16, 5), (20, 3), (24, 4), (32, 6)])
def test_rounds_are_found_and_have_no_repeat(n: int, rounds: int) -> None:
    found = rounds_without_repeats(Task(n, empty(n)), rounds, Dice("1", ""), Watch(60))
    assert found is not None
    assert whole([plain(tables, n) for tables in found], n).repeats == 0


def test_sixteen_after_lines_and_columns_can_be_ended() -> None:
    """Only one in four of the third rounds there are leaves two more, so that not every try gets there."""
    task = played(16, LINES, COLUMNS)
    tried = [rounds_without_repeats(task, 3, Dice(str(seed), ""), Watch(60)) for seed in range(5)]
    found = [[plain(tables, 16) for tables in rounds] for rounds in tried if rounds]
    assert found
    assert not any(new_repeats(rounds, [LINES, COLUMNS]) for rounds in found)


def test_what_cannot_be_is_not_found() -> None:
    assert rounds_without_repeats(played(8, ([0, 1, 2, 3], [4, 5, 6, 7])), 1, Dice("1", ""), Watch(60)) is None
    assert rounds_without_repeats(Task(16, empty(16)), 6, Dice("1", ""), Watch(60)) is None


def test_threes_go_to_those_who_had_none() -> None:
    first = ([0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14], [15, 16, 17])
    found = rounds_without_repeats(played(18, first), 1, Dice("1", ""), Watch(60))
    assert found is not None
    assert not {player for table in found[0] if len(table) == 3 for player in table} & set(range(12, 18))


@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_at_a_three_again_while_others_have_had_none(seed: int) -> None:
    first = ([3, 4, 5, 6], [7, 8, 9, 10], [11, 12, 13, 14], [0, 1, 2], [15, 16, 17])
    found = rounds_without_repeats(played(18, first), 1, Dice(str(seed), ""), Watch(60))
    assert found is not None
    assert not {player for table in found[0] if len(table) == 3 for player in table} & {0, 1, 2, 15, 16, 17}


def test_tables_of_four_stand_before_those_of_three() -> None:
    found = rounds_without_repeats(Task(18, empty(18)), 2, Dice("1", ""), Watch(60))
    assert found is not None
    assert [[len(table) for table in tables] for tables in found] == [[4, 4, 4, 3, 3]] * 2


def test_without_time_or_without_steps_nothing_is_found() -> None:
    task = Task(16, empty(16))
    assert rounds_without_repeats(task, 1, Dice("1", ""), Watch(0)) is None
    assert rounds_without_repeats(task, 1, Dice("1", ""), Watch(60), steps=0) is None
    assert rounds_without_repeats(task, 1, Dice("1", ""), Watch(60), steps=4) is not None
