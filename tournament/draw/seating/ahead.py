"""Looking ahead: the next round so that the rounds to come can still do without repeats.

The next round is first searched alone, by its soft costs (scores, wishes), and taken if the rest can follow without
repeats. Where that never works, it is annealed together with the rest. Left out: the soft costs of a round
(`swiss`, `nextround`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tournament.draw.seating import bounds
from tournament.draw.seating.anneal import Cooling, anneal
from tournament.draw.seating.exact import after
from tournament.draw.seating.model import Dice, Request, Watch
from tournament.draw.seating.search import UNIT, Matrix, Solution, State, Tables, Task, deal, plain
from tournament.draw.seating.solve import LOOSE_THREES, follow, freezing, judged, polish

USUAL, MOST = 5, 7
"""Rounds assumed for an event where nobody says: the usual number, or up to the most where the field allows it."""
NEAR, ANY = 6, 10
"""How many rounds are searched alone, and how many are taken at random if the rest can follow none of these."""
LADDER = (100, 50, 33, 17)
"""Per cent of the soft costs where all is annealed together: less while no way without repeats is found."""
SHARE = 0.3
HOPELESS = 5 * UNIT
LAST_MOMENT = 0.2
"""Seconds taken where those given are over and nothing has been found."""
STEPS_A_PLAYER = 3000
LEAST_STEPS, MOST_STEPS, ALL_STEPS = 150_000, 400_000, 1_600_000


def horizons(request: Request, slack: int) -> list[int]:
    """How many rounds to search together, the best first; one is enough where there is slack.

    As many as are to come; if these cannot be had without a repeat, what would be left if the number
    was meant for the whole stage; then fewer and fewer. What is proven impossible is not tried. The first
    round needs no looking ahead: whatever it is, players can be renamed so that it opens the best schedule.
    """
    played = len(request.history)
    if not played:
        return [1]
    if has_slack(request, slack):
        return [1]
    ahead = to_come(request)
    fewer = sorted(range(1, ahead), key=lambda k: (k != request.rounds - played, -k))
    field = range(request.n)
    possible = [k for k in (ahead, *fewer) if not bounds.repeats([field] * k, request.history).count]
    return possible or [ahead]


def has_slack(request: Request, slack: int) -> bool:
    """Whether there are enough players for each round that looking ahead is not needed."""
    return slack * (len(request.history) + to_come(request)) < request.n


def to_come(request: Request) -> int:
    """Rounds still to come, the next included, as far as is known."""
    if request.rounds > 1:
        return request.rounds
    usual = min(MOST, max(USUAL, request.n // 4 - 1)) if request.scores else USUAL
    return max(1, usual - len(request.history))


def without_repeats_for_long(solutions: Iterable[Solution], watch: Watch) -> Solution:
    """The first solution free of repeats, or else the first one, which looked farthest ahead."""
    first: Solution | None = None
    for each in solutions:
        if each.hard < UNIT:
            return each
        first = first or each
        if watch.is_over():
            break
    assert first is not None
    return first


def rescued(task: Task, solution: Solution, dice: Dice, watch: Watch) -> Solution:
    """The same solution, or where time ran out with repeats left, one round without, which takes some milliseconds."""
    if not watch.was_hit or solution.hard < UNIT:
        return solution
    alone = follow(task, 1, dice, Watch(LAST_MOMENT))
    return solution if alone is None else State(task, alone).solution()


def together(task: Task, horizons: Iterable[int], alone: Callable[[], Tables], dice: Dice, watch: Watch) -> Solution:
    """Search with as many of the rounds to come as are possible without repeats; `alone` gives a good next round."""
    solutions = (_with_rounds_after(task, rounds, alone, dice, watch) for rounds in horizons)
    best = rescued(task, without_repeats_for_long(solutions, watch), dice, watch)
    polished = polish(task, best, dice, watch)
    now, *rest = polished.rounds
    if best.hard >= UNIT or completion(after(task, _without_ghosts(task, now)), len(rest), watch) is not None:
        return polished
    return best


def completion(task: Task, rounds: int, watch: Watch) -> list[Tables] | None:
    """Rounds without repeats that will be found again for the next draw, when this round has been played.

    So they depend on nothing but who has met whom: not on scores, wishes, nor on the seed of the draw.
    """
    return follow(replace(task, now=None, later=None, strict=0), rounds, Dice("", "completion"), watch)


def _without_ghosts(task: Task, tables: Tables) -> Tables:
    return [list(table) for table in plain(tables, task.n)]


def _with_rounds_after(task: Task, rounds: int, alone: Callable[[], Tables], dice: Dice, watch: Watch) -> Solution:
    best: Solution | None = None
    for candidate in _candidates(task, rounds, alone, dice, watch):
        if candidate.hard < UNIT and (best is None or candidate.is_better_than(best)):
            best = candidate
        if watch.is_over():
            break
    return best or _climb(task, rounds, dice, watch)


def _candidates(task: Task, rounds: int, alone: Callable[[], Tables], dice: Dice, watch: Watch) -> Iterator[Solution]:
    chain = completion(task, rounds, watch)
    followed = chain is not None
    if chain is not None:
        yield State(task, chain).solution()
    for _ in range(NEAR):
        now = _without_ghosts(task, alone())
        rest = completion(after(task, now), rounds - 1, watch)
        if rest is not None:
            followed = True
            yield State(task, [now, *rest]).solution()
    for _ in range(0 if followed else ANY):
        chain = follow(task, rounds, dice, watch)
        if chain is not None:
            yield State(task, chain).solution()


def _climb(task: Task, rounds: int, dice: Dice, watch: Watch) -> Solution:
    """Anneal, with soft costs that weigh less each time, until there are no repeats."""
    steps = max(LEAST_STEPS, min(STEPS_A_PLAYER * task.n * rounds, MOST_STEPS))
    best: Solution | None = None
    for rung in range(ALL_STEPS // steps):
        percent = LADDER[min(rung, len(LADDER) - 1)]
        solution = _annealed(task, deal(task, rounds, dice), percent, steps, dice, watch)
        if best is None or solution.is_better_than(best):
            best = solution
        if best.hard < UNIT or watch.is_over() or (rung and best.hard > HOPELESS):
            break
    assert best is not None
    return best


def _annealed(task: Task, start: list[Tables], percent: int, steps: int, dice: Dice, watch: Watch) -> Solution:
    """Anneal with scaled soft costs, and with turns at threes cheap enough to change."""
    loose = replace(
        task,
        now=_scaled(task.now, percent),
        three=min(task.three, LOOSE_THREES),
        strict=min(task.strict, LOOSE_THREES),
    )
    solution = anneal(
        State(loose, start), Cooling(steps, *freezing(task.n), share=max(SHARE, 1 / len(start))), dice, watch
    )
    return judged(task, solution)


def _scaled(matrix: Matrix | None, percent: int) -> Matrix | None:
    return matrix and [[cost * percent // 100 for cost in row] for row in matrix]
