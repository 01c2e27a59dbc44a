"""The next round of a Swiss stage: near scores at a table, but no repeats first.

Where players have met few of the others, this round is searched alone: the field in order of the scores, cut into
tables, and then annealed. Where it is tight it is searched together with rounds free of repeats for the
rest of the stage, so that the price of closeness is never a repeat later on. Threes go to those whose turn
it is. Left out: colours beyond the best orders for these tables; what the scores mean.
"""

from collections.abc import Sequence
from functools import partial

from tournament.seating import ahead, nextround, seats
from tournament.seating.anneal import Cooling, anneal
from tournament.seating.model import Dice, Request, Round, Watch
from tournament.seating.search import UNIT, State, Tables, Task, cut, plain
from tournament.seating.task import task_of

SLACK = 6
ALONE = UNIT // 40
"""What a difference of one standard deviation costs where this round is searched alone,"""
TOGETHER = UNIT * 6 // 100
"""and where it is searched with others."""
STEPS_ALONE = 450_000
HOT_ALONE, COLD_ALONE = ALONE, ALONE // 60
TRIAL = 9
"""A trial round takes a ninth of the steps."""
REACH = 12
"""Tables, in order of their scores, that may change players where there are many."""
MANY = 40


def draw(request: Request, watch: Watch) -> tuple[Round, ...]:
    """The next round. `request.rounds` are the rounds still to come with it; 1 means that nobody knows."""
    if len(set(request.scores)) < 2:
        return nextround.draw(request, watch)
    dice = request.dice("swiss")
    if ahead.has_slack(request, SLACK):
        tables = alone(request, STEPS_ALONE, dice, watch)
    else:
        task, horizons = task_of(request, closeness=TOGETHER), ahead.horizons(request, SLACK)
        trial = partial(alone, request, STEPS_ALONE // TRIAL, dice, watch)
        tables = ahead.together(task, horizons, trial, dice, watch).rounds[0]
    seated = plain(tables, request.n)
    return (seats.seat_next(seated, request.history, request.everybody, request.dice("seats")),)


def alone(request: Request, steps: int, dice: Dice, watch: Watch) -> Tables:
    """Near in score and without repeats, whatever comes later."""
    task = task_of(request, closeness=ALONE)
    tables = by_score(task, request.scores, dice)
    reach = REACH if len(tables) > MANY else 0
    cooling = Cooling(steps, HOT_ALONE, COLD_ALONE, reach=reach)
    return anneal(State(task, [tables]), cooling, dice, watch).rounds[0]


def by_score(task: Task, scores: Sequence[float], dice: Dice) -> Tables:
    """The threes to those whose turn it is, chance deciding; everybody with those of like scores."""
    order = dice.shuffled(range(task.n))
    threes = 3 * task.sizes.count(3)
    order.sort(key=task.turns.__getitem__, reverse=True)
    at_fours, at_threes = order[: task.n - threes], order[task.n - threes :]
    for group in (at_fours, at_threes):
        group.sort(key=scores.__getitem__, reverse=True)
    tables = cut([*at_fours, *at_threes], task.sizes)
    return sorted(tables, key=lambda table: -sum(scores[player] for player in table) / len(table))
