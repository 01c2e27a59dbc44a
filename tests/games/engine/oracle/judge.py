"""Section 7: what follows from what was really done."""

import re
from dataclasses import dataclass, replace

from tests.games.engine.oracle import mauer, ring
from tests.games.engine.oracle.boards import RINGS, is_field, next_field, progress, start_field, write
from tests.games.engine.oracle.words import GOAL, WAITING, Game, Move, Position, Refused

Piece = tuple[str, str]  # colour, field

PLAYED = re.compile(r"(?:([A-Z]):)?([0-9]+|[Babcd])[-x<]([0-9]+|[Babcd])", re.ASCII)
MAUER_MOVE = re.compile(r"([0-9]+|[Babcd])(?:[-+^][1-6]){2}=([0-9]+|[abcd])((?:x[0-9]+){0,2})", re.ASCII)

MAUER_DIE = re.compile(r"([0-9]+|[Babcd])[-+^][1-6]=([0-9]+|[abcd])(x[0-9]+)?", re.ASCII)

# Section 7, J4: the class of the duty that was missed, and the rules broken with it.
BROKEN = {
    (1, 5): {5, 10, 11, 13},
    (1, 4): {4, 10, 11, 13},
    (2, 10): {10, 11, 13},
    (3, 5): {5, 13},
    (3, 4): {4, 13},
    (4, 14): {14, 13},
    (5, 8): {8, 13},
}


@dataclass(frozen=True)
class Case:
    """One throw as a referee recorded it."""

    game: Game
    position: Position
    roll: int
    touched: Piece | None
    moved: tuple[str, str, str] | None  # colour, from, to; None where nothing was played
    choice: Piece | None

    @property
    def piece(self) -> Piece | None:
        return self.moved[:2] if self.moved else None


def judge(
    game: Game, position: Position, roll: int, touched: object, played: object, choice: object
) -> dict[str, object]:
    case = Case(
        game,
        position,
        roll,
        _piece(game, position, touched),
        _moved(game, position, played),
        _named_field(game, position, choice),
    )
    if game.rules == "turnier":
        return _turnier(case)
    return _other_rings(case)


def judge_mauer(
    game: Game, position: Position, dice: tuple[int, int], touched: object, played: object, choice: object
) -> dict[str, object]:
    _piece(game, position, touched)
    _named_field(game, position, choice)
    legal = {m.text: m for m in mauer.legal_moves(game, position, dice)}
    if played == "--":
        if legal:
            return _answer("void", position)
        return _answer("correct", mauer.play(game, position, dice, None))
    if isinstance(played, str) and all(MAUER_DIE.fullmatch(part) for part in played.split(" ")[:3]):
        _check_dice_apart(game, position, played.split(" "))
        return _answer("void", position)
    parts = MAUER_MOVE.fullmatch(played) if isinstance(played, str) else None
    if not parts or not all(is_field("M", spot, game.layout) for spot in [parts[2], *parts[3].split("x")[1:]]):
        raise Refused("played is no move of this game")
    _piece(game, position, parts[1])
    meant = _other_spelling(str(played))
    for text in (str(played), meant):
        if text in legal:
            return _answer("correct", mauer.play(game, position, dice, legal[text]), move=text)
    return _answer("void", position)


def _other_spelling(played: str) -> str:
    """Two walks in the same direction, with the dice the other way round."""
    turned = re.fullmatch(r"([0-9]+|[Babcd])([-+])([1-6])([-+])([1-6])(=.*)", played, re.ASCII)
    if not turned or turned[2] != turned[4]:
        return played
    return f"{turned[1]}{turned[2]}{turned[5]}{turned[4]}{turned[3]}{turned[6]}"


def _check_dice_apart(game: Game, position: Position, parts: list[str]) -> None:
    """One die alone, or one for each of two pieces, which both stand where they begin."""
    if len(parts) > 2:
        raise Refused("there are two dice")
    own = list(position.pieces[position.mover])
    for part in parts:
        begins, ends = re.split(r"[-+^][1-6]=", part)
        if not all(is_field("M", spot, game.layout) for spot in ends.split("x")):
            raise Refused("no such field")
        if begins not in own:
            raise Refused("no piece stands there")
        own.remove(begins)


def _answer(
    verdict: str,
    position: Position,
    broken: set[int] | frozenset[int] = frozenset(),
    sent_back: Piece | None = None,
    move: str = "--",
) -> dict[str, object]:
    return {
        "verdict": verdict,
        "broken": sorted(broken),
        "sent_back": "".join(sent_back) if sent_back else None,
        "move": move,
        "position": write(position),
    }


# The tournament game


def _turnier(case: Case) -> dict[str, object]:
    game, position, roll = case.game, case.position, case.roll
    permitted = ring.permitted_moves(game, position, roll)
    if not permitted:
        # J1: with nothing to do, anything done is put back and the throw lapses.
        after = ring.play(game, position, roll, None)
        return _answer("void", after, {8}) if case.moved else _answer("correct", after)
    can_move = case.touched in [None, *((m.colour, m.start) for m in permitted)]
    if not can_move and game.options.get("touched_stuck") == "free":
        case = replace(case, touched=None)  # section 10: as if nothing had been touched
    played = _find(permitted, case)
    other_touched = case.touched is not None and case.touched != case.piece
    if played and not other_touched:
        return _answer("correct", ring.play(game, position, roll, played), move=played.text)  # J2
    if other_touched:
        instead = [m for m in permitted if (m.colour, m.start) == case.touched]
        if instead:  # J3
            after = ring.play(game, position, roll, instead[0])
            return _answer("enforced", after, {12}, move=instead[0].text)
    return _duty_missed(case, permitted, {12} if other_touched else set())


def _duty_missed(case: Case, permitted: list[Move], broken: set[int]) -> dict[str, object]:
    """J4: everything stands as before, but for a piece that goes back; the turn passes, also after a 6."""
    position, colour = case.position, case.position.mover
    number = ring.move_class(case.game, permitted[0])
    duty = next(d for c, d in BROKEN if c == number and d in permitted[0].duties)
    broken = broken | BROKEN[number, duty] | _impossible(case)
    back: Piece | None = None
    if duty == 5:
        back = (colour, start_field(position.board, colour))
    elif 10 in BROKEN[number, duty]:
        back = _for_a_capture(case, permitted)
    if back:
        position = position.moved(*back, WAITING)
    after = position.passed_to(ring.next_player(case.game, position))
    return _answer("void", after, broken, back)


def _for_a_capture(case: Case, permitted: list[Move]) -> Piece | None:
    """Rules 11 and, by the other reading, section 10: which piece goes back where a capture was missed."""
    back = _who_missed(case, permitted)
    if case.game.options.get("missed_capture") == "moved":
        back = case.piece or case.touched or back
    return None if back[1] == WAITING else back


def _impossible(case: Case) -> set[int]:
    """J4, the rules that an impossible move adds."""
    if not case.moved or _find(ring.legal_moves(case.game, case.position, case.roll), case):
        return set()
    colour, start, end = case.moved
    own = case.position.pieces[colour]
    added = {8}
    if end != WAITING and end in own:
        added.add(9)
    way = _fields_ahead(case, start)
    if end in GOAL:
        exact = len(way) == case.roll and way[-1] == end
        jumped = any(f in GOAL and f in own for f in way[:-1])
        if not exact or jumped:
            added.add(14)
    elif end == _second_lap(case, start):
        added.add(14)
    return added


def _fields_ahead(case: Case, start: str) -> list[str]:
    """The fields a piece would walk with this throw, as far as there are any."""
    way: list[str] = []
    spot: str | None = start
    while spot is not None and spot != WAITING and len(way) < case.roll:
        spot = next_field(case.position.board, case.position.mover, spot)
        if spot:
            way.append(spot)
    return way


def _second_lap(case: Case, start: str) -> str | None:
    """Where a track piece ends that walks exactly the throw on the track, past the way into its goal."""
    if start == WAITING or start in GOAL:
        return None
    board, own_start = case.position.board, start_field(case.position.board, case.position.mover)
    spot, crossed = int(start), False
    for _ in range(case.roll):
        spot = spot % RINGS[board].length + 1
        crossed = crossed or str(spot) == own_start
    return str(spot) if crossed else None


# The others


def _other_rings(case: Case) -> dict[str, object]:
    game, position, roll = case.game, case.position, case.roll
    permitted = ring.permitted_moves(game, position, roll)
    played = _find(permitted, case)
    if played or not (permitted or case.moved):
        return _answer("correct", ring.play(game, position, roll, played), move=played.text if played else "--")
    legal_one = _find(ring.legal_moves(game, position, roll), case)
    capture_missed = game.has("forced_capture") and any(ring.is_owed(position, m) for m in permitted)
    if capture_missed and (legal_one or not case.moved):
        return _penalised(case, permitted, legal_one)
    return _answer("void", position)


def _penalised(case: Case, captures: list[Move], played: Move | None) -> dict[str, object]:
    """forced_capture: what was played stands, the piece that should have captured goes back."""
    after = ring.moved(case.position, played) if played else case.position
    colour, spot = _who_missed(case, captures)
    back: Piece | None = None
    thrown_out = played is not None and (colour, spot) in played.captured
    if spot != WAITING and not thrown_out:
        if played and (colour, spot) == case.piece:
            spot = played.end  # that very piece was moved elsewhere
        back = (colour, spot)
        after = after.moved(colour, spot, WAITING)
    after = ring.next_turn(case.game, case.position, after, case.roll)
    return _answer("penalised", after, sent_back=back, move=played.text if played else "--")


def _who_missed(case: Case, captures: list[Move]) -> Piece:
    """The touched piece if it could have captured, else the named one, else the one that had come farthest."""
    able = [(m.colour, m.start) for m in captures]
    for named in (case.touched, case.choice):
        if named in able:
            return named
    board, mover = case.position.board, case.position.mover
    return max(able, key=lambda piece: (progress(board, *piece), piece[0] == mover))


# What stands in the request


def _find(moves: list[Move], case: Case) -> Move | None:
    return next((m for m in moves if (m.colour, m.start, m.end) == case.moved), None)


def _piece(game: Game, position: Position, text: object) -> Piece | None:
    """A field with an own piece on it, or a neutral one."""
    named = _named_field(game, position, text)
    if named and named[1] not in position.pieces[named[0]]:
        raise Refused(f"no own piece on {text}")
    return named


def _named_field(game: Game, position: Position, text: object) -> Piece | None:
    """`12` is the mover's field, `K:12` the neutral colour's."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise Refused("a field is text")
    colour, spot = position.mover, text
    if game.neutral and text.startswith(f"{game.neutral}:"):
        colour, spot = game.neutral, text[2:]
    if not is_field(position.board, spot, game.layout):
        raise Refused(f"{text} is no field")
    return colour, spot


def _moved(game: Game, position: Position, played: object) -> tuple[str, str, str] | None:
    if played == "--":
        return None
    parts = PLAYED.fullmatch(played) if isinstance(played, str) else None
    if not parts:
        raise Refused("played is from-to, or --")
    owner = f"{parts[1]}:" if parts[1] else ""
    piece = _piece(game, position, owner + parts[2])
    if not piece or not is_field(position.board, parts[3]) or parts[2] == parts[3]:
        raise Refused("played is from one field to another")
    return (*piece, parts[3])
