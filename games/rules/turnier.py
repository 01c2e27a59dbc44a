"""`turnier`: the tournament game with its duties (rules 4, 5, 8, 10, 14).

Decided here: which moves there are and how strong the duties are that each fulfils. Left out: what happens to a player
who misses one (`referee.judging`).
"""

from collections.abc import Iterable, Mapping

from games.rules.candidates import (
    ANY_OR_SIX,
    CAPTURE,
    ENTER,
    FREE,
    HOME,
    LEAVE,
    SIX,
    ByThrow,
    Candidate,
    is_free,
)
from games.rules.contract import Options
from games.rules.errors import BadOption
from games.rules.ring import EMPTY, Ring
from games.rules.ring_position import RingPosition, Standing
from games.rules.ring_rules import RingRules

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

# What each reason rests on; an impossible move breaks 8 whatever else.
CITED = {
    "double_enter": (4, 10),
    "double_leave": (5, 10),
    "capture": (10,),
    "enter": (4,),
    "leave": (5,),
    "go_home": (14,),
    "move": (8,),
    "game_over": (16,),
    "own_piece": (8, 9),
    "goal_inexact": (8, 14),
    "goal_jump": (8, 14),
    "second_lap": (8, 14),
}


class Turnier(RingRules):
    id = "turnier"
    names = {"de": "Das Turnier", "en": "The tournament game"}
    boards = ("4", "6")
    players = (3, 4)
    defaults = {"goal_entry": "duty"}
    choices = {"goal_entry": ("duty", "free")}
    has_duties = True
    pieces_out = 0

    def __init__(self, options: Options | None = None, own_boards: Mapping[str, object] | None = None) -> None:
        super().__init__(options, own_boards)
        self.going_home = HOME if self.options["goal_entry"] == "duty" else FREE

    def start(
        self, players: int | None = None, colours: Iterable[str] | None = None, board: str | None = None
    ) -> RingPosition:
        position = super().start(players, colours, board)
        count = len(self.players_of(position))
        if position.ring.board.id != BOARD_FOR[count]:
            raise BadOption("start_board", players=count, board=board)
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
        found: ByThrow = ([], [], [], [], [], [], [])
        if waiting and throw in ANY_OR_SIX and owner[start] != colour:
            # turnier 4: a waiting piece enters.
            found[SIX].append((ENTER if owner[start] == EMPTY else CAPTURE + ENTER, colour, start))
        ways, goals = ring.ways[colour][throw], ring.goals
        for cell in mine:
            # turnier 5: the start field is cleared for those who wait.
            strength = LEAVE if cell == start and waiting else FREE
            for roll, to, jumped in ways[cell]:
                stands = owner[to]
                if stands == EMPTY:
                    if to < goals:
                        found[roll].append((strength, cell, to))
                    elif is_free(owner, jumped):
                        # turnier 14: no jumping in the goal, and a piece from the track has to go in.
                        found[roll].append((self.going_home if cell < goals else FREE, cell, to))
                elif stands != colour:  # turnier 9: one piece a field
                    found[roll].append((CAPTURE + strength, cell, to))  # turnier 10
        return found

    def duties(self, ring: Ring, candidate: Candidate) -> tuple[int, ...]:
        strength, cell, to = candidate
        return DUTIES[HOME if cell < ring.goals <= to else strength]

    def cited(self, code: str) -> tuple[int, ...]:
        return CITED.get(code, (8,))
