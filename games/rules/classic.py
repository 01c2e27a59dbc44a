"""`classic`, `classic6`, `verboten`: the family game, one implementation with the options of its books.

Decided here: which moves there are and which obligation each fulfils, for every option; the neutral colour. Two players
with two colours each need nothing of their own: every colour plays for itself.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.rules.candidates import (
    ANY_OR_SIX,
    CAPTURE,
    ENTER,
    FREE,
    LEAVE,
    SIX,
    ByThrow,
    Choice,
    is_free,
    strongest,
)
from games.rules.contract import Options, Roll
from games.rules.errors import BadOption, BadPosition
from games.rules.notation import COLOURS
from games.rules.ring import EMPTY, Ring
from games.rules.ring_position import Owner, RingPosition, Standing
from games.rules.ring_rules import RingRules


class Classic(RingRules):
    id = "classic"
    names: ClassVar[Mapping[str, str]] = {"de": "Das Familienspiel", "en": "The family game"}
    boards: ClassVar[tuple[str, ...]] = ("4",)
    players: ClassVar[tuple[int, int]] = (2, 4)
    defaults: ClassVar[Options] = {
        "three_throws": False,
        "no_goal_jump": False,
        "backward_capture": False,
        "barriers": False,
        "forced_capture": False,
        "neutral": None,
    }
    choices = {"neutral": tuple(COLOURS)}

    def __init__(self, options: Options | None = None, own_boards: Mapping[str, object] | None = None) -> None:
        super().__init__(options, own_boards)
        self.three_throws = bool(self.options["three_throws"])
        self.no_goal_jump = bool(self.options["no_goal_jump"])
        self.backward_capture = bool(self.options["backward_capture"])
        self.barriers = bool(self.options["barriers"])
        self.capture_strength = CAPTURE if self.options["forced_capture"] else FREE
        neutral = self.options["neutral"]
        self.neutral = neutral if isinstance(neutral, str) else None
        self.is_plain = not self.barriers and self.neutral is None

    # Moves of one colour

    def candidates(self, on: Standing, colour: int, throw: int) -> ByThrow:
        ring, owner, mine = on.ring, on.owner, on.pieces[colour]
        start = ring.start[colour]
        waiting = colour in mine
        found: ByThrow = ([], [], [], [], [], [], [])
        if waiting and throw in ANY_OR_SIX and self._may_land(on, colour, start):
            found[SIX].append((self._strength(owner, start, ENTER), colour, start))
        for cell in dict.fromkeys(mine):
            clearing = LEAVE if cell == start and waiting else FREE
            for roll, to, jumped in ring.ways[colour][throw][cell]:
                if not self._may_pass(on, colour, cell, roll):
                    continue
                if to >= ring.goals:
                    if owner[to] == EMPTY and not (self.no_goal_jump and not is_free(owner, jumped)):
                        found[roll].append((FREE, cell, to))
                elif self._may_land(on, colour, to):
                    strength = clearing if owner[to] == colour else self._strength(owner, to, clearing)
                    found[roll].append((strength, cell, to))
        if self.backward_capture:
            self._add_back(found, on, colour, throw)
        return found

    def _add_back(self, found: ByThrow, on: Standing, colour: int, throw: int) -> None:
        for cell in dict.fromkeys(on.pieces[colour]):
            for roll, to in on.ring.back_ways[colour][throw][cell]:
                foreign = on.owner[to] not in (EMPTY, colour) and not self._is_pair(on, to)
                if foreign and self._may_pass(on, colour, cell, -roll):
                    found[roll].append((self.capture_strength, cell, to))

    def _strength(self, owner: Owner, to: int, otherwise: int) -> int:
        """Forced captures come first and are all alike."""
        return (FREE if owner[to] == EMPTY else self.capture_strength) or otherwise

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

    def obstacles(self, position: RingPosition, roll: int, colour: int, cell: int, to: int) -> list[str]:
        way_is_free = cell == colour or self._may_pass(position, colour, cell, roll)
        found = [] if way_is_free and not self._is_pair(position, to) else ["barrier"]
        return found + (super().obstacles(position, roll, colour, cell, to) if self.no_goal_jump else [])

    def back_code(self, position: RingPosition, roll: int, colour: int, cell: int, to: int) -> str:
        if not self.backward_capture:
            return "wrong_count"
        if position.ring.ahead(colour, cell, -roll) != to:
            return "back_past_start"
        if position.owner[to] in (EMPTY, colour):
            return "back_without_capture"
        return "barrier"

    # The neutral colour

    def by_colour(self, position: RingPosition, roll: Roll) -> list[Choice]:
        found = super().by_colour(position, roll)
        if self.neutral is None or not found:
            return found
        neutral = position.ring.index[self.neutral]
        more = self.candidates(position, neutral, roll)[roll]
        found.append((neutral, more, strongest(more)))
        if any(strength == CAPTURE for _, _, first in found for strength, _, _ in first):
            return [(c, legal, [m for m in first if m[0] == CAPTURE]) for c, legal, first in found]
        return found

    def has_three_throws(self, on: Standing, mover: int) -> bool:
        if self.neutral is not None and not self.cannot_advance(on, on.ring.index[self.neutral]):
            return False
        return self.three_throws and self.cannot_advance(on, mover)

    def takes_turns(self, on: Standing, colour: int) -> bool:
        return super().takes_turns(on, colour) and on.ring.colours[colour] != self.neutral

    def is_playing(self, on: Standing, colour: int) -> bool:
        """A player is done when the neutral pieces are home too."""
        if self.neutral is None:
            return super().is_playing(on, colour)
        return self.takes_turns(on, colour) and not (
            self.is_home(on, colour) and self.is_home(on, on.ring.index[self.neutral])
        )

    def check(self, position: RingPosition) -> None:
        if self.neutral is None:
            return
        if position.ring.board.id != "4" or not all(position.pieces) or self.neutral not in position.ring.index:
            raise BadPosition("neutral_board")
        if position.ring.colours[position.mover] == self.neutral:
            raise BadPosition("neutral_to_move", colour=self.neutral)

    def _seats(self, ring: Ring, count: int, colours: list[str] | None) -> set[int]:
        """With a neutral colour all four are dealt."""
        seats = super()._seats(ring, count, colours)
        if self.neutral is None:
            return seats
        if ring.board.id != "4" or count < 3 or self.neutral not in ring.index:
            raise BadOption("neutral_board")
        return set(range(len(ring.colours)))


class Classic6(Classic):
    id = "classic6"
    names = {"de": "Das Familienspiel, zweiseitig", "en": "The family game, two-sided"}
    boards = ("4", "6")
    players = (2, 6)


class Verboten(Classic6):
    id = "verboten"
    names = {"de": "Ärgern verboten!", "en": "No teasing!"}
