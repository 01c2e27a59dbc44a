"""Knock-out rounds and finals: the seed list as a snake over the tables, and who goes on.

Pots are rows of the snake: with four tables the seeds 1-4 are the first pot, 5-8 the second, set in the
opposite direction. So the first two seeds meet in the final at the earliest, the first four when two tables are
left. Players of one club and old opponents are parted by swaps inside a pot only, the later pots
first: the strength of the tables stays. Left out: results, and where the boxes lie on paper (`bracket`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.draw.seating import seats
from tournament.draw.seating.model import Dice, Request, Round, SeatingError, Watch, apart
from tournament.draw.seating.split import split
from tournament.draw.seating.task import meetings

REMATCH = 1000
"""A rematch costs more than any wish."""
KICKS = 40
Pot = list[int]


def draw(request: Request, watch: Watch) -> tuple[Round, ...]:
    """One round. The best score is seed 1, the earlier id where scores are alike; without scores the ids."""
    order = seeds(request)
    pots = parted(snake(order), request, order, watch)
    tables = tuple(tuple(pot[t] for pot in pots if t < len(pot) and pot[t] >= 0) for t in range(len(pots[0])))
    return (seats.seat_next(tables, request.history, request.everybody, request.dice("seats")),)


def seeds(request: Request) -> list[int]:
    """The players from seed 1 on."""
    scores = request.scores or (0,) * request.n
    return sorted(range(request.n), key=lambda player: -scores[player])


def snake(order: Sequence[int]) -> list[Pot]:
    """By pot, then by table, every second pot in the opposite direction. A free place is -1."""
    tables = len(split(len(order)))
    pots: list[Pot] = []
    for start in range(0, len(order), tables):
        pot = [*order[start : start + tables]]
        pot += [-1] * (tables - len(pot))
        pots.append(pot[::-1] if len(pots) % 2 else pot)
    return pots


def parted(pots: list[Pot], request: Request, order: Sequence[int], watch: Watch) -> list[Pot]:
    """The pots with players swapped who should not meet, as near to the snake as possible."""
    costs = _costs(request)
    best = _descended(pots, costs)
    dice = request.dice("knockout")
    for _ in range(KICKS):
        if not _cost(best, costs) or watch.is_over():
            break
        tried = _descended(_kicked(best, dice), costs)
        if _cost(tried, costs) < _cost(best, costs):
            best = tried
    return best


def _costs(request: Request) -> list[list[int]]:
    met = meetings(request)
    wishes = apart(request)
    return [[REMATCH * met[a][b] + wishes[a].get(b, 0) for b in range(request.n)] + [0] for a in range(request.n)] + [
        [0] * (request.n + 1)
    ]


def _cost(pots: list[Pot], costs: list[list[int]]) -> int:
    return sum(costs[a][b] for table in zip(*pots, strict=True) for a, b in combinations(table, 2))


def _descended(pots: list[Pot], costs: list[list[int]]) -> list[Pot]:
    """Steepest descent: always the swap that helps most, until none helps."""
    pots = [pot[:] for pot in pots]
    while True:
        gain, k, i, j = max((_gain(pots, costs, swap), *swap) for swap in [(0, 0, 0), *_swaps(pots)])
        if gain <= 0:
            return pots
        pots[k][i], pots[k][j] = pots[k][j], pots[k][i]


def _swaps(pots: list[Pot]) -> Iterator[tuple[int, int, int]]:
    """Inside a pot; the first seeds stay."""
    for k in range(1, len(pots)):
        for i, j in combinations(range(len(pots[k])), 2):
            yield k, i, j


def _gain(pots: list[Pot], costs: list[list[int]], swap: tuple[int, int, int]) -> int:
    k, i, j = swap
    a, b = costs[pots[k][i]], costs[pots[k][j]]
    others = [pot for row, pot in enumerate(pots) if row != k]
    return sum(a[pot[i]] + b[pot[j]] - a[pot[j]] - b[pot[i]] for pot in others)


def _kicked(pots: list[Pot], dice: Dice) -> list[Pot]:
    """Random swaps in the later pots, as a new start."""
    pots = [pot[:] for pot in pots]
    for pot in pots[1:]:
        i, j = dice.below(len(pot)), dice.below(len(pot))
        pot[i], pot[j] = pot[j], pot[i]
    return pots


@dataclass(frozen=True)
class Advance:
    """Who goes on, in the order of the new seeds; who of them was drawn, and among whom; who is out."""

    through: tuple[int, ...]
    lucky: tuple[int, ...]
    drawn_from: tuple[int, ...]
    out: tuple[int, ...]


def advance(
    places: Sequence[Sequence[int]], order: Sequence[int], *, top: int = 2, fill: bool = True, dice: Dice
) -> Advance:
    """The best `top` of each table, `places` naming its players from the winner on.

    They are seeded anew by place, the earlier seed first. `fill` draws losers until all tables are full: the
    next places first, by lot among those of one place. Those drawn are seeded last, in the order
    they were drawn.
    """
    ranked = sorted((place, order.index(player), player) for table in places for place, player in enumerate(table))
    through = [player for place, _, player in ranked if place < top]
    losers = [(place, player) for place, _, player in ranked if place >= top]
    lucky, pool = _lucky(losers, -len(through) % 4 if fill and len(through) > 1 else 0, dice)
    if len(through) + len(lucky) in (2, 5):
        raise SeatingError("cannot_advance", "So many cannot be seated: let more or fewer go on.", players=len(through))
    out = tuple(player for _, player in losers if player not in lucky)
    return Advance((*through, *lucky), tuple(lucky), tuple(pool), out)


def _lucky(losers: Sequence[tuple[int, int]], count: int, dice: Dice) -> tuple[list[int], list[int]]:
    lucky: list[int] = []
    pool: list[int] = []
    for place in sorted({place for place, _ in losers}):
        if len(lucky) == count:
            break
        same = [player for at, player in losers if at == place]
        pool += same
        lucky += dice.shuffled(same)[: count - len(lucky)]
    return lucky, pool


def small_final(last: Advance) -> tuple[int, ...]:
    """The table for the places after the final: the best four of those just out."""
    return last.out[:4]
