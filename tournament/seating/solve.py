"""Several rounds at once around a history, free of repeats if that can be found.

Mended first, which is quickest where there is slack; else everything is tried, in a good order; else mended from other
deals and annealed.

Left out: scores (`swiss`); wishes and turns count only where the hard costs leave a choice.
"""

from dataclasses import replace

from tournament.seating.anneal import Cooling, anneal
from tournament.seating.exact import rounds_without_repeats
from tournament.seating.mend import mend
from tournament.seating.model import Dice, Watch
from tournament.seating.search import UNIT, Found, State, Tables, Task, deal

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
) -> Found:
    """The best rounds found. `start` is a plan to begin with."""
    best = mended(task, start or deal(task, rounds, dice), dice, watch)
    if best.hard >= UNIT and (chain := rounds_without_repeats(task, rounds, dice, watch)):
        best = min(best, State(task, chain).found(), key=_worth)
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
    """Rounds without repeats that take little trouble to find, or None."""
    if not rounds:
        return []
    found = mend(State(task, deal(task, rounds, dice)), MENDING * task.n * rounds // 2, dice, watch)
    return found.rounds if found.hard < UNIT else rounds_without_repeats(task, rounds, dice, watch, STEPS_TO_FOLLOW)


def freezing(n: int) -> tuple[int, int]:
    """Between which bars the repeats of a tight event freeze out: measured from 16 x 5 to 32 x 7."""
    return (UNIT * 60 // 100, UNIT * 15 // 100) if n < SMALL else (UNIT * 40 // 100, UNIT * 10 // 100)


def mended(task: Task, start: list[Tables], dice: Dice, watch: Watch, swaps: int = MENDING) -> Found:
    return mend(State(task, start), swaps * task.n * len(start), dice, watch)


def _worth(found: Found) -> tuple[int, int]:
    return found.hard, found.soft


def _annealed(task: Task, best: Found, dice: Dice, watch: Watch) -> Found:
    """Short and cool, which keeps a plan; then long and hot with threes cheap; then with threes as dear as they are."""
    rounds = len(best.rounds)
    steps = min(STEPS * task.n * rounds, MOST_STEPS)
    bare = replace(task, now=None, later=None)
    loose = replace(bare, three=min(task.three, LOOSE_THREES), strict=min(task.strict, LOOSE_THREES))
    hot, cold = freezing(task.n)
    for one, bar, part in ((loose, hot * 3 // 5, 6), (loose, hot, 1), (bare, hot // 2, 3)):
        cooling = Cooling(steps // part, bar, cold, share=1 / rounds)
        found = judged(task, anneal(State(one, best.rounds), cooling, dice, watch))
        if found.is_better_than(best):
            best = found
        if best.hard < UNIT:
            break
    return best


def judged(task: Task, found: Found) -> Found:
    """The same rounds with the costs of another task."""
    return State(task, found.rounds).found()


def polish(task: Task, best: Found, dice: Dice, watch: Watch, steps: int = 60_000) -> Found:
    """The soft costs, with a bar so low that no repeat comes back."""
    found = anneal(State(task, best.rounds), Cooling(steps, UNIT // 6, UNIT // 1000, share=0.6), dice, watch)
    return found if found.is_better_than(best) else best
