"""Rounds around a history: the next one, or all that are left after somebody has gone or come.

The next round is searched together with the rounds still to come, as if nobody came or went any more, so
that it does not use up what they need. Where their number is not known it looks ahead as far as an event
usually goes. Left out: scores (`swiss`), boards, and published rounds, which stay as they are.
"""

from collections.abc import Sequence
from functools import partial
from itertools import combinations, islice

from tournament.draw.seating import ahead, bounds, known, packing, seats
from tournament.draw.seating.model import Dice, Request, Round, Watch
from tournament.draw.seating.search import UNIT, State, Tables, Task, cut, plain
from tournament.draw.seating.solve import mended, solve
from tournament.draw.seating.task import task_of

SLACK = 8
"""With so many other players for each round everybody meets somebody new without looking ahead."""
CHOICES = 60
"""How many ways to choose some of the later rounds of a schedule are tried."""
PERSISTENCE = 250_000
"""Work for each second there is, in packing rounds that may exist."""
A_PLAN = 1
"""Swaps a player and round to mend a plan: where it can be mended at all, a seventh of these is enough."""
RENAMINGS = 3
"""A schedule can often be fitted to a history in several ways."""


def draw(request: Request, watch: Watch) -> tuple[Round, ...]:
    """The next round. `request.rounds` are the rounds still to come with it; 1 means that the number is not known."""
    task, dice = task_of(request), request.dice("next")
    horizons = ahead.horizons(request, SLACK)
    if task.later:
        trial = partial(_alone, task, dice, watch)
        best = ahead.together(task, horizons, trial, dice, watch)
    else:
        solutions = (solve(task, rounds, dice, watch) for rounds in horizons)
        best = ahead.rescued(task, ahead.without_repeats_for_long(solutions, watch), dice, watch)
    tables = plain(best.rounds[0], request.n)
    return (seats.seat_next(tables, request.history, request.everybody, request.dice("seats")),)


def _alone(task: Task, dice: Dice, watch: Watch) -> Tables:
    """One round without repeats and with few broken wishes."""
    return solve(task, 1, dice, watch).rounds[0]


def redraw(request: Request, watch: Watch, plan: Sequence[Round] = ()) -> tuple[Round, ...]:
    """All rounds still to come. `plan` is what was planned for them; it is kept as far as possible."""
    task, dice = task_of(request), request.dice("redraw")
    start = _start(request, task, plan, dice, watch)
    may_be_without = not bounds.repeats([range(request.n)] * request.rounds, request.history).count
    if may_be_without and (start is None or State(task, start).hard >= UNIT):
        work = round(PERSISTENCE * request.seconds)
        start = packing.rounds_without_repeats(task, request.rounds, dice, watch, work) or start
    solution = solve(task, request.rounds, dice, watch, start)
    rounds = [plain(tables, request.n) for tables in solution.rounds]
    return seats.seat_rest(rounds, request.history, request.everybody, request.dice("seats"))


def _start(request: Request, task: Task, plan: Sequence[Round], dice: Dice, watch: Watch) -> list[Tables] | None:
    """The plan, mended; or a schedule recognised in the history, as far as it fits."""
    if len(plan) == request.rounds:
        return mended(task, [fit(tables, task) for tables in plan], dice, watch, A_PLAN).rounds
    return _recognised(request, task)


def _recognised(request: Request, task: Task) -> list[Tables] | None:
    """The later rounds of a schedule that began with the history, of those still complete without the players who left."""
    dice = request.dice("known")
    best: list[Tables] | None = None
    least = task.three
    for _ in range(RENAMINGS):
        later = known.later_rounds(request.history, request.everybody, request.first, dice)
        fitted = [fit(tables, task) for tables in later]
        whole = [tables for tables in fitted if State(task, [tables]).hard < UNIT]
        for rounds in islice(combinations(whole, request.rounds), CHOICES):
            hard = State(task, rounds).hard
            if hard < least:
                best, least = list(rounds), hard
        if least < UNIT or len(whole) < request.rounds:
            break
    return best


def fit(tables: Round, task: Task) -> Tables:
    """A planned round without those who have gone and with those who have come, in tables of the right sizes.

    Tables that still have the size they need stay as they are; the rest is put together from what is left.
    """
    there = [[player for player in table if player < task.n] for table in tables]
    seated = {player for table in there for player in table}
    loose = [player for player in range(task.n) if player not in seated]
    sizes = list(task.sizes)
    kept = []
    for table in sorted(there, key=len, reverse=True):
        if len(table) in sizes:
            sizes.remove(len(table))
            kept.append(table)
        else:
            loose.extend(table)
    return sorted(kept + cut(loose, sizes), key=len, reverse=True)
