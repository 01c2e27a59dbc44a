"""Makes the tables of the playout loop from the engine: which moves there are and how strong their duties are.

Decided here: which rule sets the loop can play, and how a duty and a taste become one number. Left out: the tastes
(`strategies`), the loop (`loop`).

A rule set fits if what a piece may do depends on nothing but the piece, who stands where it ends, whether own pieces
wait, and own pieces on its way in the goal. Each such case is set up on an empty board and put to the engine.
"""

from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from ..rules import registry
from ..rules.candidates import ANY, SIX, ByThrow, Candidate
from ..rules.contract import Position, Rules
from ..rules.notation import PIECES
from ..rules.ring import EMPTY, Ring
from ..rules.ring_position import RingPosition
from ..rules.ring_rules import RingRules
from .loop import NO_PIECE, row_of
from .strategies import RANDOM, TASTES, Step, lost

# A stronger duty outweighs every taste.
STRONGER = 1 << 20
THROWS = range(1, 7)


class Case(NamedTuple):
    """What the tables are made for; `options` are those that differ from the defaults, `colours` those in play."""

    rules_id: str
    options: tuple[tuple[str, object], ...]
    ring: Ring
    colours: tuple[int, ...]
    strategy: str


def fits(rules: Rules) -> bool:
    """Whether the loop can play these rules."""
    return isinstance(rules, RingRules) and rules.is_plain and rules.is_forward_only


def table(rules: Rules, position: Position, strategy: str, loop: Any) -> Any:
    """A position set up for the loop (that module, compiled or not); None if the loop cannot play it."""
    if not fits(rules) or rules.over(position) or rules.view(position).to_move in rules.finished(position):
        return None
    ring = position.ring
    in_play = tuple([colour for colour, cells in enumerate(position.pieces) if cells])
    options = tuple([pair for pair in rules.options.items() if pair not in rules.defaults.items()])
    tables = built(Case(rules.id, options, ring, in_play, strategy), loop)
    if tables is None:
        return None
    owner = [len(ring.colours) if colour == EMPTY else colour for colour in position.owner]
    movable = [_movable(ring, colour, cells) for colour, cells in enumerate(position.pieces)]
    pieces = [cells + [NO_PIECE] * (PIECES - len(cells)) for cells in movable]
    moving = [len(cells) for cells in movable]
    places = {cell: place for cells in movable for place, cell in enumerate(cells)}
    place = [places.get(cell, 0) for cell in range(ring.size)]
    waiting = [cells.count(colour) for colour, cells in enumerate(position.pieces)]
    unfinished = [colour for colour in in_play if waiting[colour] or movable[colour]]
    following = _following(len(ring.colours), unfinished)
    return loop.laid(tables, owner, pieces, moving, place, waiting, following)


def _movable(ring: Ring, colour: int, cells: tuple[int, ...]) -> list[int]:
    """The pieces that neither wait nor are packed at the end of the goal."""
    end = ring.goal(colour) + PIECES - 1
    while end in cells:
        end -= 1
    return [cell for cell in cells if cell >= ring.track and cell <= end]


def _following(count: int, unfinished: list[int]) -> list[int]:
    """The next unfinished colour after each."""
    clockwise = [*range(count)] * 2
    return [next(c for c in clockwise[colour + 1 :] if c in unfinished) for colour in range(count)]


@lru_cache(maxsize=64)
def built(case: Case, loop: Any) -> Any:
    """The tables; None where there are more kinds of moves than a byte can rank (a very long track)."""
    builder = Builder(case)
    colours = range(builder.count)
    worths = [loop.Row()] * row_of(builder.count, builder.count, ANY, True)
    enters = [loop.Row()] * builder.count
    try:
        for colour in case.colours:
            for waiting in (False, True):
                steps = builder.steps(colour, waiting)
                for throw in THROWS:
                    row = row_of(builder.count, colour, throw, waiting)
                    worths[row], enters[colour] = map(loop.Row, ranked(steps[throw], builder.enters(colour)))
    except ValueError:
        return None
    return loop.Tables(
        colours=builder.count,
        goals=case.ring.goals,
        start=case.ring.start,
        targets=[loop.Row(builder.targets(colour, throw)) for colour in colours for throw in (ANY, *THROWS)],
        worths=worths,
        enters=enters,
        three_throws=builder.has_three_throws(),
        goal_jumps=builder.may_jump(),
        at_random=case.strategy == RANDOM,
    )


def ranked(*rows: list[int]) -> list[bytes]:
    """The rows as bytes with the same order; ValueError if there are too many different numbers."""
    order = {worth: rank for rank, worth in enumerate(sorted(set(chain(*rows))))}
    return [bytes([order[worth] for worth in row]) for row in rows]


class Builder:
    """Queries one rule set on one board. The worth of an impossible move is 0."""

    def __init__(self, case: Case) -> None:
        rules = registry.rules(case.rules_id, dict(case.options))
        assert isinstance(rules, RingRules)
        self.rules, self.ring, self.in_play = rules, case.ring, case.colours
        self.taste = TASTES[case.strategy]
        self.count = len(case.ring.colours)

    def targets(self, colour: int, throw: int) -> bytes:
        """The cell that each cell leads to; itself, which is never empty, if there is none."""
        ways = self.ring.ways[colour][throw]
        return bytes([ways[cell][0][1] if throw and ways[cell] else cell for cell in range(self.ring.size)])

    def steps(self, colour: int, waiting: bool) -> list[list[int]]:
        """By throw: what every step of a colour is worth, by cell and owner of where it ends."""
        width = self.count + 1
        worths = [[0] * (self.ring.size * width) for _ in (ANY, *THROWS)]
        for cell in range(self.ring.track, self.ring.size):
            for owner in (EMPTY, *self.in_play):
                index = cell * width + (self.count if owner == EMPTY else owner)
                candidates = self._candidates_of(colour, cell, owner, waiting)
                for throw in THROWS:
                    for candidate in candidates[throw]:
                        if candidate[1] == cell:
                            worths[throw][index] = self._worth(colour, candidate, owner)
        return worths

    def _candidates_of(self, colour: int, cell: int, owner: int, waiting: bool) -> ByThrow:
        """The moves of a piece if pieces of this owner stand wherever it may end."""
        ends = [to for _, to, _ in self.ring.ways[colour][ANY][cell]]
        stands = {**dict.fromkeys(ends, owner), cell: colour}
        return self._candidates(colour, [cell, colour] if waiting else [cell], stands, ANY)

    def enters(self, colour: int) -> list[int]:
        """What entering is worth, by owner of the start field."""
        worths = [0] * (self.count + 1)
        start = self.ring.start[colour]
        for owner in (*self.in_play, EMPTY):
            for candidate in self._candidates(colour, [colour], {start: owner}, SIX)[SIX]:
                worths[owner] = self._worth(colour, candidate, owner)  # EMPTY is the last one
        return worths

    def _candidates(self, colour: int, mine: list[int], stands: dict[int, int], throw: int) -> ByThrow:
        return self.rules.candidates(self._on(colour, mine, stands), colour, throw)

    def _on(self, colour: int, mine: list[int], stands: dict[int, int]) -> RingPosition:
        owners = self.ring.bare.copy()
        for cell, owner in stands.items():
            owners[cell] = owner
        pieces = [tuple([cell for cell, owner in stands.items() if owner == other]) for other in range(self.count)]
        pieces[colour] = tuple(mine)
        return RingPosition(self.ring, tuple(pieces), tuple(owners), colour, 0)

    def _worth(self, colour: int, candidate: Candidate, owner: int) -> int:
        ring = self.ring
        strength, cell, to = candidate
        foreign = [ring.start[other] for other in self.in_play if other != colour]
        loss = 0 if owner == EMPTY else lost(ring.progress[owner][to])
        shelter = (cell in foreign) - (to in foreign)
        before, after = ring.progress[colour][cell], ring.progress[colour][to]
        step = Step(loss, cell < ring.goals <= to, shelter, before, after - before)
        return strength * STRONGER + self.taste(step) + 1

    def may_jump(self) -> bool:
        """Whether a piece on the first goal field is passed on the way to the second."""
        colour = self.in_play[0]
        first = self.ring.goal(colour)
        before = self.ring.ahead(colour, self.ring.start[colour], self.ring.board.track - 1)
        candidates = self._candidates(colour, [before, first], {before: colour, first: colour}, 2)[2]
        return (before, first + 1) in [(cell, to) for _, cell, to in candidates]

    def has_three_throws(self) -> bool:
        colour = self.in_play[0]
        return self.rules.has_three_throws(self._on(colour, [colour] * PIECES, {}), colour)
