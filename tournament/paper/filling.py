"""How a long list stands on sheets of paper: so many rows on each that no last sheet is nearly empty, in the largest letters.

PURE. Lengths are in mm, those of texts in em. Texts are measured as the bracket's are; a sheet's frame is in the style sheet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple, TypeVar

from tournament.finals.bracket.letters import cut, width

T = TypeVar("T")
# Width and height of a sheet without its margins and its head.
ROOM = {"a4": (178.0, 246.0), "a3": (257.0, 352.0), "a2": (368.0, 500.0)}
USUAL = {"a4": 3.88, "a3": 5.64, "a2": 8.11}  # mm: an em of running text
LARGE = {"a4": 10.1, "a3": 14.3, "a2": 20.2}  # mm: a small x is half as high; to be read from 200 times that
ROWS = 60  # on a sheet, if nobody wants them larger
HIGH = 1.3  # em: a row
GAP = 0.7  # em: between columns
TITLE, OF_TITLE = 2.3, 0.8  # em: room for the titles of columns, size of their letters
LONGEST_NAME, SHORTEST_ROOM = 15.0, 6.0
LEAST_SIZE, OF_TWO_LINES, WRAPPED = 0.7, 0.56, 0.9  # em: letters of what is long; how full the first of two lines is
BENEATH, LEAST_BENEATH = 0.8, 0.6  # em: letters of the line under a row
FEW = 40
BETWEEN = 6.0  # mm: between columns of names


class Column(NamedTuple):
    """`is_name`: its texts are cut where they are longer than `LONGEST_NAME`; `is_rest`: takes the room that is left."""

    title: str
    look: str = ""
    is_name: bool = False
    is_rest: bool = False


class Row(NamedTuple):
    """`is_last`: a thick line under it; `beneath`: a line of its own in small letters."""

    cells: tuple[str, ...]
    beneath: str = ""
    is_last: bool = False


class Cell(NamedTuple):
    """`size`: of its letters, as a share of the others'."""

    text: str
    size: float = 1.0


class Shown(NamedTuple):
    cells: tuple[Cell, ...]
    beneath: Cell
    is_last: bool


@dataclass(frozen=True)
class Leaves:
    """`em`: size of the letters; `row`: height of a row; `widths`: of the columns."""

    em: float
    row: float
    widths: tuple[float, ...]
    sheets: tuple[tuple[Shown, ...], ...]


def laid(columns: Sequence[Column], rows: Sequence[Row], size: str, *, is_large: bool = False) -> Leaves:
    across, down = ROOM[size]
    smallest = _em_of(down, ROWS)
    longest = _room_for_names(columns, rows, across / LARGE[size]) if is_large else LONGEST_NAME
    least = min(LARGE[size], _fitting(columns, rows, across, longest)) if is_large else smallest
    most = floor((down / least - TITLE) / HIGH + 0.01)
    beneath = [_lines_beneath(row, across, smallest) for row in rows]
    sheets = evenly(list(zip(rows, beneath, strict=True)), [1 + lines for lines in beneath], most)
    units = max((sum(1 + lines for _row, lines in sheet) for sheet in sheets), default=1)
    em = min(_em_of(down, units), 1.35 * USUAL[size], _fitting(columns, rows, across, longest))
    em = max(em, least) if is_large else max(em, smallest)
    row = min((down - TITLE * em) / max(units, 1), 2.1 * em)
    widths = _widths(columns, rows, across, em, longest)
    return Leaves(
        em, row, widths, tuple(tuple(_shown(columns, *each, widths, em) for each in sheet) for sheet in sheets)
    )


def _em_of(down: float, rows: int) -> float:
    return down / (HIGH * rows + TITLE)


def _room_for_names(columns: Sequence[Column], rows: Sequence[Row], across: float) -> float:
    """What all other columns leave in so many em: longer names are set smaller."""
    return max(across - sum(_needed(columns, rows, 0.0)), SHORTEST_ROOM)


def _fitting(columns: Sequence[Column], rows: Sequence[Row], across: float, longest: float) -> float:
    """The largest em at which all columns stand beside each other."""
    return across / sum(_needed(columns, rows, longest))


def _needed(columns: Sequence[Column], rows: Sequence[Row], longest: float) -> list[float]:
    """Of each column, in em."""
    found = []
    for at, column in enumerate(columns):
        most = max((width(row.cells[at], is_bold=True) for row in rows), default=0)
        if column.is_name or column.is_rest:
            most = min(most, longest)
        title = 0 if column.is_name else max((width(word, is_bold=True) for word in column.title.split()), default=0)
        found.append(max(most, title * OF_TITLE) + GAP)
    return found


def _widths(
    columns: Sequence[Column], rows: Sequence[Row], across: float, em: float, longest: float
) -> tuple[float, ...]:
    """What is left over goes to the one that takes the rest; without it to the names."""
    needed = [one * em for one in _needed(columns, rows, longest)]
    spare = across - sum(needed)
    taker = next((at for at, one in enumerate(columns) if one.is_rest), None)
    taker = taker if taker is not None else next(at for at, one in enumerate(columns) if one.is_name)
    return tuple(one + (spare if at == taker else 0) for at, one in enumerate(needed))


def _lines_beneath(row: Row, across: float, em: float) -> int:
    if not row.beneath:
        return 0
    return 1 if width(row.beneath) * LEAST_BENEATH * em <= across else 2


def _shown(columns: Sequence[Column], row: Row, lines: int, widths: Sequence[float], em: float) -> Shown:
    rooms = [wide / em - GAP for wide in widths]
    cells = tuple(
        _in_two_lines(text, room) if column.is_rest else _cell(text, room)
        for text, room, column in zip(row.cells, rooms, columns, strict=True)
    )
    beneath = Cell(row.beneath, min(BENEATH, lines * 0.97 * sum(widths) / em / (width(row.beneath) or 1)))
    return Shown(cells, beneath, row.is_last)


def _cell(text: str, room: float) -> Cell:
    """Smaller where it is a little too long, cut where it is much too long."""
    needs = width(text, is_bold=True)
    if needs <= room + 0.01:
        return Cell(text)
    size = max(room / needs, LEAST_SIZE)
    return Cell(cut(text, room / size, is_bold=True), size)


def _in_two_lines(text: str, room: float) -> Cell:
    """In one line if it is not too long, else in two small ones."""
    if width(text, is_bold=True) * LEAST_SIZE <= room:
        return _cell(text, room)
    return Cell(cut(text, 2 * WRAPPED * room / OF_TWO_LINES, is_bold=True), OF_TWO_LINES)


def evenly(things: Sequence[T], weights: Sequence[int], most: int) -> list[list[T]]:
    """In as few parts as hold `most` each, all about equally full."""
    for parts in range(max(ceil(sum(weights) / max(most, 1)), 1), len(things)):
        found = _filled(weights, sum(weights) / parts)
        if all(sum(weights[at] for at in part) <= most for part in found):
            return [[things[at] for at in part] for part in found]
    return [[one] for one in things]


def _filled(weights: Sequence[int], share: float) -> list[list[int]]:
    """Each thing in the part in which its middle lies."""
    parts: list[list[int]] = []
    before = 0.0
    for at, weight in enumerate(weights):
        if floor((before + weight / 2) / share) >= len(parts):
            parts.append([])
        parts[-1].append(at)
        before += weight
    return parts


class Named(NamedTuple):
    """A line of a list in columns. `letter`: the heading that it stands under; `beside`: in small letters after the name."""

    letter: str
    name: str
    number: str = ""
    beside: str = ""
    at: str = ""
    colour: str = ""


class Line(NamedTuple):
    """A heading or a line."""

    heading: str
    one: Named | None
    name: Cell
    beside: str


@dataclass(frozen=True)
class Columns:
    """`wide`: of a column; the others as above."""

    em: float
    row: float
    wide: float
    sheets: tuple[tuple[tuple[Line, ...], ...], ...]


def in_columns(
    lines: Sequence[Named], size: str, *, around: float, high: float, most_wide: float = 1.5, least: float = 0.92
) -> Columns:
    """On the fewest sheets with letters of at least that share (`least`) of running text. `around`: em beside each name, `high`:
    em of a line. A few names need no letters to be found."""
    if len(lines) < FEW:
        lines = [line._replace(letter="") for line in lines]
    across, down = ROOM[size]
    names = max((min(width(line.name, is_bold=True), LONGEST_NAME + 4) for line in lines), default=8.0)
    usual = USUAL[size]
    for sheets in range(1, len(lines) + 2):
        best = max((_try(lines, count, sheets, across, down, names + around, high), -count) for count in (1, 2, 3))
        if best[0] >= least * usual:
            break
    em, count = min(best[0], most_wide * usual), -best[1]
    wide = (across - BETWEEN * (count - 1)) / count
    parts = _parted(lines, count * sheets)
    longest = max((len(part) for part in parts), default=1)
    row = min(down / longest, 1.3 * high * em)
    filled = [tuple(_line(line, wide / em - around) for line in part) for part in parts]
    whole = tuple(tuple(filled[at : at + count]) for at in range(0, len(filled), count))
    return Columns(em, row, wide, whole or ((),))  # with nobody in it still a sheet with its heading


def _try(
    lines: Sequence[Named], count: int, sheets: int, across: float, down: float, needs: float, high: float
) -> float:
    """The em in so many columns on so many sheets."""
    wide = (across - BETWEEN * (count - 1)) / count
    longest = max((len(part) for part in _parted(lines, count * sheets)), default=1)
    return min(wide / needs, down / longest / high)


def _parted(lines: Sequence[Named], count: int) -> list[list[str | Named]]:
    """Columns of about one length; a letter heads its first name, and again at the top of a column."""
    letters = len({line.letter for line in lines} - {""})
    share = (len(lines) + letters) / count
    columns: list[list[str | Named]] = []
    used, letter = 0, ""
    for at, line in enumerate(lines):
        is_new_letter = line.letter != letter
        column = floor((used + 0.5 + is_new_letter) / share)
        if at == 0 or (column >= len(columns) and len(columns) < count):
            columns.append([])
            is_new_letter = bool(line.letter)
        if is_new_letter and line.letter:
            columns[-1].append(line.letter)
        used += 1 + (line.letter != letter)
        letter = line.letter
        columns[-1].append(line)
    return columns


def _line(line: str | Named, room: float) -> Line:
    if isinstance(line, str):
        return Line(line, None, Cell(""), "")
    name = _cell(line.name, room)
    left = room - width(name.text, is_bold=True) * name.size - 0.6
    return Line("", line, name, cut(line.beside, left / 0.8) if left > 2 else "")
