"""A tournament's lists as CSV and XLSX: whoever opens them gets what is written there, never what a spreadsheet makes of it.

A CSV file has an apostrophe before what looks like a formula, which `lists` takes off again; the cells of a spreadsheet are
of the kind text. Whole numbers are numbers. Drafts are in no list.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from games.rules.wording import colour_name
from tournament.actors import ANONYMOUS, Actor
from tournament.lists import inert
from tournament.models import Entry, Result, Seat, Tournament
from tournament.models.events import EntryState
from tournament.models.stages import RoundState
from tournament.names import both_names, entry_name, sees_full_names
from tournament.queries_final import final_ranking
from tournament.queries_standings import standings_of

Cell = str | int
Row = list[Cell]
WHOLE = re.compile(r"-?\d{1,15}")
SHEET_NAME = 31  # letters at most, says the format
YES = "x"


@dataclass(frozen=True)
class Sheet:
    """A list as it is handed out: the first row says what the columns are."""

    name: str
    rows: list[Row]


@dataclass(frozen=True)
class List:
    """One that can be had. `rows` gets the reader, whose eyes decide on the names."""

    title: str | Promise
    holds: str | Promise
    rows: Callable[[Tournament, Actor], Iterable[Row]]


def sheet(tournament: Tournament, code: str, reader: Actor) -> Sheet:
    return Sheet(str(LISTS[code].title), list(LISTS[code].rows(tournament, reader)))


def as_csv(found: Sheet) -> bytes:
    """With semicolons and a mark that says UTF-8: so it opens by a double click where numbers have a comma."""
    written = io.StringIO()
    rows = ([inert(cell) if isinstance(cell, str) else cell for cell in row] for row in found.rows)
    csv.writer(written, delimiter=";", lineterminator="\r\n").writerows(rows)
    return written.getvalue().encode("utf-8-sig")


def as_xlsx(sheets: Iterable[Sheet]) -> bytes:
    book = Workbook(write_only=True)
    for found in sheets:
        page = book.create_sheet(found.name[:SHEET_NAME])
        page.freeze_panes = "A2"
        for row in found.rows:
            page.append([_cell(page, value) for value in row])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _cell(page: Any, value: Cell) -> Any:
    if isinstance(value, int):
        return value
    cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"  # the library takes "=…" for a formula and "#N/A" for an error
    cell.quotePrefix = inert(value) != value  # also after somebody has edited the cell
    return cell


def _entries(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    """As the import reads it."""
    full = sees_full_names(reader, tournament)
    called = [_("First name"), _("Surname")] if full else [_("Name")]
    marks = [_("Under 16"), _("Hidden"), _("Paid")] if full else []
    groups = [_("Team"), _("Category"), *([_("Club"), _("Household"), _("Boards")] if full else [])]
    yield [_("Start number"), *called, *marks, *groups, _("State")]
    entries = tournament.entries.select_related("person", "team", "category").order_by("number")
    if not full:
        entries = entries.exclude(state=EntryState.WAITING)
    for entry in entries:
        yield [entry.number, *_described(entry, full=full), str(entry.get_state_display())]


def _described(entry: Entry, *, full: bool) -> Row:
    groups = [group.name if group else "" for group in (entry.team, entry.category)]
    if not full:
        return [entry_name(entry, full=False), *groups]
    person = entry.person
    marks = [YES if truth else "" for truth in (person.is_minor, person.is_hidden, entry.is_paid)]
    return [*both_names(person), *marks, *groups, entry.from_club, entry.family, " ".join(map(str, entry.fixed_boards))]


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
        yield [*where, _colour(seat.colour), entry.number, entry_name(entry, full=full)]


def _results(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    full = sees_full_names(reader, tournament)
    head = [_("Stage"), _("Round"), _("Table"), _("Colour"), _("Start number"), _("Name"), _("Place"), _("Counted")]
    yield head
    results = Result.objects.filter(table__round__stage__tournament=tournament, superseded_at=None)
    results = results.select_related("table__round__stage").prefetch_related("seats__entry__person")
    for result in results.order_by(*_in_order("table__")):
        table = result.table
        for seat in sorted(result.seats.all(), key=lambda seat: (not seat.place, seat.place, seat.entry.number)):
            where: Row = [table.round.stage.name, table.round.number, table.number, _colour(seat.colour)]
            who: Row = [seat.entry.number, entry_name(seat.entry, full=full)]
            counted: Cell = "" if seat.counted is None else seat.counted
            yield [*where, *who, seat.place or _("did not come"), counted]


def _in_order(table: str) -> list[str]:
    return [f"{table}round__stage__position", f"{table}round__number", f"{table}number"]


def _standings(tournament: Tournament, reader: Actor) -> Iterator[Row]:
    """Of every stage, with every value that parted somebody."""
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
    """Worth a word only where somebody is out."""
    return str(EntryState(code).label) if code in (EntryState.WITHDRAWN, EntryState.EXCLUDED) else ""


def _colour(letter: str) -> str:
    return colour_name(letter, "en" if get_language() == "en" else "de")


LISTS = {
    "entries": List(gettext_lazy("Players"), gettext_lazy("who is entered"), _entries),
    "tables": List(gettext_lazy("Tables"), gettext_lazy("who sits where"), _tables),
    "results": List(gettext_lazy("Results"), gettext_lazy("places and counts"), _results),
    "standings": List(gettext_lazy("Standings"), gettext_lazy("with all that decided"), _standings),
    "end": List(gettext_lazy("End result"), gettext_lazy("across all stages"), _end),
}
CSV, XLSX = "csv", "xlsx"
KINDS = {CSV: "text/csv; charset=utf-8", XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}


def file(tournament: Tournament, code: str, kind: str, reader: Actor) -> bytes:
    """Without a code all lists, each a sheet of its own."""
    if kind == CSV:
        return as_csv(sheet(tournament, code, reader))
    return as_xlsx(sheet(tournament, each, reader) for each in ([code] if code else LISTS))


def eyes(reader: Actor, *, is_for_all: bool) -> Actor:
    """Whose names are shown: the reader's own, or those of everybody, for what is going to be published."""
    return ANONYMOUS if is_for_all else reader
