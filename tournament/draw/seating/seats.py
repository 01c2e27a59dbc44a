"""Who has which colour, and with it which turn, at a table already known.

Colours are balanced apart for tables of four and of three, because they have different ones. Rounds drawn
together are balanced exactly:

Cut the games of each player at tables of one size k, in the order of the rounds, into chunks of k games
(the last may be shorter). Chunks and tables are the two sides of a bipartite graph with an edge for every
player at a table; no chunk has more than k edges and every table has k. By Koenig's theorem the edges can
be coloured with k colours so that no two at a vertex are alike. Take the colour for the seat: every table
has each seat once, and no chunk has a seat twice. After any round a player's full chunks have brought each
seat equally often, and the chunk under way each at most once: no seat more than once more often than
another, after every single round.

The first turn counts at tables of both sizes together. Where there are both, it is dealt out anew, one to
each table, one to each full chunk and at most one to a shorter one (see turns). What is left has k - 1
edges at a table and at most k - 1 at a chunk, so k - 1 colours do for the other seats.

Rounds that follow a history have only their own orders left to choose: the best of all orders, table by
table, gone over until nothing gets better. Left out: who sits together, and the boards.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations

from tournament.draw.seating.model import Dice, Round, Table
from tournament.draw.seating.turns import Chunk, Spot, first_turns

SWEEPS = 3
Vertex = tuple[int, ...]
Counts = dict[int, list[list[int]]]


def seat_all(rounds: Sequence[Round], dice: Dice) -> tuple[Round, ...]:
    """The same tables, every player's seats at most one apart after every round."""
    chunks = _chunks(rounds)
    seats = _coloured(chunks, 0, dice)
    if len({size for size, _, _ in chunks.values()}) > 1:
        first = first_turns(chunks, {spot for spot, seat in seats.items() if seat == 0})
        others = {spot: chunk for spot, chunk in chunks.items() if spot not in first}
        seats = dict.fromkeys(first, 0) | _coloured(others, 1, dice)
    return tuple(
        tuple(_in_order(table, {player: seats[r, t, player] for player in table}) for t, table in enumerate(tables))
        for r, tables in enumerate(rounds)
    )


def _in_order(table: Table, seat: Mapping[int, int]) -> Table:
    return tuple(sorted(table, key=seat.__getitem__))


def _chunks(rounds: Sequence[Round]) -> dict[Spot, Chunk]:
    """The chunk to which every game of every player belongs."""
    games: Counter[tuple[int, int]] = Counter()
    chunks: dict[Spot, Chunk] = {}
    for r, tables in enumerate(rounds):
        for t, table in enumerate(tables):
            for player in table:
                size = len(table)
                chunks[r, t, player] = (size, player, games[size, player] // size)
                games[size, player] += 1
    return chunks


def _coloured(chunks: Mapping[Spot, Chunk], lowest: int, dice: Dice) -> dict[Spot, int]:
    """Seats from `lowest` on, none twice at a table or in a chunk."""
    graphs = {size: _Colouring(size - lowest, dice) for size in (4, 3)}
    edges = {spot: graphs[chunk[0]].add(chunk, spot[:2]) for spot, chunk in chunks.items()}
    return {spot: lowest + graphs[chunk[0]].colour[edges[spot]] for spot, chunk in chunks.items()}


class _Colouring:
    """A bipartite graph whose edges get their colours one by one.

    Where the ends of a new edge have no free colour in common, a is free at one end and b at the other: the
    path that leaves the other end by a, b, a … is swapped. It cannot reach the first end: in a bipartite
    graph it would have to come in there by a.
    """

    def __init__(self, colours: int, dice: Dice) -> None:
        self.colour: list[int] = []
        self._ends: list[tuple[Vertex, Vertex]] = []
        self._edge: defaultdict[Vertex, list[int | None]] = defaultdict(lambda: [None] * colours)
        self._dice = dice

    def add(self, u: Vertex, v: Vertex) -> int:
        """A new edge from u to v, its number."""
        free_u, free_v = self._free(u), self._free(v)
        both = [colour for colour in free_u if colour in free_v]
        colour = self._dice.pick(both or free_u)
        if not both:
            self._swap(v, colour, self._dice.pick(free_v))
        self._ends.append((u, v))
        self.colour.append(colour)
        self._set(len(self.colour) - 1)
        return len(self.colour) - 1

    def _free(self, vertex: Vertex) -> list[int]:
        return [colour for colour, edge in enumerate(self._edge[vertex]) if edge is None]

    def _set(self, edge: int) -> None:
        for end in self._ends[edge]:
            self._edge[end][self.colour[edge]] = edge

    def _swap(self, vertex: Vertex, a: int, b: int) -> None:
        path = []
        colour = a
        while (edge := self._edge[vertex][colour]) is not None:
            path.append(edge)
            u, v = self._ends[edge]
            vertex = v if vertex == u else u
            colour = a + b - colour
        for edge in path:
            for end in self._ends[edge]:
                self._edge[end][self.colour[edge]] = None
        for edge in path:
            self.colour[edge] = a + b - self.colour[edge]
            self._set(edge)


def seat_rest(rounds: Sequence[Round], history: Sequence[Round], everybody: int, dice: Dice) -> tuple[Round, ...]:
    """The same tables in the orders found that leave the seats, history counted, most even."""
    counts = seat_counts(history, everybody)
    seated = [[_best(dice.shuffled(table), counts) for table in tables] for tables in rounds]
    for _ in range(SWEEPS if len(rounds) > 1 else 0):
        for tables in seated:
            for t, table in enumerate(tables):
                count_table(table, counts, -1)
                tables[t] = _best(table, counts)
    return tuple(tuple(tables) for tables in seated)


def seat_next(tables: Round, history: Sequence[Round], everybody: int, dice: Dice) -> Round:
    """One round after a history."""
    return seat_rest([tables], history, everybody, dice)[0]


def seat_counts(rounds: Sequence[Round], everybody: int) -> Counts:
    """How often each player has had each seat: `counts[size][player][seat]`."""
    counts: Counts = {size: [[0] * size for _ in range(everybody)] for size in (3, 4)}
    for tables in rounds:
        for table in tables:
            count_table(table, counts, 1)
    return counts


def count_table(table: Sequence[int], counts: Counts, step: int) -> None:
    for seat, player in enumerate(table):
        counts[len(table)][player][seat] += step


def _best(table: Sequence[int], counts: Counts) -> Table:
    """The order of least cost, which is added to the counts. Each time a seat is ahead costs eight times the one before."""
    size = len(table)
    costs = {
        player: [8 ** (count - min(seats)) for count in seats] for player in table for seats in [counts[size][player]]
    }
    best = min(permutations(table), key=lambda order: sum(costs[p][seat] for seat, p in enumerate(order)))
    count_table(best, counts, 1)
    return best
