"""`turnier`: the tournament game with its duties (rules 4, 5, 8, 10, 14).

Decided here: which moves there are and how strong the duties are that each fulfils. Left out: what happens to a player
who misses one (`referee.judging`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from .at_table import WITH_SIXES
from .candidates import ANY_OR_SIX, CAPTURE, ENTER, FREE, HOME, LEAVE, SIX, ByThrow, Candidate, is_free
from .codes import Code, Demand, Impossible
from .contract import Move, Options, Roll, StartFault
from .errors import BadOption
from .options import Option
from .own_board import SIX_SEAT_BOARD
from .ring import EMPTY, Ring
from .ring_position import RingPosition, Standing
from .ring_refusals import RingImpossible
from .ring_rules import RingRules
from .speech import ByLanguage, Text

BOARD_FOR = {3: "6", 4: "4"}

# The duties that a move of each strength fulfils.
DUTIES = {
    FREE: (8,),
    HOME: (14, 8),
    LEAVE: (8, 5),
    ENTER: (8, 4),
    CAPTURE: (10, 8),
    CAPTURE + LEAVE: (10, 8, 5),
    CAPTURE + ENTER: (10, 8, 4),
}

# The rules that each reason rests on; an impossible move always breaks 8.
CITED: Mapping[Code, tuple[int, ...]] = {
    Demand.DOUBLE_ENTER: (4, 10),
    Demand.DOUBLE_LEAVE: (5, 10),
    Demand.CAPTURE: (10,),
    Demand.ENTER: (4,),
    Demand.LEAVE: (5,),
    Demand.GO_HOME: (14,),
    Demand.MOVE: (8,),
    Impossible.GAME_OVER: (16,),
    RingImpossible.OWN_PIECE: (8, 9),
    RingImpossible.GOAL_INEXACT: (8, 14),
    RingImpossible.GOAL_JUMP: (8, 14),
    RingImpossible.SECOND_LAP: (8, 14),
}


GOAL_ENTRY = Option(
    number=1,
    books=("turnier 14",),
    name="goal_entry",
    title=Text("Going home"),
    decides=Text("Whether a piece that can go into the goal has to, where no stronger duty decides."),
    values={"duty": Text("is a duty"), "free": Text("is a free choice")},
    default="duty",
    asks=Text("A piece can go home, and another one can move on: may the player choose?"),
    why=Text("The book marks going home as a duty, and names it where it lists the duties that can be missed."),
)
TOUCHED_STUCK = Option(
    number=2,
    books=("turnier 12", "turnier 13"),
    name="touched_stuck",
    title=Text("A touched piece without a permitted move"),
    decides=Text("Whether a piece touched first binds although it may not move with this throw."),
    values={"void": Text("binds, the move is void"), "free": Text("does not bind")},
    default="void",
    is_judged=True,
    asks=Text("The piece touched first may not move with this throw, and another one was moved, or none."),
    why=Text("The book lets nobody correct: who reached for the wrong piece has played."),
)
MISSED_CAPTURE = Option(
    number=3,
    books=("turnier 11", "turnier 13"),
    name="missed_capture",
    title=Text("A missed capture sends back"),
    decides=Text("Which piece goes back where a capture was missed."),
    values={"capturer": Text("the one that should have captured"), "moved": Text("the one that was moved instead")},
    default="capturer",
    is_judged=True,
    asks=Text("A capture was missed: the book sends back the player's piece. Which one?"),
    why=Text("The duty was that piece's, whatever was moved instead."),
)


class Turnier(RingRules):
    id = "turnier"
    names = ByLanguage(Text("The tournament game"))
    boards = ("4", "6")
    players = (3, 4)
    choices = (GOAL_ENTRY, TOUCHED_STUCK, MISSED_CAPTURE)
    at_table = (*WITH_SIXES, SIX_SEAT_BOARD)
    has_duties = True
    pieces_out = 0

    def __init__(self, options: Options | None = None, own_boards: Mapping[str, object] | None = None) -> None:
        super().__init__(options, own_boards)
        self.going_home = HOME if self.options["goal_entry"] == "duty" else FREE
        self.stuck_binds = self.options["touched_stuck"] == "void"

    def start(
        self, players: int | None = None, colours: Iterable[str] | None = None, board: str | None = None
    ) -> RingPosition:
        position = super().start(players, colours, board)
        count = len(self.players_of(position))
        if position.ring.board.id != BOARD_FOR[count]:
            raise BadOption(StartFault.BOARD, players=count, board=board)
        return position

    def default_board(self, players: int) -> str:
        return BOARD_FOR[players]

    def has_three_throws(self, on: Standing, mover: int) -> bool:
        """turnier 2, 3, 6."""
        return self.cannot_advance(on, mover)

    def candidates(self, on: Standing, colour: int, throw: int) -> ByThrow:
        ring, owner, mine = on.ring, on.owner, on.pieces[colour]
        start = ring.start[colour]
        waiting = colour in mine
        by_throw: ByThrow = ([], [], [], [], [], [], [])
        if waiting and throw in ANY_OR_SIX and owner[start] != colour:
            # turnier 4: a waiting piece enters.
            by_throw[SIX].append((ENTER if owner[start] == EMPTY else CAPTURE + ENTER, colour, start))
        ways, goals = ring.ways[colour][throw], ring.goals
        for cell in mine:
            # turnier 5: the start field is cleared for the waiting pieces.
            strength = LEAVE if cell == start and waiting else FREE
            for roll, to, jumped in ways[cell]:
                stands = owner[to]
                if stands == EMPTY:
                    if to < goals:
                        by_throw[roll].append((strength, cell, to))
                    elif is_free(owner, jumped):
                        # turnier 14: no jumping in the goal, and a piece from the track has to go in.
                        by_throw[roll].append((self.going_home if cell < goals else FREE, cell, to))
                elif stands != colour:  # turnier 9: one piece a field
                    by_throw[roll].append((CAPTURE + strength, cell, to))  # turnier 10
        return by_throw

    def duties(self, ring: Ring, candidate: Candidate) -> tuple[int, ...]:
        strength, cell, to = candidate
        return DUTIES[HOME if cell < ring.goals <= to else strength]

    def permits_as(self, other: Self, position: RingPosition, roll: Roll) -> bool:
        """Only going home is weighed otherwise by another reading."""
        candidates = self.candidates(position, position.mover, roll)[roll]
        goals = position.ring.goals
        return not any(cell < goals <= to for _, cell, to in candidates) or super().permits_as(other, position, roll)

    def is_bound(self, permitted: Sequence[Move], touched: tuple[str, str]) -> bool:
        """turnier 12."""
        return self.stuck_binds or touched in [(move.colour, move.origin) for move in permitted]

    def cited(self, code: Code) -> tuple[int, ...]:
        return CITED.get(code, (8,))
