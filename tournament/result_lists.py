"""Results that somebody kept elsewhere, as a list: a line for each table as it is typed at the desk (`12 1324`), or a row for
each player, with the start number (or table and colour) and the place, as our own export has it; or, where that is the score,
the count alone.

Here every table of the list is put beside the round: what it would be told, and what is wrong with it. Rows of other rounds are
left out and counted. Confirming is an action for each table (`actions.results`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.rules.wording import colour_name
from tournament import importing, lists, placing, schemes, typed
from tournament.errors import Refused
from tournament.models import Round
from tournament.queries_rounds import RoundView, SeatLine, TableLine, round_view
from tournament.standings.model import Scheme

MOST_ROWS = 5000  # of an export of many rounds
TABLE, NUMBER, COLOUR, PLACE, COUNTED = "table", "number", "colour", "place", "counted"
STAGE, ROUND = "stage", "round"
MEANING = lists.meanings(
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
_NOT_THERE = ("0", "-", "–", "nicht gekommen", "did not come")
_COLOURS = {colour_name(letter, language).casefold(): letter for letter in "YGRKBW" for language in ("de", "en")}
Places = dict[str, dict[str, int | None]]


@dataclass(frozen=True)
class Told:
    """A table of the list. With a `problem` it cannot be confirmed; `is_known`: the same counts already."""

    table: TableLine
    places: Places
    is_abandoned: bool = False
    problem: str = ""
    is_known: bool = False

    @property
    def seats(self) -> list[tuple[SeatLine, int | None, int | None]]:
        said: list[tuple[SeatLine, dict[str, int | None]]] = [
            (seat, self.places.get(seat.colour, {})) for seat in self.table.seats
        ]
        return [(seat, one.get("place"), one.get("counted")) for seat, one in said]


@dataclass(frozen=True)
class Preview:
    """`faulty` are rows that speak of no seat of this round; of `others`, another round, there are so many."""

    tables: tuple[Told, ...]
    faulty: tuple[str, ...]
    others: int

    @property
    def fresh(self) -> list[Told]:
        return [told for told in self.tables if not told.problem and not told.is_known]

    @property
    def known(self) -> list[Told]:
        return [told for told in self.tables if told.is_known]

    @property
    def wrong(self) -> list[Told]:
        return [told for told in self.tables if told.problem]


def preview(round_: Round, text: str, *, is_file: bool) -> Preview:
    view, scheme = round_view(round_, full=True), schemes.of_stage(round_.stage)
    rows = lists.rows(text, is_file=is_file, most=MOST_ROWS)
    heads = [[lists.meaning(cell, MEANING) for cell in row.cells] for row in rows[: lists.FIRST_LINES]]
    needed = {PLACE, COUNTED} if scheme.by_count else {PLACE}
    at = next((n for n, columns in enumerate(heads) if needed & set(columns)), None)
    said = _Said(view, by_count=scheme.by_count)
    if at is None:
        for row in rows:
            said.hear(row, lambda row: said.line(" ".join(row.cells)))
    else:
        for row in rows[at + 1 :]:
            cells = {column: cell for column, cell in zip(heads[at], row.cells, strict=True) if column}
            said.hear(row, lambda _row, cells=cells: said.seat(cells))  # type: ignore[misc]
    tables = tuple(_beside(table, *said.tables[table.number], scheme) for table in said.spoken_of())
    return Preview(tables, tuple(said.faulty), said.others)


class _Said:
    """What a list says, table by table, while it is read."""

    def __init__(self, view: RoundView, *, by_count: bool) -> None:
        self.view, self.by_count, self.others = view, by_count, 0
        self.faulty: list[str] = []
        self.tables: dict[int, tuple[Places, bool]] = {}
        self._by_number = {table.number: table for table in view.tables}
        self._seats = {seat.number: (table, seat) for table in view.tables for seat in table.seats}

    def hear(self, row: lists.Row, read: Any) -> None:
        try:
            read(row)
        except Refused as refusal:
            self.faulty.append(importing.where(row.line, 0, refusal.sentence))

    def spoken_of(self) -> Iterable[TableLine]:
        return (table for table in self.view.tables if table.number in self.tables)

    def line(self, text: str) -> None:
        found = typed.read(text)
        table = self._table(found.table)
        if table.number in self.tables:
            raise _twice(table)
        places = typed.places_of(found, [seat.colour for seat in table.seats], by_count=self.by_count)
        self.tables[table.number] = (places, found.is_abandoned)

    def seat(self, cells: Mapping[str, str]) -> None:
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
        is_here = stage.casefold() in ("", self.view.stage.name.casefold()) and number in ("", str(self.view.number))
        return not is_here

    def _seat_of(self, cells: Mapping[str, str]) -> tuple[TableLine, SeatLine]:
        wanted = cells.get(NUMBER, "")
        if not wanted:
            return self._seat_by_colour(cells)
        found = self._seats.get(_whole(wanted))
        if found is None:
            raise Refused("list_number", _("Number %(number)s has no seat in this round.") % {"number": wanted[:20]})
        table = cells.get(TABLE, "")
        if table and table != str(found[0].number):
            said = {"number": wanted, "here": found[0].number, "there": table[:20]}
            raise Refused("list_table", _("Number %(number)s sits at table %(here)s, not at %(there)s.") % said)
        return found

    def _seat_by_colour(self, cells: Mapping[str, str]) -> tuple[TableLine, SeatLine]:
        table = self._table(_whole(cells.get(TABLE, "")))
        colour = cells.get(COLOUR, "").casefold()
        letter = _COLOURS.get(colour, colour.upper())
        for seat in table.seats:
            if seat.colour == letter:
                return table, seat
        raise Refused("list_seat", _("This row says neither a start number nor a table and a colour of it."))

    def _table(self, number: int) -> TableLine:
        if number not in self._by_number:
            raise Refused("typed_table_unknown", _("There is no table %(number)d in this round.") % {"number": number})
        return self._by_number[number]


def _twice(table: TableLine) -> Refused:
    return Refused("list_twice", _("Table %(table)d: the list speaks of this twice.") % {"table": table.number})


def _whole(cell: str) -> int:
    return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 7 else 0


def _place(cell: str) -> int:
    if cell.casefold() in _NOT_THERE:
        return 0
    if not (place := _whole(cell.removesuffix("."))):
        raise Refused("typed_seat", _("Every seat needs a place."))
    return place


def _counted(cell: str) -> int | None:
    if not cell:
        return None
    number = _whole(cell.removeprefix("-"))
    if not number and cell.strip("-") != "0":
        raise Refused("typed_counts", _("After the places there can only be counts, as numbers."))
    return -number if cell.startswith("-") else number


def _beside(table: TableLine, places: Places, is_abandoned: bool, scheme: Scheme) -> Told:
    """What the list says, beside what counts already."""
    colours = [seat.colour for seat in table.seats]
    try:
        said = {} if is_abandoned else typed.filled(places, by_count=scheme.by_count)
        kept = placing.abandoned(colours, scheme) if is_abandoned else placing.checked(colours, said, scheme)
    except Refused as refusal:
        return Told(table, places, is_abandoned, str(refusal.sentence))
    if all(seat.place is None for seat in table.seats):
        return Told(table, kept, is_abandoned)
    if kept == _counts_now(table.seats):
        return Told(table, kept, is_abandoned, is_known=True)
    return Told(table, kept, is_abandoned, _("This table has another result already: correct it there."))


def _counts_now(seats: Sequence[SeatLine]) -> Places:
    return {seat.colour: {"place": seat.place, "counted": seat.counted} for seat in seats}
