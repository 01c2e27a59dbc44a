"""What every rule set answers: the one contract that judge, recorder, pages and playouts are built on.

Decided here: the shape of the questions and answers. A rule set object is stateless but for its options and boards;
positions are immutable; dice always come from outside. Left out: who won a game (that needs the record, see
`placing`), what a referee does about a broken rule (see `referee`).

A position is opaque: ask the rule set about it. `view` gives it in written parts, for drawing and for naming pieces.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple

from games.rules.errors import BadMove, BadOption
from games.rules.notation import Written

Position = Any
# One throw: an int, or a pair of ints where two dice are thrown.
Roll = Any
Options = Mapping[str, object]
NOTHING = "--"


class Duty(IntEnum):
    """The duties of `turnier`, by the number of their rule."""

    EINSETZEN = 4
    STARTFELD_RAEUMEN = 5
    ZUGPFLICHT = 8
    SCHLAGPFLICHT = 10
    EINRUECKEN = 14


class Move(NamedTuple):
    """A legal move, in written parts. `colour` is the piece's (a neutral piece: the neutral colour)."""

    text: str
    colour: str
    origin: str
    target: str
    captures: tuple[str, ...]  # colour and field, as "K21", in the order they happen
    duties: tuple[int, ...]  # `turnier` only: the duties it fulfils, highest first


class Reason(NamedTuple):
    """Why a move is refused, or what is demanded: a code, the numbers of the rules it rests on, the data.

    `wording.reason` turns it into a sentence. `rules` is empty where the book has no numbers.
    """

    code: str
    rules: tuple[int, ...]
    data: Mapping[str, object]


class Rules(ABC):
    """A rule set with its options. Get one from `registry.rules`. A subclass that overrides `__init__` calls ours."""

    id: ClassVar[str]
    names: ClassVar[Mapping[str, str]]
    boards: ClassVar[tuple[str, ...]]
    players: ClassVar[tuple[int, int]]
    defaults: ClassVar[Options]
    rolls: ClassVar[Sequence[Roll]] = (1, 2, 3, 4, 5, 6)

    # Whether its moves name the duties they fulfil.
    has_duties: ClassVar[bool] = False
    # What an option may be, where it is not simply true or false.
    choices: ClassVar[Mapping[str, tuple[object, ...]]] = {}

    def __init__(self, options: Options | None = None, boards: Mapping[str, object] | None = None) -> None:
        """`boards`, by id, take the place of the boards that are shipped."""
        self.options: Options = {**self.defaults, **self._checked(options or {})}
        self.own_boards = boards or {}

    def _checked(self, options: Options) -> Options:
        for name, value in options.items():
            if name not in self.defaults:
                raise BadOption("unknown_option", option=name, rules=self.id)
            if name in self.choices:
                if value not in self.choices[name]:
                    raise BadOption("option_value", option=name)
            elif not isinstance(value, bool):
                raise BadOption("option_not_bool", option=name)
        return options

    def read_roll(self, value: object) -> Roll:
        """A throw as it came in (JSON): BadMove unless it is one that these dice can show."""
        if type(value) is not int or not 1 <= value <= 6:
            raise BadMove("roll")
        return value

    # Positions

    @abstractmethod
    def start(
        self, players: int | None = None, colours: Iterable[str] | None = None, board: str | None = None
    ) -> Position:
        """The position a game starts from; the first colour clockwise has the move."""

    def seated(self, players: int | None, colours: Iterable[str] | None) -> tuple[int, list[str] | None]:
        """How many play, and their colours if they were named; BadOption where that makes no table."""
        chosen = None if colours is None else list(colours)
        if chosen is None and players is None:
            raise BadOption("start_nobody")
        if chosen is not None and players not in (None, len(chosen)):
            raise BadOption("start_disagree", players=players, colours=len(chosen))
        if chosen is not None and len(set(chosen)) != len(chosen):
            raise BadOption("start_twice")
        count = len(chosen) if chosen is not None else players or 0
        if not self.players[0] <= count <= self.players[1]:
            raise BadOption("start_players", rules=self.id, least=self.players[0], most=self.players[1])
        return count, chosen

    @abstractmethod
    def read(self, text: str) -> Position:
        """The position of a line of text; BadPosition says what is wrong with it."""

    @abstractmethod
    def write(self, position: Position) -> str:
        """The canonical line of text: two positions are one if this is one."""

    @abstractmethod
    def view(self, position: Position) -> Written:
        """The position in written parts, in canonical order."""

    # Moves

    @abstractmethod
    def moves(self, position: Position, roll: Roll) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
        """All legal moves, and those of them that are permitted, each sorted by text."""

    def legal(self, position: Position, roll: Roll) -> tuple[Move, ...]:
        return self.moves(position, roll)[0]

    def permitted(self, position: Position, roll: Roll) -> tuple[Move, ...]:
        return self.moves(position, roll)[1]

    def play(self, position: Position, roll: Roll, text: str) -> Position:
        """The position after a permitted move, letter for letter; `--` only where there is none."""
        permitted = self.permitted(position, roll)
        if text == NOTHING and not permitted:
            return self.follow(position, roll, None)
        for move in permitted:
            if move.text == text:
                return self.follow(position, roll, move)
        raise BadMove("not_permitted", move=text)

    @abstractmethod
    def follow(
        self, position: Position, roll: Roll, move: Move | None, sent_back: tuple[str, str] | None = None
    ) -> Position:
        """Carry out a legal move (permitted or not) or none, then send a piece (colour, field where it now stands)
        back to its waiting field, and only then settle who throws next. A finished game stays as it is."""

    # Duties and refusals

    @abstractmethod
    def demand(self, position: Position, roll: Roll) -> Reason | None:
        """The strongest duty that can be fulfilled, which the permitted moves fulfil; None if nothing can be played.

        Codes: `double_enter`, `double_leave`, `capture`, `enter`, `leave`, `go_home`, `move`. The data names the
        permitted moves (`moves`, texts) and the pieces that can make them (`pieces`, colour and field).
        """

    @abstractmethod
    def why_not(self, position: Position, roll: Roll, played: str) -> tuple[Reason, ...]:
        """Why this may not be played: empty if it may.

        `played` is a from-to as `notation.read_played` reads it (a whole move for `mauer`), or `--`. An impossible
        move gets every reason it is impossible for, and each names the rules it breaks (8 among them). A possible one
        that is not permitted gets one reason: the demand that came first. BadMove where it cannot have been played.
        """

    # The table

    @abstractmethod
    def players_of(self, position: Position) -> tuple[str, ...]:
        """The colours that take turns, clockwise (all but the neutral one)."""

    @abstractmethod
    def home(self, position: Position) -> tuple[str, ...]:
        """The colours (the neutral one too) whose four pieces are all in the goal."""

    @abstractmethod
    def finished(self, position: Position) -> tuple[str, ...]:
        """The players who are done. In which order they became so, the record of the game tells (`placing`)."""

    def over(self, position: Position) -> bool:
        return len(self.players_of(position)) - len(self.finished(position)) <= 1

    @abstractmethod
    def progress(self, position: Position, colour: str, field: str) -> int:
        """How far a piece on this field has come: -1 waiting, 0 on its own start, then one more a field."""

    @abstractmethod
    def pass_on(self, position: Position) -> Position:
        """The same pieces, the next unfinished player to throw (a referee ended the turn)."""

    @abstractmethod
    def send_back(self, position: Position, colour: str, field: str) -> Position:
        """The piece on this field back to its waiting field; the turn stays."""

    @abstractmethod
    def without(self, position: Position, colour: str) -> Position:
        """The pieces of an excluded player off the board (`turnier 15`); if it was their turn, the next one's."""

    # Proof

    def perft(self, position: Position, depth: int) -> int:
        """How many ways `depth` throws can go: 1 at the end, a lapsed throw counting as one."""
        if depth == 0 or self.over(position):
            return 1
        return sum(self._perft_roll(position, roll, depth - 1) for roll in self.rolls)

    def _perft_roll(self, position: Position, roll: Roll, depth: int) -> int:
        moves = self.permitted(position, roll)
        if depth == 0:
            return len(moves) or 1
        return sum(self.perft(self.follow(position, roll, move), depth) for move in moves or (None,))
