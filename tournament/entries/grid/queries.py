"""The players of a tournament as rows of cells, in the order and with the words that somebody asked for."""

from collections.abc import Callable
from dataclasses import dataclass

from tournament.entries.grid.cells import Column, columns, shown
from tournament.models import Entry, Tournament
from tournament.models.events import EntryState
from tournament.people.duplicates import folded
from tournament.people.names import full_name

USUAL = "family_name"


@dataclass(frozen=True)
class Row:
    """`state`: only where it is neither present nor still expected."""

    public_id: str
    number: int
    name: str
    state: str
    is_out: bool
    cells: tuple[tuple[Column, str], ...]


@dataclass(frozen=True)
class Grid:
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    count: int  # of all, whatever was sought
    sort: str
    is_down: bool
    known: tuple[tuple[str, tuple[str, ...]], ...]  # by column the words that stand in it, to choose from


def grid(tournament: Tournament, *, sought: str = "", sort: str = "") -> Grid:
    """`sort`: the name of a column, with a minus in front from the last to the first."""
    all_columns = tuple(columns())
    entries = tournament.entries.select_related("person", "contact", "team", "category").order_by("number")
    rows = [_row(entry, all_columns) for entry in entries]
    by, is_down = _order(sort, all_columns)
    found = sorted((row for row in rows if _fits(row, sought)), key=by, reverse=is_down)
    name = sort.removeprefix("-") if sort.removeprefix("-") in {one.name for one in all_columns} else USUAL
    return Grid(all_columns, tuple(found), len(rows), name, is_down, tuple(_known(all_columns, rows)))


def _row(entry: Entry, all_columns: tuple[Column, ...]) -> Row:
    is_told = entry.state not in (EntryState.PRESENT, EntryState.REGISTERED)
    state = str(entry.get_state_display()) if is_told else ""
    is_out = entry.state in (EntryState.WITHDRAWN, EntryState.EXCLUDED)
    cells = tuple((column, shown(entry, column.name)) for column in all_columns)
    return Row(entry.public_id, entry.number, full_name(entry.person), state, is_out, cells)


def _order(sort: str, all_columns: tuple[Column, ...]) -> tuple[Callable[[Row], tuple[bool, int, str]], bool]:
    name = sort.removeprefix("-")
    places = [place for place, column in enumerate(all_columns) if column.name == name]
    place = places[0] if places else [column.name for column in all_columns].index(USUAL)

    def key(row: Row) -> tuple[bool, int, str]:
        text = row.cells[place][1]
        number = int(text) if all_columns[place].kind == "number" else 0
        return (not text) != is_down, number, folded(text)

    is_down = bool(places) and sort.startswith("-")
    return key, is_down


def _fits(row: Row, sought: str) -> bool:
    """Every word that is sought begins a word of some cell."""
    words = [word for _column, text in row.cells for word in folded(text).split()]
    return all(any(word.startswith(part) for word in words) for part in folded(sought).split())


def _known(all_columns: tuple[Column, ...], rows: list[Row]) -> list[tuple[str, tuple[str, ...]]]:
    """Of columns in which the same words come again: clubs, families, teams, categories."""
    known = []
    for place, column in enumerate(all_columns):
        if column.kind in ("group", "name") and column.name not in ("given_name", "family_name", "guardian"):
            words = {row.cells[place][1] for row in rows} - {""}
            known.append((column.name, tuple(sorted(words, key=folded))))
    return known
