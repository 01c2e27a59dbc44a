"""On which board of the hall each table plays: everybody at a new one where that is possible.

An assignment problem a round and a kind of board: a table costs on a board what its players have been there
in the other rounds. Each is solved exactly, round after round, and gone over again with the later rounds
known; this is done from several starts, and the best is kept. The board of a player of limited mobility
costs nothing and all others more than any visits.

Left out: where in the hall a board stands.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, repeat
from math import inf

from tournament.draw.seating.assignment import cheapest
from tournament.draw.seating.bounds import even_pairs
from tournament.draw.seating.model import Board, Dice, Request, Round, Watch
from tournament.draw.seating.split import default_hall, kind, require_boards

STARTS = 4
IDLE = 2
"""Passes over all rounds without getting better before a start is given up."""
ELSEWHERE = 10_000
"""What it costs to sit anywhere else than at one's own board."""
Numbers = tuple[int, ...]
Visits = list[Counter[int]]


def assign(rounds: Sequence[Round], request: Request, watch: Watch) -> tuple[tuple[Round, ...], tuple[Numbers, ...]]:
    """The rounds with their tables in the order of their boards, and the numbers of the boards."""
    hall = request.boards or default_hall(request.n, request.table_size)
    require_boards(request.n, hall, request.table_size)
    least = _least(rounds, request, hall)
    best: list[list[int]] = []
    fewest = inf
    for plan, cost in _plans(rounds, hall, request):
        if cost < fewest:
            best, fewest = plan, cost
        if fewest <= least or watch.is_over():
            break
    return _sorted(rounds, best)


def visits(rounds: Sequence[Round], plan: Sequence[Sequence[int]], request: Request) -> Visits:
    """How often each player has been at each board, the history included."""
    count: Visits = [Counter() for _ in range(request.everybody)]
    for r, tables in enumerate(request.history):
        known = r < len(request.history_boards)
        _count(count, tables, request.history_boards[r] if known else range(1, len(tables) + 1), 1)
    for tables, numbers in zip(rounds, plan, strict=True):
        _count(count, tables, numbers, 1)
    return count


def cannot_share(request: Request) -> list[tuple[int, int]]:
    """Two players who both have boards of their own, and for tables of four none in common."""
    fours = _own(request, 4)
    return [(a, b) for a, b in combinations(fours, 2) if not fours[a] & fours[b]]


def not_at_threes(request: Request) -> list[int]:
    """Players whose own boards are for tables of four only."""
    return [player for player, numbers in _own(request, 3).items() if not numbers]


def _own(request: Request, size: int) -> dict[int, set[int]]:
    hall = request.boards or default_hall(request.n, request.table_size)
    fitting = {board.number for board in hall if board.kind == kind(size)}
    return {player: fitting.intersection(numbers) for player, numbers in request.fixed.items()}


def _count(visited: Visits, tables: Round, numbers: Sequence[int], step: int) -> None:
    for table, number in zip(tables, numbers, strict=False):
        for player in table:
            visited[player][number] += step


def _pairs(visited: Visits) -> int:
    """Pairs of visits of one player to one board: fewest if they are few and evenly spread."""
    return sum(count * (count - 1) // 2 for counts in visited for count in counts.values())


def _least(rounds: Sequence[Round], request: Request, hall: Sequence[Board]) -> int:
    """No plan has fewer such pairs: each player's games, spread over the boards of their kind alone."""
    size = Counter(board.kind for board in hall)
    games = Counter((p, kind(len(table))) for tables in (*request.history, *rounds) for table in tables for p in table)
    return sum(even_pairs(count, size[which] or count) for (_, which), count in games.items())


def _plans(rounds: Sequence[Round], hall: Sequence[Board], request: Request) -> Iterator[tuple[list[list[int]], int]]:
    """Plans with their costs: each round is assigned again around the others until that stops helping."""
    for start in range(STARTS if len(rounds) > 1 else 1):
        dice = request.dice(f"boards {start}")
        plan: list[list[int]] = [[] for _ in rounds]
        visited = visits((), (), request)
        costs: list[int] = []
        while len(costs) <= IDLE or costs[-1] < costs[-1 - IDLE]:
            for r, tables in enumerate(rounds):
                _count(visited, tables, plan[r], -1)
                plan[r] = _assign_round(tables, hall, request, visited, dice)
                _count(visited, tables, plan[r], 1)
            costs.append(_pairs(visited))
            yield plan[:], costs[-1]


def _assign_round(tables: Round, hall: Sequence[Board], request: Request, visited: Visits, dice: Dice) -> list[int]:
    chosen = [0] * len(tables)
    for size in (4, 3):
        places = [t for t, table in enumerate(tables) if len(table) == size]
        numbers = dice.shuffled(board.number for board in hall if board.kind == kind(size))
        costs = [_costs(tables[t], numbers, request, visited) for t in places]
        for t, column in zip(places, cheapest(costs), strict=True):
            chosen[t] = numbers[column]
    return chosen


def _costs(table: Sequence[int], numbers: Sequence[int], request: Request, visited: Visits) -> list[int]:
    cost: Counter[int] = Counter()
    for player in table:
        cost.update(visited[player])
        if own := request.fixed.get(player):
            cost.update({number: ELSEWHERE for number in numbers if number not in own})
    return list(map(cost.get, numbers, repeat(0)))


def _sorted(rounds: Sequence[Round], plan: Sequence[Sequence[int]]) -> tuple[tuple[Round, ...], tuple[Numbers, ...]]:
    pairs = [sorted(zip(numbers, tables, strict=True)) for numbers, tables in zip(plan, rounds, strict=True)]
    return (
        tuple(tuple(table for _, table in each) for each in pairs),
        tuple(tuple(number for number, _ in each) for each in pairs),
    )
