"""The registry of printable documents, by code. Apps above this one register their own.

@document("slips", group="tables", title=_("Table slips"), holds=_("…"), of=rounds)
def slips(order: Order) -> Pack: ...
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django import forms
from django.template.loader import render_to_string

from tournament.core.actors import ANONYMOUS, Actor
from tournament.models import Tournament
from tournament.models.languages import first
from tournament.paper.ink import ink

Choices = Sequence[tuple[str, Any]]
ROWS_OF_A_SAMPLE = 40
MAKES = "papers.make"
PEOPLE, HALL, TABLES, RESULTS, SIGNS, RECORDS = "people", "hall", "tables", "results", "signs", "records"


class Pack(NamedTuple):
    """What is sent to the press. `parts`: HTML, each of whole pages; `planned`: expected number of pages, 0 if unknown."""

    parts: Iterable[str]
    planned: int = 0
    files: Mapping[str, bytes] = {}  # by name, loaded by the HTML


@dataclass(frozen=True)
class Order:
    """What to print. Documents show public names, unless they are for the desk only."""

    tournament: Tournament
    language: str = field(default_factory=first)
    size: str = "a4"
    of: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    origin: str = ""  # scheme and host of addresses in QR codes
    reader: Actor = ANONYMOUS
    is_sample: bool = False  # only the first page, as a preview

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
        """The rows of a long list; for a sample only as many as fill one page of any size."""
        return rows[:most] if self.is_sample else rows

    def page(self, template: str, title: Any, **context: Any) -> str:
        """One part: a complete HTML document."""
        frame = {"order": self, "tournament": self.tournament, "title": str(title), "letterhead": self.letterhead}
        return render_to_string(template, {**frame, **context})


@dataclass(frozen=True)
class Document:
    """`of` lists what it can be made of (rounds, stages, …), the likeliest first; if the list is empty, it cannot be made yet.

    `is_quick`: made within the request, usually a few pages. `is_long`: offers a preview of the first page.
    """

    code: str
    title: Any
    holds: Any
    build: Callable[[Order], Pack]
    group: str
    of: Callable[[Tournament], Choices] | None = None
    asks: Any = ""
    sizes: tuple[str, ...] = ("a4",)
    advice: Callable[[Tournament], str] | None = None  # a sentence about the sizes
    fields: Mapping[str, Callable[[], forms.Field]] = field(default_factory=dict)
    usual: Callable[[Tournament], Mapping[str, Any]] | None = None  # initial values of its fields in this tournament
    is_quick: bool = True
    is_long: bool = True
    names: str = "public"  # "full": for the desk or the person, not for the wall
    needs: str = MAKES  # the permission to see the same on the screen


DOCUMENTS: dict[str, Document] = {}


def document(code: str, **facts: Any) -> Callable[[Callable[[Order], Pack]], Callable[[Order], Pack]]:
    def declare(build: Callable[[Order], Pack]) -> Callable[[Order], Pack]:
        DOCUMENTS[code] = Document(code, build=build, **facts)
        return build

    return declare


def of_all(parts: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Split into parts of this size, small enough for the press to render each quickly."""
    return [parts[i : i + size] for i in range(0, len(parts), size)]


def stacked(things: Sequence[Any], each: int) -> list[list[tuple[int, Any]]]:
    """Pages of (position on the page, card), ordered so that after cutting the stacks, laid on each other, are sorted."""
    pages = -(-len(things) // each)
    return [
        [(at, things[at * pages + page]) for at in range(each) if at * pages + page < len(things)]
        for page in range(pages)
    ]
