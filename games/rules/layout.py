"""Mauerhüpfen layouts: data files, checked when they are loaded.

Decided here: what a layout file must say, what makes it a board that can be played on, and what lies on the other side
of a wall. Left out: how pieces move (`mauer_routes`, `mauer`), what the board looks like (`games.drawing`). The format is
explained for clubs in docs/boards.md. The book shows its board only in a drawing: the layout that is shipped is a
reconstruction of ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from games.rules.boards import DATA, read_json
from games.rules.errors import BadBoard

BOARD = "M"
COLOURS = "YGRK"
FEWEST_FIELDS, MOST_FIELDS = 2, 999

Section = tuple[int, int, int]  # field, field on the other side, number


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """A board as it stands: one that `from_data` has checked."""

    track: int  # fields 1…track in a line
    start: Mapping[str, int]  # the start field of each colour, clockwise
    z: frozenset[int]
    walls: tuple[Section, ...]
    across: Mapping[tuple[int, int], int]  # (field, number): the field on the other side
    note: Mapping[str, str]  # by language: what a user should know about this board

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(self.start)


@lru_cache
def shipped() -> Layout:
    """The project's own layout, a reconstruction."""
    return load(DATA / "mauer.json")


def load(path: Path | str) -> Layout:
    """The layout of a file; BadBoard says what is wrong with it."""
    return from_data(read_json(path))


def from_data(data: Mapping[str, object]) -> Layout:
    for key in ("track", "start", "z", "walls"):
        if key not in data:
            raise BadBoard("layout_key", key=key)
    track = _track(data["track"])
    start = _start(data["start"], track)
    z = _z(data["z"], track)
    walls = _walls(data["walls"], track)
    if not set(range(1, track + 1)) - z - set(start.values()):
        raise BadBoard("layout_full")
    return Layout(track, start, z, walls, _across(walls), _note(data.get("note", {})))


def _is_field(value: object, track: int) -> bool:
    return type(value) is int and 1 <= value <= track


def _track(value: object) -> int:
    if type(value) is not int or not FEWEST_FIELDS <= value <= MOST_FIELDS:
        raise BadBoard("board_track", least=FEWEST_FIELDS, most=MOST_FIELDS)
    return value


def _start(value: object, track: int) -> dict[str, int]:
    if not isinstance(value, dict) or len(value) < 2:
        raise BadBoard("layout_start", colours=" ".join(COLOURS))
    for colour, field in value.items():
        if len(colour) != 1 or colour not in COLOURS:
            raise BadBoard("layout_colour", colour=colour, colours=" ".join(COLOURS))
        if not _is_field(field, track):
            raise BadBoard("board_start", colour=colour, track=track)
    return {colour: value[colour] for colour in COLOURS if colour in value}


def _z(value: object, track: int) -> frozenset[int]:
    if not isinstance(value, list) or not value or not all(_is_field(field, track) for field in value):
        raise BadBoard("layout_z", track=track)
    if len(set(value)) != len(value):
        raise BadBoard("layout_z_twice")
    return frozenset(value)


def _walls(value: object, track: int) -> tuple[Section, ...]:
    if not isinstance(value, list):
        raise BadBoard("layout_walls")
    return tuple(_section(item, place, track) for place, item in enumerate(value, 1))


def _section(value: object, place: int, track: int) -> Section:
    if not isinstance(value, list) or len(value) != 3:
        raise BadBoard("layout_section", place=place)
    one, other, number = value
    if not _is_field(one, track) or not _is_field(other, track) or one == other:
        raise BadBoard("layout_section_fields", place=place, track=track)
    if type(number) is not int or not 1 <= number <= 6:
        raise BadBoard("layout_section_number", place=place)
    return one, other, number


def _across(walls: tuple[Section, ...]) -> dict[tuple[int, int], int]:
    across: dict[tuple[int, int], int] = {}
    for one, other, number in walls:
        for here, there in ((one, other), (other, one)):
            if (here, number) in across:
                raise BadBoard("layout_section_twice", field=here, number=number)
            across[here, number] = there
    return across


def _note(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise BadBoard("board_note")
    return value
