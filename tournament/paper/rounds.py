"""Documents of a round: seating plans, slips for the tables, results."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.links import table_address
from tournament.finals.bracket.letters import width
from tournament.models import Entry, Round, Table
from tournament.paper import choices
from tournament.paper.filling import Named, evenly, in_columns
from tournament.paper.ink import ink
from tournament.paper.people import letter_of
from tournament.paper.registry import HALL, RESULTS, TABLES, Order, Pack, document, of_all, stacked
from tournament.people.duplicates import folded
from tournament.people.names import public_name
from tournament.rounds.queries import RoundView, SeatLine, TableLine, round_view
from tournament.stages.schemes import of_stage

WALL = ("a4", "a3", "a2")
SLIPS_ON_PAGE, PAGES_IN_PART = 4, 4
ROWS_DOWN, MOST_STRETCH = 60, 1.5  # rem: the room for rows on a sheet of any size; so much higher a row may be
SEAT_ACROSS, ROW_AROUND, LINE = 10.0, 1.8, 1.2  # rem: a seat in a row, what is above and below its name, a line of it
AROUND = 11.5  # em: table, colour and number beside a name


def _view(order: Order) -> tuple[Round, RoundView]:
    """The chosen round, with public names."""
    round_ = choices.round_of(order)
    return round_, round_view(round_, full=False)


@document(
    "tables",
    group=HALL,
    title=gettext_lazy("Seating plan by table"),
    holds=gettext_lazy(
        "Every table of the round with its players and colours. For the wall, as large as you can print."
    ),
    of=choices.published_rounds,
    asks=gettext_lazy("Round"),
    sizes=WALL,
)
def seating_by_table(order: Order) -> Pack:
    round_, view = _view(order)
    return _in_rows(
        order, "print/tables.html", _("Seating plan by table"), round_, [(one, one.seats) for one in view.tables]
    )


def _in_rows(
    order: Order, template: str, title: str, round_: Round, tables: Sequence[tuple[TableLine, Sequence[SeatLine]]]
) -> Pack:
    """A row for each table, on sheets that are about equally full."""
    heights = [_height(seats) for _table, seats in tables]
    sheets = evenly(list(zip(tables, heights, strict=True)), [round(10 * high) for high in heights], ROWS_DOWN * 10)
    fullest = max((sum(high for _row, high in sheet) for sheet in sheets), default=1.0)
    stretch = min(ROWS_DOWN / fullest, MOST_STRETCH)
    rows = [[(*row, high * stretch) for row, high in sheet] for sheet in sheets]
    shown = rows[:1] if order.is_sample else rows
    return Pack([order.page(template, title, round=round_, sheets=shown, of=len(rows))], len(rows))


def _height(seats: Sequence[SeatLine]) -> float:
    """In rem: the lines of the longest name, and one for the colour."""
    lines = max(
        (-(-width(f"{seat.number} {ink(seat.name, 50)} 9.", is_bold=True) // SEAT_ACROSS) for seat in seats), default=1
    )
    return ROW_AROUND + LINE * lines


@document(
    "surnames",
    group=HALL,
    title=gettext_lazy("Seating plan by surname"),
    holds=gettext_lazy("Every player by surname with table and colour. For the wall, as large as you can print."),
    of=choices.published_rounds,
    asks=gettext_lazy("Round"),
    sizes=WALL,
)
def seating_by_surname(order: Order) -> Pack:
    round_, view = _view(order)
    at = {seat.entry: (table, seat.colour) for table in view.tables for seat in table.seats}
    entries = Entry.objects.filter(pk__in=at).select_related("person")
    listed = sorted(((*_by_surname(entry), at[entry.pk]) for entry in entries), key=lambda line: line[0])
    lines = [_line(*one) for one in listed]
    columns = in_columns(lines, order.size, around=AROUND, high=1.3)
    sheets = columns.sheets[:1] if order.is_sample else columns.sheets
    context = {"round": round_, "columns": columns, "sheets": sheets}
    return Pack([order.page("print/surnames.html", _("Seating plan by surname"), **context)], len(columns.sheets))


def _line(key: tuple[bool, str, int], name: str, number: int, at: tuple[TableLine, str]) -> Named:
    is_nameless, looked_up, _number = key
    table, colour = at
    board = _("board %(n)d") % {"n": table.board} if table.board != table.number else ""
    letter, start = ("", "") if is_nameless else (letter_of(looked_up), str(number))
    return Named(letter, ink(name, 50), start, board, str(table.number), colour)


def _by_surname(entry: Entry) -> tuple[tuple[bool, str, int], str, int]:
    """(sort key, name, start number): "Kurz, Karl", but "Anna K." under K where the surname is not said in full; hidden players
    come last, by number."""
    person, number = entry.person, entry.number
    name = public_name(person, number)
    if person.is_hidden or person.given_name not in name:
        return (True, "", number), name, number
    family = name.removeprefix(person.given_name).strip()
    turned = f"{family}, {person.given_name}" if family else person.given_name
    return (False, folded(turned), number), turned if family == person.family_name else name, number


@document(
    "slips",
    group=TABLES,
    title=gettext_lazy("Table slips"),
    holds=gettext_lazy(
        "One for each table: players, colours, boxes for the places and the counted pieces, and the QR code with which "
        "the table reports. Four to a page; cut and stacked, they are sorted."
    ),
    of=choices.rounds,
    asks=gettext_lazy("Round"),
    is_quick=False,
)
def slips(order: Order) -> Pack:
    round_, view = _view(order)
    scheme, by_id = of_stage(round_.stage), {table.pk: table for table in Table.objects.filter(round=round_)}
    cards = [{"table": line, "address": order.origin + table_address(by_id[line.id])} for line in view.tables]
    pages = stacked(cards, SLIPS_ON_PAGE)
    context = {"round": round_, "is_counted": bool(scheme.by_count or round_.stage.unfinished)}
    made = (
        order.page("print/slips.html", _("Table slips"), pages=part, **context)
        for part in of_all(order.some(pages, 1), PAGES_IN_PART)
    )
    return Pack(made, len(pages))


@document(
    "results",
    group=RESULTS,
    title=gettext_lazy("Results of a round"),
    holds=gettext_lazy("Every table of the round with places and counts; what is missing is left open."),
    of=choices.played_rounds,
    asks=gettext_lazy("Round"),
    sizes=WALL,
)
def results(order: Order) -> Pack:
    round_, view = _view(order)
    tables = [(line, sorted(line.seats, key=lambda seat: (seat.place or 9, seat.order))) for line in view.tables]
    return _in_rows(order, "print/results.html", _("Results of a round"), round_, tables)
