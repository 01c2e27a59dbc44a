"""`classic`, `classic6`, `verboten`: the family game, one implementation with the options of its books.

Decided here: which moves there are and which obligation each fulfils, for every option; the neutral colour. Two players
with two colours each need no code of their own: every colour plays for itself.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from .at_table import WITH_SIXES
from .candidates import ANY_OR_SIX, CAPTURE, ENTER, FREE, LEAVE, SIX, ByThrow, Choice, is_free, strongest
from .codes import Code
from .contract import Options, Roll
from .errors import BadOption, BadPosition
from .options import Option, switch
from .own_board import SIX_SEAT_BOARD
from .ring import EMPTY, Ring
from .ring_position import Owner, RingPosition, Standing
from .ring_refusals import RingImpossible
from .ring_rules import RingRules
from .speech import ByLanguage, Text
from .wording import COLOUR_NAMES


class ClassicImpossible(Code):
    """What an option makes impossible."""

    BARRIER = "barrier", Text("A barrier is in the way.")
    BACK_WITHOUT_CAPTURE = "back_without_capture", Text("A piece goes back only to capture.")
    BACK_PAST_START = "back_past_start", Text("A piece does not go back onto or past its own start field.")


class NeutralFault(Code):
    NEUTRAL_BOARD = "neutral_board", Text("a neutral colour needs board 4 with all four colours, for three players")
    NEUTRAL_TO_MOVE = "neutral_to_move", Text("{colour} is neutral and never has the move")


THREE_THROWS = switch(
    "three_throws",
    Text("Up to three throws for a 6"),
    Text(
        "A player with no piece on the track and none that could advance in the goal throws up to three times for a 6."
    ),
)
NO_GOAL_JUMP = switch(
    "no_goal_jump",
    Text("No jumping in the goal"),
    Text("An own piece in the goal may not be jumped, neither on the way in nor inside."),
)
BACKWARD_CAPTURE = switch(
    "backward_capture",
    Text("Capturing backward"),
    Text("A piece on the track may go back exactly the throw to capture, but not onto or past its own start field."),
)
BARRIERS = switch(
    "barriers",
    Text("Barriers"),
    Text(
        "Two pieces of one colour may share a field of the track. Nobody lands on them, captures them or passes them."
    ),
)
FORCED_CAPTURE = switch(
    "forced_capture",
    Text("Capturing is compulsory"),
    Text("Whoever can capture has to. The piece that misses it goes back to the waiting ones."),
)
NEUTRAL = Option(
    name="neutral",
    title=Text("Neutral colour"),
    decides=Text("Three players may also move the pieces of the fourth colour, which takes no turns of its own."),
    values=COLOUR_NAMES,
    default=None,
)

# In place of the colour that nobody is compelled to capture.
NOBODY = EMPTY


class Classic(RingRules):
    id = "classic"
    names = ByLanguage(Text("The family game"))
    boards: ClassVar[tuple[str, ...]] = ("4",)
    players = (2, 4)
    choices = (THREE_THROWS, NO_GOAL_JUMP, BACKWARD_CAPTURE, BARRIERS, FORCED_CAPTURE, NEUTRAL)

    def __init__(self, options: Options | None = None, own_boards: Mapping[str, object] | None = None) -> None:
        super().__init__(options, own_boards)
        self.three_throws = bool(self.options["three_throws"])
        self.no_goal_jump = bool(self.options["no_goal_jump"])
        self.backward_capture = bool(self.options["backward_capture"])
        self.is_forward_only = not self.backward_capture
        self.barriers = bool(self.options["barriers"])
        self.capture_strength = CAPTURE if self.options["forced_capture"] else FREE
        neutral = self.options["neutral"]
        self.neutral = neutral if isinstance(neutral, str) else None
        self.is_plain = not self.barriers and self.neutral is None

    # Moves of one colour

    def candidates(self, on: Standing, colour: int, throw: int) -> ByThrow:
        return self._candidates(on, colour, throw, NOBODY)

    def _candidates(self, on: Standing, colour: int, throw: int, spared: int) -> ByThrow:
        """Nobody is compelled to capture a piece of the colour `spared`."""
        ring, owner, mine = on.ring, on.owner, on.pieces[colour]
        start = ring.start[colour]
        waiting = colour in mine
        by_throw: ByThrow = ([], [], [], [], [], [], [])
        if waiting and throw in ANY_OR_SIX and self._may_land(on, colour, start):
            by_throw[SIX].append((self._strength(owner, start, ENTER, spared), colour, start))
        for cell in dict.fromkeys(mine):
            clearing = LEAVE if cell == start and waiting else FREE
            for roll, to, jumped in ring.ways[colour][throw][cell]:
                if not self._may_pass(on, colour, cell, roll):
                    continue
                if to >= ring.goals:
                    if owner[to] == EMPTY and not (self.no_goal_jump and not is_free(owner, jumped)):
                        by_throw[roll].append((FREE, cell, to))
                elif self._may_land(on, colour, to):
                    strength = clearing if owner[to] == colour else self._strength(owner, to, clearing, spared)
                    by_throw[roll].append((strength, cell, to))
        if self.backward_capture:
            self._add_back(by_throw, on, colour, throw, spared)
        return by_throw

    def _add_back(self, by_throw: ByThrow, on: Standing, colour: int, throw: int, spared: int) -> None:
        for cell in dict.fromkeys(on.pieces[colour]):
            for roll, to in on.ring.back_ways[colour][throw][cell]:
                foreign = on.owner[to] not in (EMPTY, colour) and not self._is_pair(on, to)
                if foreign and self._may_pass(on, colour, cell, -roll):
                    by_throw[roll].append((self._strength(on.owner, to, FREE, spared), cell, to))

    def _strength(self, owner: Owner, to: int, otherwise: int, spared: int) -> int:
        """Forced captures come first, and none of them is stronger than another."""
        return (FREE if owner[to] in (EMPTY, spared) else self.capture_strength) or otherwise

    def _may_land(self, on: Standing, colour: int, to: int) -> bool:
        """Whether a piece may end on this track cell."""
        if on.owner[to] == colour and not (self.barriers and to != on.ring.start[colour]):
            return False
        return not self._is_pair(on, to)

    # Barriers

    def _is_pair(self, on: Standing, cell: int) -> bool:
        return self.barriers and on.owner[cell] != EMPTY and on.pieces[on.owner[cell]].count(cell) > 1

    def _may_pass(self, on: Standing, colour: int, cell: int, count: int) -> bool:
        if not self.barriers:
            return True
        return not any(self._is_pair(on, passed) for passed in on.ring.between(colour, cell, count))

    def may_share(self, ring: Ring, colour: int, cell: int, cells: Sequence[int]) -> bool:
        pairs = ring.is_track(cell) and cell != ring.start[colour] and cells.count(cell) == 2
        return self.barriers and pairs

    # Refusals

    def own_piece_bars(self, position: RingPosition, colour: int, to: int) -> bool:
        pair = self.barriers and position.ring.is_track(to) and to != position.ring.start[colour]
        return position.owner[to] == colour and not pair

    def obstacles(self, position: RingPosition, roll: int, colour: int, cell: int, to: int) -> list[Code]:
        way_is_free = cell == colour or self._may_pass(position, colour, cell, roll)
        is_open = way_is_free and not self._is_pair(position, to)
        codes: list[Code] = [] if is_open else [ClassicImpossible.BARRIER]
        return codes + (super().obstacles(position, roll, colour, cell, to) if self.no_goal_jump else [])

    def back_code(self, position: RingPosition, roll: int, colour: int, cell: int, to: int) -> Code:
        if not self.backward_capture:
            return RingImpossible.WRONG_COUNT
        if position.ring.ahead(colour, cell, -roll) != to:
            return ClassicImpossible.BACK_PAST_START
        if position.owner[to] in (EMPTY, colour):
            return ClassicImpossible.BACK_WITHOUT_CAPTURE
        return ClassicImpossible.BARRIER

    # The neutral colour

    def by_colour(self, position: RingPosition, roll: Roll) -> list[Choice]:
        choices = super().by_colour(position, roll)
        if self.neutral is None or not choices:
            return choices
        neutral = position.ring.index[self.neutral]
        more = self._candidates(position, neutral, roll, position.mover)[roll]
        choices.append((neutral, more, strongest(more)))
        if any(strength == CAPTURE for _, _, first in choices for strength, _, _ in first):
            return [(c, legal, [m for m in first if m[0] == CAPTURE]) for c, legal, first in choices]
        return choices

    def has_three_throws(self, on: Standing, mover: int) -> bool:
        if self.neutral is not None and not self.cannot_advance(on, on.ring.index[self.neutral]):
            return False
        return self.three_throws and self.cannot_advance(on, mover)

    def takes_turns(self, on: Standing, colour: int) -> bool:
        return super().takes_turns(on, colour) and on.ring.colours[colour] != self.neutral

    def is_playing(self, on: Standing, colour: int) -> bool:
        """A player has finished only when the neutral pieces are home too."""
        if self.neutral is None:
            return super().is_playing(on, colour)
        return self.takes_turns(on, colour) and not (
            self.is_home(on, colour) and self.is_home(on, on.ring.index[self.neutral])
        )

    def check(self, position: RingPosition) -> None:
        if self.neutral is None:
            return
        if position.ring.board.id != "4" or not all(position.pieces) or self.neutral not in position.ring.index:
            raise BadPosition(NeutralFault.NEUTRAL_BOARD)
        if position.ring.colours[position.mover] == self.neutral:
            raise BadPosition(NeutralFault.NEUTRAL_TO_MOVE, colour=self.neutral)

    def _seats(self, ring: Ring, count: int, colours: list[str] | None) -> set[int]:
        """With a neutral colour all four have pieces."""
        seats = super()._seats(ring, count, colours)
        if self.neutral is None:
            return seats
        if ring.board.id != "4" or count < 3 or self.neutral not in ring.index:
            raise BadOption(NeutralFault.NEUTRAL_BOARD)
        return set(range(len(ring.colours)))


class Classic6(Classic):
    id = "classic6"
    names = ByLanguage(Text("The family game, two-sided"))
    boards = ("4", "6")
    at_table = (*WITH_SIXES, SIX_SEAT_BOARD)
    players = (2, 6)


class Verboten(Classic6):
    id = "verboten"
    names = ByLanguage(Text("No teasing!"))
