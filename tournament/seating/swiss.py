"""The next round of a Swiss stage: near scores at a table, but no repeats first.

Where players have met few of the others, this round is searched alone: the field in order of the scores, cut into
tables, and then annealed. Where it is tight it is searched together with rounds free of repeats for the
rest of the stage, so that the price of closeness is never a repeat later on. Threes go to those whose turn
it is. Left out: colours beyond the best orders for these tables; what the scores mean.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournament.seating import nextround, seats
from tournament.seating.anneal import Cooling, anneal
from tournament.seating.model import Dice, Request, Round, Watch
from tournament.seating.search import UNIT, Found, Matrix, State, Tables, Task, cut, deal, plain
from tournament.seating.solve import LOOSE_THREES, freezing, judged, polish
from tournament.seating.task import task_of

SLACK = 6
ALONE = UNIT // 40
"""What a difference of one standard deviation costs where this round is searched alone,"""
LADDER = tuple(UNIT * percent // 100 for percent in (6, 3, 2, 1))
"""and where it is searched with others: first much, then less while no way without repeats is found."""
SHARE = 0.3
HOPELESS = 5 * UNIT
STEPS_ALONE = 300_000
HOT_ALONE, COLD_ALONE = ALONE, ALONE // 60
STEPS_A_PLAYER = 3000
LEAST_STEPS, MOST_STEPS, ALL_STEPS = 150_000, 400_000, 1_600_000
REACH = 12
"""Tables, in order of their scores, that may change players where there are many."""
MANY = 40


def draw(request: Request, watch: Watch) -> tuple[Round, ...]:
    """The next round. `request.rounds` are the rounds still to come with it; 1 means that nobody knows."""
    if len(set(request.scores)) < 2:
        return nextround.draw(request, watch)
    dice = request.dice("swiss")
    best = alone(request, dice, watch) if _has_slack(request) else together(request, dice, watch)
    tables = plain(best.rounds[0], request.n)
    return (seats.seat_next(tables, request.history, request.everybody, request.dice("seats")),)


def _has_slack(request: Request) -> bool:
    return SLACK * (len(request.history) + request.rounds) < request.n


def alone(request: Request, dice: Dice, watch: Watch) -> Found:
    task = task_of(request, closeness=ALONE)
    tables = by_score(task, request.scores, dice)
    reach = REACH if len(tables) > MANY else 0
    cooling = Cooling(STEPS_ALONE, HOT_ALONE, COLD_ALONE, reach=reach)
    return anneal(State(task, [tables]), cooling, dice, watch)


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


def together(request: Request, dice: Dice, watch: Watch) -> Found:
    """With as many of the rounds to come as can be had without repeats."""
    task = task_of(request, closeness=LADDER[0])
    found = (_climb(task, ahead, dice, watch) for ahead in nextround.horizons(request, SLACK))
    return polish(task, nextround.without_repeats_for_long(found, watch), dice, watch)


def _climb(task: Task, rounds: int, dice: Dice, watch: Watch) -> Found:
    """From scores weighing much to scores weighing little, until there are no repeats."""
    steps = max(LEAST_STEPS, min(STEPS_A_PLAYER * task.n * rounds, MOST_STEPS))
    best: Found | None = None
    for rung in range(ALL_STEPS // steps):
        closeness = LADDER[min(rung, len(LADDER) - 1)]
        found = _annealed(task, deal(task, rounds, dice), closeness, steps, dice, watch)
        if best is None or found.is_better_than(best):
            best = found
        if best.hard < UNIT or watch.is_over() or (rung and best.hard > HOPELESS):
            break
    assert best is not None
    return best


def _annealed(task: Task, start: list[Tables], closeness: int, steps: int, dice: Dice, watch: Watch) -> Found:
    """The soft costs scaled to this closeness, the turns at threes cheap enough to move."""
    loose = replace(
        task,
        now=scaled(task.now, closeness, LADDER[0]),
        three=min(task.three, LOOSE_THREES),
        strict=min(task.strict, LOOSE_THREES),
    )
    found = anneal(
        State(loose, start), Cooling(steps, *freezing(task.n), share=max(SHARE, 1 / len(start))), dice, watch
    )
    return judged(task, found)


def scaled(matrix: Matrix | None, numerator: int, denominator: int) -> Matrix | None:
    return matrix and [[cost * numerator // denominator for cost in row] for row in matrix]
