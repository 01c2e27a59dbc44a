"""The public door of the library `augengenau-engine`: boards, moves, refusals, verdicts, records, drawings, playouts.

Decided here: which names another program may lean on, and their types. Each answers with data or with a new object; nothing
that was given out changes. Left out: every rule (`games.engine`), every verdict (`referee.judging`); the same over a pipe is the
protocol (`protocol`). The wheel (`deploy/workshop/wheels.py`) gives these names out at its top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from games.engine.drawing import View, draw
from games.engine.playout import playout
from games.engine.playout.strategies import SENSIBLE, TASTES
from games.engine.records import reader, record
from games.engine.records.errors import BadRecord
from games.engine.records.replay import Ply, Replay, replay
from games.engine.rules import boards as ring_boards
from games.engine.rules import layout, registry, wording
from games.engine.rules.contract import NOTHING, Move, Reason, Roll, Rules
from games.engine.rules.errors import BadBoard, BadMove, BadOption, BadPosition, GameError
from games.engine.rules.options import Option
from games.engine.rules.speech import SOURCE, languages

from . import wording as sentences
from .throw import judge

__all__ = [
    "LANGUAGES",
    "NOTHING",
    "RULE_SETS",
    "STRATEGIES",
    "BadBoard",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Board",
    "Chances",
    "Game",
    "GameError",
    "Judged",
    "Move",
    "Option",
    "Roll",
    "Thrown",
    "Why",
    "load_board",
    "load_layout",
    "options_of",
]

RULE_SETS = tuple(registry.RULE_SETS)
STRATEGIES = tuple(TASTES)
LANGUAGES = languages()
Chances = playout.Chances
NO_BOARDS: Mapping[str, object] = {}
NO_OPTIONS: Mapping[str, object] = {}
NO_NAMES: Mapping[str, str] = {}

load_board = ring_boards.load
load_layout = layout.load


def options_of(rules: str) -> tuple[Option, ...]:
    """The options and readings of a rule set: `name`, `default`, what each decides."""
    cls = registry.rule_class(rules)
    return (*cls.choices, *cls.at_table)


class Why(NamedTuple):
    """A reason: its code for programs, the rules of the tournament book it rests on, one sentence."""

    code: str
    rules: tuple[int, ...]
    sentence: str


@dataclass(frozen=True)
class Judged:
    """What a referee says about one throw that was played."""

    verdict: str  # correct, enforced, void, penalised
    name: str  # the same in words
    broken: tuple[int, ...]  # rules of the tournament book, ascending
    sent_back: str | None  # colour and field, as "K21"
    move: str  # that stands
    board: Board  # that stands; its colour to move throws next
    why: str  # two or three sentences


@dataclass(frozen=True)
class Thrown:
    """One throw of a playout."""

    before: Board
    roll: Roll
    move: str
    after: Board


class Board:
    """A position under a rule set with its options. Never changes: what is played gives another board."""

    def __init__(self, rules: Rules, position: Any) -> None:
        """`Board.start` and `Board.read` make one."""
        self._rules = rules
        self._position = position

    @classmethod
    def start(
        cls,
        rules: str,
        players: int | None = None,
        *,
        colours: Iterable[str] | None = None,
        board: str | None = None,
        options: Mapping[str, object] = NO_OPTIONS,
        boards: Mapping[str, object] = NO_BOARDS,
    ) -> Board:
        """Where a game starts: the first colour clockwise throws."""
        made = registry.rules(rules, options, boards)
        return cls(made, made.start(players, colours, board))

    @classmethod
    def read(
        cls,
        rules: str,
        text: str,
        *,
        options: Mapping[str, object] = NO_OPTIONS,
        boards: Mapping[str, object] = NO_BOARDS,
    ) -> Board:
        """The board of a written position; BadPosition says what is wrong with it."""
        made = registry.rules(rules, options, boards)
        return cls(made, made.read(text))

    # What stands there

    @property
    def rules(self) -> str:
        return self._rules.id

    @property
    def options(self) -> dict[str, object]:
        """Those that are not the usual ones."""
        usual = self._rules.defaults
        return {name: value for name, value in self._rules.options.items() if value != usual[name]}

    @cached_property
    def text(self) -> str:
        """The position, written: the same for equal positions only."""
        return self._rules.write(self._position)

    @property
    def to_move(self) -> str:
        return self._rules.view(self._position).to_move

    @property
    def throws_left(self) -> int:
        """For a 6, the next one among them; 1 where there are no three throws, 0 when the game is over."""
        return self._rules.throws_left(self._position)

    @property
    def players(self) -> tuple[str, ...]:
        """The colours that take turns, clockwise."""
        return self._rules.players_of(self._position)

    @property
    def pieces(self) -> dict[str, tuple[str, ...]]:
        """The fields of each colour's four pieces."""
        return dict(self._rules.view(self._position).groups)

    @property
    def finished(self) -> tuple[str, ...]:
        """Who has finished, clockwise. In which order says the record (`Game.result`)."""
        return self._rules.finished(self._position)

    @property
    def over(self) -> bool:
        return self._rules.over(self._position)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """What can be thrown."""
        return tuple(self._rules.rolls)

    # What may be done

    def legal(self, roll: Roll) -> tuple[Move, ...]:
        """Every move that is possible, also those that a duty forbids."""
        return self._rules.legal(self._position, self._rules.read_roll(roll))

    def permitted(self, roll: Roll) -> tuple[Move, ...]:
        """The moves that may be played. None: `--` is played."""
        return self._rules.permitted(self._position, self._rules.read_roll(roll))

    def play(self, roll: Roll, move: Move | str = NOTHING) -> Board:
        """The board after a permitted move; BadMove for any other."""
        text = move if isinstance(move, str) else move.text
        return Board(self._rules, self._rules.play(self._position, self._rules.read_roll(roll), text))

    def why_not(self, roll: Roll, played: str, language: str = SOURCE) -> tuple[Why, ...]:
        """Why this may not be played; empty if it may."""
        reasons = self._rules.why_not(self._position, self._rules.read_roll(roll), played)
        return tuple([_why(reason, language) for reason in reasons])

    def demand(self, roll: Roll, language: str = SOURCE) -> Why | None:
        """What the throw demands; None if nothing can be played."""
        reason = self._rules.demand(self._position, self._rules.read_roll(roll))
        return reason and _why(reason, language)

    def judge(
        self,
        roll: Roll,
        played: str,
        *,
        touched: str | None = None,
        choice: str | None = None,
        language: str = SOURCE,
    ) -> Judged:
        """What a referee says. `touched` is the field of the own piece touched first, `choice` the piece that the referee would
        send back where several missed a capture."""
        said = judge(self._rules, self._position, self._rules.read_roll(roll), touched, played, choice)
        return Judged(
            str(said.verdict),
            sentences.verdict_name(said.verdict, language),
            said.broken,
            said.sent_back,
            said.move,
            Board(self._rules, said.position),
            sentences.explain(said.reasons, language),
        )

    # What can be made of it

    def svg(self, roll: Roll | None = None, *, language: str = SOURCE, caption: str = "", width: str = "") -> str:
        """A drawing; with a roll, what may be moved is marked."""
        return draw(
            self._rules.view(self._position),
            boards=self._rules.own_boards,
            permitted=() if roll is None else self.permitted(roll),
            view=View(language=language, caption=caption, width=width),
        )

    def playout(self, seed: int | str = 0, strategy: str = SENSIBLE) -> Iterator[Thrown]:
        """One game from here to its end, throw by throw; the same for the same seed."""
        source = playout.RandomSource(seed)
        board = self
        for throw in playout.throws(self._rules, self._position, source, _known(strategy)):
            after = Board(self._rules, throw.after)
            yield Thrown(board, throw.roll, throw.move.text if throw.move else NOTHING, after)
            board = after

    def chances(
        self, games: int = 1000, seed: int | str = 0, strategy: str = SENSIBLE, *, to_end: bool = False
    ) -> Chances:
        """How often each colour took each place in so many games from here (only the next place, unless `to_end`)."""
        return playout.chances(self._rules, self._position, games, seed, _known(strategy), to_end=to_end)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        options = tuple(sorted([(name, repr(value)) for name, value in self.options.items()]))
        return self.rules, options, self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Board {self.rules}: {self.text}>"


def _why(reason: Reason, language: str) -> Why:
    return Why(str(reason.code), reason.rules, wording.reason(reason, language))


def _known(strategy: str) -> str:
    if strategy not in TASTES:
        raise ValueError(f"strategy is one of {', '.join(TASTES)}")
    return strategy


class Game:
    """A game as it was recorded: what happened, not what should have. Never changes: an entry gives another game."""

    def __init__(self, kept: record.Record, boards: Mapping[str, object] = NO_BOARDS) -> None:
        """`Game.begin` and `Game.read` make one."""
        self._record = kept
        self._boards = boards

    @classmethod
    def begin(
        cls, board: Board, players: Mapping[str, str] = NO_NAMES, *, event: str = "", table: str = "", date: str = ""
    ) -> Game:
        """A game that starts from a board; `players` by colour."""
        named = tuple(players.items())
        kept = record.Record(board.rules, board.text, event, table, date, board.options, named)
        return cls(kept, board._rules.own_boards)

    @classmethod
    def read(cls, text: str | bytes, boards: Mapping[str, object] = NO_BOARDS) -> Game:
        """The game of a written record; BadRecord names line and column."""
        return cls(reader.read(text, boards), boards)

    # What is entered

    def throw(self, roll: Roll, played: str = NOTHING, *, touched: str | None = None, colour: str = "") -> Game:
        """What was thrown and played, permitted or not, by whose turn it is (or a colour that threw out of turn)."""
        thrown = self._rules.read_roll(roll)
        return self._with(record.Throw(colour or self.board.to_move, thrown, played, touched))

    def back(self, number: int) -> Game:
        """This throw, and all after it, taken back."""
        return self._with(record.Back(number))

    def rule(self, board: Board) -> Game:
        """A referee set this board."""
        return self._with(record.Ruled(board.text))

    def exclude(self, colour: str) -> Game:
        """A player is out of the game."""
        return self._with(record.Excluded(colour))

    def _with(self, entry: record.Entry) -> Game:
        return Game(replace(self._record, entries=(*self._record.entries, entry)), self._boards)

    # What is known of it

    @cached_property
    def _replay(self) -> Replay:
        return replay(self._record, self._boards)

    @cached_property
    def _rules(self) -> Rules:
        return registry.rules(self._record.rules, self._record.options, self._boards)

    @property
    def text(self) -> str:
        """The record, written: the same for equal records only."""
        return record.write(self._record)

    @property
    def players(self) -> dict[str, str]:
        return dict(self._record.players)

    @property
    def board(self) -> Board:
        """After the last regular entry."""
        return Board(self._rules, self._replay.position)

    @property
    def throws(self) -> tuple[Thrown, ...]:
        """The regular ones that stand."""
        return tuple([self._thrown(ply) for ply in self._replay.plies])

    def _thrown(self, ply: Ply) -> Thrown:
        move = ply.move.text if ply.move else NOTHING
        return Thrown(Board(self._rules, ply.before), ply.throw.roll, move, Board(self._rules, ply.after))

    def irregular(self, language: str = SOURCE) -> str:
        """What is irregular and neither ruled on nor taken back, with the number of its throw; empty if nothing is."""
        stop = self._replay.stopped
        return f"{stop.number}: {stop.sentence(language)}" if stop else ""

    @property
    def result(self) -> tuple[tuple[str, ...], ...]:
        """Who has finished, best place first; who shares one stands together. All players when the game is over."""
        return self._replay.ranked

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<Game {self._record.rules}: {len(self._record.entries)} entries>"
