import pytest

from tests.tournament.draw.seating.checker import new_repeats, whole
from tournament.draw.seating import catalogue
from tournament.draw.seating.exact import after
from tournament.draw.seating.model import Dice, Round, Watch
from tournament.draw.seating.packing import rounds_without_repeats
from tournament.draw.seating.search import Task, plain
from tournament.draw.seating.task import empty


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


def test_whole_rounds_of_nearly_all_pairs_are_left_to_others_but_the_last_two_are_packed() -> None:
    """Of 16 players five rounds use up every pair; after three of them the last two do."""
    plan = catalogue.look_up(16, 5, "threes")
    assert plan is not None
    last = rounds_without_repeats(played(16, plan[:3]), 2, Dice("1", ""), Watch(60))
    assert last is not None
    assert new_repeats([plain(tables, 16) for tables in last], plan[:3]) == 0
    assert rounds_without_repeats(played(16, plan[:2]), 3, Dice("1", ""), Watch(60)) is None
