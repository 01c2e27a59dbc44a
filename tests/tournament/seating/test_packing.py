import pytest

from tests.tournament.seating.checker import new_repeats, whole
from tournament.seating import catalogue
from tournament.seating.exact import after
from tournament.seating.model import Dice, Round, Watch
from tournament.seating.packing import rounds_without_repeats
from tournament.seating.search import Task, plain
from tournament.seating.task import empty


def played(n: int, rounds: tuple[Round, ...]) -> Task:
    """Those present are the first n of those who played."""
    task = Task(n, empty(n))
    for tables in rounds:
        task = after(task, [[player for player in table if player < n] for table in tables])
    task.met[n] = [0] * (n + 1)
    for row in task.met:
        row[n] = 0
    return task


def plan_of_32(rounds: int) -> tuple[Round, ...]:
    """With players for numbers."""
    plan = catalogue.look_up(32, rounds, "threes")
    assert plan is not None
    player = Dice("32", "names").shuffled(range(32))
    return tuple(tuple(tuple(player[x] for x in table) for table in tables) for tables in plan)


@pytest.mark.parametrize("n", [25, 27, 28, 29, 30, 31])
def test_what_is_left_of_a_plan_is_packed_without_repeats_and_with_even_threes(n: int) -> None:
    history = plan_of_32(3)
    found = rounds_without_repeats(played(n, history), 4, Dice("1", ""), Watch(60))
    assert found is not None
    rounds = [plain(tables, n) for tables in found]
    assert whole(rounds, n).three_spread <= 1
    assert new_repeats(rounds, history) == 0


def test_threes_go_to_those_who_had_fewer() -> None:
    task = played(18, ())
    for player in range(12):
        task.met[18][player] = task.met[player][18] = 1
    found = rounds_without_repeats(task, 1, Dice("1", ""), Watch(60))
    assert found is not None
    assert {player for table in found[0] if len(table) == 3 for player in table} == set(range(12, 18))


def test_the_same_dice_pack_the_same_rounds() -> None:
    task = played(16, ())
    one, again, other = (rounds_without_repeats(task, 3, Dice(seed, ""), Watch(60)) for seed in "112")
    assert one == again
    assert one != other


def test_what_cannot_be_is_not_found() -> None:
    assert rounds_without_repeats(played(8, ()), 2, Dice("1", ""), Watch(60)) is None


def test_a_large_field_is_left_to_others() -> None:
    assert rounds_without_repeats(played(40, ()), 2, Dice("1", ""), Watch(60)) is None
