from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournament.draw.seating.checker import whole
from tournament.draw.seating import solve as solving
from tournament.draw.seating.anneal import Cooling, anneal
from tournament.draw.seating.mend import mend
from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import UNIT, Solution, State, Task, deal, plain
from tournament.draw.seating.solve import solve
from tournament.draw.seating.task import empty

THREE = 7 * UNIT


def task(n: int, met: dict[tuple[int, int], int] | None = None) -> Task:
    matrix = empty(n)
    for (a, b), times in (met or {}).items():
        matrix[a][b] = matrix[b][a] = times
    return Task(n, matrix, three=THREE)


def cost(n: int, met: dict[tuple[int, int], int], rounds: list[list[list[int]]]) -> int:
    """Counted again from nothing: each meeting costs a unit for every one before it."""
    seen = dict(met)
    total = 0
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                total += seen.get(pair, 0) * (THREE if n in pair else UNIT)
                seen[pair] = seen.get(pair, 0) + 1
    return total


def soft(n: int) -> list[list[int]]:
    return [[(a * b * 37 + a + b) % 900 if a != b else 0 for b in range(n + 1)] for a in range(n + 1)]


@pytest.mark.parametrize("n", [9, 13, 14, 16, 19])
@pytest.mark.parametrize("search", ["anneal", "mend"])
def test_costs_kept_up_to_date_are_those_counted_again(n: int, search: str) -> None:
    met = {(0, 1): 2, (2, 5): 1, (3, n): 1, (4, n): 2}
    one = replace(task(n, met), now=soft(n))
    dice = Dice("costs", search)
    state = State(one, deal(one, 3, dice))
    before = state.hard - cost(n, met, state.rounds)
    watch = Watch(60)
    anneal(state, Cooling(4000, 3 * THREE, UNIT), dice, watch) if search == "anneal" else mend(state, 300, dice, watch)
    assert state.hard - cost(n, met, state.rounds) == before
    assert state.soft == sum(soft(n)[a][b] for table in state.rounds[0] for a, b in combinations(table, 2))
    assert State(one, state.rounds).costs == state.costs


def test_hard_is_0_exactly_where_nothing_repeats_and_threes_are_even() -> None:
    three_rounds_of_nine = [
        [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        [[0, 3, 6], [1, 4, 7], [2, 5, 8]],
        [[0, 4, 8], [1, 5, 6], [2, 3, 7]],
    ]
    assert State(task(9), three_rounds_of_nine).hard == 0
    assert State(task(9), [*three_rounds_of_nine[:2], three_rounds_of_nine[0]]).hard == 9 * UNIT


def test_the_second_three_before_others_had_one_costs() -> None:
    rounds = [[[0, 1, 2, 3], [4, 5, 6]], [[0, 1, 2, 3], [4, 5, 6]]]
    other = [[[0, 1, 2, 3], [4, 5, 6]], [[4, 5, 6, 0], [1, 2, 3]]]
    assert State(task(7), rounds).hard == 9 * UNIT + 3 * THREE
    assert State(task(7), other).hard == 6 * UNIT


def test_strict_makes_the_next_three_dear_for_those_who_had_one() -> None:
    one = replace(task(7, {(4, 7): 1, (5, 7): 1, (6, 7): 1}), strict=UNIT)
    again, fair = [[[0, 1, 2, 3], [4, 5, 6]]], [[[3, 4, 5, 6], [0, 1, 2]]]
    assert State(one, fair).hard == 0
    assert State(one, again).hard == 3 * THREE + 3 * UNIT


def test_deal_gives_threes_to_those_whose_turn_it_is() -> None:
    dealt = deal(task(7, {(p, 7): 1 for p in (0, 1, 2)}), 2, Dice("deal", ""))
    first, second = ({p for table in tables if len(table) == 3 for p in table} for tables in dealt)
    assert not first & {0, 1, 2}
    assert len(first - second) >= 2


@pytest.mark.parametrize(("n", "rounds"), [(15, 4), (16, 4), (18, 4), (24, 5), (37, 5), (64, 6), (100, 7), (250, 8)])
def test_what_is_solved_has_no_repeat_and_even_threes(n: int, rounds: int) -> None:
    found = solve(task(n), rounds, Dice("solve", ""), Watch(60))
    judged = whole([plain(tables, n) for tables in found.rounds], n)
    assert (found.hard, judged.repeats) == (0, 0)
    assert judged.three_spread <= 1


def test_cancelled_at_once_there_is_still_a_valid_round() -> None:
    found = solve(task(20), 6, Dice("cancel", ""), Watch(60, cancelled=lambda: True))
    whole([plain(tables, 20) for tables in found.rounds], 20)


def test_better_means_fewer_repeats_first() -> None:
    assert Solution(0, 900, []).is_better_than(Solution(UNIT, 0, []))
    assert Solution(UNIT, 3, []).is_better_than(Solution(UNIT, 4, []))
    assert not Solution(UNIT, 4, []).is_better_than(Solution(UNIT, 4, []))


def test_one_table_has_nothing_to_anneal() -> None:
    assert solve(task(4), 3, Dice("one", ""), Watch(60)).hard == (6 + 12) * UNIT


def test_two_tables_are_enough_to_anneal() -> None:
    """One swap between the first table and the last ends the only repeat."""
    one = task(8, {(0, 1): 1})
    start = [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    dice = Dice("two", "")
    assert State(one, start).hard == UNIT
    assert anneal(State(one, start), Cooling(2000, UNIT, UNIT // 10), dice, Watch(60)).hard == 0


@pytest.mark.parametrize("seed", ["3", "9"])
def test_annealing_takes_what_costs_a_little_to_get_out_of_a_dead_end(seed: str) -> None:
    """The schedule of 16 players over five rounds is found; whoever takes only what helps is stuck here with 8 and 13 repeats."""
    one, dice = task(16), Dice("out", seed)
    state = State(one, deal(one, 5, dice))
    assert anneal(state, Cooling(6000, UNIT, UNIT // 4), dice, Watch(60)).hard == 0


def test_mending_may_take_eight_swaps_for_each_player_and_round(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def counted(state: State, swaps: int, dice: Dice, watch: Watch) -> Solution:
        taken.append(swaps)
        return mend(state, swaps, dice, watch)

    monkeypatch.setattr(solving, "mend", counted)
    dice = Dice("mend", "")
    for n, rounds in ((12, 1), (20, 3)):
        solving.mended(task(n), deal(task(n), rounds, dice), dice, Watch(60))
    assert taken == [8 * 12, 8 * 20 * 3]
