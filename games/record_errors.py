"""What is wrong with the text of a record: one sentence, German or English, with line and column."""

from collections.abc import Mapping

from games.rules.errors import GameError, quoted
from games.rules.wording import LANGUAGES

SENTENCES: Mapping[str, tuple[str, str]] = {
    "too_long": ("Der Text ist zu lang für ein Spiel.", "the text is too long for a game"),
    "line_too_long": ("Die Zeile ist zu lang.", "the line is too long"),
    "not_text": ("Das ist kein Text in UTF-8.", "this is not text in UTF-8"),
    "character": ("Dieses Zeichen hat in einem Spiel nichts verloren.", "this character has no place in a game"),
    "first_line": ("Die erste Zeile ist nicht „{wanted}“.", "the first line is not '{wanted}'"),
    "head": ("„{found}“ ist keine Angabe zum Spiel.", "'{found}' says nothing about the game"),
    "twice": ("„{found}“ steht zweimal da.", "'{found}' is there twice"),
    "missing": ("Die Angabe „{wanted}“ fehlt.", "'{wanted}' is missing"),
    "option": ("Eine Option hat einen Namen und einen Wert.", "an option has a name and a value"),
    "colour": ("„{found}“ ist keine Farbe in diesem Spiel.", "'{found}' is not a colour in this game"),
    "opening": ("„{found}“ ist keine Farbe mit ihrem Wurf.", "'{found}' is not a colour with its throw"),
    "entry": (
        "Das ist weder ein Wurf noch „back“, „undo“, „ruled“, „excluded“ oder ein Kommentar.",
        "this is neither a throw nor 'back', 'undo', 'ruled', 'excluded' or a comment",
    ),
    "number": ("Hier müsste die Nummer {wanted} stehen.", "the number here should be {wanted}"),
    "roll": ("„{found}“ ist kein Wurf.", "'{found}' is not a roll"),
    "played": ("„{found}“ ist kein Zug.", "'{found}' is not a move"),
    "touched": ("„{found}“ ist kein Feld.", "'{found}' is not a field"),
    "back": ("Einen Wurf {found} gibt es bis hierher nicht.", "there is no throw {found} so far"),
    "undo": (
        "Bis hierher steht nichts, was zurückgenommen werden kann.",
        "nothing stands so far that could be taken back",
    ),
    "result": ("Hinter „result:“ stehen die Farben, jede einmal.", "'result:' is followed by the colours, each once"),
}
PLACES = ("Zeile {line}, Spalte {column}: ", "line {line}, column {column}: ")


class BadRecord(ValueError):
    """A text that is no record; `line` and `column` count from 1. `cause` is the engine's own error, if it found it."""

    def __init__(self, code: str, line: int, column: int, cause: GameError | None = None, **data: object) -> None:
        super().__init__(code)
        self.code, self.line, self.column, self.cause = code, line, column, cause
        self.data = {name: quoted(value) for name, value in data.items()}

    def sentence(self, language: str = "en") -> str:
        index = LANGUAGES.index(language)
        wrong = self.cause.sentence(language) if self.cause else SENTENCES[self.code][index].format_map(self.data)
        return PLACES[index].format(line=self.line, column=self.column) + wrong

    def __str__(self) -> str:
        return self.sentence()
