"""What the handbook is made of: chapters of sections of lines.

A sentence stands in the catalogues. What a page or a button is called stands in it as a hole, filled with the program's own
message: whoever renames a button renames it here too, and `tests/tournament/handbook` finds a name that is gone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.core.languages import spoken
from tournament.handbook.names import NAMES
from tournament.handbook.pictures import TAKEN, Shot, file_of
from tournament.models.languages import first

TEXT, STEP, POINT, CARE = "text", "step", "point", "care"
CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Line:
    """`kind`: a sentence, a step of several in order, a point of several in any order, something to take care of."""

    kind: str
    text: Any

    def said(self) -> SafeString:
        """In the language of the reader; what pages and buttons are called is marked."""
        return said(str(self.text))


@dataclass(frozen=True)
class Section:
    """`of`: the names of the routes whose `?` leads here."""

    code: str
    title: Any
    lines: tuple[Line, ...]
    of: tuple[str, ...] = ()

    @property
    def blocks(self) -> Iterator[tuple[str, list[Line]]]:
        """Lines of one kind that follow each other: steps and points become lists."""
        for kind, lines in groupby(self.lines, key=lambda line: line.kind):
            yield kind, list(lines)

    @property
    def shot(self) -> Shot | None:
        return TAKEN.get(self.code)

    @property
    def picture(self) -> str:
        """In the language of the reader, else in the first that there is one of."""
        files = (file_of(self.code, language) for language in (spoken(), first()))
        return static(next((file for file in files if finders.find(file)), file_of(self.code, first())))


@dataclass(frozen=True)
class Chapter:
    code: str
    title: Any
    icon: str
    sections: tuple[Section, ...]


def text(words: Any) -> Line:
    return Line(TEXT, words)


def step(words: Any) -> Line:
    return Line(STEP, words)


def point(words: Any) -> Line:
    return Line(POINT, words)


def care(words: Any) -> Line:
    return Line(CARE, words)


def said(words: str) -> SafeString:
    filled = escape(words) % _Marked(NAMES)
    return mark_safe(CODE.sub(r"<code>\1</code>", filled))  # noqa: S308  (escaped above, the names by format_html)


class _Marked(dict[str, SafeString]):
    """Only the names that a sentence asks for are translated."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__()
        self.names = names

    def __missing__(self, name: str) -> SafeString:
        return format_html('<b class="named">{}</b>', gettext(self.names[name]))
