"""Errors in the text of a record: one sentence, with line and column."""

from ..rules.codes import Code, check
from ..rules.errors import GameError, quoted
from ..rules.speech import SOURCE, Language, Text


class RecordFault(Code):
    TOO_LONG = "too_long", Text("the text is too long for a game")
    LINE_TOO_LONG = "line_too_long", Text("the line is too long")
    NOT_TEXT = "not_text", Text("this is not text in UTF-8")
    CHARACTER = "character", Text("this character has no place in a game")
    FIRST_LINE = "first_line", Text("the first line is not '{wanted}'")
    HEAD = "head", Text("'{found}' says nothing about the game")
    TWICE = "twice", Text("'{found}' is there twice")
    MISSING = "missing", Text("'{wanted}' is missing")
    OPTION = "option", Text("an option has a name and a value")
    COLOUR = "colour", Text("'{found}' is not a colour in this game")
    OPENING = "opening", Text("'{found}' is not a colour with its throw")
    ENTRY = "entry", Text("this is neither a throw nor 'back', 'undo', 'ruled', 'excluded' or a comment")
    NUMBER = "number", Text("the number here should be {wanted}")
    ROLL = "roll", Text("'{found}' is not a roll")
    PLAYED = "played", Text("'{found}' is not a move")
    TOUCHED = "touched", Text("'{found}' is not a field")
    BACK = "back", Text("there is no throw {found} so far")
    UNDO = "undo", Text("nothing stands so far that could be taken back")
    RESULT = "result", Text("'result:' is followed by the colours, each once")
    ENGINE = "engine", Text("{cause}")


PLACE = Text("line {line}, column {column}: ")


class BadRecord(ValueError):
    """A text that is not a record; `line` and `column` count from 1. `cause` is the engine's error, if it raised one."""

    def __init__(
        self, code: RecordFault, line: int, column: int, cause: GameError | None = None, **data: object
    ) -> None:
        super().__init__(code)
        check(code, {**data, "cause": cause} if cause else data)
        self.code, self.line, self.column, self.cause = code, line, column, cause
        self.data = {name: quoted(value) for name, value in data.items()}

    def sentence(self, language: Language = SOURCE) -> str:
        data = {**self.data, "cause": self.cause.sentence(language)} if self.cause else self.data
        return PLACE.said(language, {"line": self.line, "column": self.column}) + self.code.said(language, data)

    def __str__(self) -> str:
        return self.sentence()
