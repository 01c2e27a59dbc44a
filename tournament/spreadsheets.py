"""A spreadsheet (XLSX) as the text of a list: one line of text for each row, so that a line's number is the row's.

Only what is stored is read: of a formula its last value. Left out: sheets that are hidden, pictures, colours, rows further
down than any list of people is long. What is a list at all is decided in `lists`.
"""

import csv
import io
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, NamedTuple

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from tournament.lists import MOST_COLUMNS, ListError, inert

MOST_XML = 4 * 1024 * 1024  # unpacked: a thousand rows need a fifth of it; a bomb unpacks to gigabytes
LAST_ROW = 5000
_BROKEN = (
    InvalidFileException,
    zipfile.BadZipFile,
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    SyntaxError,
    OSError,
)


class Sheets(NamedTuple):
    """The text of one sheet, its name, and those of all that could be read instead."""

    text: str
    name: str
    names: tuple[str, ...]


def is_spreadsheet(content: bytes) -> bool:
    return content[:4] == b"PK\3\4"


def read_sheet(content: bytes, wanted: str = "") -> Sheets:
    """The sheet of this name, else the first that has something in it."""
    _require_small(content)
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        names = tuple(sheet.title for sheet in sheets)
        for sheet in sorted(sheets, key=lambda sheet: sheet.title.casefold() != wanted.strip().casefold()):
            if text := _text(sheet):
                _require_values(content, sheet.title, text)
                return Sheets(text, sheet.title, names)
    except _BROKEN as error:
        raise ListError("no_spreadsheet") from error
    raise ListError("empty")


def _require_small(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise ListError("no_spreadsheet") from error
    if sum(part.file_size for part in parts if part.filename.endswith((".xml", ".rels"))) > MOST_XML:
        raise ListError("too_big")


def _text(sheet: Any) -> str:
    """Tabs part the cells: a comma stands inside a name. Empty if there is nothing in the sheet."""
    rows = [[_said(value) for value in row] for row in _values(sheet)]
    width = max((n for row in rows for n, cell in enumerate(row, 1) if cell), default=0)
    rows = [row[:width] + [""] * (width - len(row)) for row in rows]
    if width < 2:
        return "\n".join(cell for row in rows for cell in row)
    written = io.StringIO()
    csv.writer(written, delimiter="\t", lineterminator="\n").writerows(rows)
    return written.getvalue()


def _values(sheet: Any) -> Iterable[tuple[Any, ...]]:
    rows: Iterable[tuple[Any, ...]] = sheet.iter_rows(max_row=LAST_ROW, max_col=MOST_COLUMNS + 1, values_only=True)
    return rows


def _said(value: Any) -> str:
    """As the sheet would show it, roughly: whole numbers without a point, days as days."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "x" if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time.min:
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return inert(" ".join(str(value).split()))


def _require_values(content: bytes, name: str, text: str) -> None:
    """Some programs write formulas without their values: such a cell would silently be empty."""
    if b"<f" not in _all_sheets(content):
        return
    shown = [line.split("\t") for line in text.splitlines()]
    sheet = load_workbook(io.BytesIO(content), read_only=True)[name]
    for number, row in enumerate(_values(sheet), 1):
        for column, value in enumerate(row, 1):
            if isinstance(value, str) and value.startswith("=") and not _cell(shown, number, column):
                raise ListError("formula", number, column)


def _cell(rows: list[list[str]], number: int, column: int) -> str:
    row = rows[number - 1] if number <= len(rows) else []
    return row[column - 1] if column <= len(row) else ""


def _all_sheets(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"".join(packed.read(part) for part in packed.namelist() if part.startswith("xl/worksheets/"))
