"""Who has the first turn: one player at every table, as evenly as the chunks of the seats allow (see seats).

A full chunk has the first turn exactly once, a shorter one at most once. Giving a table's first turn from one
chunk to another at the same table is a step. A chain of steps from a short chunk that has it to a short one
that has not leaves all chunks between as they were, and moves one first turn from player to player; a chain
may go on from one short chunk of a player to the other of the same. While some player has had it two times
more often than somebody to whom a chain leads, it is taken. When there is none left, no other way
to deal it is more even: these are the residual paths of a flow, and the sum of squares is at its least.

Left out: all other seats.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import pairwise

Spot = tuple[int, int, int]
"""Round, table, player."""
Chunk = tuple[int, int, int]
"""Size of the tables, player, and which of the player's chunks it is."""
Place = tuple[int, int]


def first_turns(chunks: Mapping[Spot, Chunk], given: set[Spot]) -> set[Spot]:
    """The spots with the first turn, made even; `given` is any valid way to begin with."""
    turns = _Turns(chunks, given)
    while turns.improve():
        pass
    return turns.spots()


class _Turns:
    def __init__(self, chunks: Mapping[Spot, Chunk], given: set[Spot]) -> None:
        self._at: defaultdict[Place, list[Chunk]] = defaultdict(list)
        for (r, t, _), chunk in chunks.items():
            self._at[r, t].append(chunk)
        games = Counter(chunks.values())
        self._short = [chunk for chunk, count in games.items() if count < chunk[0]]
        self._shorts: defaultdict[int, list[Chunk]] = defaultdict(list)
        for chunk in self._short:
            self._shorts[chunk[1]].append(chunk)
        self._place = {chunks[spot]: spot[:2] for spot in given}
        self._had = Counter({player: 0 for _, player, _ in games})
        self._had.update(player for _, player, _ in self._place)

    def spots(self) -> set[Spot]:
        return {(*place, player) for (_, player, _), place in self._place.items()}

    def improve(self) -> bool:
        """One first turn moved from somebody who has had it often to somebody with at least two less."""
        fewest = min(self._had.values())
        often = [chunk for chunk in self._short if self._had[chunk[1]] >= fewest + 2]
        for start in often:
            chain = self._chain(start) if start in self._place else []
            if chain:
                self._take(chain)
                return True
        return False

    def _chain(self, start: Chunk) -> list[Chunk]:
        """A shortest chain to a short chunk of somebody with two less, or nothing."""
        enough = self._had[start[1]] - 2
        came: dict[Chunk, Chunk | None] = {start: None}
        queue = [start]
        for chunk in queue:
            if chunk not in self._place and self._had[chunk[1]] <= enough:
                return _back(chunk, came)
            for after in self._after(chunk):
                if after not in came:
                    came[after] = chunk
                    queue.append(after)
        return []

    def _after(self, chunk: Chunk) -> list[Chunk]:
        """Chunks that could have this chunk's first turn instead, or, if it has none, those of the player that have one."""
        if chunk in self._place:
            return self._at[self._place[chunk]]
        return [other for other in self._shorts[chunk[1]] if other in self._place]

    def _take(self, chain: list[Chunk]) -> None:
        old = {chunk: self._place.pop(chunk) for chunk in chain if chunk in self._place}
        for chunk, after in pairwise(chain):
            if chunk in old:
                self._place[after] = old[chunk]
        self._had[chain[0][1]] -= 1
        self._had[chain[-1][1]] += 1


def _back(chunk: Chunk | None, came: Mapping[Chunk, Chunk | None]) -> list[Chunk]:
    chain = []
    while chunk is not None:
        chain.append(chunk)
        chunk = came[chunk]
    return chain[::-1]
