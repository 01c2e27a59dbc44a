"""Papers of a round: who sits where, the slips for the tables, the results."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.documents import choices
from tournament.documents.registry import (
    HALL,
    RESULTS,
    ROWS_OF_A_SAMPLE,
    TABLES,
    Order,
    Pack,
    document,
    of_all,
    stacked,
)
from tournament.duplicates import folded
from tournament.links import table_token
from tournament.models import Entry, Round, Table
from tournament.names import public_name
from tournament.queries_rounds import RoundView, round_view
from tournament.schemes import of_stage

WALL = ("a4", "a3", "a2")
SLIPS_ON_PAGE, PAGES_IN_PART = 4, 4
TABLES_OF_A_SAMPLE = 24
TOGETHER = 3  # no page for a last name or two


def _view(order: Order) -> tuple[Round, RoundView]:
    """With the names that the public may see."""
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
    return Pack(
        [
            order.page(
                "print/tables.html",
                _("Seating plan by table"),
                round=round_,
                tables=order.some(view.tables, TABLES_OF_A_SAMPLE),
            )
        ]
    )


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
    at = {seat.entry: (table.number, seat.colour) for table in view.tables for seat in table.seats}
    entries = Entry.objects.filter(pk__in=at).select_related("person")
    lines = sorted(((*_by_surname(entry), *at[entry.pk]) for entry in entries), key=lambda line: line[0])
    shown = order.some(lines, 2 * ROWS_OF_A_SAMPLE)
    return Pack(
        [
            order.page(
                "print/surnames.html",
                _("Seating plan by surname"),
                round=round_,
                parts=[part for part in (shown[:-TOGETHER], shown[-TOGETHER:]) if part],
            )
        ]
    )


def _by_surname(entry: Entry) -> tuple[Any, str, int]:
    """(order, name, start number): "Kurz, Karl", "K., Anna"; who is hidden stands at the end, by number."""
    person, number = entry.person, entry.number
    shown = public_name(person, number)
    if person.is_hidden or person.given_name not in shown:
        return (1, "", number), shown, number
    family = shown.removeprefix(person.given_name).strip()
    turned = f"{family}, {person.given_name}" if family else person.given_name
    return (0, folded(turned), number), turned, number


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
    scheme, tokens = of_stage(round_.stage), {table.pk: table for table in Table.objects.filter(round=round_)}
    found = [{"table": line, "address": _address(order, tokens[line.id])} for line in view.tables]
    pages = stacked(found, SLIPS_ON_PAGE)
    shown = {"round": round_, "is_counted": bool(scheme.by_count or round_.stage.unfinished)}
    made = (
        order.page("print/slips.html", _("Table slips"), pages=part, **shown)
        for part in of_all(order.some(pages, 1), PAGES_IN_PART)
    )
    return Pack(made, len(pages))


def _address(order: Order, table: Table) -> str:
    return order.origin + reverse("table_link", args=[table.public_id, table_token(table)])


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
    tables = [
        (line, sorted(line.seats, key=lambda seat: (seat.place or 9, seat.order)))
        for line in order.some(view.tables, TABLES_OF_A_SAMPLE)
    ]
    return Pack([order.page("print/results.html", _("Results of a round"), round=round_, tables=tables)])
