"""Counting the ways a ring game can go on, by moving pieces and putting them back.

Decided here: nothing; which moves there are and who is next is the rule set's. This is `Rules.perft` made fast for
games with one piece a field and one colour a player: all throws of a position are looked at together, and the next
player is looked up once a position instead of once a move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.candidates import ANY, SIX, Candidate, count_permitted, strongest
from games.rules.ring import EMPTY
from games.rules.ring_position import Table

if TYPE_CHECKING:
    from games.rules.ring_rules import RingRules

THROWS = (1, 2, 3, 4, 5, 6)


class Perft:
    """Counts on a table of its own."""

    def __init__(self, rules: RingRules, table: Table, counted: int = 1) -> None:
        self.rules = rules
        self.table = table
        # How many of the last plies are counted without being played.
        self.counted = counted

    def count(self, mover: int, throws: int, depth: int) -> int:
        """All ways from here (a game that is not over), with this colour to throw."""
        if depth == 0:
            return 1
        found = self.rules.candidates(self.table, mover, ANY)
        if depth == self.counted:
            return count_permitted(found)
        following = self.rules.next_player(self.table, mover)
        nodes = 0
        for roll in THROWS:
            if found[roll]:
                after = mover if roll == SIX else following
                nodes += self._played(strongest(found[roll]), mover, after, depth - 1)
            else:
                turn = self.rules.turn(self.table, self.table, mover, throws, roll)
                nodes += self.count(*turn, depth - 1)
        return nodes

    def _played(self, found: list[Candidate], mover: int, following: int, depth: int) -> int:
        owner, pieces, goals = self.table.owner, self.table.pieces, self.table.ring.goals
        mine = pieces[mover]
        nodes = 0
        for _, cell, to in found:
            piece = mine.index(cell)
            victim = owner[to]
            mine[piece] = to
            owner[cell] = EMPTY
            owner[to] = mover
            if victim != EMPTY:
                captured = pieces[victim].index(to)
                pieces[victim][captured] = victim
                nodes += self.count(following, 0, depth)
                pieces[victim][captured] = to
            elif to >= goals and min(mine) >= goals:
                nodes += self._last_home(mover, depth)
            else:
                nodes += self.count(following, 0, depth)
            owner[to] = victim
            owner[cell] = mover
            mine[piece] = cell
        return nodes

    def _last_home(self, mover: int, depth: int) -> int:
        if self.rules.is_over(self.table):
            return 1
        return self.count(self.rules.next_player(self.table, mover), 0, depth)
