"""Codes with their sentences.

Decided here: a code is declared together with its sentence, so that neither exists without the other:

    class Wrong(Code):
        NO_SUCH_FIELD = "no_such_field", Text("there is no field '{field}' here")

Such a code is a string too, equal to the one in answers to programs. Each module declares its own codes; here are those
of several rule sets. Left out: translations (`speech`).
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from .speech import NO_DATA, Language, Text

PLACEHOLDERS = re.compile(r"{(\w+)}")


class Code(StrEnum):
    text: Text
    names: frozenset[str]  # the placeholders of the sentence

    def __new__(cls, code: str, *_texts: Text) -> Self:
        member = str.__new__(cls, code)
        member._value_ = code
        return member

    def __init__(self, _code: str, text: Text) -> None:
        self.text = text
        self.names = frozenset(PLACEHOLDERS.findall(text.english))

    def said(self, language: Language, data: Mapping[str, object] = NO_DATA) -> str:
        return self.text.said(language, data)


def check(code: object, data: Mapping[str, object]) -> None:
    """Check a code and its data when an object is made with them: an undeclared code has no sentence, and a sentence
    needs its data. Otherwise both would fail only when somebody reads it."""
    if not isinstance(code, Code):
        raise TypeError(f"{code!r} is not a declared code")
    if missing := code.names - data.keys():
        raise TypeError(f"the data of {code!r} lacks {sorted(missing)}")


class Demand(Code):
    """The duty that came first when a possible move is refused; `ruling` is the referee's sentence. {moves} fulfil it."""

    ruling: Text

    def __init__(self, code: str, text: Text, ruling: Text) -> None:
        super().__init__(code, text)
        self.ruling = ruling

    DOUBLE_ENTER = (
        "double_enter",
        Text("Two duties at once come first: a waiting piece has to enter and capture ({moves})."),
        Text("Only {moves} was permitted: a move that enters and captures comes before all others"),
    )
    DOUBLE_LEAVE = (
        "double_leave",
        Text("Two duties at once come first: the start field has to be cleared with a capture ({moves})."),
        Text("Only {moves} was permitted: clearing the start field with a capture comes before all others"),
    )
    CAPTURE = (
        "capture",
        Text("Whoever can capture has to ({moves})."),
        Text("Only {moves} was permitted: whoever can capture has to, before all else"),
    )
    ENTER = (
        "enter",
        Text("With the 6 a waiting piece has to enter first ({moves})."),
        Text("Only {moves} was permitted: with a 6 a waiting piece has to enter first"),
    )
    LEAVE = (
        "leave",
        Text("While own pieces wait, the start field has to be cleared first ({moves})."),
        Text("Only {moves} was permitted: while pieces are still waiting, the start field has to be cleared first"),
    )
    GO_HOME = (
        "go_home",
        Text("A piece that can go into the goal has to ({moves})."),
        Text("Only {moves} was permitted: a piece that can go home has to"),
    )
    MOVE = (
        "move",
        Text("Whoever can move has to ({moves})."),
        Text("One could play {moves}, and whoever can move has to"),
    )


class Impossible(Code):
    """What makes a move impossible, in any game."""

    GAME_OVER = "game_over", Text("The game is over.")
    LEAVES_GOAL = "leaves_goal", Text("There is no way back out of the goal.")
