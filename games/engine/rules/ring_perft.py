"""Counting the ways a ring game can go on, by moving pieces and putting them back.

Decided here: nothing; the rule set says which moves there are and who is next. This is `Rules.perft` made fast for
games with one piece per field and one colour per player: the moves of all throws are found together, and the next
player is determined once per position instead of once per move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .candidates import ANY, SIX, Candidate, count_permitted, strongest
from .ring import EMPTY
from .ring_position import Table

if TYPE_CHECKING:
    from .ring_rules import RingRules

THROWS = (1, 2, 3, 4, 5, 6)


class Perft:
    """Counts on a table that it changes and restores."""

    def __init__(self, rules: RingRules, table: Table, counted: int = 1) -> None:
        self.rules = rules
        self.table = table
        # How many of the last plies are counted without being played.
        self.counted = counted

    def count(self, mover: int, throws: int, depth: int) -> int:
        """All ways from here (a game that is not over), with this colour to throw."""
        if depth == 0:
            return 1
        by_throw = self.rules.candidates(self.table, mover, ANY)
        if depth == self.counted:
            return count_permitted(by_throw)
        following = self.rules.next_player(self.table, mover)
        nodes = 0
        for roll in THROWS:
            if by_throw[roll]:
                after = mover if roll == SIX else following
                nodes += self._played(strongest(by_throw[roll]), mover, after, depth - 1)
            else:
                turn = self.rules.turn(self.table, self.table, mover, throws, roll)
                nodes += self.count(*turn, depth - 1)
        return nodes

    def _played(self, candidates: list[Candidate], mover: int, following: int, depth: int) -> int:
        owner, pieces, goals = self.table.owner, self.table.pieces, self.table.ring.goals
        mine = pieces[mover]
        nodes = 0
        for _, cell, to in candidates:
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
