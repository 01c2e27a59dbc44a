"""Ring boards: data files, checked when they are loaded.

Decided here: what a board file must say and what makes it a board. Left out: how pieces move (`ring`), what the board
looks like (`games.engine.drawing`).

A file is one JSON object:

    {"id": "4",                         the board's name in a written position, one word
     "track": 40,                       number of track fields; 1 follows the last one
     "starts": [["Y", 1], ["G", 11], ["R", 21], ["K", 31]],   colours clockwise with their start fields
     "seats": {"2": ["Y", "R"]},        optional: who sits here when fewer play; else the first colours
     "note": {"de": "…", "en": "…"}}    optional: what a user should know (shown with the board)
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from .codes import Code
from .errors import BadBoard
from .notation import COLOURS
from .speech import ByLanguage, Language, Text

DATA = Path(__file__).parent / "data"
LONGEST_FILE = 1_000_000
SHORTEST_TRACK, LONGEST_TRACK = 12, 99
NOTES = {"6": ByLanguage(Text("The 48 fields and the order of the six colours are our reconstruction."))}


class BoardFault(Code):
    UNREADABLE = "board_unreadable", Text("the file {file} cannot be read")
    ID = "board_id", Text("a board needs a name of one word")
    TRACK = "board_track", Text("the track has {least} to {most} fields")
    NOTE = "board_note", Text("the note of a board is given by language")
    STARTS = "board_starts", Text("the starts are pairs of colour and field")
    COLOUR = "board_colour", Text("'{colour}' is not a colour")
    START = "board_start", Text("the start field of {colour} is not from 1 to {track}")
    COLOURS = "board_colours", Text("a board has two colours at least, each once")
    ORDER = "board_order", Text("the colours come in the order {order}, their start fields clockwise")
    SEATS = "board_seats", Text("each number of players names as many colours of the board")


class RingBoard(NamedTuple):
    id: str
    track: int
    starts: dict[str, int]  # in clockwise order
    seats: dict[int, tuple[str, ...]]
    note: Mapping[Language, str]

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(self.starts)

    def seated(self, players: int) -> tuple[str, ...]:
        """The colours of this number of players."""
        return self.seats.get(players, self.colours[:players])


def shipped(board_id: str) -> RingBoard:
    """The ring board "4" or "6" of the project."""
    board = load(DATA / f"ring-{board_id}.json")
    return board._replace(note=NOTES.get(board_id, board.note))


def load(path: Path | str) -> RingBoard:
    """The board of a file; BadBoard says what is wrong with it."""
    return from_data(read_json(path))


def read_json(path: Path | str) -> dict[str, object]:
    """The object in a file. A file that is too long, has a key twice or is not JSON is refused."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(LONGEST_FILE + 1)
        data = json.loads(text if len(text) <= LONGEST_FILE else "", object_pairs_hook=_each_once)
    except (OSError, ValueError, RecursionError) as error:
        raise BadBoard(BoardFault.UNREADABLE, file=str(path)) from error
    if not isinstance(data, dict):
        raise BadBoard(BoardFault.UNREADABLE, file=str(path))
    return data


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a name is there twice")
    return data


def from_data(data: dict[str, object]) -> RingBoard:
    board_id, track, note = data.get("id"), data.get("track"), data.get("note", {})
    if not isinstance(board_id, str) or not board_id.isalnum():
        raise BadBoard(BoardFault.ID)
    if type(track) is not int or not SHORTEST_TRACK <= track <= LONGEST_TRACK:
        raise BadBoard(BoardFault.TRACK, least=SHORTEST_TRACK, most=LONGEST_TRACK)
    if not isinstance(note, dict):
        raise BadBoard(BoardFault.NOTE)
    starts = _starts(data.get("starts"), track)
    return RingBoard(board_id, track, starts, _seats(data.get("seats", {}), starts), note)


def _starts(pairs: object, track: int) -> dict[str, int]:
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise BadBoard(BoardFault.STARTS)
    for colour, field in pairs:
        if not isinstance(colour, str) or len(colour) != 1 or colour not in COLOURS:
            raise BadBoard(BoardFault.COLOUR, colour=str(colour))
        if type(field) is not int or not 1 <= field <= track:
            raise BadBoard(BoardFault.START, colour=colour, track=track)
    _check_clockwise([colour for colour, _ in pairs], [field for _, field in pairs])
    return dict(pairs)


def _seats(seats: object, starts: dict[str, int]) -> dict[int, tuple[str, ...]]:
    if not isinstance(seats, dict):
        raise BadBoard(BoardFault.SEATS)
    by_count = {}
    for players, colours in seats.items():
        clockwise = [colour for colour in starts if isinstance(colours, list) and colour in colours]
        if colours != clockwise or players != str(len(clockwise)):
            raise BadBoard(BoardFault.SEATS)
        by_count[len(clockwise)] = tuple(clockwise)
    return by_count


def _check_clockwise(colours: list[str], fields: list[int]) -> None:
    if len(colours) < 2 or len(set(colours)) != len(colours):
        raise BadBoard(BoardFault.COLOURS)
    if colours != sorted(colours, key=COLOURS.index) or fields != sorted(set(fields)):
        raise BadBoard(BoardFault.ORDER, order=" ".join(COLOURS))
