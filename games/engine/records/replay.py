"""Plays a recorded game again: the regular part, and what stopped it.

Decided here: at which throw a record stops being regular, and why; the order in which the players finished. Left
out: what is permitted, and why not (the rule set); what follows from an irregular throw (`referee.judging`). A record
says what happened, so it may go on after an irregular throw: from the position a referee ruled, which the record
gives, or from before the throw, if it was taken back. What was recorded in between is skipped.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..rules import placing, registry, wording
from ..rules.codes import Code
from ..rules.contract import NOTHING, Move, Position, Reason, Roll, Rules
from ..rules.errors import GameError
from ..rules.notation import read_played
from ..rules.placing import Places
from ..rules.speech import SOURCE, Language, Text
from .handing_on import found_by
from .record import Back, Comment, Entry, Excluded, Record, Round, Ruled, Throw, Undo
from .taking_back import TakingBack

SIX = 6


class Irregular(Code):
    """What is wrong with a throw by the record, not by a rule set. {colour} and {expected} are colours, named in full."""

    OPENING_PLAYERS = (
        "opening_players",
        Text("In the throw for the first move every colour throws once, then only those who are level."),
    )
    OPENING_UNDECIDED = "opening_undecided", Text("The throw for the first move is not decided.")
    OPENING_BEGINS = "opening_begins", Text("{expected} threw highest and begins.")
    NOT_IN_PLAY = "not_in_play", Text("{colour} is not in the game any more.")
    NOT_THEIR_TURN = "not_their_turn", Text("It is the turn of {expected}, not {colour}.")
    SIX_NOT_FOLLOWED = "six_not_followed", Text("{expected} has a 6 and throws again.")
    TOO_MANY_THROWS = "too_many_throws", Text("{colour} has no throw left.")
    RULED = "ruled", Text("This is not a position of this table.")
    OVER = "over", Text("The game was over already.")
    TOUCHED = "touched", Text("The piece on {touched} was touched first, so it has to move.")
    RESULT = "result", Text("The result is another one: {expected}.")


class Stop(NamedTuple):
    """Why a record is not regular from a throw on (0: before the first). For a move that is not
    permitted it has the engine's reasons; for a missing piece the engine's error."""

    number: int
    code: Code
    rules: tuple[int, ...] = ()
    data: Mapping[str, object] = {}
    reasons: tuple[Reason, ...] = ()
    error: GameError | None = None

    def sentence(self, language: Language = SOURCE) -> str:
        return " ".join(self._sentences(language))

    def _sentences(self, language: Language) -> list[str]:
        if self.error:
            return [self.error.sentence(language)]
        if self.reasons:
            return [wording.reason(reason, language) for reason in self.reasons]
        data = {name: _named(value, language) for name, value in self.data.items()}
        return [f"{self.code.said(language, data)} {wording.cited(self.rules, language)}".strip()]


class Ply(NamedTuple):
    """A regular throw: what was played (None: nothing could be), and the positions around it."""

    number: int
    throw: Throw
    before: Position
    move: Move | None
    after: Position


class Replay(NamedTuple):
    plies: tuple[Ply, ...]
    position: Position  # after the last regular entry
    placed: tuple[str, ...]  # players who finished, best place first; all of them when the game was played to its end
    ranked: tuple[
        tuple[str, ...], ...
    ]  # the same by place; when the game is over all of them, level where they share places
    excluded: tuple[str, ...]
    settled: tuple[Stop, ...]  # what was irregular, but ruled on or taken back later
    stopped: Stop | None  # what is still irregular


def _named(value: object, language: Language) -> object:
    return wording.colour_name(value, language) if isinstance(value, str) and value in wording.COLOUR_NAMES else value


def replay(record: Record, boards: Mapping[str, object] | None = None) -> Replay:
    """Play a record again. Only an unreadable rule set, start or ruling raises GameError."""
    game = begin(record, boards)
    for number, entry in standing(record.entries):
        game.take(number, entry)
    return game.replay(record)


def begin(record: Record, boards: Mapping[str, object] | None = None) -> "Running":
    """The game of a record before its first entry."""
    rules = registry.rules(record.rules, record.options, boards)
    game = Running(rules, rules.read(record.start))
    game.stopped = opening_stop(rules, record.opening, rules.view(game.position).to_move)
    return game


def standing(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """The entries that were not taken back, each with the number of the last throw so far."""
    number = 0
    taking_back = TakingBack[Entry]()
    for entry in entries:
        match entry:
            case Back():
                taking_back.back(entry.throw, entry)
            case Undo():
                taking_back.undo()
            case Throw() | Ruled() | Excluded():
                number += isinstance(entry, Throw)
                taking_back.add(number, entry)
            case Comment():
                pass
    return taking_back.left


def opening_stop(rules: Rules, rounds: Sequence[Round], begins: str) -> Stop | None:
    """What is wrong with the throws for the first move; nothing if none were recorded."""
    level: list[str] | None = None
    for thrown in rounds:
        colours = [colour for colour, _ in thrown]
        if len(set(colours)) != len(colours) or (level is not None and set(colours) != set(level)):
            return Stop(0, Irregular.OPENING_PLAYERS, _cited(rules, 1))
        highest = max(roll for _, roll in thrown)
        level = [colour for colour, roll in thrown if roll == highest]
    if level and len(level) > 1:
        return Stop(0, Irregular.OPENING_UNDECIDED, _cited(rules, 1))
    if level and level != [begins]:
        return Stop(0, Irregular.OPENING_BEGINS, _cited(rules, 1), {"expected": level[0]})
    return None


def _cited(rules: Rules, *numbers: int) -> tuple[int, ...]:
    """The rule numbers, in the only book that has some."""
    return numbers if rules.has_duties else ()


class Running:
    """A game while it is replayed. Once stopped it skips throws until a referee's ruling lets it go on."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules = rules
        self.position = position
        self.board = rules.view(position).board
        self.players = rules.players_of(position)
        self.places = placing.at_start(rules, position)
        self.plies: list[Ply] = []
        self.excluded: list[str] = []
        self.settled: list[Stop] = []
        self.stopped: Stop | None = None
        self.number = 0

    def take(self, number: int, entry: Entry) -> None:
        """The next entry that stands, with the number of the last throw so far."""
        match entry:
            case Throw():
                self.throw(number, entry)
            case Ruled():
                self.rule(self.rules.read(entry.position))
            case Excluded():
                self.exclude(entry.colour)

    def throw(self, number: int, throw: Throw) -> None:
        self.number = number
        if self.stopped:
            return
        self.position = found_by(self.rules, self.position, throw.colour, self._thrown())
        permitted = self.rules.permitted(self.position, throw.roll)
        move = _matching(permitted, self.rules.as_written(throw.played))
        self.stopped = self._out_of_turn(throw) or self._irregular(throw, move, permitted)
        if not self.stopped:
            before, self.position = self.position, self.rules.follow(self.position, throw.roll, move)
            self.places = placing.after_throw(self.rules, self.places, before, self.position)
            self.plies.append(Ply(number, throw, before, move, self.position))

    def _thrown(self) -> tuple[str, Roll] | None:
        """The last throw, where nothing was ruled since."""
        last = self.plies[-1] if self.plies else None
        return (last.throw.colour, last.throw.roll) if last and last.after == self.position else None

    def _out_of_turn(self, throw: Throw) -> Stop | None:
        rules, expected = self.rules, self.rules.view(self.position).to_move
        if rules.over(self.position):
            return self._stop(Irregular.OVER, 16)
        if throw.colour == expected:
            return None
        data = {"colour": throw.colour, "expected": expected}
        last = self.plies[-1].throw if self.plies else None
        if throw.colour not in rules.players_of(self.position):
            return self._stop(Irregular.NOT_IN_PLAY, **data)
        if last and last.colour == expected and last.roll == SIX:
            return self._stop(Irregular.SIX_NOT_FOLLOWED, 7, **data)
        if last and last.colour == throw.colour:
            return self._stop(Irregular.TOO_MANY_THROWS, 2, 3, **data)
        return self._stop(Irregular.NOT_THEIR_TURN, **data)

    def _irregular(self, throw: Throw, move: Move | None, permitted: Sequence[Move]) -> Stop | None:
        """What is wrong with what was done (`turnier 12`: also with the piece touched first)."""
        if move is None:
            try:
                reasons = self.rules.why_not(self.position, throw.roll, throw.played)
            except GameError as error:
                return Stop(self.number, error.code, error=error)
            assert reasons or throw.played == NOTHING, "what may be played is among the permitted moves"
            return Stop(self.number, reasons[0].code, reasons=reasons) if reasons else None
        touched = throw.touched
        if touched not in (None, move.origin) and self.rules.is_bound(permitted, (throw.colour, touched)):
            return self._stop(Irregular.TOUCHED, 12, touched=throw.touched)
        return None

    def _stop(self, code: Code, *numbers: int, **data: object) -> Stop:
        return Stop(self.number, code, _cited(self.rules, *numbers), data)

    def rule(self, position: Position) -> None:
        if not self._is_of_this_table(position):
            self.stopped = self.stopped or self._stop(Irregular.RULED)
            return
        self._settle()
        self._set(position)

    def _is_of_this_table(self, position: Position) -> bool:
        same_board = self.rules.view(position).board == self.board
        return same_board and set(self.rules.players_of(position)) <= set(self.players)

    def exclude(self, colour: str) -> None:
        self._settle()
        if colour in self.rules.players_of(self.position):
            self._set(self.rules.without(self.position, colour))

    def _settle(self) -> None:
        if self.stopped:
            self.settled.append(self.stopped)
            self.stopped = None

    def _set(self, position: Position) -> None:
        """Set a position. Places stay if the colour is still finished; a colour that is no longer there is excluded."""
        rules, before = self.rules, self.position
        left = rules.players_of(position)
        self.excluded = [colour for colour in dict.fromkeys([*self.excluded, *self.players]) if colour not in left]
        finished, home = rules.finished(position), rules.home(position)
        places = Places(
            tuple([colour for colour in self.places.placed if colour in finished]),
            tuple([colour for colour in self.places.home if colour in home]),
        )
        self.position = position
        self.places = placing.after_throw(rules, places, before, position)

    def replay(self, record: Record) -> Replay:
        placed = self.places.placed
        ranked: list[tuple[str, ...]] = [(colour,) for colour in placed]
        if self.rules.over(self.position):
            level = tuple([colour for colour in self.rules.players_of(self.position) if colour not in placed])
            out = tuple(reversed(self.excluded))
            placed += () if level else out
            ranked += [*([level] if level else []), *[(colour,) for colour in out]]
            if record.result and record.result != tuple(ranked) and not self.stopped:
                expected = " ".join(["=".join(colours) for colours in ranked])
                self.stopped = self._stop(Irregular.RESULT, expected=expected)
        more = tuple(self.excluded), tuple(self.settled), self.stopped
        return Replay(tuple(self.plies), self.position, placed, tuple(ranked), *more)


def _matching(permitted: Iterable[Move], played: str) -> Move | None:
    """The permitted move that was played, written in full or as from and to."""
    if played == NOTHING:
        return None
    try:
        colour, origin, target = read_played(played)
    except GameError:
        colour, origin, target = None, "", ""
    for move in permitted:
        marked = move.colour if move.text.startswith(f"{move.colour}:") else None
        if move.text == played or (marked, move.origin, move.target) == (colour, origin, target):
            return move
    return None
