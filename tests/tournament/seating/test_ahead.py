from dataclasses import replace

from tests.tournament.seating.checker import new_repeats
from tournament.seating import ahead
from tournament.seating.model import Request, Watch
from tournament.seating.search import State, plain
from tournament.seating.task import task_of

HISTORY = (tuple(tuple(range(4 * t, 4 * t + 4)) for t in range(5)),)
REQUEST = Request(tuple(range(20)), rounds=4, history=HISTORY, scores=(3.0, 2.0, 1.0, 0.0) * 5)


def test_what_can_follow_is_found_again_whatever_the_scores_and_the_seed() -> None:
    other = replace(REQUEST, scores=tuple(reversed(REQUEST.scores)), seed="other")
    one, again = (ahead.completion(task_of(each, closeness=6000), 4, Watch(60)) for each in (REQUEST, other))
    assert one is not None
    assert one == again
    assert new_repeats([plain(tables, 20) for tables in one], HISTORY) == 0


def test_where_time_ran_out_over_repeats_one_round_without_them_is_taken() -> None:
    task, dice = task_of(REQUEST), REQUEST.dice("ahead")
    watch = Watch(0)
    assert watch.is_over()
    poor = State(task, [HISTORY[0]]).found()
    assert ahead.saved(task, poor, dice, watch).hard == 0
    assert ahead.saved(task, poor, dice, Watch(60)) is poor
