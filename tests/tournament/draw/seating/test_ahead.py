from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.tournament.draw.seating.checker import new_repeats
from tournament.draw.seating import ahead, swiss
from tournament.draw.seating.model import Dice, Request, Watch
from tournament.draw.seating.search import UNIT, State, Tables, Task, plain
from tournament.draw.seating.task import task_of

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
    poor = State(task, [HISTORY[0]]).solution()
    assert ahead.rescued(task, poor, dice, watch).hard == 0
    assert ahead.rescued(task, poor, dice, Watch(60)) is poor


def test_a_single_repeat_is_one_too_many() -> None:
    task = task_of(REQUEST)
    poor = State(task, [[[0, 1, 4, 8], [2, 5, 12, 16], [3, 9, 13, 17], [6, 10, 14, 18], [7, 11, 15, 19]]]).solution()
    watch = Watch(0)
    assert watch.is_over()
    assert new_repeats([plain(tables, 20) for tables in poor.rounds], HISTORY) == 1
    assert ahead.rescued(task, poor, REQUEST.dice("ahead"), watch).hard == 0


def test_only_rounds_that_can_do_without_a_repeat_are_looked_at_together() -> None:
    """Of eight players nobody is left to meet for the first time after two rounds; of twenty there are some."""
    twice = (((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 1, 4, 5), (2, 3, 6, 7)))
    assert ahead.horizons(Request(tuple(range(8)), rounds=3, history=twice), 6) == [3]
    assert ahead.horizons(REQUEST, 6) == [4, 3, 2, 1]
    assert ahead.horizons(replace(REQUEST, history=()), 6) == [1]


@pytest.mark.parametrize(("n", "rounds"), [(12, 5), (24, 5), (28, 6), (32, 7), (80, 7)])
def test_a_swiss_event_of_many_is_taken_to_be_longer(n: int, rounds: int) -> None:
    request = Request(tuple(range(n)), scores=(0,) * n)
    assert ahead.to_come(request) == rounds
    assert ahead.to_come(replace(request, scores=())) == 5


def played_already() -> Tables:
    return [list(table) for table in HISTORY[0]]


def test_where_nothing_follows_what_was_tried_first_others_are_tried_before_annealing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ahead, "completion", lambda *_args: None)
    monkeypatch.setattr(ahead, "_climb", lambda *_args: pytest.fail("annealed"))
    found = ahead.together(task_of(REQUEST), [2], played_already, REQUEST.dice("ahead"), Watch(60))
    assert len(found.rounds) == 2
    assert found.hard < UNIT


def test_where_a_way_on_is_known_no_others_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    dice, follow, asked = REQUEST.dice("ahead"), ahead.follow, []

    def follow_noted(task: Task, rounds: int, with_dice: Dice, watch: Watch) -> list[Tables] | None:
        asked.append(with_dice)
        return follow(task, rounds, with_dice, watch)

    monkeypatch.setattr(ahead, "follow", follow_noted)
    assert ahead.together(task_of(REQUEST), [2], played_already, dice, Watch(60)).hard < UNIT
    assert asked
    assert dice not in asked


@pytest.mark.parametrize(("players", "way"), [(31, "alone"), (30, "together")])
def test_a_swiss_round_is_drawn_alone_where_more_than_six_play_for_each_of_five_rounds(
    players: int, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(name: str) -> Callable[..., None]:
        def stop(*_args: object) -> None:
            raise StopIteration(name)

        return stop

    monkeypatch.setattr(ahead, "together", taken("together"))
    monkeypatch.setattr(swiss, "alone", taken("alone"))
    threes = -players % 4
    fours = [tuple(range(at, at + 4)) for at in range(0, players - 3 * threes, 4)]
    played = (*fours, *(tuple(range(at, at + 3)) for at in range(players - 3 * threes, players, 3)))
    scores = tuple(float(player % 4) for player in range(players))
    request = Request(tuple(range(players)), rounds=4, history=(played,), scores=scores)
    with pytest.raises(StopIteration, match=way):
        swiss.draw(request, Watch(60))
