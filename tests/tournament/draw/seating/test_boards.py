from itertools import islice, permutations

import pytest

from tournament.draw.seating.assignment import cheapest
from tournament.draw.seating.boards import assign
from tournament.draw.seating.draw import Mode
from tournament.draw.seating.draw import draw as draw_all
from tournament.draw.seating.model import Board, Dice, Request, Round, SeatingError, Watch
from tournament.draw.seating.split import default_hall, split
from tournament.draw.seating.whole import draw

HALL = (*(Board(number, "4") for number in (1, 2, 3, 4, 5, 9)), *(Board(n, "6") for n in (6, 7, 8)))


def drawn(request: Request) -> tuple[tuple[Round, ...], tuple[tuple[int, ...], ...]]:
    return assign(draw(request, Watch(60)), request, Watch(60))


def visits(rounds: tuple[Round, ...], numbers: tuple[tuple[int, ...], ...]) -> list[tuple[int, int]]:
    return [
        (player, board)
        for tables, boards in zip(rounds, numbers, strict=True)
        for table, board in zip(tables, boards, strict=True)
        for player in table
    ]


def test_the_assignment_is_the_cheapest_of_all() -> None:
    dice = Dice("1", "costs")
    for _ in range(300):
        rows, columns = 1 + dice.below(5), 6
        costs = [[dice.pick([0, 0, 1, 2, 5, 9]) for _ in range(columns)] for _ in range(rows)]
        chosen = cheapest(costs)
        assert len(set(chosen)) == rows
        best = min(
            sum(row[j] for row, j in zip(costs, order, strict=True)) for order in permutations(range(columns), rows)
        )
        assert sum(row[j] for row, j in zip(costs, chosen, strict=True)) == best


def test_no_rows_need_no_columns() -> None:
    assert cheapest([]) == []


@pytest.mark.parametrize(("n", "rounds"), [(64, 7), (63, 8), (100, 7), (250, 8)])
def test_with_enough_boards_nobody_is_at_one_twice(n: int, rounds: int) -> None:
    found = visits(*drawn(Request(ids=tuple(range(n)), rounds=rounds, seed="1")))
    assert len(found) == len(set(found)) == n * rounds


def test_tables_stand_on_boards_of_their_kind_in_their_order() -> None:
    rounds, numbers = drawn(Request(ids=tuple(range(22)), rounds=5, seed="1", boards=HALL))
    kinds = {board.number: board.kind for board in HALL}
    for tables, boards in zip(rounds, numbers, strict=True):
        assert list(boards) == sorted(set(boards))
        assert [kinds[board] for board in boards] == ["4" if len(t) == 4 else "6" for t in tables]


def test_a_player_of_limited_mobility_stays_at_the_own_boards() -> None:
    request = Request(ids=tuple(range(22)), rounds=6, seed="1", boards=HALL, fixed={5: (3, 7)})
    own = {board for player, board in visits(*drawn(request)) if player == 5}
    assert own <= {3, 7}


def test_boards_of_the_history_are_not_forgotten() -> None:
    """A round already played, everybody at board 1 to 16 in the order given: nobody goes back there."""
    before, numbers = drawn(Request(ids=tuple(range(64)), rounds=3, seed="1"))
    request = Request(ids=tuple(range(64)), history=before, history_boards=numbers)
    again, boards = assign(before[:1], request, Watch(60))
    assert not set(visits(again, boards)) & set(visits(before, numbers))


def test_too_few_boards_are_refused() -> None:
    request = Request(ids=tuple(range(22)), boards=HALL[:6])
    with pytest.raises(SeatingError, match="2 for tables of three"):
        assign((), request, Watch(60))


def test_the_hall_nobody_described_is_numbered_through() -> None:
    assert [board.number for board in default_hall(22)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["all", "next", "swiss"])
@pytest.mark.parametrize("n", [24, 26])
def test_who_cannot_go_everywhere_sits_at_his_own_board_in_every_round(n: int, mode: Mode) -> None:
    fixed = {0: (1, 6), 1: (2, 7), 2: (3, 6, 7)} if n == 26 else {0: (1,), 1: (2,), 2: (2, 3)}
    order = iter(range(n))
    history: tuple[Round, ...] = (tuple(tuple(islice(order, size)) for size in split(n)),)
    scores = tuple(float(p % 4) for p in range(n))
    for _ in range(3):
        request = Request(tuple(range(n)), rounds=3, seconds=60, history=history, fixed=fixed, scores=scores)
        done = draw_all(request, mode)
        assert done.report["boards"]["not_at_own"] == []
        assert done.report["repeats"]["count"] == 0
        history += done.rounds[:1]
