"""The cells of a row of a list as values that can be entered, or the sentence that says what is wrong with one of them."""

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms import boards_from, clean_name
from tournament.core.mail_addresses import require_sendable
from tournament.core.whole_numbers import whole_number
from tournament.entries.actions import HIGHEST_NUMBER
from tournament.entries.details import Details, most, nothing
from tournament.entries.fields import IN_LISTS, Field, Kind
from tournament.entries.imports import parts
from tournament.entries.imports import text as lists
from tournament.entries.imports.lines import Doubt, Line, capitalised, counts_lines, read_all
from tournament.entries.imports.not_names import is_title

LONGEST = 80
# The fields of a list besides the name, which may be in one column or in two.
SAID = tuple(field for field in IN_LISTS if field.name not in ("given_name", "family_name"))
# Lines with these doubts name nobody who could be entered.
NOBODY = {
    Doubt.HEADING: gettext_lazy("This looks like a heading, not like a player."),
    Doubt.SEVERAL: gettext_lazy("This looks like several people: write each of them in a line."),
    Doubt.FORMULA: gettext_lazy("There is no name here."),
    Doubt.CHAT: gettext_lazy("This was written in a chat: enter who plays."),
}


@dataclass(frozen=True)
class Cells:
    """A row of a list by the meaning of its columns, with what was understood of a whole name."""

    line: int
    text: str
    columns: tuple[str, ...]
    values: dict[str, str]
    left: tuple[str, ...] = ()
    doubt: Doubt = Doubt.NONE

    def place_of(self, column: str) -> int:
        """The number of the column as the page shows it; 0 where there is only one."""
        shown = column if column in self.columns else lists.NAME
        return self.columns.index(shown) + 1 if shown in self.columns and len(self.columns) > 1 else 0


class WrongCell(Exception):
    """A cell with an invalid value."""

    def __init__(self, column: str, sentence: str) -> None:
        super().__init__(sentence)
        self.column, self.sentence = column, sentence


def cells_of(sheet: lists.Sheet, taken: Collection[int]) -> Iterator[Cells]:
    """Each row. A cell with a whole name is understood as a typed line, and fills what no other column says."""
    rows = [_by_column(sheet, row) for row in sheet.rows]
    if _only_counts([row.get(lists.NUMBER, "") for row in rows], taken):
        rows = [{column: cell for column, cell in row.items() if column != lists.NUMBER} for row in rows]
    whole = lists.NAME in sheet.columns
    names = read_all([row.get(lists.NAME, "") for row in rows]) if whole else [Line()] * len(rows)
    for row, cells, name in zip(sheet.rows, rows, names, strict=True):
        values = name.cells | {column: cell for column, cell in cells.items() if cell and column != lists.NAME}
        yield Cells(row.line, " ".join(row.cells), sheet.columns, values, name.left, name.doubt)


def _by_column(sheet: lists.Sheet, row: lists.Row) -> dict[str, str]:
    return {column: cell for column, cell in zip(sheet.columns, row.cells, strict=True) if column}


def _only_counts(cells: list[str], taken: Collection[int]) -> bool:
    """Whether numbers without a heading only count the lines: from 1 on, where others have these start numbers."""
    numbers = [whole_number(cell, HIGHEST_NUMBER) for cell in cells if cell]
    return counts_lines(numbers) and any(number in taken for number in numbers)


def checked(cells: Cells, taken: set[int], day: datetime.date) -> tuple[str, str, Details]:
    """First name, surname and the other fields; `taken` are the start numbers that are given, `day` decides who is under 16."""
    given, family = _name(cells)
    values = dict(cells.values)
    if born := values.get(lists.BORN, ""):
        values["minor"] = values.get("minor", "") or ("x" if _is_minor(born, day) else "")
    return given, family, {each.name: _value(each, values, taken) for each in SAID}


def _is_minor(born: str, day: datetime.date) -> bool:
    young = parts.is_under_16(born, day)
    if young is None:
        raise WrongCell(lists.BORN, _("This is no day and no year of birth: 2014, 3.4.2014."))
    return young


def _value(each: Field, cells: dict[str, str], numbers: set[int]) -> Any:
    cell = cells.get(each.column, "")
    if not cell:
        return nothing(each)
    if each.kind == Kind.TRUTH:
        return lists.is_yes(cell)
    if each.kind == Kind.NUMBER:
        return _number(cell, numbers)
    return _boards(cell) if each.kind == Kind.BOARDS else _word(each, cells)


def _name(cells: Cells) -> tuple[str, str]:
    if cells.doubt in NOBODY:
        raise WrongCell(lists.NAME, str(NOBODY[cells.doubt]))
    given, family = capitalised(_clean(cells.values, lists.GIVEN), _clean(cells.values, lists.FAMILY))
    given, family = (given, family) if given else (family, "")
    if not given or any(part.startswith("#") for part in (given, family)):  # "#REF!" of a spreadsheet, or a formula
        raise WrongCell(lists.GIVEN, _("There is no name here."))
    if is_title(f"{given} {family}"):
        raise WrongCell(lists.GIVEN, str(NOBODY[Doubt.HEADING]))
    if max(len(given), len(family)) > LONGEST:
        long = lists.FAMILY if len(family) > LONGEST else lists.GIVEN
        raise WrongCell(long, _("A first name or surname has at most 80 letters."))
    return given, family


def _clean(cells: dict[str, str], column: str) -> str:
    try:
        return clean_name(cells.get(column, ""))
    except ValidationError as error:
        raise WrongCell(column, error.messages[0]) from None


def _word(each: Field, cells: dict[str, str]) -> str:
    word = _clean(cells, each.column)
    if len(word) > most(each):
        raise WrongCell(each.column, _("At most %(most)d letters.") % {"most": most(each)})
    if each.kind == Kind.EMAIL:
        _require_address(word, each.column)
    return word


def _require_address(word: str, column: str) -> None:
    try:
        validate_email(word)
        require_sendable(word)
    except ValidationError:
        raise WrongCell(column, _("This is no e-mail address.")) from None


def _boards(cell: str) -> tuple[int, ...]:
    try:
        return boards_from(cell)
    except ValidationError as error:
        raise WrongCell(lists.BOARD, error.messages[0]) from None


def _number(cell: str, taken: set[int]) -> int:
    number = whole_number(cell, HIGHEST_NUMBER)
    if not number:
        raise WrongCell(lists.NUMBER, _("A start number is between 1 and %(most)d.") % {"most": HIGHEST_NUMBER})
    if number in taken:
        raise WrongCell(lists.NUMBER, _("Start number %(number)d is given already.") % {"number": number})
    return number
