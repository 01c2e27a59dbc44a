"""Convert a spreadsheet (XLSX, ODS) to the text of a list: one line for each row, so that line numbers are row numbers.

Only stored values are read: of a formula its last result. Left out: hidden sheets, pictures, colours, rows after `LAST_ROW`.
What the columns mean is decided in `tournament.entries.imports.text`.
"""

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, NamedTuple

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from tournament.entries.imports import open_document
from tournament.entries.imports.text import MOST_COLUMNS, ListError, inert

MOST_XML = 4 * 1024 * 1024  # unpacked bytes: a thousand rows need a fifth of it; a zip bomb unpacks to gigabytes
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
    """The text of one sheet, its name, and the names of all visible sheets."""

    text: str
    name: str
    names: tuple[str, ...]


def is_spreadsheet(content: bytes) -> bool:
    return content[:4] == b"PK\3\4"


def read_sheet(content: bytes, sheet_name: str = "") -> Sheets:
    """Read the sheet of this name, or else the first that is not empty."""
    _require_small(content)
    try:
        is_open_document = open_document.is_one(content)
        sheets = open_document.visible_sheets(content) if is_open_document else _visible_sheets(content)
        names = tuple(sheet.title for sheet in sheets)
        for sheet in sorted(sheets, key=lambda sheet: sheet.title.casefold() != sheet_name.strip().casefold()):
            if text := _text(sheet):
                if not is_open_document:
                    _require_values(content, sheet.title, text)
                return Sheets(text, sheet.title, names)
    except _BROKEN as error:
        raise ListError("no_spreadsheet") from error
    raise ListError("empty")


def _visible_sheets(content: bytes) -> list[Any]:
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    return [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]


def _require_small(content: bytes) -> None:
    """Before any XML is read: what it unpacks to is bounded, whatever the parts are called, and defines nothing that would grow
    further (entities, which no spreadsheet program writes)."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist() if _grows(part)) > MOST_XML:
                raise ListError("too_big")
            defines = any(b"<!DOCTYPE" in packed.read(part).replace(b"\0", b"") for part in packed.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, zlib.error, NotImplementedError, RuntimeError) as error:
        raise ListError("no_spreadsheet") from error
    if defines:
        raise ListError("no_spreadsheet")


def _grows(part: zipfile.ZipInfo) -> bool:
    """Pictures are packed already."""
    return part.filename.endswith((".xml", ".rels")) or part.file_size > 2 * part.compress_size


def _text(sheet: Any) -> str:
    """The cells, separated by tabs, as names may contain commas. Empty if the sheet is empty."""
    rows = [[_cell_text(value) for value in row] for row in _values(sheet)]
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


def _cell_text(value: Any) -> str:
    """Roughly what a spreadsheet shows: whole numbers without a decimal point, dates without a time."""
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
    """Refuse formulas without a stored result, as some programs write them: the cell would be read as empty."""
    if b"<f" not in _all_sheets(content):
        return
    cells = [line.split("\t") for line in text.splitlines()]
    sheet = load_workbook(io.BytesIO(content), read_only=True)[name]
    for number, row in enumerate(_values(sheet), 1):
        for column, value in enumerate(row, 1):
            if isinstance(value, str) and value.startswith("=") and not _cell(cells, number, column):
                raise ListError("formula", number, column)


def _cell(rows: list[list[str]], number: int, column: int) -> str:
    row = rows[number - 1] if number <= len(rows) else []
    return row[column - 1] if column <= len(row) else ""


def _all_sheets(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"".join(packed.read(part) for part in packed.namelist() if part.startswith("xl/worksheets/"))
