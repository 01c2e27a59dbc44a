"""From a list to people who can be entered: every line with what is wrong with it, or whom it reminds of.

Reading text is PURE (`tournament.lists`), so is finding who is already there (`tournament.duplicates`); entering them is one
action (`actions.imports`). Here the names are checked and the two are put beside who is entered and whom the club knows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import lists
from tournament.actions.entries import HIGHEST_NUMBER
from tournament.duplicates import Match, Names
from tournament.forms import boards_from, clean_name, split_name
from tournament.models import Entry, Person, Tournament
from tournament.names import full_name

MOST_BYTES = 2 * 1024**2
LONGEST = 80
LONGEST_WORD = 60
WORDS = {"team": lists.TEAM, "category": lists.CATEGORY, "from_club": lists.CLUB, "family": lists.KIN}
ENTERED, IN_LIST = "entered", "list"


@dataclass(frozen=True)
class ImportLine:
    """A line of the list. With a `problem` it cannot be entered; with a `likeness` somebody has to decide."""

    line: int
    given_name: str = ""
    family_name: str = ""
    number: int | None = None
    is_minor: bool = False
    is_hidden: bool = False
    is_paid: bool = False
    team: str = ""
    category: str = ""
    from_club: str = ""
    family: str = ""
    fixed_boards: tuple[int, ...] = ()
    person: str = ""  # of the address book
    problem: str = ""
    likeness: str = ""  # same, exchanged, spelling, close
    alike: str = ""  # who it is like
    near: str = ""  # somebody of the address book whose name is written otherwise,
    nearness: str = ""  # and how
    nearly: str = ""

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    @property
    def words(self) -> list[str]:
        """What the list says besides the name, as badges."""
        boards = (
            [_("board %(numbers)s") % {"numbers": ", ".join(map(str, self.fixed_boards))}] if self.fixed_boards else []
        )
        return [word for word in (self.team, self.category, self.from_club, self.family) if word] + boards

    @property
    def is_taken_at_first(self) -> bool:
        """A slip of one letter may well be somebody else: Jan and Jana."""
        return not self.problem and self.likeness in ("", "close")

    @property
    def is_known_at_first(self) -> bool:
        return self.nearness != "close"

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
    def near(self) -> list[ImportLine]:
        """Of whom somebody has to say whether the club knows them."""
        return [line for line in self.lines if line.near and not line.problem]

    @property
    def faulty(self) -> list[ImportLine]:
        return [line for line in self.lines if line.problem]

    def chosen(self, taken: Iterable[int], known: Iterable[int] = ()) -> list[ImportLine]:
        """The fine ones, and of the others those that somebody ticked; `known` are those whom the club knows under another
        spelling."""
        ticked, meant = set(taken), set(known)
        lines = [line for line in self.lines if not line.problem and (not line.likeness or line.line in ticked)]
        return [replace(line, person=line.near) if line.near and line.line in meant else line for line in lines]


def preview(tournament: Tournament, sheet: lists.Sheet) -> Preview:
    entries = list(tournament.entries.select_related("person__merged_into"))
    book = AddressBook(tournament, entries)
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


def entered(tournament: Tournament) -> Names[Entry]:
    """Everybody who is entered, to look among; also those who are out again."""
    entries = tournament.entries.select_related("person").order_by("number")
    return Names((entry, entry.person.given_name, entry.person.family_name) for entry in entries)


class AddressBook:
    """Whom the club knows and who is not entered yet."""

    def __init__(self, tournament: Tournament, entries: Sequence[Entry]) -> None:
        entered = {_stands_for(entry.person) for entry in entries}
        self._by_name: dict[str, Person | None] = {}  # None: two bear the name, nobody can say which
        self._names: Names[Person] = Names()
        for each in Person.objects.filter(club_id=tournament.club_id).select_related("merged_into").order_by("pk"):
            name, person = _key(each.given_name, each.family_name), _stands_for(each)
            if person not in entered:
                self._by_name[name] = person if self._by_name.get(name, person) == person else None
                self._names.add(person, each.given_name, each.family_name)

    def called(self, given: str, family: str) -> Person | None:
        return self._by_name.get(_key(given, family))

    def nearly(self, given: str, family: str) -> Match[Person] | None:
        """Somebody whose name is written otherwise."""
        match = self._names.find(given, family)
        return match if match and match.kind != "same" else None


def _stands_for(person: Person) -> Person:
    """Whoever was known twice is one."""
    return person.merged_into or person


def _key(given: str, family: str) -> str:
    return f"{given}\0{family}".casefold()


def known_person(tournament: Tournament, given: str, family: str) -> Person | None:
    """The one person of the address book with this name who is not entered yet."""
    same = Person.objects.filter(club_id=tournament.club_id, given_name__iexact=given, family_name__iexact=family)
    found = {_stands_for(person) for person in same.select_related("merged_into")}
    if found:
        is_one = Q(person__in=found) | Q(person__merged_into__in=found)
        found -= {
            _stands_for(one.person) for one in tournament.entries.filter(is_one).select_related("person__merged_into")
        }
    return found.pop() if len(found) == 1 else None


def _line(row: lists.Row, columns: Sequence[str], numbers: set[int]) -> ImportLine:
    cells = {column: cell for column, cell in zip(columns, row.cells, strict=True) if column}
    try:
        given, family = _name(cells)
        number = _number(cells.get(lists.NUMBER, ""), numbers)
        words = {field: _word(cells, column) for field, column in WORDS.items()}
        boards = _boards(cells.get(lists.BOARD, ""))
    except _Wrong as wrong:
        at = columns.index(wrong.column) + 1 if wrong.column in columns and len(columns) > 1 else 0
        return ImportLine(row.line, " ".join(row.cells)[:LONGEST], problem=where(row.line, at, wrong.sentence))
    said = (lists.is_yes(cells.get(column, "")) for column in (lists.MINOR, lists.HIDDEN, lists.PAID))
    return ImportLine(row.line, given, family, number, *said, **words, fixed_boards=boards)


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
    if not given or given.startswith("#"):  # of a cell that could not be computed: #REF!
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


def _word(cells: dict[str, str], column: str) -> str:
    word = _clean(cells, column)
    if len(word) > LONGEST_WORD:
        raise _Wrong(column, _("At most %(most)d letters.") % {"most": LONGEST_WORD})
    return word


def _boards(cell: str) -> tuple[int, ...]:
    try:
        return boards_from(cell)
    except ValidationError as error:
        raise _Wrong(lists.BOARD, error.messages[0]) from None


def _number(cell: str, taken: set[int]) -> int | None:
    if not cell:
        return None
    if not (cell.isascii() and cell.isdigit() and 0 < int(cell[:9]) <= HIGHEST_NUMBER):
        raise _Wrong(lists.NUMBER, _("A start number is between 1 and %(most)d.") % {"most": HIGHEST_NUMBER})
    if int(cell) in taken:
        raise _Wrong(lists.NUMBER, _("Start number %(number)d is given already.") % {"number": int(cell)})
    return int(cell)


def where(line: int, column: int, said: str) -> str:
    place = _("Line %(line)d, column %(column)d") if column else _("Line %(line)d")
    return f"{place % {'line': line, 'column': column}}: {said}"


def _with_likeness(line: ImportLine, entered: Names[Any], book: AddressBook) -> ImportLine:
    if line.problem:
        return line
    name = line.given_name, line.family_name
    match, known = entered.find(*name), book.called(*name)
    if match:
        person = known.public_id if known and match.kind != "same" else ""
        return replace(line, person=person, likeness=match.kind, alike=_said(*match.key))
    if known is None and (near := book.nearly(*name)) is not None:
        return replace(line, near=near.key.public_id, nearness=near.kind, nearly=full_name(near.key))
    return replace(line, person=known.public_id if known else "")


def _said(where: str, who: Any) -> str:
    return called(who) if where == ENTERED else _("Line %(line)d") % {"line": who.line} + f" {who.name}"


def called(entry: Entry) -> str:
    return _("No. %(number)s") % {"number": entry.number} + f" {full_name(entry.person)}"


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
                "is_hidden": line.is_hidden,
                "is_paid": line.is_paid,
                **{field: getattr(line, field) for field in WORDS},
                "fixed_boards": list(line.fixed_boards),
                "person": person,
            }
        )
    return people


def sentence(error: lists.ListError) -> str:
    """Why a text is no list."""
    said = {
        "no_text": _("This is no list. From a spreadsheet, save it as XLSX or CSV first."),
        "no_spreadsheet": _("This spreadsheet cannot be read. Save it as XLSX or CSV and try again."),
        "formula": _("There is a formula here without a value: open the file in a spreadsheet, save it, try again."),
        "empty": _("There is no line in this list."),
        "too_big": _("This file is too large: at most %(most)d MB.") % {"most": MOST_BYTES // 1024**2},
        "too_long": _("More than %(most)d lines: please enter them in parts.") % {"most": error.most},
        "too_wide": _("More than %(most)d columns.") % {"most": lists.MOST_COLUMNS},
        "unreadable": _("This line cannot be read."),
    }[error.code]
    return where(error.line, error.column, said) if error.line else said
