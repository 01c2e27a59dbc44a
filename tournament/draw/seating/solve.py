"""Several rounds at once around a history, free of repeats if such rounds are found.

Mended first, which is quickest where there is slack; else by backtracking (`exact`); else mended from other
deals and annealed.

Left out: scores (`swiss`); wishes and turns count only where the hard costs leave a choice.
"""

from dataclasses import replace

from tournament.draw.seating.anneal import Cooling, anneal
from tournament.draw.seating.exact import rounds_without_repeats
from tournament.draw.seating.mend import mend
from tournament.draw.seating.model import Dice, Watch
from tournament.draw.seating.search import UNIT, Solution, State, Tables, Task, deal

TRIES = 2
MENDING = 8
"""Swaps a player and round before mending is given up: where there is slack one in five is enough."""
STEPS = 3000
"""Of annealing, a player and round."""
STEPS_TO_FOLLOW = 4000
MOST_STEPS = 1_000_000
SMALL = 22
LOOSE_THREES = 3 * UNIT
"""Turns at threes may be broken on the way, or who sits at them together would never change."""


def solve(
    task: Task,
    rounds: int,
    dice: Dice,
    watch: Watch,
    start: list[Tables] | None = None,
) -> Solution:
    """The best rounds found. `start` is a plan to begin with."""
    best = mended(task, start or deal(task, rounds, dice), dice, watch)
    if best.hard >= UNIT and (chain := rounds_without_repeats(task, rounds, dice, watch)):
        best = min(best, State(task, chain).solution(), key=_worth)
    for _ in range(TRIES):
        if best.hard < UNIT or watch.is_over():
            break
        best = min(best, mended(task, deal(task, rounds, dice), dice, watch), key=_worth)
    if best.hard >= UNIT:
        best = _annealed(task, best, dice, watch)
    if 0 < best.hard < UNIT or task.now is not None or task.later is not None:
        best = polish(task, best, dice, watch)
    return best


def follow(task: Task, rounds: int, dice: Dice, watch: Watch) -> list[Tables] | None:
    """Rounds without repeats found with little work, or None."""
    if not rounds:
        return []
    quick = mend(State(task, deal(task, rounds, dice)), MENDING * task.n * rounds // 2, dice, watch)
    return quick.rounds if quick.hard < UNIT else rounds_without_repeats(task, rounds, dice, watch, STEPS_TO_FOLLOW)


def freezing(n: int) -> tuple[int, int]:
    """Between which bars the repeats of a tight event freeze out: measured from 16 x 5 to 32 x 7."""
    return (UNIT * 60 // 100, UNIT * 15 // 100) if n < SMALL else (UNIT * 40 // 100, UNIT * 10 // 100)


def mended(task: Task, start: list[Tables], dice: Dice, watch: Watch, swaps: int = MENDING) -> Solution:
    return mend(State(task, start), swaps * task.n * len(start), dice, watch)


def _worth(solution: Solution) -> tuple[int, int]:
    return solution.hard, solution.soft


def _annealed(task: Task, best: Solution, dice: Dice, watch: Watch) -> Solution:
    """Short and cool, which keeps a plan; then long and hot with cheap threes; then with threes at their full cost."""
    rounds = len(best.rounds)
    steps = min(STEPS * task.n * rounds, MOST_STEPS)
    bare = replace(task, now=None, later=None)
    loose = replace(bare, three=min(task.three, LOOSE_THREES), strict=min(task.strict, LOOSE_THREES))
    hot, cold = freezing(task.n)
    for one, bar, part in ((loose, hot * 3 // 5, 6), (loose, hot, 1), (bare, hot // 2, 3)):
        cooling = Cooling(steps // part, bar, cold, share=1 / rounds)
        solution = judged(task, anneal(State(one, best.rounds), cooling, dice, watch))
        if solution.is_better_than(best):
            best = solution
        if best.hard < UNIT:
            break
    return best


def judged(task: Task, solution: Solution) -> Solution:
    """The same rounds with the costs of this task."""
    return State(task, solution.rounds).solution()


def polish(task: Task, best: Solution, dice: Dice, watch: Watch, steps: int = 60_000) -> Solution:
    """Lower the soft costs, with a bar so low that no repeat comes back."""
    solution = anneal(State(task, best.rounds), Cooling(steps, UNIT // 6, UNIT // 1000, share=0.6), dice, watch)
    return solution if solution.is_better_than(best) else best
