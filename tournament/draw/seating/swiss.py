"""The next round of a Swiss stage: near scores at a table, but no repeats first.

Where players have met few of the others, this round is searched alone: the field in order of the scores, cut into
tables, and then annealed. Where it is tight it is searched together with rounds free of repeats for the
rest of the stage, so that near scores never cost a repeat later on. Threes go to those whose turn
it is. Left out: colours beyond the best orders for these tables; what the scores mean.
"""

from collections.abc import Sequence
from functools import partial

from tournament.draw.seating import ahead, nextround, seats
from tournament.draw.seating.anneal import Cooling, anneal
from tournament.draw.seating.model import Dice, Request, Round, Watch
from tournament.draw.seating.search import UNIT, State, Tables, Task, cut, plain
from tournament.draw.seating.task import task_of

SLACK = 6
ALONE = UNIT // 40
"""The cost of a difference of one standard deviation where this round is searched alone,"""
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
    """The next round. `request.rounds` are the rounds still to come with it; 1 means that the number is not known."""
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
    """One round, near in score and without repeats, without looking ahead."""
    task = task_of(request, closeness=ALONE)
    tables = by_score(task, request.scores, dice)
    reach = REACH if len(tables) > MANY else 0
    cooling = Cooling(steps, HOT_ALONE, COLD_ALONE, reach=reach)
    return anneal(State(task, [tables]), cooling, dice, watch).rounds[0]


def by_score(task: Task, scores: Sequence[float], dice: Dice) -> Tables:
    """A start: threes for those whose turn it is, ties at random; players of like scores together."""
    order = dice.shuffled(range(task.n))
    threes = 3 * task.sizes.count(3)
    order.sort(key=task.turns.__getitem__, reverse=True)
    at_fours, at_threes = order[: task.n - threes], order[task.n - threes :]
    for group in (at_fours, at_threes):
        group.sort(key=scores.__getitem__, reverse=True)
    tables = cut([*at_fours, *at_threes], task.sizes)
    return sorted(tables, key=lambda table: -sum(scores[player] for player in table) / len(table))
