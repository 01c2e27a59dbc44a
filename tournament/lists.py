"""A list out of text, as clubs have it: one name a line, cells from a spreadsheet, a CSV file.

Decided here: in which alphabet and with which separator it is written, where a row begins; of a list of people also what the
columns say. Left out: whether a name is one, who is already there (`tournament.importing`); results (`tournament.result_lists`).
"""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

MOST_ROWS = 1000
MOST_COLUMNS = 20
FIRST_LINES = 8  # among which the head of a sheet stands, below its title
GIVEN, FAMILY, NAME, NUMBER, MINOR, PAID, NOTHING = "given", "family", "name", "number", "minor", "paid", ""
TEAM, CATEGORY, CLUB, KIN, BOARD, HIDDEN = "team", "category", "club", "kin", "board", "hidden"
COLUMNS = (NAME, GIVEN, FAMILY, NUMBER, MINOR, HIDDEN, PAID, TEAM, CATEGORY, CLUB, KIN, BOARD, NOTHING)


def meanings(heads: Mapping[str, str]) -> dict[str, str]:
    """By the words over a column what it holds."""
    return {word: column for column, words in heads.items() for word in words.split()}


_HEADS = {
    GIVEN: "vorname rufname givenname firstname forename given",
    FAMILY: "nachname familienname zuname surname lastname familyname family",
    NAME: "name spieler spielerin teilnehmer teilnehmerin player fullname namen names",
    NUMBER: "nr nummer startnummer startnr no number startnumber",
    MINOR: "u16 unter16 kind kinder minderjährig under16 minor child jugend",
    HIDDEN: "verborgen nameverbergen hidden hidename",
    PAID: "bezahlt startgeld gezahlt paid fee",
    TEAM: "team mannschaft gruppe",
    CATEGORY: "kategorie klasse altersklasse wertung category class",
    CLUB: "verein club",
    KIN: "familie haushalt nichtzusammen apart household",
    BOARD: "brett festesbrett festertisch bretter board fixedboard boards",
}
_MEANING = meanings(_HEADS)
# What a spreadsheet would compute instead of showing it; an apostrophe before it is our own, from `inert`.
_FORMULA = re.compile("'*[=+\\-@\t\r＝＋－＠]")
_YES = frozenset(["x", "ja", "j", "yes", "y", "1", "true", "wahr", "✓", "bezahlt", "paid", "u16", "kind"])


class ListError(Exception):
    """The text is no list. `line` and `column` are 0 where none is to blame."""

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
    columns: tuple[str, ...]  # what each column is taken for


def decode(content: bytes) -> str:
    """UTF-8 or UTF-16 where it says so, else as spreadsheets in the West write it."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def read(text: str, *, is_file: bool, columns: Sequence[str] = (), has_head: bool | None = None) -> Sheet:
    """`columns` and `has_head` are what somebody corrected; else they are guessed."""
    found = rows(text, is_file=is_file)
    width = len(found[0].cells)
    at = _head_at(found)
    if has_head is not None:
        at = (at or 0) if has_head else None
    head = found[at] if at is not None else None
    body = found if at is None else found[at + 1 :]
    chosen = tuple(columns) if len(columns) == width else _guess(head, body, width)
    return Sheet(tuple(body), head, chosen)


def rows(text: str, *, is_file: bool, most: int = MOST_ROWS) -> list[Row]:
    """All of one width, and at least one."""
    if "\0" in text:
        raise ListError("no_text")
    found = _rows(text, separator(text, is_file=is_file))
    if len(found) > most + 1:
        raise ListError("too_long", found[most].line, most=most)
    if not found:
        raise ListError("empty")
    width = max(len(row.cells) for row in found)
    if width > MOST_COLUMNS:
        raise ListError("too_wide", next(row.line for row in found if len(row.cells) == width))
    return [Row(row.line, row.cells + ("",) * (width - len(row.cells))) for row in found]


def inert(text: str) -> str:
    """As it can stand in a CSV file without being taken for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def bare(cell: str) -> str:
    """What `inert` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def separator(text: str, *, is_file: bool) -> str:
    """What parts the cells; empty where a line is a name. In a list that was typed, a comma stands inside a name."""
    lines = [line for line in text.splitlines() if line.strip()][:50]
    for sign in ("\t", ";", ",") if is_file else ("\t", ";"):
        if lines and sum(sign in line for line in lines) * 2 > len(lines):
            return sign
    return ""


def _rows(text: str, sign: str) -> list[Row]:
    if not sign:
        return [Row(n, (bare(line.strip()),)) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    rows, before = [], 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append(Row(before + 1, tuple(bare(cell.strip()) for cell in cells)))
            before = reader.line_num
    except csv.Error:
        raise ListError("unreadable", before + 1) from None
    return rows


def meaning(cell: str, known: Mapping[str, str] = _MEANING) -> str:
    return known.get(re.sub(r"[\W_]+", "", cell.casefold()), NOTHING)


def _head_at(rows: Sequence[Row]) -> int | None:
    """The first row if a cell of it names a column; one further down, below a title, if two do."""
    named = [sum(meaning(cell) != NOTHING for cell in row.cells) for row in rows[:FIRST_LINES]]
    return next((at for at, count in enumerate(named) if count > (at > 0)), None)


def _guess(head: Row | None, rows: Sequence[Row], width: int) -> tuple[str, ...]:
    if head:
        return _each_once([meaning(cell) for cell in head.cells])
    if width == 1:
        return (NAME,)
    kinds = [_content([row.cells[at] for row in rows]) for at in range(width)]
    words = [at for at, kind in enumerate(kinds) if kind == NAME]
    if len(words) > 1 and not _are_whole_names([row.cells[words[0]] for row in rows]):
        kinds[words[0]], kinds[words[1]] = GIVEN, FAMILY
    return _each_once(kinds)


def _content(cells: Sequence[str]) -> str:
    told = [cell for cell in cells if cell]
    if told and all(cell.isascii() and cell.isdigit() for cell in told):
        return NUMBER
    if any(cell.casefold() not in _YES and any(map(str.isalpha, cell)) for cell in told):
        return NAME
    return NOTHING


def _are_whole_names(cells: Sequence[str]) -> bool:
    told = [cell for cell in cells if cell]
    return sum(" " in cell for cell in told) * 2 > len(told)


def _each_once(columns: Sequence[str]) -> tuple[str, ...]:
    """The first column of a kind is the one."""
    return tuple(NOTHING if column in columns[:at] else column for at, column in enumerate(columns))


def is_yes(cell: str) -> bool:
    return cell.strip().casefold() in _YES
