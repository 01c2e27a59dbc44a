"""Mauerhüpfen layouts: data files, checked when they are loaded.

Decided here: what a layout file must say, what makes it a board that can be played on, and what lies on the other side
of a wall. Left out: how pieces move (`mauer_routes`, `mauer`), what the board looks like (`games.engine.drawing`). The format is
explained for clubs in docs/boards.md. The book shows its board only in a drawing, so the shipped layout is our
reconstruction.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from .boards import DATA, BoardFault, read_json
from .codes import Code
from .errors import BadBoard
from .speech import ByLanguage, Language, Text

BOARD = "M"
COLOURS = "YGRK"
FEWEST_FIELDS, MOST_FIELDS = 2, 999

NOTE = ByLanguage(
    Text(
        "Our reconstruction: the book shows its board only in a drawing. "
        "Six lanes of 11 fields run to and fro, with five walls between them."
    )
)

Section = tuple[int, int, int]  # field, field on the other side, number


class LayoutFault(Code):
    KEY = "layout_key", Text("the layout does not say what its '{key}' is")
    START = "layout_start", Text("'start' names the start field of two or more of the colours {colours}")
    COLOUR = "layout_colour", Text("'{colour}' is not one of the colours {colours}")
    Z = "layout_z", Text("'z' is a list of one or more fields from 1 to {track}")
    Z_TWICE = "layout_z_twice", Text("'z' names a field twice")
    WALLS = "layout_walls", Text("'walls' is a list of wall sections")
    SECTION = "layout_section", Text("wall section {place} is not a field, a field and a number")
    SECTION_FIELDS = (
        "layout_section_fields",
        Text("wall section {place} does not join two different fields from 1 to {track}"),
    )
    SECTION_NUMBER = "layout_section_number", Text("the number on wall section {place} is not from 1 to 6")
    SECTION_TWICE = "layout_section_twice", Text("field {field} has two wall sections with a {number}")
    FULL = "layout_full", Text("no field is left that is neither a start field nor a Z field")


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """A board that `from_data` has checked."""

    track: int  # fields 1…track in a line
    start: Mapping[str, int]  # the start field of each colour, clockwise
    z: frozenset[int]
    walls: tuple[Section, ...]
    across: Mapping[tuple[int, int], int]  # (field, number): the field on the other side
    note: Mapping[Language, str]  # by language: what a user should know about this board

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(self.start)


@lru_cache
def shipped() -> Layout:
    """The project's own layout, a reconstruction."""
    return replace(load(DATA / "mauer.json"), note=NOTE)


def load(path: Path | str) -> Layout:
    """The layout of a file; BadBoard says what is wrong with it."""
    return from_data(read_json(path))


def from_data(data: Mapping[str, object]) -> Layout:
    for key in ("track", "start", "z", "walls"):
        if key not in data:
            raise BadBoard(LayoutFault.KEY, key=key)
    track = _track(data["track"])
    start = _start(data["start"], track)
    z = _z(data["z"], track)
    walls = _walls(data["walls"], track)
    if not set(range(1, track + 1)) - z - set(start.values()):
        raise BadBoard(LayoutFault.FULL)
    return Layout(track, start, z, walls, _across(walls), _note(data.get("note", {})))


def _is_field(value: object, track: int) -> bool:
    return type(value) is int and 1 <= value <= track


def _track(value: object) -> int:
    if type(value) is not int or not FEWEST_FIELDS <= value <= MOST_FIELDS:
        raise BadBoard(BoardFault.TRACK, least=FEWEST_FIELDS, most=MOST_FIELDS)
    return value


def _start(value: object, track: int) -> dict[str, int]:
    if not isinstance(value, dict) or len(value) < 2:
        raise BadBoard(LayoutFault.START, colours=" ".join(COLOURS))
    for colour, field in value.items():
        if len(colour) != 1 or colour not in COLOURS:
            raise BadBoard(LayoutFault.COLOUR, colour=colour, colours=" ".join(COLOURS))
        if not _is_field(field, track):
            raise BadBoard(BoardFault.START, colour=colour, track=track)
    return {colour: value[colour] for colour in COLOURS if colour in value}


def _z(value: object, track: int) -> frozenset[int]:
    if not isinstance(value, list) or not value or not all(_is_field(field, track) for field in value):
        raise BadBoard(LayoutFault.Z, track=track)
    if len(set(value)) != len(value):
        raise BadBoard(LayoutFault.Z_TWICE)
    return frozenset(value)


def _walls(value: object, track: int) -> tuple[Section, ...]:
    if not isinstance(value, list):
        raise BadBoard(LayoutFault.WALLS)
    return tuple(_section(item, place, track) for place, item in enumerate(value, 1))


def _section(value: object, place: int, track: int) -> Section:
    if not isinstance(value, list) or len(value) != 3:
        raise BadBoard(LayoutFault.SECTION, place=place)
    one, other, number = value
    if not _is_field(one, track) or not _is_field(other, track) or one == other:
        raise BadBoard(LayoutFault.SECTION_FIELDS, place=place, track=track)
    if type(number) is not int or not 1 <= number <= 6:
        raise BadBoard(LayoutFault.SECTION_NUMBER, place=place)
    return one, other, number


def _across(walls: tuple[Section, ...]) -> dict[tuple[int, int], int]:
    across: dict[tuple[int, int], int] = {}
    for one, other, number in walls:
        for here, there in ((one, other), (other, one)):
            if (here, number) in across:
                raise BadBoard(LayoutFault.SECTION_TWICE, field=here, number=number)
            across[here, number] = there
    return across


def _note(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise BadBoard(BoardFault.NOTE)
    return value
