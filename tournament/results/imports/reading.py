"""Parses results that were kept elsewhere as a list: a line for each table as it is typed at the desk (`12 1324`), or a row
for each player with the start number (or table and colour) and the place, as our own export has it; or, where the count is
the score, with the count alone.

Compares every table of the list with the round: the result it would get, and what is wrong with it. Rows of other rounds are
skipped and counted. Nothing is stored: each table is confirmed by its own action (`results.actions`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules.notation import COLOURS
from games.engine.rules.wording import colour_name
from tournament.core.errors import Refused
from tournament.core.languages import codes, in_each
from tournament.core.refusals import TYPED_COUNTS, TYPED_SEAT, TYPED_TABLE_UNKNOWN
from tournament.core.whole_numbers import whole_number
from tournament.entries.imports import heads, reading
from tournament.entries.imports import text as list_text
from tournament.models import Round
from tournament.results import places as placing
from tournament.results.typed import parsing
from tournament.rounds.queries import RoundView, SeatLine, TableLine, round_view
from tournament.stages import schemes
from tournament.standings.ranking.model import Scheme
from tournament.standings.ranking.places import NOTHING, Places

MOST_ROWS = 5000  # of an export of many rounds
TABLE, NUMBER, COLOUR, PLACE, COUNTED = "table", "number", "colour", "place", "counted"
STAGE, ROUND = "stage", "round"
MEANING = list_text.meanings(
    {
        TABLE: "tisch tischnr tischnummer table tableno",
        NUMBER: "nr nummer startnummer startnr no number startnumber",
        COLOUR: "farbe colour color",
        PLACE: "platz platzierung rang place rank",
        COUNTED: "gezählt gezählte zählung counted count",
        STAGE: "abschnitt stage",
        ROUND: "runde round",
    }
)
HEADS = {
    STAGE: gettext_lazy("Stage"),
    ROUND: gettext_lazy("Round"),
    TABLE: gettext_lazy("Table"),
    NUMBER: gettext_lazy("Start number"),
    COLOUR: gettext_lazy("Colour"),
    PLACE: gettext_lazy("Place"),
    COUNTED: gettext_lazy("Counted"),
}
_NOBODY = ("0", "-", "–", "nicht gekommen", "did not come")


@dataclass(frozen=True)
class ListedTable:
    """A table of the list. With a `problem` it cannot be confirmed; `is_known`: this very result is confirmed already."""

    table: TableLine
    places: Places
    is_abandoned: bool = False
    problem: str = ""
    is_known: bool = False

    @property
    def seats(self) -> list[tuple[SeatLine, int | None, int | None]]:
        pairs = [(seat, self.places.get(seat.colour, NOTHING)) for seat in self.table.seats]
        return [(seat, one["place"], one["counted"]) for seat, one in pairs]


@dataclass(frozen=True)
class Preview:
    """`faulty`: sentences about rows that could not be read; `others`: how many rows belong to other rounds."""

    tables: tuple[ListedTable, ...]
    faulty: tuple[str, ...]
    others: int

    @property
    def fresh(self) -> list[ListedTable]:
        return [table for table in self.tables if not table.problem and not table.is_known]

    @property
    def known(self) -> list[ListedTable]:
        return [table for table in self.tables if table.is_known]

    @property
    def wrong(self) -> list[ListedTable]:
        return [table for table in self.tables if table.problem]


def preview(round_: Round, text: str, *, is_file: bool) -> Preview:
    view, scheme = round_view(round_, full=True), schemes.of_stage(round_.stage)
    rows = list_text.rows(text, is_file=is_file, most=MOST_ROWS)
    known = heads.known(HEADS, MEANING)
    named = [[list_text.meaning(cell, known) for cell in row.cells] for row in rows[: list_text.FIRST_LINES]]
    needed = {PLACE, COUNTED} if scheme.by_count else {PLACE}
    at = next((n for n, columns in enumerate(named) if needed & set(columns)), None)
    reader = _ListReader(view, by_count=scheme.by_count)
    if at is None:
        for row in rows:
            reader.read(row, lambda row: reader.add_line(" ".join(row.cells)))
    else:
        for row in rows[at + 1 :]:
            cells = {column: cell for column, cell in zip(named[at], row.cells, strict=True) if column}
            reader.read(row, lambda _row, cells=cells: reader.add_seat(cells))
    tables = tuple(_compared(table, *reader.tables[table.number], scheme) for table in reader.listed_tables())
    return Preview(tables, tuple(reader.faulty), reader.others)


class _ListReader:
    """Collects the places by table while a list is parsed."""

    def __init__(self, view: RoundView, *, by_count: bool) -> None:
        self.view, self.by_count, self.others = view, by_count, 0
        self.faulty: list[str] = []
        self.tables: dict[int, tuple[Places, bool]] = {}
        self._by_number = {table.number: table for table in view.tables}
        self._seats = {seat.number: (table, seat) for table in view.tables for seat in table.seats}

    def read(self, row: list_text.Row, add: Any) -> None:
        try:
            add(row)
        except Refused as refusal:
            self.faulty.append(reading.where(row.line, 0, refusal.sentence))

    def listed_tables(self) -> Iterable[TableLine]:
        return (table for table in self.view.tables if table.number in self.tables)

    def add_line(self, text: str) -> None:
        parsed = parsing.read(text)
        table = self._table(parsed.table)
        if table.number in self.tables:
            raise _twice(table)
        places = parsing.places_of(parsed, [seat.colour for seat in table.seats], by_count=self.by_count)
        self.tables[table.number] = (places, parsed.is_abandoned)

    def add_seat(self, cells: Mapping[str, str]) -> None:
        if self._is_of_another_round(cells):
            self.others += 1
            return
        table, seat = self._seat_of(cells)
        places, _is_abandoned = self.tables.setdefault(table.number, ({}, False))
        if seat.colour in places:
            raise _twice(table)
        place = cells.get(PLACE, "")
        is_open = self.by_count and not place
        counted = _counted(cells.get(COUNTED, ""))
        places[seat.colour] = {"place": None if is_open else _place(place), "counted": counted}

    def _is_of_another_round(self, cells: Mapping[str, str]) -> bool:
        stage, number = cells.get(STAGE, ""), cells.get(ROUND, "")
        one = self.view.stage
        is_here = stage.casefold() in ("", one.name.casefold(), one.called.casefold()) and number in (
            "",
            str(self.view.number),
        )
        return not is_here

    def _seat_of(self, cells: Mapping[str, str]) -> tuple[TableLine, SeatLine]:
        number = cells.get(NUMBER, "")
        if not number:
            return self._seat_by_colour(cells)
        known = self._seats.get(whole_number(number, parsing.MOST) or 0)
        if known is None:
            raise Refused("list_number", _("Number %(number)s has no seat in this round.") % {"number": number[:20]})
        table = cells.get(TABLE, "")
        if table and table != str(known[0].number):
            data = {"number": number, "here": known[0].number, "there": table[:20]}
            raise Refused("list_table", _("Number %(number)s sits at table %(here)s, not at %(there)s.") % data)
        return known

    def _seat_by_colour(self, cells: Mapping[str, str]) -> tuple[TableLine, SeatLine]:
        table = self._table(whole_number(cells.get(TABLE, ""), parsing.MOST) or 0)
        letter = _letter(cells.get(COLOUR, "").casefold())
        for seat in table.seats:
            if seat.colour == letter:
                return table, seat
        raise Refused("list_seat", _("This row says neither a start number nor a table and a colour of it."))

    def _table(self, number: int) -> TableLine:
        if number not in self._by_number:
            raise TYPED_TABLE_UNKNOWN({"number": number})
        return self._by_number[number]


def _letter(colour: str) -> str:
    """The letter of a colour that is given by its letter or its name in any language."""
    named = (letter for letter in COLOURS for code in codes() if colour_name(letter, code).casefold() == colour)
    return next(named, colour.upper())


def _twice(table: TableLine) -> Refused:
    return Refused("list_twice", _("Table %(table)d: the list speaks of this twice.") % {"table": table.number})


def _place(cell: str) -> int:
    if cell.casefold() in _NOBODY or cell in in_each(gettext_lazy("did not come")).values():
        return 0
    if not (place := whole_number(cell.removesuffix("."), parsing.MOST)):
        raise TYPED_SEAT()
    return place


def _counted(cell: str) -> int | None:
    if not cell:
        return None
    number = whole_number(cell.removeprefix("-"), parsing.MOST)
    if number is None:
        raise TYPED_COUNTS()
    return -number if cell.startswith("-") else number


def _compared(table: TableLine, places: Places, is_abandoned: bool, scheme: Scheme) -> ListedTable:
    """One table of the list, validated and compared with its confirmed result."""
    colours = [seat.colour for seat in table.seats]
    try:
        complete = {} if is_abandoned else parsing.filled(places, by_count=scheme.by_count)
        cleaned = placing.abandoned(colours, scheme) if is_abandoned else placing.checked(colours, complete, scheme)
    except Refused as refusal:
        return ListedTable(table, places, is_abandoned, str(refusal.sentence))
    if all(seat.place is None for seat in table.seats):
        return ListedTable(table, cleaned, is_abandoned)
    if cleaned == _counts_now(table.seats):
        return ListedTable(table, cleaned, is_abandoned, is_known=True)
    return ListedTable(table, cleaned, is_abandoned, _("This table has another result already: correct it there."))


def _counts_now(seats: Sequence[SeatLine]) -> Places:
    return {seat.colour: {"place": seat.place, "counted": seat.counted} for seat in seats}
