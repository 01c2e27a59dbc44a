import os
from dataclasses import replace

import pytest

from tests.tournament.draw.seating.checker import judge
from tests.tournament.draw.seating.swiss_event import Event, play
from tournament.draw.seating import swiss
from tournament.draw.seating.model import Request, Watch
from tournament.draw.seating.report import stretched

pytestmark = pytest.mark.slow

LONG = bool(os.environ.get("AUGENGENAU_LONG"))
EVENTS = 100 if LONG else 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "rounds"), [(16, 5), (18, 4), (20, 5), (24, 5), (30, 5), (32, 5), (32, 7), (37, 5), (50, 7), (64, 7)]
)
def test_nobody_meets_twice_in_a_tight_event(n: int, rounds: int) -> None:
    for seed in range(EVENTS):
        event = play(n, rounds, seed)
        judged = judge(event.rounds, event.fields)
        assert judged.repeats == 0
        assert judged.worst_seat_spread <= 2
        assert judged.three_spread <= 1


def test_among_a_thousand_nobody_waits_long_for_a_colour() -> None:
    event = play(1000, 7, 5)  # the tables' best orders alone leave somebody with three blue and no green
    judged = judge(event.rounds, event.fields)
    assert judged.worst_seat_spread <= 2 and judged.repeats == 0


@pytest.mark.parametrize(("n", "limit"), [(64, 0.95), (128, 0.32)])
def test_scores_at_a_table_are_near(n: int, limit: float) -> None:
    events = [play(n, 7, seed) for seed in range(EVENTS)]
    assert sum(event.spread() for event in events) / len(events) <= (limit if LONG else limit * 1.1)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "going"), [(64, 0.03), (37, 0.03)])
def test_an_event_with_drop_outs_and_late_entries_and_its_reports(n: int, going: float) -> None:
    event = play(n, 7, 1, going=going)
    judged = judge(event.rounds, event.fields)
    assert len({len(field) for field in event.fields}) > 1
    assert judged.repeats == 0
    assert judged.worst_seat_spread <= 2
    for report in event.reports:
        assert report["mean"] >= report["least_mean"]
    assert event.reports[0]["mean"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("n", "rounds"), [(20, 5), (32, 7)])
def test_how_many_are_still_to_come_may_be_unknown(n: int, rounds: int) -> None:
    event = play(n, rounds, 3, known=False)
    assert judge(event.rounds, event.fields).repeats == 0


def test_where_no_time_is_left_nobody_meets_again_all_the_same() -> None:
    event = play(16, 3, 3, seconds=0)
    assert judge(event.rounds, event.fields).repeats == 0


def test_winners_meet_winners_where_nothing_stands_against_it() -> None:
    history = (tuple(tuple(range(4 * t, 4 * t + 4)) for t in range(16)),)
    request = Request(tuple(range(64)), rounds=4, history=history, scores=(3.0, 2.0, 1.0, 0.0) * 16)
    (tables,) = swiss.draw(request, Watch(60))
    assert stretched(tables, request.scores)["mean"] == 0


def test_a_scale_of_its_own_changes_nothing() -> None:
    history = (tuple(tuple(range(4 * t, 4 * t + 4)) for t in range(6)),)
    request = Request(tuple(range(24)), rounds=4, history=history, scores=(3.0, 2.0, 1.0, 0.0) * 6)
    other = replace(request, scores=tuple(100 + 50 * score for score in request.scores))
    assert swiss.draw(request, Watch(60)) == swiss.draw(other, Watch(60))


def test_in_the_first_round_all_scores_are_alike() -> None:
    event = Event(22)
    (tables,) = swiss.draw(Request(tuple(range(22)), rounds=5, scores=(0.0,) * 22), Watch(60))
    event.seat(tables, list(range(22)))
    assert judge(event.rounds, event.fields).repeats == 0
