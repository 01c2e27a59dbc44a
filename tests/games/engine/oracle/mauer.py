"""Section 8: two dice, walks and wall jumps, on a layout that is data."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

from tests.games.engine.oracle.boards import colours_of
from tests.games.engine.oracle.words import GOAL, WAITING, Game, Layout, Move, Position, Refused

LANES, COLUMNS = 6, 11
COLOURS = "YGRK"


def reconstruction() -> Layout:
    """Six lanes of eleven fields to and fro, five walls between them."""
    lanes = []
    for lane in range(LANES):
        fields = list(range(lane * COLUMNS + 1, (lane + 1) * COLUMNS + 1))
        lanes.append(fields if lane % 2 == 0 else fields[::-1])
    walls = []
    for wall in range(1, LANES):
        for column in (2, 4, 6, 8, 10):
            number = (wall + column // 2) % 6 + 1
            walls.append((lanes[wall - 1][column - 1], lanes[wall][column - 1], number))
    return Layout(LANES * COLUMNS, dict.fromkeys(COLOURS, 1), (65, 66), tuple(walls))


def layout_from(data: Any) -> Layout:
    """A layout as it stands in a file, checked."""
    if not isinstance(data, dict) or not {"track", "start", "z", "walls"} <= set(data):
        raise Refused("a layout has track, start, z and walls")
    track, start, z, walls = data["track"], data["start"], data["z"], data["walls"]
    if not _whole(track) or track < 1:
        raise Refused("track is a number of fields")

    def is_field(number: Any) -> bool:
        return _whole(number) and 1 <= number <= track

    if not isinstance(start, dict) or set(start) != set(COLOURS) or not all(map(is_field, start.values())):
        raise Refused("every colour starts on a field of the track")
    if not isinstance(z, list) or not z or not all(map(is_field, z)):
        raise Refused("Z fields are fields of the track")
    if set(range(1, track + 1)) <= {*z, *start.values()}:
        raise Refused("every field is Z or start")
    return Layout(track, dict(start), tuple(z), _walls(walls, is_field))


def _walls(walls: Any, is_field: Callable[[Any], bool]) -> tuple[tuple[int, int, int], ...]:
    if not isinstance(walls, list) or not all(isinstance(w, list) and len(w) == 3 for w in walls):
        raise Refused("a wall section is a field, a field and a number")
    sides = set()
    for one, other, number in walls:
        if not (is_field(one) and is_field(other) and _whole(number) and 1 <= number <= 6):
            raise Refused("a wall section joins two fields and carries 1 to 6")
        for side in ((one, number), (other, number)):
            if side in sides:
                raise Refused("a field has two wall sections with one number")
            sides.add(side)
    return tuple((one, other, number) for one, other, number in walls)


def _whole(number: Any) -> bool:
    return type(number) is int


def legal_moves(game: Game, position: Position, dice: tuple[int, int]) -> list[Move]:
    mover = position.mover
    if is_over(game, position):
        return []
    found: dict[str, Move] = {}
    for start in position.pieces[mover]:
        if start in GOAL:
            continue
        for first, second in sorted(set(permutations(dice))):
            for way1 in "+-^":
                for way2 in "+-^":
                    move = _try(game, position, start, (way1, first), (way2, second))
                    if move:
                        found[move.text] = move
    return list(found.values())


def _try(game: Game, position: Position, start: str, one: tuple[str, int], two: tuple[str, int]) -> Move | None:
    """One piece with one die after the other, or None where that is no move."""
    walks_on = one[0] == two[0] != "^"
    if walks_on and one[1] > two[1]:
        return None  # the same move as with the smaller die first
    station = _step(game, position.mover, start, *one)
    target = _step(game, position.mover, str(station), *two) if station else None
    if not station or not target:
        return None
    others = list(position.pieces[position.mover])
    others.remove(start)
    if str(target) in others or (not walks_on and str(station) in others):
        return None
    hit = [] if walks_on else [station]
    captured = tuple(
        (colour, str(spot))
        for spot in [*hit, target]
        for colour in position.standing_on(str(spot))
        if colour != position.mover
    )
    end = _last_free(others) if target in _layout(game).z else str(target)
    text = f"{start}{one[0]}{one[1]}{two[0]}{two[1]}={end}" + "".join(f"x{spot}" for _, spot in captured)
    return Move(text, position.mover, start, end, captured)


def _step(game: Game, colour: str, start: str, way: str, die: int) -> int | None:
    """Where one die leads: a walk, an entering or a wall jump."""
    layout = _layout(game)
    if start == WAITING:
        return _on_track(layout, layout.start[colour] + die - 1) if way == "+" else None
    here = int(start)
    if way == "^":
        for one, other, number in layout.walls:
            if number == die and here in (one, other):
                return other if here == one else one
        return None
    return _on_track(layout, here + die if way == "+" else here - die)


def _on_track(layout: Layout, spot: int) -> int | None:
    return spot if 1 <= spot <= layout.track else None


def _last_free(others: list[str]) -> str:
    return next(goal for goal in reversed(GOAL) if goal not in others)


def _layout(game: Game) -> Layout:
    assert game.layout is not None
    return game.layout


def play(game: Game, position: Position, dice: tuple[int, int], move: Move | None) -> Position:
    if is_over(game, position):
        return position
    if move:
        for colour, spot in move.captured:
            position = position.moved(colour, spot, WAITING)
        position = position.moved(move.colour, move.start, move.end)
    if is_over(game, position):
        return position
    seats = [c for c in colours_of("M") if c in position.pieces]
    here = seats.index(position.mover)
    order = seats[here + 1 :] + seats[: here + 1]
    return position.passed_to(next(c for c in order if not position.all_home(c)))


def is_over(game: Game, position: Position) -> bool:
    playing = sum(not position.all_home(c) for c in position.pieces)
    return playing <= 1 or (game.ends_with_winner and playing < len(position.pieces))
