"""From a request to what the search needs: who has met whom, whose turn it is, and what is to be avoided.

Left out: the search itself, and how many rounds ahead it looks (`ahead`).
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from tournament.draw.seating.boards import cannot_share, not_at_threes
from tournament.draw.seating.model import Request, apart
from tournament.draw.seating.search import REPEATS_FIRST, THREES_FIRST, UNIT, Matrix, Task
from tournament.draw.seating.seats import seat_counts

WISH = UNIT // 20
"""The cost of a meeting against a wish of weight 1: twenty of these are a repeat."""
ELSEWHERE = 12 * WISH
"""The cost of seating somebody at a table that cannot stand at their own board."""
TURN = UNIT // 50
"""The cost of a three before one's turn in the very next round, where the number of rounds is known and threes get
even in the end. Where it is not known, every round might be the last, and it costs as much as a second three."""
WAITING = (0, UNIT // 400, UNIT // 100, UNIT // 20)
"""The cost of seating two together who wait for the same colour, by how many games they wait in all."""
MOST = 50 * UNIT


def empty(n: int) -> Matrix:
    return [[0] * (n + 1) for _ in range(n + 1)]


def task_of(request: Request, *, closeness: int = 0) -> Task:
    """The task; `closeness` is what a score difference of one standard deviation costs (Swiss)."""
    wishes = _wishes(request)
    now = _scores(request, closeness, wishes) if closeness and request.scores else wishes
    three = THREES_FIRST if request.first == "threes" else REPEATS_FIRST
    strict = TURN if request.rounds > 1 else three
    return Task(request.n, meetings(request), now, wishes, three, strict)


def meetings(request: Request) -> Matrix:
    """How often those present have met, and in the last row and column how often each sat at a three."""
    n = request.n
    met = empty(n)
    for tables in request.history:
        for table in tables:
            members = [player for player in table if player < n]
            if len(table) == 3:
                members.append(n)
            for a, b in combinations(members, 2):
                met[a][b] += 1
                met[b][a] += 1
    return met


def _wishes(request: Request) -> Matrix | None:
    n = request.n
    if not request.wishes and not request.fixed:
        return None
    costs = empty(n)
    for a, others in enumerate(apart(request)[:n]):
        for b, weight in others.items():
            if b < n:
                costs[a][b] = min(WISH * weight, MOST)
    for a, b in (*cannot_share(request), *((player, n) for player in not_at_threes(request))):
        if a < n >= b:
            costs[a][b] += ELSEWHERE
            costs[b][a] += ELSEWHERE
    return costs


def _scores(request: Request, closeness: int, costs: Matrix | None) -> Matrix:
    """The squares of the differences: one big gap at a table is worse than some small ones."""
    n = request.n
    scores = _in_hundredths(request.scores)
    square = [closeness * d * d // 10000 for d in range(max(scores) + 1)]
    costs = costs or empty(n)
    result = []
    for a, row in enumerate(costs[:n]):
        mine = scores[a]
        result.append([square[abs(mine - other)] + cost for other, cost in zip(scores, row, strict=False)])
        result[-1].append(row[n])
    for a, b, cost in _waiting_for_the_same(request):
        result[a][b] += cost
        result[b][a] += cost
    return [*result, costs[n]]


def _waiting_for_the_same(request: Request) -> Iterator[tuple[int, int, int]]:
    """Pairs who lack the same colour at tables of four, and the cost of letting one of them wait on."""
    waiting: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for player, counts in enumerate(seat_counts(request.history, request.everybody)[4][: request.n]):
        least, second, *_ = sorted(counts)
        if second > least:
            waiting[counts.index(least)].append((player, second - least))
    for players in waiting.values():
        for (a, late), (b, later) in combinations(players, 2):
            yield a, b, WAITING[min(late + later, len(WAITING)) - 1]


def _in_hundredths(scores: Sequence[float]) -> list[int]:
    """Scores in hundredths of a standard deviation above the lowest."""
    mean = math.fsum(scores) / len(scores)
    deviation = math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
    return [round(100 * (score - min(scores)) / deviation) if deviation else 0 for score in scores]
