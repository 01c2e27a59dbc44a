"""A recorded game played again: the good part, and what stopped it out.

Decided here: at which throw a record stops being regular, and why; the order in which the players were done. What is
permitted, and why not, the rule set says. Left out: what follows from an irregular throw (`referee.judging`). A record
says what happened, so it may go on after an irregular throw: from the position a referee ruled, which the record
gives, or from before the throw, if it was taken back. What was recorded in between is passed over.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.record import Back, Comment, Entry, Excluded, Record, Round, Ruled, Throw, Undo
from games.rules import placing, registry, wording
from games.rules.contract import NOTHING, Move, Position, Reason, Rules
from games.rules.errors import GameError
from games.rules.notation import read_played
from games.rules.placing import Places
from games.rules.wording import LANGUAGES
from games.taking_back import TakingBack

SIX = 6


class Stop(NamedTuple):
    """Why a record is not regular from a throw on (0: before the first). A move that may not be played has the
    engine's reasons; a piece that is not there, the engine's error."""

    number: int
    code: str
    rules: tuple[int, ...] = ()
    data: Mapping[str, object] = {}
    reasons: tuple[Reason, ...] = ()
    error: GameError | None = None

    def sentence(self, language: str = "en") -> str:
        return " ".join(self._sentences(language))

    def _sentences(self, language: str) -> list[str]:
        if self.error:
            return [self.error.sentence(language)]
        if self.reasons:
            return [wording.reason(reason, language) for reason in self.reasons]
        data = {name: _named(value, language) for name, value in self.data.items()}
        said = SENTENCES[self.code][LANGUAGES.index(language)].format_map(data)
        return [f"{said} {wording.cited(self.rules, language)}".strip()]


class Ply(NamedTuple):
    """A regular throw: what was played (None: nothing could be), and the positions around it."""

    number: int
    throw: Throw
    before: Position
    move: Move | None
    after: Position


class Replay(NamedTuple):
    plies: tuple[Ply, ...]
    position: Position  # after the last good entry
    placed: tuple[str, ...]  # players who are done, best place first; all of them when the game is over
    excluded: tuple[str, ...]
    settled: tuple[Stop, ...]  # what was irregular, but ruled on or taken back later
    stopped: Stop | None  # what is irregular still


# Code: German, English. {colour} and {expected} are colours, named in full.
SENTENCES: Mapping[str, tuple[str, str]] = {
    "opening_players": (
        "Beim Auswürfeln wirft erst jede Farbe einmal, dann werfen nur noch die Gleichhohen.",
        "In the throw for the first move every colour throws once, then only those who are level.",
    ),
    "opening_undecided": ("Das Auswürfeln ist nicht entschieden.", "The throw for the first move is not decided."),
    "opening_begins": ("{expected} hat am höchsten geworfen und beginnt.", "{expected} threw highest and begins."),
    "not_in_play": ("{colour} spielt nicht mehr mit.", "{colour} is not in the game any more."),
    "not_their_turn": ("Am Zug ist {expected}, nicht {colour}.", "It is the turn of {expected}, not {colour}."),
    "six_not_followed": ("{expected} hat eine 6 und wirft noch einmal.", "{expected} has a 6 and throws again."),
    "too_many_throws": ("{colour} hat keinen Wurf mehr.", "{colour} has no throw left."),
    "ruled": ("Das ist keine Stellung an diesem Tisch.", "This is not a position of this table."),
    "over": ("Das Spiel war schon zu Ende.", "The game was over already."),
    "touched": (
        "Die Figur auf {touched} wurde zuerst berührt, also muss sie ziehen.",
        "The piece on {touched} was touched first, so it has to move.",
    ),
    "result": ("Das Ergebnis lautet anders: {expected}.", "The result is another one: {expected}."),
}


def _named(value: object, language: str) -> object:
    return wording.colour_name(value, language) if isinstance(value, str) and value in wording.COLOUR_NAMES else value


def replay(record: Record, boards: Mapping[str, object] | None = None) -> Replay:
    """Play a record again. Only a record whose rule set, start or rulings nobody can read raises GameError."""
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
    """What was not taken back, each with the number of the last throw so far."""
    number = 0
    found = TakingBack[Entry]()
    for entry in entries:
        match entry:
            case Back():
                found.back(entry.throw, entry)
            case Undo():
                found.undo()
            case Throw() | Ruled() | Excluded():
                number += isinstance(entry, Throw)
                found.add(number, entry)
            case Comment():
                pass
    return found.left


def opening_stop(rules: Rules, rounds: Sequence[Round], begins: str) -> Stop | None:
    """What is wrong with the throws for the first move; nothing if none were recorded."""
    level: list[str] | None = None
    for thrown in rounds:
        colours = [colour for colour, _ in thrown]
        if len(set(colours)) != len(colours) or (level is not None and set(colours) != set(level)):
            return Stop(0, "opening_players", _cited(rules, 1))
        highest = max(roll for _, roll in thrown)
        level = [colour for colour, roll in thrown if roll == highest]
    if level and len(level) > 1:
        return Stop(0, "opening_undecided", _cited(rules, 1))
    if level and level != [begins]:
        return Stop(0, "opening_begins", _cited(rules, 1), {"expected": level[0]})
    return None


def _cited(rules: Rules, *numbers: int) -> tuple[int, ...]:
    """Only the book that numbers its duties numbers its rules."""
    return numbers if rules.has_duties else ()


class Running:
    """A game while it is replayed. Once stopped it passes throws over until a referee's word sets it going again."""

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
        move = _matching(self.rules.permitted(self.position, throw.roll), throw.played)
        self.stopped = self._out_of_turn(throw) or self._irregular(throw, move)
        if not self.stopped:
            before, self.position = self.position, self.rules.follow(self.position, throw.roll, move)
            self.places = placing.after_throw(self.rules, self.places, before, self.position)
            self.plies.append(Ply(number, throw, before, move, self.position))

    def _out_of_turn(self, throw: Throw) -> Stop | None:
        rules, expected = self.rules, self.rules.view(self.position).to_move
        if rules.over(self.position):
            return self._stop("over", 16)
        if throw.colour == expected:
            return None
        data = {"colour": throw.colour, "expected": expected}
        last = self.plies[-1].throw if self.plies else None
        if throw.colour not in rules.players_of(self.position):
            return self._stop("not_in_play", **data)
        if last and last.colour == expected and last.roll == SIX:
            return self._stop("six_not_followed", 7, **data)
        if last and last.colour == throw.colour:
            return self._stop("too_many_throws", 2, 3, **data)
        return self._stop("not_their_turn", **data)

    def _irregular(self, throw: Throw, move: Move | None) -> Stop | None:
        """What is wrong with what was done (`turnier 12`: also with the piece touched first)."""
        if move is None:
            try:
                reasons = self.rules.why_not(self.position, throw.roll, throw.played)
            except GameError as error:
                return Stop(self.number, error.code, error=error)
            assert reasons or throw.played == NOTHING, "what may be played is among the permitted moves"
            return Stop(self.number, reasons[0].code, reasons=reasons) if reasons else None
        if self.rules.has_duties and throw.touched not in (None, move.origin):
            return self._stop("touched", 12, touched=throw.touched)
        return None

    def _stop(self, code: str, *numbers: int, **data: object) -> Stop:
        return Stop(self.number, code, _cited(self.rules, *numbers), data)

    def rule(self, position: Position) -> None:
        if not self._is_of_this_table(position):
            self.stopped = self.stopped or self._stop("ruled")
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
        """Places stand where the colour is still done. Who is not there any more is out."""
        rules, before = self.rules, self.position
        left = rules.players_of(position)
        self.excluded = [colour for colour in dict.fromkeys([*self.excluded, *self.players]) if colour not in left]
        finished, home = rules.finished(position), rules.home(position)
        kept = Places(
            tuple([colour for colour in self.places.placed if colour in finished]),
            tuple([colour for colour in self.places.home if colour in home]),
        )
        self.position = position
        self.places = placing.after_throw(rules, kept, before, position)

    def replay(self, record: Record) -> Replay:
        placed = self.places.placed
        if self.rules.over(self.position):
            placed += tuple(reversed(self.excluded))
            wrong = record.result and record.result != tuple([(colour,) for colour in placed])
            if wrong and not self.stopped:
                self.stopped = self._stop("result", expected=" ".join(placed))
        return Replay(tuple(self.plies), self.position, placed, tuple(self.excluded), tuple(self.settled), self.stopped)


def _matching(permitted: Iterable[Move], played: str) -> Move | None:
    """The permitted move that this is, written out or by from and to."""
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
