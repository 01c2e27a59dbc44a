"""Export a tournament's lists as CSV and XLSX, in such a way that no spreadsheet runs a cell as a formula.

In CSV, text that looks like a formula gets an apostrophe, which our import removes again; in XLSX it is a text cell. Whole
numbers are numbers. Draft rounds are in no list.
"""

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournament.core.access import may, sees_full_names
from tournament.core.actors import ANONYMOUS, Actor
from tournament.core.languages import colour
from tournament.entries.details import value
from tournament.entries.fields import IN_LISTS, Field, Kind
from tournament.entries.imports.text import inert
from tournament.finals.end_result import final_ranking
from tournament.models import Result, Seat, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.people.names import both_names, entry_name
from tournament.standings.queries import standings_of

Cell = str | int
Row = list[Cell]
WHOLE = re.compile(r"-?\d{1,15}")
SHARE = re.compile(r"(-?\d{1,3}[.,]\d{1,4})\s?%")
WIDEST, ROOM_FOR_FILTER = 60, 3
HEAD = Font(bold=True)
LONG_AGO = datetime.datetime(2000, 1, 1)
WRITTEN_AT = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*(<)")  # the program puts its own time there when it writes
SHEET_NAME = 31  # the longest name in the format
YES = "x"
SAID = tuple(field for field in IN_LISTS if field.name not in ("number", "given_name", "family_name"))


@dataclass(frozen=True)
class Sheet:
    """A list to export; the first row has the headings."""

    name: str
    rows: list[Row]


@dataclass(frozen=True)
class List:
    """A kind of list. `rows` gets the reader, by whose permissions names are full or short."""

    title: str | Promise
    holds: str | Promise
    rows: Callable[[Tournament, Actor], Iterable[Row]]


def sheet(tournament: Tournament, code: str, reader: Actor) -> Sheet:
    return Sheet(str(LISTS[code].title), list(LISTS[code].rows(tournament, reader)))


def as_csv(sheet: Sheet) -> bytes:
    """With semicolons and a byte order mark, so that a German spreadsheet opens it by a double click."""
    written = io.StringIO()
    rows = ([inert(cell) if isinstance(cell, str) else cell for cell in row] for row in sheet.rows)
    csv.writer(written, delimiter=";", lineterminator="\r\n").writerows(rows)
    return written.getvalue().encode("utf-8-sig")


def as_xlsx(sheets: Iterable[Sheet]) -> bytes:
    book = Workbook(write_only=True)
    book.properties.created = book.properties.modified = LONG_AGO
    for sheet in sheets:
        page = book.create_sheet(sheet.name[:SHEET_NAME])
        page.freeze_panes = "A2"
        page.print_title_rows = "1:1"
        page.auto_filter.ref = f"A1:{get_column_letter(len(sheet.rows[0]))}{len(sheet.rows)}"
        for n, width in enumerate(_widths(sheet), 1):
            page.column_dimensions[get_column_letter(n)].width = width
        for n, row in enumerate(sheet.rows):
            page.append([_cell(page, value, is_head=not n) for value in row])
    written = io.BytesIO()
    book.save(written)
    return _without_times(written.getvalue())


def _widths(sheet: Sheet) -> list[int]:
    """Of each column, in signs: as wide as its widest cell, so that no heading is cut."""
    columns = zip(*sheet.rows, strict=True)
    return [min(WIDEST, max(len(str(cell)) for cell in column) + ROOM_FOR_FILTER) for column in columns]


def _without_times(content: bytes) -> bytes:
    """The same lists give the same file, so that its ETag says whether something has changed."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as made, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as again:
        for name in made.namelist():
            part = WRITTEN_AT.sub(rb"\g<1>%b\g<2>" % LONG_AGO.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), made.read(name))
            again.writestr(zipfile.ZipInfo(name, LONG_AGO.timetuple()[:6]), part, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _cell(page: Any, value: Cell, *, is_head: bool) -> Any:
    if value == "":
        return None  # empty also for the functions of a spreadsheet
    if isinstance(value, int):
        return value
    if (share := SHARE.fullmatch(value)) and not is_head:
        cell = WriteOnlyCell(page, float(share[1].replace(",", ".")) / 100)
        cell.number_format = "0.00%"
        return cell
    cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"  # else openpyxl takes "=…" for a formula and "#N/A" for an error
    if is_head:
        cell.font = HEAD
    cell.quotePrefix = inert(value) != value  # keeps it text after somebody has edited the cell
    return cell


def _entries(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    """The players, with headings that our import understands."""
    full = sees_full_names(reader, tournament)
    names = [_("First name"), _("Surname")] if full else [_("Name")]
    fields = [field for field in SAID if field.title and may(reader, field.sees, tournament)]
    yield [_("Start number"), *names, *(_(field.title) for field in fields), _("State")]
    entries = tournament.entries.select_related("person", "contact", "team", "category").order_by("number")
    if not full:
        entries = entries.exclude(state=EntryState.WAITING)
    for entry in entries:
        name = both_names(entry.person) if full else [entry_name(entry, full=False)]
        details = [_text(field, value(entry, field)) for field in fields]
        yield [entry.number, *name, *details, str(entry.get_state_display())]


def _text(field: Field, value: Any) -> str:
    if field.kind == Kind.TRUTH:
        return YES if value else ""
    if field.kind == Kind.BOARDS:
        return " ".join(map(str, value))
    return str(value or "")


def _tables(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    full = sees_full_names(reader, tournament)
    yield [_("Stage"), _("Round"), _("Table"), _("Board"), _("Colour"), _("Start number"), _("Name")]
    seats = Seat.objects.filter(table__round__stage__tournament=tournament).exclude(
        table__round__state=RoundState.DRAFT
    )
    seats = seats.select_related("table__round__stage", "table__board", "entry__person")
    for seat in seats.order_by(*_in_order("table__"), "order"):
        table, entry = seat.table, seat.entry
        where: Row = [table.round.stage.name, table.round.number, table.number, table.board.number]
        yield [*where, colour(seat.colour), entry.number, entry_name(entry, full=full)]


def _results(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    full = sees_full_names(reader, tournament)
    head: Row = [
        _("Stage"),
        _("Round"),
        _("Table"),
        _("Colour"),
        _("Start number"),
        _("Name"),
        _("Place"),
        _("Counted"),
    ]
    yield head
    results = Result.objects.of(tournament).counting()
    results = results.select_related("table__round__stage").prefetch_related("seats__entry__person")
    for result in results.order_by(*_in_order("table__")):
        table = result.table
        for seat in sorted(result.seats.all(), key=lambda seat: (not seat.place, seat.place, seat.entry.number)):
            where: Row = [table.round.stage.name, table.round.number, table.number, colour(seat.colour)]
            who: Row = [seat.entry.number, entry_name(seat.entry, full=full)]
            counted: Cell = "" if seat.counted is None else seat.counted
            yield [*where, *who, seat.place or _("did not come"), counted]


def _in_order(table: str) -> list[str]:
    return [f"{table}round__stage__position", f"{table}round__number", f"{table}number"]


def _standings(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    """The standings of every stage, with every tie-break that decided something."""
    views = [
        standings_of(stage, reader)
        for stage in tournament.stages.order_by("position")
        if stage.rounds.public().exists()
    ]
    criteria = {code: name for view in views for code, name in view.criteria}
    yield [
        _("Stage"),
        _("Rank"),
        _("Start number"),
        _("Name"),
        _("Points"),
        _("Penalty"),
        *criteria.values(),
        _("State"),
    ]
    for view in views:
        for line in view.lines:
            rank: Cell = "" if line.rank is None else line.rank
            values = [_number(line.values.get(code, "")) for code in criteria]
            who: Row = [line.number, line.name, _number(line.points), line.penalty]
            yield [view.stage.name, rank, *who, *values, _status(line.status)]


def _end(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    yield [_("Rank"), _("Start number"), _("Name"), _("Why"), _("State")]
    for line in final_ranking(tournament, reader):
        yield ["" if line.rank is None else line.rank, line.number, line.name, line.why, _status(line.status)]


def _number(text: str) -> Cell:
    return int(text) if WHOLE.fullmatch(text) else text


def _status(code: str) -> str:
    """The state as text, only if somebody is out."""
    return str(EntryState(code).label) if code in (EntryState.WITHDRAWN, EntryState.EXCLUDED) else ""


LISTS = {
    "entries": List(gettext_lazy("Players"), gettext_lazy("who is entered"), _entries),
    "tables": List(gettext_lazy("Tables"), gettext_lazy("who sits where"), _tables),
    "results": List(gettext_lazy("Results"), gettext_lazy("places and counts"), _results),
    "standings": List(gettext_lazy("Standings"), gettext_lazy("with all that decided"), _standings),
    "end": List(gettext_lazy("End result"), gettext_lazy("across all stages"), _end),
}
CSV, XLSX = "csv", "xlsx"
KINDS = {CSV: "text/csv", XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}


def content_type(kind: str) -> str:
    return f"{KINDS[kind]}; charset=utf-8" if kind == CSV else KINDS[kind]


def stem(tournament: Tournament) -> str:
    """What a file about it is called."""
    return f"{tournament.played_on.isoformat()}-{slugify(tournament.name) or tournament.public_id}"


def file(tournament: Tournament, code: str, kind: str, reader: Actor) -> bytes:
    """The file of one list; without a code an XLSX with all lists, one on each sheet."""
    if kind == CSV:
        return as_csv(sheet(tournament, code, reader))
    return as_xlsx(sheet(tournament, each, reader) for each in ([code] if code else LISTS))


def eyes(reader: Actor, *, is_for_all: bool) -> Actor:
    """The reader by whom names are shown: the actor, or everybody for a list that will be published."""
    return ANONYMOUS if is_for_all else reader
