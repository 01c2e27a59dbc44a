"""Every document that can be printed, by its code. Apps above this one register their own.

@document("slips", group="tables", title=_("Table slips"), holds=_("…"), of=rounds)
def slips(order: Order) -> Pack: ...
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django import forms
from django.template.loader import render_to_string

from tournament.actors import ANONYMOUS, Actor
from tournament.documents.ink import ink
from tournament.models import Tournament

Choices = Sequence[tuple[str, Any]]
ROWS_OF_A_SAMPLE = 40
PEOPLE, HALL, TABLES, RESULTS, SIGNS, RECORDS = "people", "hall", "tables", "results", "signs", "records"


class Pack(NamedTuple):
    """What goes to the press: HTML in parts, each of whole pages; how many pages it will be (0: nobody knows)."""

    parts: Iterable[str]
    planned: int = 0
    files: Mapping[str, bytes] = {}  # that its pages ask for


@dataclass(frozen=True)
class Order:
    """What somebody wants printed. On paper stands what the public may see, unless the document is for the desk only."""

    tournament: Tournament
    language: str = "de"
    size: str = "a4"
    of: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    origin: str = ""  # what addresses in QR codes begin with
    reader: Actor = ANONYMOUS
    is_sample: bool = False  # the first page, to be looked at

    @property
    def club(self) -> str:
        return ink(self.tournament.club.name, 80)

    @property
    def event(self) -> str:
        return ink(self.tournament.name, 100)

    @property
    def letterhead(self) -> Any:
        return getattr(self.tournament.club, "letterhead", None)

    def some(self, rows: Sequence[Any], most: int = ROWS_OF_A_SAMPLE) -> Sequence[Any]:
        """For a long list: all, or of a sample as many as fill its page on any size of sheet."""
        return rows[:most] if self.is_sample else rows

    def page(self, template: str, title: Any, **context: Any) -> str:
        """One part: a whole HTML document of its own."""
        frame = {"order": self, "tournament": self.tournament, "title": str(title), "letterhead": self.letterhead}
        return render_to_string(template, {**frame, **context})


@dataclass(frozen=True)
class Document:
    """`of` lists what it can be made of (rounds, stages, …), the likeliest first; nothing to choose from: not yet.

    `is_quick`: made while one waits, as a rule a page or a few. `is_long`: a page of it can be looked at first.
    """

    code: str
    title: Any
    holds: Any
    build: Callable[[Order], Pack]
    group: str
    of: Callable[[Tournament], Choices] | None = None
    asks: Any = ""
    sizes: tuple[str, ...] = ("a4",)
    advice: Callable[[Tournament], str] | None = None  # about the sizes, in a sentence
    fields: Mapping[str, Callable[[], forms.Field]] = field(default_factory=dict)
    usual: Callable[[Tournament], Mapping[str, Any]] | None = None  # what its fields begin with in this tournament
    is_quick: bool = True
    is_long: bool = True
    names: str = "public"  # "full": for the desk or for the person; not to be hung up


DOCUMENTS: dict[str, Document] = {}


def document(code: str, **facts: Any) -> Callable[[Callable[[Order], Pack]], Callable[[Order], Pack]]:
    def declare(build: Callable[[Order], Pack]) -> Callable[[Order], Pack]:
        DOCUMENTS[code] = Document(code, build=build, **facts)
        return build

    return declare


def of_all(parts: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """In portions: a part of a document is as large as the press makes in a moment."""
    return [parts[i : i + size] for i in range(0, len(parts), size)]


def stacked(things: Sequence[Any], each: int) -> list[list[tuple[int, Any]]]:
    """Pages of cards in such an order that the cut stacks, laid on each other, are sorted: (place on the page, thing)."""
    pages = -(-len(things) // each)
    return [
        [(at, things[at * pages + page]) for at in range(each) if at * pages + page < len(things)]
        for page in range(pages)
    ]
