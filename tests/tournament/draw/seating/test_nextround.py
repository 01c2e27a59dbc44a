import os
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.tournament.draw.seating.checker import judge, new_repeats, whole
from tournament.draw.seating import nextround
from tournament.draw.seating.model import Request, Round, Watch, Wish
from tournament.draw.seating.search import Task, plain
from tournament.draw.seating.task import empty

pytestmark = pytest.mark.slow

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
FIELDS = range(19, 64) if LONG else (19, 20, 21, 22, 23, 26, 30, 33, 47)
CHANGING = range(28, 64) if LONG else (28, 30, 33, 50)


def rounds_of(n: int, rounds: int, seed: str, *, known: bool) -> tuple[Round, ...]:
    history: tuple[Round, ...] = ()
    for played in range(rounds):
        ahead = rounds - played if known else 1
        request = Request(tuple(range(n)), rounds=ahead, seed=seed, history=history)
        history += nextround.draw(request, Watch(60))
    return history


@pytest.mark.parametrize("n", FIELDS)
@pytest.mark.parametrize("known", [True, False])
def test_four_rounds_one_by_one_have_no_repeat_and_fair_threes(n: int, known: bool) -> None:
    judged = whole(rounds_of(n, 4, "next", known=known), n)
    assert judged.repeats == 0
    assert (judged.three_spread if known else judged.worst_three_spread) <= 1
    assert judged.worst_seat_spread <= 2


@pytest.mark.parametrize("n", CHANGING)
def test_with_drop_outs_and_late_comers_there_is_no_repeat(n: int) -> None:
    rounds, fields = changing_event(n, 4, random.Random(n))
    assert judge(rounds, fields).repeats == 0


def changing_event(n: int, rounds: int, chance: random.Random) -> tuple[list[Round], list[list[int]]]:
    """Everybody by a number of their own; before each later round a tenth goes and a tenth comes."""
    present = list(range(n))
    ever = n
    done: list[Round] = []
    fields = []
    for played in range(rounds):
        if played:
            present = [player for player in present if chance.random() >= 0.1]
            new = sum(chance.random() < 0.1 for _ in range(n))
            present += range(ever, ever + new)
            ever += new
        done.append(next_of(present, done, rounds - played, str(n)))
        fields.append(present)
    return done, fields


def next_of(present: Sequence[int], done: Sequence[Round], ahead: int, seed: str) -> Round:
    gone = sorted({player for tables in done for table in tables for player in table} - set(present))
    names = [*present, *gone]
    number = {player: i for i, player in enumerate(names)}
    history = tuple(tuple(tuple(number[p] for p in table) for table in tables) for tables in done)
    request = Request(tuple(present), rounds=ahead, seed=seed, history=history, gone=tuple(gone))
    (tables,) = nextround.draw(request, Watch(60))
    return tuple(tuple(names[p] for p in table) for table in tables)


def test_the_same_seed_gives_the_same_round() -> None:
    assert rounds_of(22, 3, "one", known=True) == rounds_of(22, 3, "one", known=True)
    assert rounds_of(22, 1, "one", known=True) != rounds_of(22, 1, "two", known=True)


def test_wishes_are_kept_where_that_costs_no_repeat() -> None:
    clubs = tuple(Wish("club", tuple(range(c, 24, 6))) for c in range(6))
    history: tuple[Round, ...] = ()
    for _ in range(2):
        history += nextround.draw(Request(tuple(range(24)), history=history, wishes=clubs), Watch(60))
    assert whole(history, 24).repeats == 0
    assert not [table for tables in history for table in tables if len({p % 6 for p in table}) < 4]


@pytest.mark.parametrize(
    ("n", "rounds", "played", "going"),
    [(64, 10, 4, 5), (100, 7, 3, 8), *((32, 7, 3, going) for going in (1, 2, 3, 4, 5, 7))],
)
def test_redrawn_around_what_was_played_nothing_repeats(n: int, rounds: int, played: int, going: int) -> None:
    planned = nextround.redraw(Request(tuple(range(n)), rounds=rounds), Watch(60))
    left = n - going
    request = Request(tuple(range(left)), rounds=rounds - played, history=planned[:played], gone=tuple(range(left, n)))
    for plan in ((), planned[played:]):
        drawn = nextround.redraw(request, Watch(60), plan)
        judge(drawn, [range(left)] * len(drawn))
        assert new_repeats(drawn, planned[:played]) == 0


def test_a_plan_that_still_fits_is_kept() -> None:
    request = Request(tuple(range(24)), rounds=4)
    planned = nextround.redraw(request, Watch(60))
    later = replace(request, rounds=3, history=planned[:1])
    kept = nextround.redraw(later, Watch(60), planned[1:])
    assert [{frozenset(t) for t in tables} for tables in kept] == [{frozenset(t) for t in r} for r in planned[1:]]


def test_a_planned_round_loses_who_has_gone_and_takes_in_who_has_come() -> None:
    tables = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11))
    fitted = plain(nextround.fit(tables, Task(9, empty(9))), 9)
    assert sorted(len(table) for table in fitted) == [3, 3, 3]
    assert sorted(player for table in fitted for player in table) == list(range(9))
    assert (0, 1, 2, 3) in nextround_tables(12)


def nextround_tables(n: int) -> Round:
    return plain(nextround.fit(((0, 1, 2, 3), (4, 5, 6), (7, 8, 9)), Task(n, empty(n))), n)
