"""The interface of every rule set, on which judge, recorder, pages and playouts are built.

Decided here: the methods and their types. A rule set object has no state except its options and boards;
positions are immutable; dice always come from outside. Left out: who won a game (that needs the record, see
`placing`), what a referee does about a broken rule (see `referee`).

A position is opaque: only its rule set can read it. `view` gives it in written parts, for drawing and for naming pieces.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, Self

from . import own_board
from .at_table import EVERYWHERE
from .codes import Code, check
from .errors import BadMove, BadOption, MoveFault
from .notation import Written
from .options import Option, OptionFault
from .speech import ByLanguage, Text

Position = Any
# One throw: an int, or a pair of ints where two dice are thrown.
Roll = Any
Options = Mapping[str, object]
NOTHING = "--"


class Duty(IntEnum):
    """The duties of `turnier`, by the number of their rule."""

    text: Text

    def __new__(cls, rule: int, _text: Text) -> Self:
        member = int.__new__(cls, rule)
        member._value_ = rule
        return member

    def __init__(self, _rule: int, text: Text) -> None:
        self.text = text

    EINSETZEN = 4, Text("entering")
    STARTFELD_RAEUMEN = 5, Text("clearing the start field")
    ZUGPFLICHT = 8, Text("duty to move")
    SCHLAGPFLICHT = 10, Text("duty to capture")
    EINRUECKEN = 14, Text("going home")


class Move(NamedTuple):
    """A legal move, in written parts. `colour` is the piece's (a neutral piece: the neutral colour)."""

    text: str
    colour: str
    origin: str
    target: str
    captures: tuple[str, ...]  # colour and field, as "K21", in the order they happen
    duties: tuple[int, ...]  # `turnier` only: the duties it fulfils, highest first


class StartFault(Code):
    NOBODY = "start_nobody", Text("a start needs the number of players or their colours")
    DISAGREE = "start_disagree", Text("{players} players and {colours} colours disagree")
    PLAYERS = "start_players", Text("{rules} is played by {least} to {most} players")
    BOARD = "start_board", Text("{players} players do not play on board {board} here")
    TWICE = "start_twice", Text("a colour is given twice")


class _Reason(NamedTuple):
    code: Code
    rules: tuple[int, ...]
    data: Mapping[str, object]


class Reason(_Reason):
    """Why a move is refused, or what is demanded: a code, the numbers of the rules it rests on, the data.

    `wording.reason` turns it into a sentence. `rules` is empty where the book has no numbers. An undeclared
    code raises TypeError at once.
    """

    __slots__ = ()

    def __new__(cls, code: Code, rules: tuple[int, ...], data: Mapping[str, object]) -> Self:
        if not isinstance(code, Code):  # tested before the call: judging makes several of them for each throw
            check(code, data)
        return tuple.__new__(cls, (code, rules, data))


class Rules(ABC):
    """A rule set with its options. Get one from `registry.rules`. A subclass that overrides `__init__` calls this one."""

    id: ClassVar[str]
    names: ClassVar[ByLanguage]
    boards: ClassVar[tuple[str, ...]]
    players: ClassVar[tuple[int, int]]
    # The options, and what is played where nothing is chosen.
    choices: ClassVar[tuple[Option, ...]] = ()
    # Readings of the table, which are taken along with them.
    at_table: ClassVar[tuple[Option, ...]] = EVERYWHERE
    # Those of them that read a sentence of the book that can be read in more than one way.
    readings: ClassVar[tuple[Option, ...]] = ()
    defaults: ClassVar[Options] = {}
    _choices: ClassVar[Mapping[str, Option]] = {}
    rolls: ClassVar[Sequence[Roll]] = (1, 2, 3, 4, 5, 6)

    # Whether its moves name the duties they fulfil.
    has_duties: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls._choices = {option.name: option for option in (*cls.choices, *cls.at_table)}
        cls.readings = tuple([option for option in cls.choices if option.number])
        cls.defaults = {name: option.default for name, option in cls._choices.items()}

    def __init__(self, options: Options | None = None, boards: Mapping[str, object] | None = None) -> None:
        """`boards`, by id, replace the shipped ones."""
        self.options: Options = {**self.defaults, **self._checked(options or {})}
        self.own_boards: Mapping[str, object] = {**(boards or {}), **self._own_board()}
        self.ends_with_winner = self.options["play_on"] == "winner"
        self._read_otherwise: dict[tuple[str, object], Self] = {}  # a cache

    def _checked(self, options: Options) -> Options:
        for name, value in options.items():
            if name not in self._choices:
                raise BadOption(OptionFault.UNKNOWN_OPTION, option=name, rules=self.id)
            self._choices[name].refuse(value)
        return options

    def _own_board(self) -> dict[str, object]:
        """The board that an option describes, by its id."""
        option = self._choices.get(own_board.NAME)
        board = option.board(self.options[own_board.NAME]) if isinstance(option, own_board.BoardOption) else None
        return {option.kind: board} if isinstance(option, own_board.BoardOption) and board else {}

    def read_otherwise(self, name: str, value: object) -> Self:
        """The same rule set with another value of one option."""
        key = (name, value)
        if key not in self._read_otherwise:
            chosen = {option: kept for option, kept in self.options.items() if kept != self.defaults[option]}
            self._read_otherwise[key] = type(self)({**chosen, name: value}, self.own_boards)
        return self._read_otherwise[key]

    def read_roll(self, value: object) -> Roll:
        """A roll from JSON; BadMove unless these dice can show it."""
        if type(value) is not int or not 1 <= value <= 6:
            raise BadMove(MoveFault.ROLL)
        return value

    # Positions

    @abstractmethod
    def start(
        self, players: int | None = None, colours: Iterable[str] | None = None, board: str | None = None
    ) -> Position:
        """The position a game starts from; the first colour clockwise has the move."""

    def seated(self, players: int | None, colours: Iterable[str] | None) -> tuple[int, list[str] | None]:
        """How many play, and their colours if they were named; BadOption where such a table is not possible."""
        chosen = None if colours is None else list(colours)
        if chosen is None and players is None:
            raise BadOption(StartFault.NOBODY)
        if chosen is not None and players not in (None, len(chosen)):
            raise BadOption(StartFault.DISAGREE, players=players, colours=len(chosen))
        if chosen is not None and len(set(chosen)) != len(chosen):
            raise BadOption(StartFault.TWICE)
        count = len(chosen) if chosen is not None else players or 0
        if not self.players[0] <= count <= self.players[1]:
            raise BadOption(StartFault.PLAYERS, rules=self.id, least=self.players[0], most=self.players[1])
        return count, chosen

    @abstractmethod
    def read(self, text: str) -> Position:
        """The position of a line of text; BadPosition says what is wrong with it."""

    @abstractmethod
    def write(self, position: Position) -> str:
        """The canonical line of text: the same for equal positions only."""

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

    def permits_as(self, other: Self, position: Position, roll: Roll) -> bool:
        """Whether the same rule set with other options permits the same moves for the same reasons."""
        same_moves = self.moves(position, roll) == other.moves(position, roll)
        return same_moves and self.demand(position, roll) == other.demand(position, roll)

    def play(self, position: Position, roll: Roll, text: str) -> Position:
        """The position after a permitted move, given exactly as written; `--` only where there is none."""
        permitted = self.permitted(position, roll)
        if text == NOTHING and not permitted:
            return self.follow(position, roll, None)
        for move in permitted:
            if move.text == text:
                return self.follow(position, roll, move)
        raise BadMove(MoveFault.NOT_PERMITTED, move=text)

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

        Its code is a `codes.Demand`. The data names the permitted moves (`moves`, texts) and the pieces that can make
        them (`pieces`, colour and field).
        """

    @abstractmethod
    def why_not(self, position: Position, roll: Roll, played: str) -> tuple[Reason, ...]:
        """Why this may not be played: empty if it may.

        `played` is a from-to as `notation.read_played` reads it (a whole move for `mauer`), or `--`. An impossible
        move gets every reason it is impossible for, and each names the rules it breaks (8 among them). A possible one
        that is not permitted gets one reason: the demand that came first. BadMove where it cannot have been played.
        """

    def as_written(self, played: str) -> str:
        """What was played in the spelling of `moves`, where a book allows more than one."""
        return played

    def is_bound(self, permitted: Sequence[Move], touched: tuple[str, str]) -> bool:
        """Whether a piece (colour and field) has to be moved because it was touched first."""
        return False

    # The table

    @abstractmethod
    def players_of(self, position: Position) -> tuple[str, ...]:
        """The colours that take turns, clockwise (all but the neutral one)."""

    @abstractmethod
    def home(self, position: Position) -> tuple[str, ...]:
        """The colours (the neutral one too) whose four pieces are all in the goal."""

    @abstractmethod
    def finished(self, position: Position) -> tuple[str, ...]:
        """The players who have finished. Their order follows from the record of the game (`placing`)."""

    def over(self, position: Position) -> bool:
        finished = len(self.finished(position))
        return len(self.players_of(position)) - finished <= 1 or (self.ends_with_winner and finished > 0)

    def throws_left(self, position: Position) -> int:
        """How many throws the colour to move has for a 6, the next one among them; 1 where it has no three throws, 0
        when the game is over."""
        return 0 if self.over(position) else 1

    @abstractmethod
    def progress(self, position: Position, colour: str, field: str) -> int:
        """How far a piece on this field has come: -1 waiting, 0 on its own start, then one more per field."""

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
        """The number of ways that `depth` throws can go: 1 at the end; a throw without moves counts as one way."""
        if depth == 0 or self.over(position):
            return 1
        return sum(self._perft_roll(position, roll, depth - 1) for roll in self.rolls)

    def _perft_roll(self, position: Position, roll: Roll, depth: int) -> int:
        moves = self.permitted(position, roll)
        if depth == 0:
            return len(moves) or 1
        return sum(self.perft(self.follow(position, roll, move), depth) for move in moves or (None,))
