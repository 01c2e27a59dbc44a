"""What all ring games share: positions, carrying out moves, whose throw is next, who has finished.

Decided here: everything about a ring game except which moves there are and which of them come first; a rule set gives
these in `candidates` (see `turnier`, `classic`). Left out: why a move is refused (`ring_refusals`).

A position holds the cells of every colour of the board (none for a colour that is not in play), in ascending order,
and the owners by cell. Rules use both; most often they look up who stands on a cell.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import ClassVar, Self

from . import boards, ring_refusals
from .at_table import WITH_SIXES
from .candidates import SIX, ByThrow, Candidate, Choice, is_free, strongest
from .codes import Code
from .contract import Move, Options, Position, Reason, Roll, Rules, StartFault
from .errors import BadOption, BadPosition, PositionFault
from .notation import PIECES, WAITING, Written
from .options import Option
from .ring import EMPTY, WAITS, Ring
from .ring_perft import Perft
from .ring_position import RingPosition, Standing, from_words, position_of, table_of, view, write
from .ring_refusals import RingImpossible

MOST_THROWS = 3


@cache
def shipped_ring(board: str) -> Ring:
    return Ring(boards.shipped(board))


class OwnRing:
    """A board as a key: equal boards have one ring, because positions are equal only on the same one."""

    def __init__(self, board: boards.RingBoard) -> None:
        self.board = board
        self.key = (board.id, board.track, tuple(board.starts.items()), tuple(board.seats.items()))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnRing) and self.key == other.key


@lru_cache(maxsize=64)
def own_ring(own: OwnRing) -> Ring:
    return Ring(own.board)


class RingRules(Rules):
    # How many pieces stand on the start field when a game begins.
    pieces_out = 1
    at_table: ClassVar[tuple[Option, ...]] = WITH_SIXES
    neutral: str | None = None
    # One piece per field, one colour per player: `Perft` can do nothing else.
    is_plain = True
    # Pieces never go back: the playout loop can do nothing else.
    is_forward_only = True

    def __init__(self, options: Options | None = None, own_boards: Mapping[str, object] | None = None) -> None:
        super().__init__(options, own_boards)
        # A cache, filled on first use.
        self.rings: dict[str, Ring] = {}

    @abstractmethod
    def candidates(self, on: Standing, colour: int, throw: int) -> ByThrow:
        """Every legal move of one colour, with the strength of its duty, each once: by throw, for one or all."""

    @abstractmethod
    def has_three_throws(self, on: Standing, mover: int) -> bool:
        """Whether this throw is one of up to three."""

    def duties(self, ring: Ring, candidate: Candidate) -> tuple[int, ...]:
        """The numbers of the duties, in books that number them."""
        return ()

    # Positions

    def start(
        self, players: int | None = None, colours: Iterable[str] | None = None, board: str | None = None
    ) -> RingPosition:
        count, chosen = self.seated(players, colours)
        ring = self.ring(self.default_board(count) if board is None else board)
        return self._dealt(ring, self._seats(ring, count, chosen))

    def default_board(self, players: int) -> str:
        return "6" if players > 4 else "4"

    def ring(self, board: str) -> Ring:
        """The tables of a board of this rule set."""
        if board not in self.boards:
            raise BadPosition(PositionFault.BOARD, board=board, rules=self.id)
        own = self.own_boards.get(board)
        self.rings[board] = own_ring(OwnRing(own)) if isinstance(own, boards.RingBoard) else shipped_ring(board)
        return self.rings[board]

    def _seats(self, ring: Ring, count: int, colours: list[str] | None) -> set[int]:
        if colours is None and count > len(ring.colours):
            raise BadOption(StartFault.BOARD, players=count, board=ring.board.id)
        chosen = ring.board.seated(count) if colours is None else colours
        for colour in chosen:
            if colour not in ring.index:
                raise BadPosition(PositionFault.COLOUR, colour=colour, board=ring.board.id)
        return {ring.index[colour] for colour in chosen}

    def _dealt(self, ring: Ring, seats: set[int]) -> RingPosition:
        pieces = []
        for colour, start in enumerate(ring.start):
            dealt = [colour] * (PIECES - self.pieces_out) + [start] * self.pieces_out
            pieces.append(dealt if colour in seats else [])
        position = position_of(ring, pieces, 0, 0)
        first = next(colour for colour in range(len(pieces)) if self.takes_turns(position, colour))
        return position._replace(mover=first)

    def read(self, text: str) -> RingPosition:
        try:
            words = text.split(" ")
            position = from_words(self.rings.get(words[0]) or self.ring(words[0]), words, self.may_share)
        except (KeyError, IndexError):
            raise ring_refusals.unreadable(self, text) from None
        self.check(position)
        return position

    def may_share(self, ring: Ring, colour: int, cell: int, cells: Sequence[int]) -> bool:
        """Whether all of a colour's pieces on `cell` (its pieces are on `cells`) may stand there together."""
        return False

    def check(self, position: RingPosition) -> None:
        """Refuse positions that this rule set does not allow."""

    def view(self, position: RingPosition) -> Written:
        return view(position)

    def write(self, position: RingPosition) -> str:
        return write(position)

    # Moves

    def moves(self, position: RingPosition, roll: Roll) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        legal: list[Move] = []
        permitted: list[Move] = []
        for colour, candidates, first in self.by_colour(position, roll):
            for candidate in candidates:
                move = self.written_move(position, roll, colour, candidate)
                legal.append(move)
                if candidate in first:
                    permitted.append(move)
        legal.sort()
        permitted.sort()
        return tuple(legal), tuple(permitted)

    def by_colour(self, position: RingPosition, roll: Roll) -> list[Choice]:
        """For each colour that may be moved: its legal candidates, and those of them that are permitted."""
        if self.over(position):
            return []
        candidates = self.candidates(position, position.mover, roll)[roll]
        return [(position.mover, candidates, strongest(candidates))]

    def permits_as(self, other: Self, position: RingPosition, roll: Roll) -> bool:
        return self.by_colour(position, roll) == other.by_colour(position, roll)

    def written_move(self, position: RingPosition, roll: Roll, colour: int, candidate: Candidate) -> Move:
        ring = position.ring
        _, cell, to = candidate
        names, victim = ring.names, position.owner[to]
        origin, target, letter = names[cell], names[to], ring.colours[colour]
        mark = "-"
        captures: tuple[str, ...] = ()
        if victim not in (EMPTY, colour):
            mark = "<" if ring.ahead(colour, cell, -roll) == to else "x"
            captures = (ring.colours[victim] + target,)
        text = f"{origin}{mark}{target}"
        if letter == self.neutral:
            text = f"{letter}:{text}"
        return Move(text, letter, origin, target, captures, self.duties(ring, candidate))

    def follow(
        self, position: RingPosition, roll: Roll, move: Move | None, sent_back: tuple[str, str] | None = None
    ) -> RingPosition:
        if self.over(position):
            return position
        ring = position.ring
        pieces = [list(cells) for cells in position.pieces]
        if move:
            for capture in move.captures:
                self._waits(ring, pieces, capture[0], capture[1:])
            colour = ring.index[move.colour]
            pieces[colour].remove(ring.cells[colour][move.origin])
            pieces[colour].append(ring.cells[colour][move.target])
        if sent_back:
            self._waits(ring, pieces, *sent_back)
        after = position_of(ring, pieces, position.mover, 0)
        mover, throws = self.turn(position, after, position.mover, position.throws, roll)
        return after._replace(mover=mover, throws=throws)

    def _waits(self, ring: Ring, pieces: list[list[int]], letter: str, field: str) -> None:
        colour = ring.index[letter]
        pieces[colour].remove(ring.cells[colour][field])
        pieces[colour].append(colour)

    # Whose throw it is

    def turn(self, before: Standing, after: Standing, mover: int, throws: int, roll: Roll) -> tuple[int, int]:
        """Who throws next, and how many of three throws they have had, after a throw that led from `before` to `after`."""
        if self.is_over(after):
            return mover, 0
        if self.is_playing(after, mover):
            brought_last_home = self.is_home(after, mover) and not self.is_home(before, mover)
            if roll == SIX and not brought_last_home:
                return mover, 0
            if roll != SIX and throws < MOST_THROWS - 1 and self.has_three_throws(before, mover):
                return mover, throws + 1
        return self.next_player(after, mover), 0

    def next_player(self, on: Standing, mover: int) -> int:
        """The next colour clockwise that is not finished."""
        clockwise = list(range(len(on.pieces)))
        for colour in clockwise[mover + 1 :] + clockwise[:mover]:
            if self.is_playing(on, colour):
                return colour
        return mover

    def takes_turns(self, on: Standing, colour: int) -> bool:
        return bool(on.pieces[colour])

    def is_home(self, on: Standing, colour: int) -> bool:
        cells = on.pieces[colour]
        return bool(cells) and min(cells) >= on.ring.goals

    def is_playing(self, on: Standing, colour: int) -> bool:
        """Whether a colour takes turns and is not finished."""
        cells = on.pieces[colour]
        return bool(cells) and min(cells) < on.ring.goals

    def is_over(self, on: Standing) -> bool:
        """Whether at most one player has not finished, or somebody has where the table does not play on."""
        if self.ends_with_winner and any(self._is_finished(on, colour) for colour in range(len(on.pieces))):
            return True
        playing = False
        for colour in range(len(on.pieces)):
            if self.is_playing(on, colour):
                if playing:
                    return False
                playing = True
        return True

    def _is_finished(self, on: Standing, colour: int) -> bool:
        return self.takes_turns(on, colour) and not self.is_playing(on, colour)

    def cannot_advance(self, on: Standing, colour: int) -> bool:
        """Whether no piece is on the track and those in the goal are packed at its end: no throw can advance them."""
        in_goal = 0
        for cell in on.pieces[colour]:
            if cell >= on.ring.goals:
                in_goal += 1
            elif cell >= on.ring.track:
                return False
        end = on.ring.goal(colour) + PIECES
        return all(on.owner[cell] == colour for cell in range(end - in_goal, end))

    # The table

    def over(self, position: RingPosition) -> bool:
        return self.is_over(position)

    def players_of(self, position: RingPosition) -> tuple[str, ...]:
        return tuple([c for i, c in enumerate(position.ring.colours) if self.takes_turns(position, i)])

    def home(self, position: RingPosition) -> tuple[str, ...]:
        return tuple([c for i, c in enumerate(position.ring.colours) if self.is_home(position, i)])

    def finished(self, position: RingPosition) -> tuple[str, ...]:
        index = position.ring.index
        return tuple([c for c in self.players_of(position) if not self.is_playing(position, index[c])])

    def throws_left(self, position: RingPosition) -> int:
        mover = position.mover
        if self.is_playing(position, mover) and self.has_three_throws(position, mover) and not self.over(position):
            return MOST_THROWS - position.throws
        return super().throws_left(position)

    def progress(self, position: RingPosition, colour: str, field: str) -> int:
        ring = position.ring
        index = ring.index[colour]
        return WAITS if field == WAITING else ring.progress[index][ring.cells[index][field]]

    def pass_on(self, position: RingPosition) -> RingPosition:
        if self.over(position):
            return position
        mover = self.next_player(position, position.mover)
        return position._replace(mover=mover, throws=0)

    def send_back(self, position: RingPosition, colour: str, field: str) -> RingPosition:
        pieces = [list(cells) for cells in position.pieces]
        self._waits(position.ring, pieces, colour, field)
        return position_of(position.ring, pieces, position.mover, position.throws)

    def without(self, position: RingPosition, colour: str) -> RingPosition:
        gone = position.ring.index[colour]
        pieces = [() if i == gone else cells for i, cells in enumerate(position.pieces)]
        left = position_of(position.ring, pieces, position.mover, position.throws)
        if position.mover != gone:
            return left
        return left._replace(mover=self.next_player(left, gone), throws=0)

    # Duties and refusals

    def demand(self, position: Position, roll: Roll) -> Reason | None:
        return ring_refusals.demand(self, position, roll)

    def why_not(self, position: Position, roll: Roll, played: str) -> tuple[Reason, ...]:
        return ring_refusals.why_not(self, position, roll, played)

    def reason(self, code: Code, **data: object) -> Reason:
        return Reason(code, self.cited(code), data)

    def cited(self, code: Code) -> tuple[int, ...]:
        """The numbers of the rules that a reason rests on, in books that number them."""
        return ()

    def own_piece_bars(self, position: RingPosition, colour: int, to: int) -> bool:
        """Whether a piece may not end there because of a piece of its own colour."""
        return position.owner[to] == colour

    def obstacles(self, position: RingPosition, roll: int, colour: int, cell: int, to: int) -> list[Code]:
        """What blocks a step of the right count."""
        ring, owner = position.ring, position.owner
        way = [x for x in ring.between(colour, cell, roll) if x >= ring.goals]
        return [] if cell == colour or is_free(owner, way) else [RingImpossible.GOAL_JUMP]

    def back_code(self, position: RingPosition, roll: int, colour: int, cell: int, to: int) -> Code:
        """What is wrong with moving back by exactly the roll."""
        return RingImpossible.WRONG_COUNT

    # Proof

    def perft(self, position: RingPosition, depth: int) -> int:
        if depth == 0 or not self.is_plain or self.over(position):
            return super().perft(position, depth)
        return Perft(self, table_of(position)).count(position.mover, position.throws, depth)

    def perft_played(self, position: RingPosition, depth: int) -> int:
        """The same number, with the last moves played and taken back too."""
        if self.over(position):
            return 1
        return Perft(self, table_of(position), counted=0).count(position.mover, position.throws, depth)
