"""Sections 1 and 2: the ring boards, walked one field at a time, and positions as text."""

import re
from dataclasses import dataclass

from tests.games.engine.oracle.words import GOAL, NUMBER, WAITING, Game, Layout, Position, Refused, in_order


@dataclass(frozen=True)
class Ring:
    length: int
    start: dict[str, int]  # in clockwise order


RINGS = {
    "4": Ring(40, {"Y": 1, "G": 11, "R": 21, "K": 31}),
    "6": Ring(48, {"Y": 1, "G": 9, "R": 17, "K": 25, "B": 33, "W": 41}),
}
BOARDS = {"turnier": "46", "classic": "4", "classic6": "46", "verboten": "46", "mauer": "M"}
SEATED = {
    "4": {2: "YR", 3: "YGR", 4: "YGRK"},
    "6": {2: "YK", 3: "YRB", 4: "YGKB", 5: "YGRKB", 6: "YGRKBW"},
    "M": {2: "YG", 3: "YGR", 4: "YGRK"},
}


def start_field(board: str, colour: str) -> str:
    return str(RINGS[board].start[colour])


def next_field(board: str, colour: str, spot: str) -> str | None:
    """The field in front of a piece: round the track to the own start, then into the goal; nothing after d."""
    if spot in GOAL:
        return None if spot == "d" else GOAL[GOAL.index(spot) + 1]
    ahead = 1 if int(spot) == RINGS[board].length else int(spot) + 1
    return "a" if str(ahead) == start_field(board, colour) else str(ahead)


def field_behind(board: str, colour: str, spot: str) -> str | None:
    """The field behind a track piece, as far as it may go back: never onto its own start."""
    behind = RINGS[board].length if int(spot) == 1 else int(spot) - 1
    on_start = start_field(board, colour) in (spot, str(behind))
    return None if on_start else str(behind)


def progress(board: str, colour: str, spot: str) -> int:
    """How many fields a piece has walked from its own start; one that waits has less than that."""
    if spot == WAITING:
        return -1
    here, walked = start_field(board, colour), 0
    while here != spot:
        here, walked = next_field(board, colour, here) or "", walked + 1
    return walked


def colours_of(board: str) -> str:
    return "YGRK" if board == "M" else "".join(RINGS[board].start)


def is_field(board: str, spot: str, layout: Layout | None = None) -> bool:
    """A waiting field, a goal field or a track field of this board."""
    if spot == WAITING or (len(spot) == 1 and spot in GOAL):
        return True
    length = layout.track if layout else RINGS[board].length
    return bool(NUMBER.fullmatch(spot)) and int(spot) <= length


def write(position: Position) -> str:
    groups = [
        f"{colour}:{','.join(position.pieces[colour])}"
        for colour in colours_of(position.board)
        if colour in position.pieces
    ]
    return " ".join([position.board, *groups, position.mover, str(position.throws)])


def read(game: Game, text: str) -> Position:
    """Section 2: any order of pieces and groups, but nothing that cannot stand on a real board."""
    words = text.split(" ")
    if "" in words or len(words) < 4:
        raise Refused("a position is a board, the colours, who moves and the throws, one space between")
    board, *groups, mover, throws = words
    if len(board) != 1 or board not in BOARDS[game.rules]:
        raise Refused(f"{game.rules} has no board {board}")
    pieces: dict[str, tuple[str, ...]] = {}
    for group in groups:
        colour, fields = _read_group(game, board, group)
        if colour in pieces:
            raise Refused(f"{colour} is there twice")
        pieces[colour] = fields
    if throws not in ("0", "1", "2"):
        raise Refused("throws are 0, 1 or 2")
    position = Position(board, pieces, mover, 0 if board == "M" else int(throws))
    _check_colours(game, position)
    _check_crowding(game, position)
    return position


def _read_group(game: Game, board: str, group: str) -> tuple[str, tuple[str, ...]]:
    parts = re.fullmatch(r"([A-Z]):([^:]+)", group, re.ASCII)
    if not parts or parts[1] not in colours_of(board):
        raise Refused(f"{group} is no colour of this board with its fields")
    fields = parts[2].split(",")
    if len(fields) != 4:
        raise Refused(f"{parts[1]} has not four pieces")
    for spot in fields:
        if not is_field(board, spot, game.layout):
            raise Refused(f"{spot} is no field")
    return parts[1], in_order(fields)


def _check_colours(game: Game, position: Position) -> None:
    if len(position.pieces) < 2:
        raise Refused("fewer than two colours")
    if position.mover not in position.pieces:
        raise Refused(f"{position.mover} is not in play")
    check_neutral(game, position.board, set(position.pieces))
    if position.mover == game.neutral:
        raise Refused("the neutral colour takes no turns")


def check_neutral(game: Game, board: str, colours: set[str]) -> None:
    if game.neutral and (board != "4" or colours != set("YGRK") or game.neutral not in colours):
        raise Refused("a neutral colour needs board 4 with all four colours, and is one of them")


def _check_crowding(game: Game, position: Position) -> None:
    for colour, fields in position.pieces.items():
        for spot in set(fields) - {WAITING}:
            if spot in GOAL:
                if fields.count(spot) > 1:
                    raise Refused(f"two pieces on {spot}")
                continue
            if game.layout and int(spot) in game.layout.z:
                raise Refused("nobody stands on a Z field")
            standing = position.standing_on(spot)
            pair = game.has("barriers") and standing == [colour] * 2
            if len(standing) > 1 and not (pair and spot != start_field(position.board, colour)):
                raise Refused(f"two pieces on {spot}")
