"""The facts, indexed for the tie-breaks."""

from collections import defaultdict
from collections.abc import Sequence

from tournament.standings.ranking.model import Facts, Scheme, Single, Table

Values = list[int]
Group = Sequence[int]  # ids of players


class Book:
    """Indexes over the facts, built once for all tie-breaks."""

    def __init__(self, facts: Facts, scheme: Scheme, singles: dict[int, list[Single]], parts: dict[int, int]) -> None:
        self.facts, self.scheme = facts, scheme
        self.singles, self.parts = singles, parts
        self.penalty = {player.id: player.penalty for player in facts.players}
        self.lots = {player.id: player.lot for player in facts.players}
        self._tables: dict[int, list[Table]] | None = None

    @property
    def tables(self) -> dict[int, list[Table]]:
        """The tables of each player; built when a tie-break first needs them."""
        if self._tables is None:
            self._tables = defaultdict(list)
            for table in self.facts.tables:
                for seat in table.seats:
                    self._tables[seat.player].append(table)
        return self._tables
