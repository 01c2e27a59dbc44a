"""Parse the text of a list: one name a line, cells copied from a spreadsheet, or a CSV file.

Decided here: the encoding, the separator, the rows, and what the columns of a list of people mean. Left out: validating names
and finding duplicates (`tournament.entries.imports.reading`); lists of results (`tournament.results.imports.reading`).
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournament.entries.fields import IN_LISTS
from tournament.entries.imports import parts
from tournament.entries.imports.given_names import begins_with_given
from tournament.entries.imports.parts import Part

MOST_ROWS = 1000
MOST_COLUMNS = 20
FIRST_LINES = 8  # rows among which the headings may be, below a title
CLUB, PAID = Part.CLUB.value, Part.PAID.value
GIVEN, FAMILY, NAME, NUMBER, BOARD, EMAIL, NOTHING = "given", "family", "name", "number", "board", "email", ""
BORN = Part.BORN.value
COLUMNS = (NAME, *(field.column for field in IN_LISTS), BORN, NOTHING)


def meanings(heads: Mapping[str, str]) -> dict[str, str]:
    """Map each heading to its column."""
    return {word: column for column, words in heads.items() for word in words.split()}


_HEADS = {
    **{field.column: field.heads for field in IN_LISTS},
    BORN: "dob gebam geborenam gebdatum jahrgang jg geburtsjahr geburtsdatum geburtstag geb"
    " geboren alter born age yearofbirth dateofbirth birthday",
    NAME: "name namevorname nachnamevorname vornamename vornamenachname vorundnachname spieler"
    " spielerin teilnehmer teilnehmerin player fullname namen names",
}
MEANING = meanings(_HEADS)
# A cell that a spreadsheet would run as a formula; a leading apostrophe was added by `inert`.
_FORMULA = re.compile("'*[=+\\-@\t\r＝＋－＠]")
# What is not more than one of these is a column of it, where all cells are it or one of the others.
_COLUMN_KINDS = (
    (Part.BORN, ()),
    (Part.PHONE, ()),
    (Part.MINOR, ()),
    (Part.TEAM, ()),
    (Part.PAID, (Part.UNPAID, Part.MONEY)),
    (Part.UNPAID, (Part.MONEY,)),
    (Part.MONEY, ()),
)
_SUM = re.compile(r"\d+(?:[.,]\d+)?\s*(?:€|eur(?:o)?)?|€\s*\d+(?:[.,]\d+)?", re.IGNORECASE)
_YES = frozenset(["x", "ja", "j", "yes", "y", "1", "true", "wahr", "✓", "bezahlt", "paid", "u16", "kind"])


class ListError(Exception):
    """The text cannot be read as a list. `line` and `column` are 0 if the error has no place."""

    def __init__(self, code: str, line: int = 0, column: int = 0, most: int = MOST_ROWS) -> None:
        super().__init__(code)
        self.code, self.line, self.column, self.most = code, line, column, most


class Row(NamedTuple):
    """`line` counts from 1, as an editor shows it."""

    line: int
    cells: tuple[str, ...]


class Sheet(NamedTuple):
    rows: tuple[Row, ...]
    head: Row | None
    columns: tuple[str, ...]  # the meaning of each column


def decode(content: bytes) -> str:
    """Decode UTF-8, or UTF-16 if it has a byte order mark; else Windows-1252, as spreadsheets in Western Europe write it."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def read(
    text: str,
    *,
    is_file: bool,
    columns: Sequence[str] = (),
    has_head: bool | None = None,
    known: Mapping[str, str] = MEANING,
) -> Sheet:
    """Parse a list. `columns` and `has_head` are the user's corrections; else they are guessed from the `known` headings."""
    is_table = is_file or _names_columns(text, known)
    lines = rows(text, is_file=is_table)
    if columns == (NAME,) or (not columns and _is_loose(lines, known)):
        lines = [Row(row.line, ("\t".join(filter(None, row.cells)),)) for row in lines]
    width = len(lines[0].cells)
    at = _head_at(lines, known)
    if has_head is not None:
        at = (at or 0) if has_head else None
    head = lines[at] if at is not None else None
    body = lines if at is None else lines[at + 1 :]
    chosen = tuple(columns) if len(columns) == width else _guess(head, body, width, known)
    return Sheet(tuple(body), head, chosen)


def _names_columns(text: str, known: Mapping[str, str]) -> bool:
    """Whether a pasted text begins with headings between commas, so that commas stand between its cells too."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return (
        sum(meaning(cell, known) != NOTHING for cell in first.split(",")) > 1 and ";" not in first and "\t" not in first
    )


def rows(text: str, *, is_file: bool, most: int = MOST_ROWS) -> list[Row]:
    """The rows of the text, at least one, padded to the same width."""
    if "\0" in text:
        raise ListError("no_text")
    unpadded = _split_rows(text, separator(text, is_file=is_file))
    if len(unpadded) > most + 1:
        raise ListError("too_long", unpadded[most].line, most=most)
    if not unpadded:
        raise ListError("empty")
    width = max(len(row.cells) for row in unpadded)
    if width > MOST_COLUMNS:
        raise ListError("too_wide", next(row.line for row in unpadded if len(row.cells) == width))
    return [Row(row.line, row.cells + ("",) * (width - len(row.cells))) for row in unpadded]


def inert(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet would run as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def bare(cell: str) -> str:
    """Undo `inert`. A formula that nobody made inert is no text: it is marked as spreadsheets mark an error."""
    if cell.startswith("="):
        return f"#{cell}"
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def separator(text: str, *, is_file: bool) -> str:
    """Guess the separator of the cells; empty if each line is a name. In typed lists a comma belongs to the name."""
    lines = [line for line in text.splitlines() if line.strip()][:50]
    for char in ("\t", ";", ",") if is_file else ("\t", ";"):
        if lines and sum(char in line for line in lines) * 2 > len(lines):
            return char
    return ""


def _split_rows(text: str, separator: str) -> list[Row]:
    if not separator:
        return [Row(n, (bare(line.strip()),)) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    rows, before = [], 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Row(before + 1, tuple(bare(cell.strip()) for cell in cells)))
            before = reader.line_num
    except csv.Error:
        raise ListError("unreadable", before + 1) from None
    return rows


def plain(cell: str) -> str:
    """Normalise a heading: lower case, letters and digits only."""
    return re.sub(r"[\W_]+", "", cell.casefold())


def meaning(cell: str, known: Mapping[str, str]) -> str:
    return known.get(plain(cell), NOTHING)


def _head_at(rows: Sequence[Row], known: Mapping[str, str]) -> int | None:
    """The index of the row of headings: the first row if one cell is a known heading; a later row if two are."""
    named = [_headings_in(row.cells, known) for row in rows[:FIRST_LINES]]
    return next((at for at, count in enumerate(named) if count > (at > 0)), None)


def _is_loose(rows: Sequence[Row], known: Mapping[str, str]) -> bool:
    """Whether the cells below each other are of different kinds, as where each line was typed as somebody liked."""
    if _head_at(rows, known) is not None:
        return False
    return any(
        len({_class_of(cell) for cell in cells if cell}) > 1 for cells in zip(*(row.cells for row in rows), strict=True)
    )


def _class_of(cell: str) -> str:
    """Kinds of cells that may stand in one column are one class."""
    kind = parts.kind(cell)
    if cell.isdecimal() and len(cell) < 4:
        return Part.NUMBER
    if kind in (Part.PAID, Part.UNPAID, Part.MONEY) or cell.casefold() in _YES:
        return Part.PAID
    return Part.WORD if kind in (Part.CLUB, Part.TEAM) else kind


def _headings_in(cells: Sequence[str], known: Mapping[str, str]) -> int:
    """How many. "bezahlt" or "Kind" alone in a row of several cells is what somebody wrote of a player."""
    found = [cell for cell in cells if meaning(cell, known) != NOTHING]
    return 0 if len(found) == 1 < len(cells) and found[0].casefold() in _YES else len(found)


def _guess(head: Row | None, rows: Sequence[Row], width: int, known: Mapping[str, str]) -> tuple[str, ...]:
    if head:
        named = _each_once(_without_fees([meaning(cell, known) for cell in head.cells], rows))
        has_given = GIVEN in named and FAMILY not in named  # beside "Vorname", "Name" is the surname
        return tuple(FAMILY if has_given and column == NAME else column for column in named)
    if width == 1:
        return (NAME,)
    kinds = [_guess_meaning([row.cells[at] for row in rows]) for at in range(width)]
    words = [at for at, kind in enumerate(kinds) if kind == NAME]
    for at in words[1:]:
        if CLUB not in kinds and _are_shared([row.cells[at] for row in rows]):
            kinds[at] = CLUB
    words = [at for at in words if kinds[at] == NAME]
    if len(words) > 1 and not _are_whole_names([row.cells[words[0]] for row in rows]):
        first, second = ([row.cells[at] for row in rows] for at in words[:2])
        is_turned = sum(map(begins_with_given, second)) > sum(map(begins_with_given, first))
        kinds[words[0]], kinds[words[1]] = (FAMILY, GIVEN) if is_turned else (GIVEN, FAMILY)
    return _each_once(kinds)


def _guess_meaning(cells: Sequence[str]) -> str:
    filled = [cell for cell in cells if cell]
    kinds = [parts.kind(cell) for cell in filled]
    is_years = bool(kinds) and set(kinds) == {Part.BORN}
    if filled and all(cell.isascii() and cell.isdigit() for cell in filled):
        return BORN if is_years else NUMBER
    if filled and all("@" in cell for cell in filled):
        return EMAIL
    for part, others in _COLUMN_KINDS:
        if part in kinds and all(kind in (part, *others) for kind in kinds):
            return NOTHING if part in (Part.PHONE, Part.MONEY) else part.value
    if kinds.count(Part.CLUB) * 2 > len(kinds):
        return Part.CLUB.value
    if any(cell.casefold() not in _YES and any(map(str.isalpha, cell)) for cell in filled):
        return NAME
    return NOTHING


def _without_fees(columns: list[str], rows: Sequence[Row]) -> list[str]:
    """Where a column says of each whether it is paid, another with the sum does not."""
    words = [at for at in range(len(columns)) if {Part.PAID, Part.UNPAID} & {parts.kind(row.cells[at]) for row in rows}]
    if not words or (columns[words[0]] not in (PAID, NOTHING)):
        return columns
    return [PAID if at == words[0] else NOTHING if column == PAID else column for at, column in enumerate(columns)]


def _are_shared(cells: Sequence[str]) -> bool:
    """Whether the same words stand in several rows, as clubs do and names do not."""
    filled = [cell for cell in cells if cell]
    return len(filled) > 3 and len(set(filled)) * 2 <= len(filled)


def _are_whole_names(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    return sum(" " in cell for cell in filled) * 2 > len(filled)


def _each_once(columns: Sequence[str]) -> tuple[str, ...]:
    """Use each meaning once: the first column keeps it, others are left out."""
    return tuple(NOTHING if column in columns[:at] else column for at, column in enumerate(columns))


def is_yes(cell: str) -> bool:
    """Also a sum of money in a column of who has paid."""
    cell = cell.strip()
    if cell.casefold() in _YES or parts.kind(cell) in (Part.PAID, Part.MINOR):
        return True
    return bool(_SUM.fullmatch(cell)) and any(digit in "123456789" for digit in cell)
