"""The sheets of an OpenDocument spreadsheet (ODS), with the values of their cells as openpyxl gives those of an XLSX.

Only stored values are read: of a formula its last result. What it unpacks to was bounded before (`spreadsheets`).
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

from tournament.entries.imports.text import ListError

MIMETYPE = b"application/vnd.oasis.opendocument.spreadsheet"
_O = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_T = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_X = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_S = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CELLS = (f"{_T}table-cell", f"{_T}covered-table-cell")
_BREAKS = {f"{_X}s": " ", f"{_X}tab": " ", f"{_X}line-break": " "}


def is_one(content: bytes) -> bool:
    """It names its kind in its first part, which is not packed."""
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return "mimetype" in packed.namelist() and packed.read("mimetype").strip() == MIMETYPE


@dataclass(frozen=True)
class Sheet:
    title: str
    rows: ElementTree.Element

    def iter_rows(self, *, max_row: int, max_col: int, values_only: bool = True) -> Iterator[tuple[Any, ...]]:
        """Up to the last row that says something: the rest of the sheet is stored as one empty row with its number."""
        empty: list[tuple[Any, ...]] = []
        for row in self._each(max_row, max_col):
            empty.append(row)
            if any(value is not None for value in row):
                yield from empty
                empty.clear()

    def _each(self, max_row: int, max_col: int) -> Iterator[tuple[Any, ...]]:
        """Rows and cells that are alike are stored once with their number."""
        number = 0
        for row in self.rows.iter(f"{_T}table-row"):
            for _again in range(_times(row, "rows", max_row - number)):
                number += 1
                yield tuple(_cells(row, number, max_col))
            if number >= max_row:
                return


def visible_sheets(content: bytes) -> list[Sheet]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        root = ElementTree.fromstring(packed.read("content.xml"))  # noqa: S314  (bounded, and without entities)
    hidden = {
        style.get(f"{_S}name")
        for style in root.iter(f"{_S}style")
        for looks in style.iter(f"{_S}table-properties")
        if looks.get(f"{_T}display") == "false"
    }
    tables = root.iterfind(f"{_O}body/{_O}spreadsheet/{_T}table")
    return [Sheet(table.get(f"{_T}name", ""), table) for table in tables if table.get(f"{_T}style-name") not in hidden]


def _cells(row: ElementTree.Element, number: int, most: int) -> Iterator[Any]:
    column = 0
    for cell in row:
        if cell.tag not in _CELLS:
            continue
        for _again in range(_times(cell, "columns", most - column)):
            column += 1
            yield _value(cell, number, column)


def _times(element: ElementTree.Element, what: str, most: int) -> int:
    return max(0, min(int(element.get(f"{_T}number-{what}-repeated", "1")), most))


def _value(cell: ElementTree.Element, row: int, column: int) -> Any:
    kind = cell.get(f"{_O}value-type", "")
    words = " ".join(_said(part) for part in cell.iterfind(f"{_X}p"))
    if kind in ("float", "percentage", "currency"):
        return float(cell.get(f"{_O}value", ""))
    if kind == "boolean":
        return cell.get(f"{_O}boolean-value") == "true"
    if kind == "date":
        return datetime.fromisoformat(cell.get(f"{_O}date-value", ""))
    if not kind and not words and cell.get(f"{_T}formula"):
        raise ListError("formula", row, column)
    return words or None


def _said(part: ElementTree.Element) -> str:
    """The text of a paragraph, whatever is bold in it."""
    inner = "".join(_BREAKS.get(piece.tag, "") + _said(piece) + (piece.tail or "") for piece in part)
    return (part.text or "") + inner
