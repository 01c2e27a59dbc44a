"""Refusals: why an action was not done, in words on which the user can act. Any other exception is a bug.

A code that is raised in one place stands there beside its sentence; one that several places raise is `Declared`.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any

from django.utils.functional import Promise

from games.engine.rules.errors import GameError
from tournament.core.languages import spoken


class Refused(Exception):
    """An action was not done, and nothing was changed. `code` is for programs, `sentence` for people."""

    status = 422

    def __init__(self, code: str, sentence: str, **data: object) -> None:
        super().__init__(code)
        self.code, self.sentence, self.data = code, sentence, data

    def __str__(self) -> str:
        return str(self.sentence)


class Declared:
    """A code with its sentence, for refusals that several places raise: `raise NO_SUCH_SEAT()`. Each code is declared once, so
    a misspelt one fails at once."""

    def __init__(self, code: str, sentence: Promise, kind: type[Refused] = Refused) -> None:
        if code in DECLARED:
            raise ValueError(f"{code} is declared already")
        self.code, self.sentence, self.kind = code, sentence, kind
        DECLARED[code] = [self]

    def also(self, sentence: Promise, kind: type[Refused] | None = None) -> "Declared":
        """The same code with another sentence, where more can be said."""
        other = copy(self)
        other.sentence, other.kind = sentence, kind or self.kind
        DECLARED[self.code].append(other)
        return other

    def __call__(self, filled: Mapping[str, object] | None = None, **data: object) -> Refused:
        """`filled` fills the placeholders of the sentence; `data` is for programs."""
        sentence = str(self.sentence)
        return self.kind(self.code, sentence % filled if filled else sentence, **data)

    def in_words(self, sentence: str, **data: object) -> Refused:
        """With a sentence from elsewhere: a form words what is wrong with its fields itself."""
        return self.kind(self.code, sentence, **data)


DECLARED: dict[str, list[Declared]] = {}  # by code


class Stale(Refused):
    """It was decided on outdated facts. `data` holds the current ones."""

    status = 409


class NotAllowed(Refused):
    """Signed in, but not permitted this."""

    status = 403


class Locked(Refused):
    """Too many attempts: try again later."""

    status = 429


def status_of(error: Exception) -> int:
    return getattr(error, "status", Refused.status)


def sentence_of(error: Any) -> str:
    """The engine words its own refusals, in the current language."""
    return str(error.sentence(spoken()) if callable(error.sentence) else error.sentence)


def by_engine(error: GameError) -> Refused:
    """A refusal of the engine, with the engine's own sentence."""
    return Refused(error.code, error.sentence(spoken()), **error.data)
