"""The assignment problem: a column for each row, none twice, with the least sum of costs."""

from collections.abc import Sequence
from math import inf

NOBODY = START = -1


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row. There must be at least as many columns as rows."""
    columns = len(costs[0]) if costs else 0
    matching = _Matching(costs, columns)
    for row in range(len(costs)):
        matching.add(row)
    column_of = {row: column for column, row in enumerate(matching.owner)}
    return [column_of[row] for row in range(len(costs))]


class _Matching:
    """The Hungarian method: one row more at a time, along a cheapest path of exchanges to a free column.

    Prices keep `cost - row price - column price` at 0 for what is chosen and at 0 or more elsewhere; a free
    column's price is 0. So a free column that costs a new row nothing can be taken at once.
    """

    def __init__(self, costs: Sequence[Sequence[int]], columns: int) -> None:
        self.owner = [NOBODY] * columns
        self._costs = costs
        self._row_price = [0] * len(costs)
        self._column_price = [0] * columns

    def add(self, row: int) -> None:
        for column, cost in enumerate(self._costs[row]):
            if cost == 0 and self.owner[column] == NOBODY:
                self.owner[column] = row
                return
        self._exchange(row)

    def _exchange(self, row: int) -> None:
        """Dijkstra over the columns; `came[j]` is the column whose row moves to j, START for the new row."""
        distance: dict[int, float] = dict.fromkeys(range(len(self.owner)), inf)
        came: dict[int, int] = {}
        closed: list[int] = []
        at, mover = START, row
        while mover != NOBODY:
            self._relax(mover, at, distance, came)
            at = min(distance, key=distance.__getitem__)
            self._raise_prices(row, closed, distance, int(distance[at]))
            closed.append(at)
            del distance[at]
            mover = self.owner[at]
        while at != START:
            self.owner[at] = row if came[at] == START else self.owner[came[at]]
            at = came[at]

    def _relax(self, row: int, at: int, distance: dict[int, float], came: dict[int, int]) -> None:
        """Update the distance of open columns that are nearer through this row."""
        costs, own = self._costs[row], self._row_price[row]
        for column in distance:
            reduced = costs[column] - own - self._column_price[column]
            if reduced < distance[column]:
                distance[column] = reduced
                came[column] = at

    def _raise_prices(self, row: int, closed: list[int], distance: dict[int, float], step: int) -> None:
        self._row_price[row] += step
        for column in closed:
            self._row_price[self.owner[column]] += step
            self._column_price[column] -= step
        for column in distance:
            distance[column] -= step
