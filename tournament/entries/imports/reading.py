"""Preview an import: each line as a person who can be entered, with errors and possible duplicates.

Reading the text is PURE (`tournament.entries.imports.text`), and so is finding duplicates (`tournament.people.duplicates`);
entering people is an action (`entries.imports.actions`). Here the cells are validated, and compared with who is entered and
with the club's address book.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.actors import Actor
from tournament.core.errors import Declared, Refused
from tournament.entries.actions import as_here
from tournament.entries.address_book import AddressBook
from tournament.entries.details import Details, nothing
from tournament.entries.fields import Field, Kind
from tournament.entries.imports import text as lists
from tournament.entries.imports.cells import LONGEST, SAID, Cells, WrongCell, cells_of, checked
from tournament.entries.imports.lines import Doubt
from tournament.models import Entry, Tournament
from tournament.people.duplicates import Names
from tournament.people.names import full_name

MOST_BYTES = 2 * 1024**2
ENTERED, IN_LIST = "entered", "list"
Known = tuple[str, "Entry | ImportLine"]  # ENTERED or IN_LIST


@dataclass(frozen=True)
class ImportLine:
    """A line of the list. With a `problem` it cannot be entered; with a `likeness` somebody must decide."""

    line: int
    given_name: str = ""
    family_name: str = ""
    details: Details = field(default_factory=lambda: {each.name: nothing(each) for each in SAID})
    person: str = ""  # public id in the address book
    problem: str = ""
    likeness: str = ""  # same, exchanged, spelling, close
    alike: str = ""  # the person it may duplicate
    near: str = ""  # public id of somebody in the address book with a similar name
    nearness: str = ""  # how it is similar: exchanged, spelling, close
    nearly: str = ""  # and the name
    left: tuple[str, ...] = ()  # what was read and is not kept: a telephone number, words that mean nothing here
    doubt: Doubt = Doubt.NONE  # why it may be no name (`entries.imports.lines.Doubt`)

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def number(self) -> int | None:
        number: int | None = self.details["number"]
        return number

    @property
    def words(self) -> list[str]:
        """The other fields of the line, as badges."""
        return [word for each in SAID if (word := _badge(each, self.details[each.name]))]

    @property
    def is_taken_at_first(self) -> bool:
        """Ticked by default, even if one letter differs from somebody: Jan and Jana may be two people."""
        return not self.problem and not self.doubt and self.likeness in ("", "close")

    @property
    def is_known_at_first(self) -> bool:
        return self.nearness != "close"

    @property
    def is_asked(self) -> bool:
        return bool(self.likeness or self.doubt) and not self.problem


@dataclass(frozen=True)
class Preview:
    sheet: lists.Sheet
    lines: tuple[ImportLine, ...]

    @property
    def fine(self) -> list[ImportLine]:
        return [line for line in self.lines if not line.problem and not line.is_asked]

    @property
    def asked(self) -> list[ImportLine]:
        return [line for line in self.lines if line.is_asked]

    @property
    def near(self) -> list[ImportLine]:
        """The lines of which somebody must say whether they are in the address book."""
        return [line for line in self.lines if line.near and not line.problem]

    @property
    def faulty(self) -> list[ImportLine]:
        return [line for line in self.lines if line.problem]

    def chosen(self, taken: Iterable[int], known: Iterable[int] = ()) -> list[ImportLine]:
        """The lines without doubts, and the ticked ones (`taken`). Those in `known` are people of the address book whose name is
        written differently there."""
        ticked, same = set(taken), set(known)
        lines = [line for line in self.lines if not line.problem and (not line.is_asked or line.line in ticked)]
        return [replace(line, person=line.near) if line.near and line.line in same else line for line in lines]


def preview(reader: Actor, tournament: Tournament, sheet: lists.Sheet) -> Preview:
    entries = list(tournament.entries.select_related("person"))
    book = AddressBook(reader, tournament)
    entered: Names[Known] = Names(
        ((ENTERED, entry), entry.person.given_name, entry.person.family_name) for entry in entries
    )
    numbers = {entry.number for entry in entries}
    lines = []
    for cells in cells_of(sheet, numbers):
        line = _with_likeness(_line(cells, numbers, tournament.played_on), entered, book)
        line = replace(line, details=as_here(tournament, line.details))
        lines.append(line)
        if not line.problem:
            entered.add((IN_LIST, line), line.given_name, line.family_name)
            if line.number is not None:
                numbers.add(line.number)
    return Preview(sheet, tuple(lines))


def entered(tournament: Tournament) -> Names[Entry]:
    """An index of the names of all entries, including those who are out."""
    entries = tournament.entries.select_related("person").order_by("number")
    return Names((entry, entry.person.given_name, entry.person.family_name) for entry in entries)


def _badge(each: Field, value: Any) -> str:
    """The text of a field as a badge; the template shows numbers and ticks by itself."""
    if each.kind == Kind.BOARDS and value:
        return _("board %(numbers)s") % {"numbers": ", ".join(map(str, value))}
    return value if isinstance(value, str) else ""


def _line(cells: Cells, numbers: set[int], day: datetime.date) -> ImportLine:
    try:
        given, family, values = checked(cells, numbers, day)
    except WrongCell as wrong:
        at = cells.place_of(wrong.column)
        return ImportLine(cells.line, cells.text[:LONGEST], problem=where(cells.line, at, wrong.sentence))
    return ImportLine(cells.line, given, family, values, left=cells.left, doubt=cells.doubt)


def where(line: int, column: int, sentence: str) -> str:
    place = _("Line %(line)d, column %(column)d") if column else _("Line %(line)d")
    return f"{place % {'line': line, 'column': column}}: {sentence}"


def _with_likeness(line: ImportLine, entered: Names[Known], book: AddressBook) -> ImportLine:
    if line.problem:
        return line
    name = line.given_name, line.family_name
    match, known = entered.find(*name), book.offered(*name)
    if match:
        person = known.public_id if known and match.kind != "same" else ""
        return replace(line, person=person, likeness=match.kind, alike=_named(*match.key))
    if known is None and (near := book.nearly(*name)) is not None:
        return replace(line, near=near.key.public_id, nearness=near.kind, nearly=full_name(near.key))
    return replace(line, person=known.public_id if known else "")


def _named(where: str, who: Any) -> str:
    return called(who) if where == ENTERED else _("Line %(line)d") % {"line": who.line} + f" {who.name}"


def called(entry: Entry) -> str:
    return _("No. %(number)s") % {"number": entry.number} + f" {full_name(entry.person)}"


def as_people(lines: Sequence[ImportLine]) -> list[dict[str, Any]]:
    """The lines as the action takes them. A person of the address book who is listed twice becomes a new person too."""
    seen: set[str] = set()
    people = []
    for line in lines:
        person = "" if line.person in seen else line.person
        seen.add(line.person)
        name = {"given_name": line.given_name, "family_name": line.family_name}
        people.append({**name, **line.details, "person": person})
    return people


NO_LIST = {
    one.code.removeprefix("list_"): one
    for one in (
        Declared(
            "list_no_text", gettext_lazy("This is no list. From a spreadsheet, save it as XLSX, ODS or CSV first.")
        ),
        Declared(
            "list_no_spreadsheet",
            gettext_lazy("This spreadsheet cannot be read. Save it as XLSX, ODS or CSV and try again."),
        ),
        Declared(
            "list_formula",
            gettext_lazy(
                "There is a formula here without a value: open the file in a spreadsheet, save it, try again."
            ),
        ),
        Declared("list_empty", gettext_lazy("There is no line in this list.")),
        Declared("list_too_big", gettext_lazy("This file is too large: at most %(most)d MB.")),
        Declared("list_too_long", gettext_lazy("More than %(most)d lines: please enter them in parts.")),
        Declared("list_too_wide", gettext_lazy("More than %(most)d columns.")),
        Declared("list_unreadable", gettext_lazy("This line cannot be read.")),
    )
}


def refusal(error: lists.ListError) -> Refused:
    """The refusal of an unreadable list, with the place of the error."""
    most = {"too_big": MOST_BYTES // 1024**2, "too_wide": lists.MOST_COLUMNS}.get(error.code, error.most)
    declared = NO_LIST[error.code]
    words = declared({"most": most}).sentence
    return declared.in_words(where(error.line, error.column, words) if error.line else words)


def sentence(error: lists.ListError) -> str:
    return refusal(error).sentence
