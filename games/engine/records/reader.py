"""Parses the text of a record.

Decided here: what is a record, and what is wrong with any other text. Everything that can be known without replaying
the game is checked: rule set, options, start, the shape of every entry. Left out: whether the game went by the rules
(`replay`). Spaces at the end of a line and the line ends of other systems are ignored: mail adds them.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import NamedTuple, NoReturn

from ..rules import registry
from ..rules.contract import NOTHING, Roll, Rules
from ..rules.errors import GameError
from .errors import BadRecord, RecordFault
from .record import (
    FIRST_LINE,
    TEXTS,
    UNWRITABLE,
    Back,
    Comment,
    Entry,
    Excluded,
    Record,
    Result,
    Round,
    Ruled,
    Throw,
    Undo,
)

LONGEST = 1_000_000
LONGEST_LINE = 1_000
ONCE = (*TEXTS, "rules", "start")
OPTION_VALUES: Mapping[str, object] = {"yes": True, "no": False}
FIELD = re.compile(r"([YGRKBW]:)?(B|[a-d]|[1-9][0-9]{0,2})")
STEP = re.compile(r"([YGRKBW]:)?(B|[a-d]|[1-9][0-9]{0,2})[-x<](B|[a-d]|[1-9][0-9]{0,2})")
_ORIGIN, _END = r"(B|[1-9][0-9]{0,2})", r"=([a-d]|[1-9][0-9]{0,2})(x[1-9][0-9]{0,2})*"
_ONE_DIE = rf"{_ORIGIN}[-+^][1-6]{_END}"
# Both dice, or what may not be: one of them left out, each used for a piece of its own.
ROUTE = re.compile(rf"{_ORIGIN}([-+^][1-6]){{2}}{_END}|{_ONE_DIE}( {_ONE_DIE})?")
ROLL = re.compile(r"[1-6](,[1-6])*")
LEAST_WORDS = 4  # of a throw: number, colour, roll, what was played
NUMBER = re.compile(r"[1-9][0-9]{0,6}")
OPENING = re.compile(r"[YGRKBW][1-6]")


class Word(NamedTuple):
    """A part of a line, and where it stands."""

    text: str
    line: int
    column: int = 1

    def refuse(self, code: RecordFault, cause: GameError | None = None, **data: object) -> NoReturn:
        raise BadRecord(code, self.line, self.column, cause, found=self.text, **data)

    def part(self, start: int, end: int | None = None) -> "Word":
        """A slice of it, without spaces around it."""
        text = self.text[start:end]
        start += len(text) - len(text.lstrip(" "))
        return Word(text.strip(" "), self.line, self.column + start)

    def split(self, mark: str) -> tuple["Word", "Word"]:
        """The parts before and after the first such mark."""
        at = self.text.find(mark)
        return (self, self.part(len(self.text))) if at < 0 else (self.part(0, at), self.part(at + len(mark)))

    def words(self) -> list["Word"]:
        return [self.part(*match.span()) for match in re.finditer("[^ ]+", self.text)]


def read(source: str | bytes, boards: Mapping[str, object] | None = None) -> Record:
    """The record of a text; BadRecord says what is wrong with it. `boards` as for `registry.rules`."""
    lines = list(_lines(source))
    if lines[0].text != FIRST_LINE:
        lines[0].refuse(RecordFault.FIRST_LINE, wanted=FIRST_LINE)
    blank = next((n for n, line in enumerate(lines) if not line.text), len(lines))
    reader = Reader(lines[1:blank], lines[blank - 1], boards)
    return reader.record([line for line in lines[blank:] if line.text])


def _lines(source: str | bytes) -> Iterator[Word]:
    for number, text in enumerate(_text(source).split("\n"), 1):
        line = Word(text.rstrip(" \r"), number)
        if len(text) > LONGEST_LINE:
            Word("", number, LONGEST_LINE).refuse(RecordFault.LINE_TOO_LONG)
        if not line.text.isprintable():
            for column, character in enumerate(line.text, 1):
                if unicodedata.category(character) in UNWRITABLE:
                    Word("", number, column).refuse(RecordFault.CHARACTER)
        yield line


def _text(source: str | bytes) -> str:
    if len(source) > LONGEST:
        raise BadRecord(RecordFault.TOO_LONG, 1, 1)
    if isinstance(source, str):
        return source
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        raise BadRecord(RecordFault.NOT_TEXT, line, error.start - source.rfind(b"\n", 0, error.start)) from None


class Reader:
    """Reads one text, its head first: the rule set and the players decide which entries are valid."""

    def __init__(self, head: list[Word], last: Word, boards: Mapping[str, object] | None) -> None:
        self.once: dict[str, Word] = {}
        self.many: dict[str, list[Word]] = {"option": [], "player": [], "opening": []}
        for line in head:
            self._head_line(line)
        for wanted in ("rules", "start"):
            if wanted not in self.once:
                last.refuse(RecordFault.MISSING, wanted=wanted)
        for name in ("option", "player"):
            _check_each_once([word.split(" ")[0] for word in self.many[name]])
        self.options = dict([_option(word) for word in self.many["option"]])
        self.rules = self._rules(boards)
        self.start = self._position(self.once["start"])
        self.colours = [colour for colour, _ in self.rules.view(self.rules.read(self.start)).groups]

    def _head_line(self, line: Word) -> None:
        name, value = line.split(":")
        if ":" not in line.text or name.text not in (*ONCE, *self.many):
            name.refuse(RecordFault.HEAD)
        if name.text in self.once:
            name.refuse(RecordFault.TWICE)
        if name.text in ONCE:
            self.once[name.text] = value
        else:
            self.many[name.text].append(value)

    def _rules(self, boards: Mapping[str, object] | None) -> Rules:
        word = self.once["rules"]
        try:
            return registry.rules(word.text, self.options, boards)
        except GameError as error:
            at_fault = [
                option for option in self.many["option"] if option.split(" ")[0].text == error.data.get("option")
            ]
            (at_fault or [word])[0].refuse(RecordFault.ENGINE, error)

    def _position(self, word: Word) -> str:
        try:
            return self.rules.write(self.rules.read(word.text))
        except GameError as error:
            word.refuse(RecordFault.ENGINE, error)

    def record(self, body: list[Word]) -> Record:
        result: Result = ()
        if body and body[-1].text.startswith("result:"):
            result = self._result(body.pop().split(":")[1])
        return Record(
            rules=self.rules.id,
            start=self.start,
            **{name: self.once[name].text for name in TEXTS if name in self.once},
            options=self.options,
            players=tuple([self._player(word) for word in self.many["player"]]),
            opening=tuple([self._round(word) for word in self.many["opening"]]),
            entries=tuple(self._entries(body)),
            result=result,
        )

    # Who

    def _colour(self, word: Word) -> str:
        if word.text not in self.colours:
            word.refuse(RecordFault.COLOUR)
        return word.text

    def _player(self, word: Word) -> tuple[str, str]:
        colour, name = word.split(" ")
        return self._colour(colour), name.text

    def _round(self, word: Word) -> Round:
        for thrown in word.words():
            if not OPENING.fullmatch(thrown.text):
                thrown.refuse(RecordFault.OPENING)
            self._colour(thrown.part(0, 1))
        return tuple([(thrown.text[0], int(thrown.text[1])) for thrown in word.words()])

    def _result(self, word: Word) -> Result:
        places = tuple([tuple(place.text.split("=")) for place in word.words()])
        colours = [colour for place in places for colour in place]
        if not colours or len(set(colours)) != len(colours) or not set(colours) <= set(self.colours):
            word.refuse(RecordFault.RESULT)
        return places

    # What happened

    def _entries(self, lines: list[Word]) -> Iterator[Entry]:
        number = standing = 0
        for line in lines:
            said, comment = line.split(";")
            entry = self._entry(said, comment.text, number)
            number += isinstance(entry, Throw)
            standing += 0 if isinstance(entry, Comment) else -1 if isinstance(entry, Undo) else 1
            if standing < 0:
                said.refuse(RecordFault.UNDO)
            if entry != Comment(""):
                yield entry

    def _entry(self, line: Word, comment: str, number: int) -> Entry:
        if not line.text:
            return Comment(comment)
        word, rest = line.split(" ")
        if word.text.isdigit():
            return self._throw(line, comment, number + 1)
        if word.text == "ruled":
            return Ruled(self._position(rest), comment)
        if word.text == "excluded":
            return Excluded(self._colour(rest), comment)
        if word.text == "undo" and not rest.text:
            return Undo(comment)
        if word.text != "back":
            word.refuse(RecordFault.ENTRY)
        return Back(_number(rest, number), comment)

    def _throw(self, line: Word, comment: str, number: int) -> Throw:
        words = line.words()
        if words[0].text != str(number):
            words[0].refuse(RecordFault.NUMBER, wanted=number)
        is_touched = len(words) > LEAST_WORDS and words[-2].text == "touched"
        played = words[3:-2] if is_touched else words[3:]
        text = " ".join([word.text for word in played])
        if len(played) != 1 and not ROUTE.fullmatch(text):
            line.refuse(RecordFault.ENTRY)
        touched = self._touched(words[-1]) if is_touched else None
        return Throw(self._colour(words[1]), self._roll(words[2]), self._played(played[0], text), touched, comment)

    def _roll(self, word: Word) -> Roll:
        if not ROLL.fullmatch(word.text):
            word.refuse(RecordFault.ROLL)
        dice = [int(die) for die in word.text.split(",")]
        try:
            return self.rules.read_roll(dice if len(dice) > 1 else dice[0])
        except GameError as error:
            word.refuse(RecordFault.ENGINE, error)

    def _played(self, word: Word, text: str) -> str:
        if text != NOTHING and not STEP.fullmatch(text) and not ROUTE.fullmatch(text):
            word.refuse(RecordFault.PLAYED)
        return text

    def _touched(self, word: Word) -> str:
        if not FIELD.fullmatch(word.text):
            word.refuse(RecordFault.TOUCHED)
        return word.text


def _check_each_once(words: list[Word]) -> None:
    before = set()
    for word in words:
        if word.text in before:
            word.refuse(RecordFault.TWICE)
        before.add(word.text)


def _number(word: Word, last: int) -> int:
    """The number of a throw up to the last one."""
    if not NUMBER.fullmatch(word.text) or int(word.text) > last:
        word.refuse(RecordFault.BACK)
    return int(word.text)


def _option(word: Word) -> tuple[str, object]:
    name, value = word.split(" ")
    if not value.text:
        word.refuse(RecordFault.OPTION)
    return name.text, OPTION_VALUES.get(value.text, value.text)
