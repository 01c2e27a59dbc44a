"""From the lines of a recorded game to its record and its replay: what stands, whose turn it is, what is wrong.

Decided here: how lines become the entries of a record. Left out: the throws for the first move
(`games.engine.records.opening`), what is permitted (`games.engine.rules`), and replaying (`games.engine.records.replay`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from games.engine.records import replay, running
from games.engine.records.opening import Opening, begun_by, opening
from games.engine.records.record import Back, Entry, Excluded, Record, Ruled, Throw, Undo
from games.engine.records.taking_back import TakingBack
from games.engine.rules import registry
from games.engine.rules.contract import Position, Roll, Rules
from games.engine.rules.notation import COLOURS
from games.models import Game, LineKind


def engine(game: Game) -> Rules:
    return registry.rules(game.rules, game.options)


def read_roll(rules: Rules, text: str) -> Roll:
    """A throw as it was entered; BadMove unless these dice can show it."""
    dice = [int(die) if die in "123456" else 0 for die in text.split(",") if len(die) == 1]
    return rules.read_roll(dice[0] if len(dice) == 1 else dice)


class Entered(NamedTuple):
    """A line without its model, because a long record is read at every tap."""

    seq: int
    kind: str
    number: int | None
    colour: str
    roll: str
    played: str
    touched: str
    position: str
    ruling: int


FIRST = (LineKind.OPENING, LineKind.BEGINS)


@dataclass(frozen=True)
class Sheet:
    """A game with its lines, replayed on first use."""

    game: Game
    lines: tuple[Entered, ...]
    is_newest: bool = True

    @cached_property
    def rules(self) -> Rules:
        return engine(self.game)

    @cached_property
    def _read(self) -> tuple[TakingBack[Entered], tuple[Entry, ...], tuple[Entered, ...]]:
        """What stands, and all that was entered, with its lines; what was entered before the first move is the record's head."""
        number, standing, entries = 0, TakingBack[Entered](), list[Entry | None]()
        for line in self.lines:
            if line.kind != LineKind.BACK:
                number += line.kind == LineKind.THROW
                standing.add(number, line)
                entries.append(self._entry(line))
            elif line.number:
                standing.back(line.number, line)
                entries.append(Back(line.number))
            else:
                taken = standing.undo()
                entries.append(Undo() if taken and taken.kind not in FIRST else None)
        made = [(entry, line) for entry, line in zip(entries, self.lines, strict=True) if entry]
        return standing, tuple([entry for entry, _line in made]), tuple([line for _entry, line in made])

    @property
    def entered(self) -> tuple[Entered, ...]:
        """The lines of the record's entries, in the same order."""
        return self._read[2]

    @property
    def _standing(self) -> Iterator[Entered]:
        return (line for _number, line in self._read[0].left)

    @property
    def to_take_back(self) -> list[Entered]:
        """What can be taken back, the newest first."""
        return self._read[0].done

    @property
    def thrown_first(self) -> list[Entered]:
        """What was entered before the first move and stands: throws, or who begins."""
        return [line for line in self._standing if line.kind in FIRST]

    @property
    def out_first(self) -> set[str]:
        """Who was excluded before the first throw, and does not throw for the first move either."""
        before = takewhile(lambda line: line.kind != LineKind.THROW, self._standing)
        return {line.colour for line in before if line.kind == LineKind.EXCLUDED}

    @property
    def out_now(self) -> frozenset[str]:
        """Who was excluded from the game, as far as it stands, and was not put on the board again."""
        out = frozenset(line.colour for line in self._standing if line.kind == LineKind.EXCLUDED)
        return out - {*self.rules.players_of(self.position)} if out else out

    @cached_property
    def opening(self) -> Opening:
        stack, colours = self.thrown_first, [one for one in self.game.first_throwers if one not in self.out_first]
        if stack and stack[-1].kind == LineKind.BEGINS:
            return Opening((), (), stack[-1].colour)
        return opening(colours, [(line.colour, int(line.roll)) for line in stack])

    @cached_property
    def start(self) -> str:
        board = None if self.game.board not in self.rules.boards else self.game.board
        position = self.rules.write(self.rules.start(colours=self.game.colours, board=board))
        begins = self.opening.begins
        return begun_by(position, begins) if begins else position

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
            entries=self._read[1],
        )

    def _entry(self, line: Entered) -> Entry | None:
        if line.kind == LineKind.THROW:
            return Throw(line.colour, read_roll(self.rules, line.roll), line.played, line.touched or None)
        if line.kind == LineKind.RULED:
            return Ruled(line.position)
        return Excluded(line.colour) if line.kind == LineKind.EXCLUDED else None

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the throws that stand."""
        return tuple([line.number for line in self._standing if line.kind == LineKind.THROW and line.number])

    def rulings_since(self, number: int) -> list[int]:
        """The rulings whose lines stand after this throw."""
        first = self.throw(number).seq
        return [line.ruling for line in self._standing if line.seq >= first and line.ruling]

    @property
    def next_number(self) -> int:
        return sum(line.kind == LineKind.THROW for line in self.lines) + 1

    @property
    def is_over(self) -> bool:
        return not self.replay.stopped and self.rules.over(self.position)

    def throw(self, number: int) -> Entered:
        return next(line for line in self.lines if line.kind == LineKind.THROW and line.number == number)

    def upto(self, seq: int) -> "Sheet":
        """As it stood after this line."""
        return Sheet(self.game, tuple(line for line in self.lines if line.seq <= seq), is_newest=False)


def sheet(game: Game) -> Sheet:
    """Lines are only added, so those already read for this object are not read again."""
    newer = game.lines.filter(seq__gt=len(game.known_lines)).values_list(*Entered._fields)
    game.known_lines = (*game.known_lines, *map(Entered._make, newer))
    return Sheet(game, game.known_lines)


def clockwise(colours: Sequence[str]) -> str:
    return "".join(sorted(colours, key=COLOURS.index))
