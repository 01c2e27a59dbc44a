"""From the lines of a recorded game to its record and its replay: what stands, whose turn it is, what is wrong.

Decided here: the throws for the first move (who still has to throw, who begins) and how lines become the entries of a record.
Left out: what is permitted (`games.rules`), and replaying (`games.replay`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games import replay, running
from games.models import Game, Line, LineKind
from games.record import Back, Entry, Excluded, Record, Round, Ruled, Throw
from games.rules import registry
from games.rules.contract import Position, Roll, Rules
from games.rules.notation import COLOURS


def engine(game: Game) -> Rules:
    return registry.rules(game.rules, game.options)


def read_roll(rules: Rules, text: str) -> Roll:
    """A throw as it was entered; BadMove unless these dice can show it."""
    dice = [int(die) if die in "123456" else 0 for die in text.split(",") if len(die) == 1]
    return rules.read_roll(dice[0] if len(dice) == 1 else dice)


@dataclass(frozen=True)
class Opening:
    """The throws for the first move. `throwing`: who has still to throw; empty when it is decided who begins."""

    rounds: tuple[Round, ...]
    throwing: tuple[str, ...]
    begins: str


def opening(game: Game, lines: Sequence[Line]) -> Opening:
    stack: list[Line] = []
    for line in lines:
        if line.kind in (LineKind.OPENING, LineKind.BEGINS):
            stack.append(line)
        elif line.kind == LineKind.BACK and line.number == 0 and stack:
            stack.pop()
    if stack and stack[-1].kind == LineKind.BEGINS:
        return Opening((), (), stack[-1].colour)
    rounds: list[Round] = []
    level, thrown = tuple(game.colours), {}
    for line in stack:
        thrown[line.colour] = int(line.roll)
        if set(thrown) == set(level):
            rounds.append(tuple(thrown.items()))
            best = max(thrown.values())
            level, thrown = tuple(c for c in level if thrown[c] == best), {}
    if len(level) == 1:
        return Opening(tuple(rounds), (), level[0])
    partly = (tuple(thrown.items()),) if thrown else ()
    return Opening((*rounds, *partly), tuple(c for c in level if c not in thrown), "")


@dataclass(frozen=True)
class Sheet:
    """A game with its lines, replayed when first asked."""

    game: Game
    lines: tuple[Line, ...]
    is_newest: bool = True

    @cached_property
    def rules(self) -> Rules:
        return engine(self.game)

    @cached_property
    def opening(self) -> Opening:
        return opening(self.game, self.lines)

    @cached_property
    def start(self) -> str:
        board = None if self.game.board not in self.rules.boards else self.game.board
        position = self.rules.write(self.rules.start(colours=self.game.colours, board=board))
        begins = self.opening.begins
        head, _colour, throws = position.rsplit(" ", 2)
        return f"{head} {begins} {throws}" if begins else position

    @cached_property
    def replay(self) -> replay.Replay:
        return running.replayed(self.game.pk, self.record) if self.is_newest else replay.replay(self.record)

    @property
    def position(self) -> Position:
        return self.replay.position

    @cached_property
    def record(self) -> Record:
        rounds = self.opening.rounds if self.opening.begins else ()
        return Record(
            rules=self.game.rules,
            start=self.start,
            options=self.game.options,
            opening=rounds,
            entries=tuple(entry for line in self.lines if (entry := self._entry(line))),
        )

    def _entry(self, line: Line) -> Entry | None:
        if line.kind == LineKind.THROW:
            return Throw(line.colour, read_roll(self.rules, line.roll), line.played, line.touched or None)
        if line.kind == LineKind.BACK and line.number:
            return Back(line.number)
        if line.kind == LineKind.RULED:
            return Ruled(line.position)
        return Excluded(line.colour) if line.kind == LineKind.EXCLUDED else None

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Of the throws that stand."""
        left: list[int] = []
        for line in self.lines:
            if line.kind == LineKind.THROW and line.number:
                left.append(line.number)
            elif line.kind == LineKind.BACK and line.number:
                left = [number for number in left if number < line.number]
        return tuple(left)

    @property
    def next_number(self) -> int:
        return sum(line.kind == LineKind.THROW for line in self.lines) + 1

    @property
    def is_over(self) -> bool:
        return not self.replay.stopped and self.rules.over(self.position)

    def throw(self, number: int) -> Line:
        return next(line for line in self.lines if line.kind == LineKind.THROW and line.number == number)

    def upto(self, seq: int) -> "Sheet":
        """As it stood after this line."""
        return Sheet(self.game, tuple(line for line in self.lines if line.seq <= seq), is_newest=False)


def sheet(game: Game) -> Sheet:
    return Sheet(game, tuple(game.lines.all()))


def clockwise(colours: Sequence[str]) -> str:
    return "".join(sorted(colours, key=COLOURS.index))
