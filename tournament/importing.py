"""From a list to people who can be entered: every line with what is wrong with it, or whom it reminds of.

Reading text is PURE (`tournament.lists`), so is finding who is already there (`tournament.duplicates`); entering them is one
action (`actions.imports`). Here the names are checked and the two are put beside who is entered and whom the club knows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament import lists
from tournament.actions.entries import HIGHEST_NUMBER
from tournament.duplicates import Names
from tournament.forms import clean_name, split_name
from tournament.models import Entry, Person, Tournament
from tournament.names import full_name

LONGEST = 80
ENTERED, IN_LIST = "entered", "list"


@dataclass(frozen=True)
class ImportLine:
    """A line of the list. With a `problem` it cannot be entered; with a `likeness` somebody has to decide."""

    line: int
    given_name: str = ""
    family_name: str = ""
    number: int | None = None
    is_minor: bool = False
    is_paid: bool = False
    person: str = ""  # of the address book
    problem: str = ""
    likeness: str = ""  # same, exchanged, spelling, close
    alike: str = ""  # who it is like

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def is_taken_at_first(self) -> bool:
        """A slip of one letter may well be somebody else: Jan and Jana."""
        return not self.problem and self.likeness in ("", "close")

    @property
    def is_asked(self) -> bool:
        return bool(self.likeness) and not self.problem


@dataclass(frozen=True)
class Preview:
    sheet: lists.Sheet
    lines: tuple[ImportLine, ...]

    @property
    def fine(self) -> list[ImportLine]:
        return [line for line in self.lines if not line.problem and not line.likeness]

    @property
    def asked(self) -> list[ImportLine]:
        return [line for line in self.lines if line.is_asked]

    @property
    def faulty(self) -> list[ImportLine]:
        return [line for line in self.lines if line.problem]

    def chosen(self, taken: Iterable[int]) -> list[ImportLine]:
        """The fine ones, and of the others those that somebody ticked."""
        ticked = set(taken)
        return [line for line in self.lines if not line.problem and (not line.likeness or line.line in ticked)]


def preview(tournament: Tournament, sheet: lists.Sheet) -> Preview:
    entries = list(tournament.entries.select_related("person"))
    book = _address_book(tournament, entries)
    entered = Names(((ENTERED, entry), entry.person.given_name, entry.person.family_name) for entry in entries)
    numbers = {entry.number for entry in entries}
    lines = []
    for row in sheet.rows:
        line = _with_likeness(_line(row, sheet.columns, numbers), entered, book)
        lines.append(line)
        if not line.problem:
            entered.add((IN_LIST, line), line.given_name, line.family_name)
            numbers |= {line.number} - {None}
    return Preview(sheet, tuple(lines))


def _address_book(tournament: Tournament, entries: Sequence[Entry]) -> dict[str, Person | None]:
    """Whom the club knows and who is not entered yet, by name. None: two bear the name, nobody can say which."""
    book: dict[str, Person | None] = {}
    for person in Person.objects.filter(club_id=tournament.club_id).exclude(pk__in=[e.person_id for e in entries]):
        name = _key(person.given_name, person.family_name)
        book[name] = None if name in book else person
    return book


def _key(given: str, family: str) -> str:
    return f"{given}\0{family}".casefold()


def known_person(tournament: Tournament, given: str, family: str) -> Person | None:
    """The one person of the address book with this name who is not entered yet."""
    same = Person.objects.filter(club_id=tournament.club_id, given_name__iexact=given, family_name__iexact=family)
    found = list(same.exclude(entries__tournament=tournament)[:2])
    return found[0] if len(found) == 1 else None


def _line(row: lists.Row, columns: Sequence[str], numbers: set[int]) -> ImportLine:
    cells = {column: cell for column, cell in zip(columns, row.cells, strict=True) if column}
    try:
        given, family = _name(cells)
        number = _number(cells.get(lists.NUMBER, ""), numbers)
    except _Wrong as wrong:
        at = columns.index(wrong.column) + 1 if wrong.column in columns and len(columns) > 1 else 0
        return ImportLine(row.line, " ".join(row.cells)[:LONGEST], problem=_at(row.line, at, wrong.sentence))
    is_minor, is_paid = (lists.is_yes(cells.get(column, "")) for column in (lists.MINOR, lists.PAID))
    return ImportLine(row.line, given, family, number, is_minor, is_paid)


class _Wrong(Exception):
    """A cell that will not do."""

    def __init__(self, column: str, sentence: str) -> None:
        super().__init__(sentence)
        self.column, self.sentence = column, sentence


def _name(cells: dict[str, str]) -> tuple[str, str]:
    if lists.NAME in cells:
        given, family = (part.strip() for part in split_name(_clean(cells, lists.NAME)))
    else:
        given, family = _clean(cells, lists.GIVEN), _clean(cells, lists.FAMILY)
        given, family = (given, family) if given else (family, "")
    column = lists.NAME if lists.NAME in cells else lists.GIVEN
    if not given:
        raise _Wrong(column, _("There is no name here."))
    if max(len(given), len(family)) > LONGEST:
        long = lists.FAMILY if len(family) > LONGEST and lists.FAMILY in cells else column
        raise _Wrong(long, _("A first name or surname has at most 80 letters."))
    return given, family


def _clean(cells: dict[str, str], column: str) -> str:
    try:
        return clean_name(cells.get(column, ""))
    except ValidationError as error:
        raise _Wrong(column, error.messages[0]) from None


def _number(cell: str, taken: set[int]) -> int | None:
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and 0 < int(cell[:9]) <= HIGHEST_NUMBER):
        raise _Wrong(lists.NUMBER, _("A start number is between 1 and %(most)d.") % {"most": HIGHEST_NUMBER})
    if int(cell) in taken:
        raise _Wrong(lists.NUMBER, _("Start number %(number)d is given already.") % {"number": int(cell)})
    return int(cell)


def _at(line: int, column: int, said: str) -> str:
    where = _("Line %(line)d, column %(column)d") if column else _("Line %(line)d")
    return f"{where % {'line': line, 'column': column}}: {said}"


def _with_likeness(line: ImportLine, entered: Names[Any], book: dict[str, Person | None]) -> ImportLine:
    if line.problem:
        return line
    match = entered.find(line.given_name, line.family_name)
    known = book.get(_key(line.given_name, line.family_name))
    alike = _said(*match.key) if match else ""
    person = known.public_id if known and (match is None or match.kind != "same") else ""
    return replace(line, person=person, likeness=match.kind if match else "", alike=alike)


def _said(where: str, who: Any) -> str:
    if where == ENTERED:
        return _("No. %(number)s") % {"number": who.number} + f" {full_name(who.person)}"
    return _("Line %(line)d") % {"line": who.line} + f" {who.name}"


def as_people(lines: Sequence[ImportLine]) -> list[dict[str, Any]]:
    """As the action takes them. Who is twice in the list becomes two persons."""
    seen: set[str] = set()
    people = []
    for line in lines:
        person = "" if line.person in seen else line.person
        seen.add(line.person)
        people.append(
            {
                "given_name": line.given_name,
                "family_name": line.family_name,
                "number": line.number,
                "is_minor": line.is_minor,
                "is_hidden": False,
                "is_paid": line.is_paid,
                "person": person,
            }
        )
    return people


def sentence(error: lists.ListError) -> str:
    """Why a text is no list."""
    said = {
        "no_text": _("This is no text. From a spreadsheet, save it as CSV first."),
        "empty": _("There is no line in this list."),
        "too_big": _("This file is too large: at most 1 MB."),
        "too_long": _("More than %(most)d lines: please enter them in parts.") % {"most": lists.MOST_ROWS},
        "too_wide": _("More than %(most)d columns.") % {"most": lists.MOST_COLUMNS},
        "unreadable": _("This line cannot be read."),
    }[error.code]
    return _at(error.line, 0, said) if error.line else said
