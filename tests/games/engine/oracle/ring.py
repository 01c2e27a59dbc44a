"""Sections 3 to 6: moves, duties and turns of the four games played on a ring."""

from collections.abc import Callable

from tests.games.engine.oracle.boards import colours_of, field_behind, next_field, start_field
from tests.games.engine.oracle.words import GOAL, WAITING, Game, Move, Position


def legal_moves(game: Game, position: Position, roll: int) -> list[Move]:
    if is_over(game, position) or has_finished(game, position, position.mover):
        return []
    return [m for colour in _movable(game, position) for m in _moves_of(game, position, roll, colour)]


def permitted_moves(game: Game, position: Position, roll: int) -> list[Move]:
    if game.rules == "turnier":
        return _strongest_class(game, legal_moves(game, position, roll))
    if game.has("forced_capture"):
        captures = [m for m in legal_moves(game, position, roll) if is_owed(position, m)]
        if captures:
            return captures
    legal = legal_moves(game, position, roll)
    return [
        m
        for colour in _movable(game, position)
        for m in _obliged(position, colour, [m for m in legal if m.colour == colour])
    ]


def is_owed(position: Position, move: Move) -> bool:
    """Section 5: nobody is compelled to capture a piece of the mover's own, with a neutral one."""
    return any(colour != position.mover for colour, _ in move.captured)


def play(game: Game, position: Position, roll: int, move: Move | None) -> Position:
    """The position after a move that was made, or after a throw that lapsed."""
    after = moved(position, move) if move else position
    return next_turn(game, position, after, roll)


def moved(position: Position, move: Move) -> Position:
    for colour, spot in move.captured:
        position = position.moved(colour, spot, WAITING)
    return position.moved(move.colour, move.start, move.end)


def has_finished(game: Game, position: Position, colour: str) -> bool:
    """Section 3, and with a neutral colour section 5: its pieces must be home too."""
    return position.all_home(colour) and (not game.neutral or position.all_home(game.neutral))


def is_over(game: Game, position: Position) -> bool:
    players = [c for c in position.pieces if c != game.neutral]
    playing = sum(not has_finished(game, position, c) for c in players)
    return playing <= 1 or (game.ends_with_winner and playing < len(players))


def next_turn(game: Game, before: Position, after: Position, roll: int) -> Position:
    """Who throws next. `before` is the position the throw was made in, `after` has its pieces where they stay."""
    mover = before.mover
    if is_over(game, before):
        return before
    if is_over(game, after):
        return after.passed_to(mover)
    last_went_home = after.all_home(mover) and not before.all_home(mover)
    out = last_went_home or has_finished(game, after, mover)
    if roll == 6 and not out:
        return after.passed_to(mover)
    if roll != 6 and not out and three_throws(game, before) and before.throws < 2:
        return after.passed_to(mover, before.throws + 1)
    return after.passed_to(next_player(game, after))


def next_player(game: Game, position: Position) -> str:
    """The next colour clockwise that still takes turns."""
    seats = [c for c in colours_of(position.board) if c in position.pieces]
    here = seats.index(position.mover)
    for colour in seats[here + 1 :] + seats[: here + 1]:
        if colour != game.neutral and not has_finished(game, position, colour):
            return colour
    raise AssertionError("asked for the next player of a game that is over")


def three_throws(game: Game, position: Position) -> bool:
    """No piece on the track, and none in the goal that any throw could still advance."""
    if game.rules != "turnier" and not game.has("three_throws"):
        return False
    return all(
        f == WAITING or (f in GOAL and not _can_advance(game, position, colour, f))
        for colour in _movable(game, position)
        for f in position.pieces[colour]
    )


def throws_left(game: Game, position: Position) -> int:
    """How many throws the colour to move may have for a 6, this one counted."""
    if is_over(game, position):
        return 0
    if has_finished(game, position, position.mover) or not three_throws(game, position):
        return 1
    return 3 - position.throws


def _can_advance(game: Game, position: Position, colour: str, spot: str) -> bool:
    return any(_forward(game, position, roll, colour, spot) for roll in range(1, 7))


def _movable(game: Game, position: Position) -> list[str]:
    return [position.mover, game.neutral] if game.neutral else [position.mover]


def _moves_of(game: Game, position: Position, roll: int, colour: str) -> list[Move]:
    found = []
    for spot in sorted(set(position.pieces[colour])):
        for way in (_entering, _forward, _backward):
            move = way(game, position, roll, colour, spot)
            if move:
                found.append(move)
    return found


def _entering(game: Game, position: Position, roll: int, colour: str, spot: str) -> Move | None:
    if spot != WAITING or roll != 6:
        return None
    return _landing(game, position, colour, spot, start_field(position.board, colour))


def _forward(game: Game, position: Position, roll: int, colour: str, spot: str) -> Move | None:
    if spot == WAITING:
        return None
    end = _walk(game, position, roll, colour, spot, next_field)
    return _landing(game, position, colour, spot, end) if end else None


def _backward(game: Game, position: Position, roll: int, colour: str, spot: str) -> Move | None:
    """Option backward_capture: never without a capture, never from the goal."""
    if not game.has("backward_capture") or spot == WAITING or spot in GOAL:
        return None
    end = _walk(game, position, roll, colour, spot, field_behind)
    move = _landing(game, position, colour, spot, end, "<") if end else None
    return move if move and move.captured else None


def _walk(
    game: Game, position: Position, roll: int, colour: str, spot: str, step: Callable[[str, str, str], str | None]
) -> str | None:
    """The field exactly `roll` steps on, if nothing on the way may not be jumped."""
    for walked in range(1, roll + 1):
        ahead = step(position.board, colour, spot)
        if ahead is None:
            return None
        spot = ahead
        if walked < roll and not _may_jump(game, position, colour, spot):
            return None
    return spot


def _may_jump(game: Game, position: Position, colour: str, spot: str) -> bool:
    if spot in GOAL:
        kept = game.rules == "turnier" or game.has("no_goal_jump")
        return not (kept and spot in position.pieces[colour])
    return len(position.standing_on(spot)) < 2


def _landing(game: Game, position: Position, colour: str, start: str, end: str, sign: str = "-") -> Move | None:
    if end in GOAL:
        free = end not in position.pieces[colour]
        return _move(game, position, colour, start, end, sign, ()) if free else None
    there = position.standing_on(end)
    if len(there) == 2:
        return None
    if there == [colour]:
        joins = game.has("barriers") and end != start_field(position.board, colour)
        return _move(game, position, colour, start, end, sign, ()) if joins else None
    return _move(game, position, colour, start, end, sign, tuple((c, end) for c in there))


def _move(
    game: Game,
    position: Position,
    colour: str,
    start: str,
    end: str,
    sign: str,
    captured: tuple[tuple[str, str], ...],
) -> Move:
    if captured and sign == "-":
        sign = "x"
    owner = f"{colour}:" if colour == game.neutral else ""
    duties = _duties(position, colour, start, end, bool(captured)) if game.rules == "turnier" else ()
    return Move(f"{owner}{start}{sign}{end}", colour, start, end, captured, duties)


def _obliged(position: Position, colour: str, legal: list[Move]) -> list[Move]:
    """Section 4, obligation 2: leave the own start, else enter, while own pieces wait."""
    if WAITING not in position.pieces[colour]:
        return legal
    leaving = [m for m in legal if m.start == start_field(position.board, colour)]
    entering = [m for m in legal if m.start == WAITING]
    return leaving or entering or legal


def _duties(position: Position, colour: str, start: str, end: str, captures: bool) -> tuple[int, ...]:
    """Section 6, the table: which of the book's duties a move fulfils."""
    waits = WAITING in position.pieces[colour]
    fulfilled = {
        14: start not in GOAL and end in GOAL,
        10: captures,
        8: True,
        5: waits and start == start_field(position.board, colour),
        4: start == WAITING,
    }
    return tuple(rule for rule, yes in fulfilled.items() if yes)


def move_class(game: Game, move: Move) -> int:
    """Section 6: 1 is the strongest class."""
    duties = set(move.duties)
    if 10 in duties:
        return 1 if duties & {4, 5} else 2
    if duties & {4, 5}:
        return 3
    return 4 if 14 in duties and game.options.get("goal_entry") != "free" else 5


def _strongest_class(game: Game, legal: list[Move]) -> list[Move]:
    best = min((move_class(game, m) for m in legal), default=5)
    return [m for m in legal if move_class(game, m) == best]
