"""Section 9: requests and answers, as objects rather than lines."""

from dataclasses import replace
from typing import Any

from tests.games.engine.oracle import judge, mauer, ring
from tests.games.engine.oracle.boards import BOARDS, RINGS, SEATED, check_neutral, colours_of, read, start_field, write
from tests.games.engine.oracle.places import places
from tests.games.engine.oracle.words import WAITING, Game, Layout, Move, Position, Refused

FAMILY_OPTIONS = ("three_throws", "no_goal_jump", "backward_capture", "barriers", "forced_capture", "neutral")
OPTIONS: dict[str, tuple[str, ...]] = {
    "turnier": ("goal_entry", "touched_stuck", "missed_capture"),
    "classic": FAMILY_OPTIONS,
    "classic6": FAMILY_OPTIONS,
    "verboten": FAMILY_OPTIONS,
    "mauer": (),
}
READINGS = {
    "goal_entry": ("duty", "free"),
    "touched_stuck": ("void", "free"),
    "missed_capture": ("capturer", "moved"),
}
PLAY_ON = ("places", "winner")  # a reading of the table, which every book takes
USUAL: dict[str, object] = {"neutral": None, **{name: values[0] for name, values in READINGS.items()}}
KEYS = {
    "start": "rules options players colours board",
    "moves": "rules options position roll",
    "play": "rules options position roll move",
    "judge": "rules options position roll touched played choice",
    "perft": "rules options position depth",
    "rules": "",
}
PLAYERS = {"turnier": (3, 4), "classic": (2, 4), "classic6": (2, 6), "verboten": (2, 6), "mauer": (2, 4)}


def answer(request: Any, layout: Layout | None = None) -> dict[str, object]:
    """One request answered; a bad one gets an error, never an exception."""
    named = request.get("id") if isinstance(request, dict) else None
    try:
        if not isinstance(request, dict):
            raise Refused("a request is an object")
        result = _answer(request, layout or mauer.reconstruction())
    except Refused as refused:
        return {"id": named, "error": {"code": "refused", "sentence": str(refused), "data": {}}}
    return {"id": named, **result} if "id" in request else result


def _answer(request: dict[str, Any], layout: Layout) -> dict[str, object]:
    op = request.get("op")
    if not isinstance(op, str) or op not in KEYS:
        raise Refused("no such op")
    if set(request) - {"id", "op", *KEYS[op].split()}:
        raise Refused("unknown keys")
    if op == "rules":
        return {"rules": [_described(rules) for rules in OPTIONS]}
    game = _game(request, layout)
    if op == "start":
        first = _start(game, request)
        return {"position": write(first), **_told(game, [first])}
    text = request.get("position")
    if not isinstance(text, str):
        raise Refused("a position is text")
    position = read(game, text)
    if op == "perft":
        return {"nodes": perft(game, position, _whole(request, "depth"))}
    roll = _roll(game, request.get("roll"))
    if op == "moves":
        return _moves(game, position, roll)
    if op == "play":
        return _play(game, position, roll, request.get("move"))
    return _judged(game, position, roll, request)


def _judged(game: Game, position: Position, roll: Any, request: dict[str, Any]) -> dict[str, object]:
    judged = judge.judge_mauer if game.rules == "mauer" else judge.judge
    recorded = request.get("touched"), request.get("played"), request.get("choice")
    ruling = judged(game, position, roll, *recorded)
    stands = read(game, str(ruling["position"]))
    readings = []
    for name in READINGS if game.rules == "turnier" else ():
        chosen = game.options.get(name, USUAL[name])
        others = [
            {"value": value, **judged(replace(game, options={**game.options, name: value}), position, roll, *recorded)}
            for value in READINGS[name]
            if value != chosen
        ]
        others = [other for other in others if {**other, "value": None} != {**ruling, "value": None}]
        if others:
            readings.append({"option": name, "value": chosen, "others": others})
    return {**ruling, **_told(game, [position, stands]), "readings": readings}


def _told(game: Game, record: list[Position]) -> dict[str, object]:
    """What a program that plays would have to work out."""
    last = record[-1]
    if game.rules == "mauer":
        over = mauer.is_over(game, last)
        left = 0 if over else 1
    else:
        over, left = ring.is_over(game, last), ring.throws_left(game, last)
    return {"over": over, "places": places(game, record), "throws_left": left}


def _described(rules: str) -> dict[str, object]:
    return {
        "id": rules,
        "boards": list(BOARDS[rules]),
        "players": list(PLAYERS[rules]),
        "options": {name: USUAL.get(name, False) for name in OPTIONS[rules]},
    }


# The parts of a request


def _game(request: dict[str, Any], layout: Layout) -> Game:
    rules = request.get("rules")
    if not isinstance(rules, str) or rules not in OPTIONS:
        raise Refused("no such rule set")
    options = request.get("options")
    if options is None:
        options = {}
    if not isinstance(options, dict):
        raise Refused("options are an object")
    for name, value in options.items():
        if name == "play_on" and value in PLAY_ON:
            continue
        if name not in OPTIONS[rules]:
            raise Refused(f"{rules} has no option {name}")
        if name in READINGS:
            good = value in READINGS[name]
        elif name == "neutral":
            good = isinstance(value, str) and len(value) == 1 and value in "YGRKBW"
        else:
            good = isinstance(value, bool)
        if not good:
            raise Refused(f"{name} cannot be {value}")
    return Game(rules, options, layout if rules == "mauer" else None)


def _roll(game: Game, value: object) -> Any:
    dice = value if game.rules == "mauer" else [value]
    wanted = 2 if game.rules == "mauer" else 1
    if not isinstance(dice, list) or len(dice) != wanted:
        raise Refused("wrong number of dice")
    if not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise Refused("a die shows 1 to 6")
    return (dice[0], dice[1]) if game.rules == "mauer" else dice[0]


def _start(game: Game, request: dict[str, Any]) -> Position:
    named = _colours(request)
    board = _board(game, request, len(named) if named else _whole(request, "players"))
    colours = named or list(SEATED[board].get(_whole(request, "players"), ""))
    if any(colour not in colours_of(board) for colour in colours):
        raise Refused(f"board {board} has not these colours")
    if game.neutral and len(colours) == 3:
        colours = list(SEATED["4"][4])  # three players with a neutral colour: all four are dealt
    check_neutral(game, board, set(colours))
    least, most = PLAYERS[game.rules]
    if not least <= len(colours) <= most:
        raise Refused(f"{game.rules} is for {least} to {most} players")
    in_play = [c for c in colours_of(board) if c in colours]
    first = next(c for c in in_play if c != game.neutral)
    return Position(board, {c: _dealt(game, board, c) for c in in_play}, first, 0)


def _dealt(game: Game, board: str, colour: str) -> tuple[str, ...]:
    if game.rules in ("turnier", "mauer"):
        return (WAITING,) * 4
    return (WAITING,) * 3 + (start_field(board, colour),)


def _whole(request: dict[str, Any], key: str) -> int:
    value = request.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Refused(f"{key} is a whole number from 0")
    return value


def _colours(request: dict[str, Any]) -> list[str]:
    """The colours that are named; none where only a number of players is."""
    colours = request.get("colours")
    if colours is None:
        return []
    if not isinstance(colours, list) or not colours or not all(isinstance(c, str) for c in colours):
        raise Refused("colours are a list")
    if len(set(colours)) != len(colours):
        raise Refused("a colour is there twice")
    if request.get("players") is not None and _whole(request, "players") != len(colours):
        raise Refused("players and colours disagree")
    return colours


def _board(game: Game, request: dict[str, Any], players: int) -> str:
    usual = "M" if game.rules == "mauer" else "4"
    if game.rules != "mauer" and (players >= 5 or (game.rules == "turnier" and players == 3)):
        usual = "6"
    board = request.get("board")
    if board is None:
        board = usual
    if not isinstance(board, str) or len(board) != 1 or board not in BOARDS[game.rules]:
        raise Refused("not a board of this game")
    if game.rules == "turnier" and board != usual:
        raise Refused("the book gives the board")
    assert board == "M" or board in RINGS
    return board


# The answers


def _legal(game: Game, position: Position, roll: Any) -> list[Move]:
    if game.rules == "mauer":
        return mauer.legal_moves(game, position, roll)
    return ring.legal_moves(game, position, roll)


def _permitted(game: Game, position: Position, roll: Any) -> list[Move]:
    if game.rules == "mauer":
        return mauer.legal_moves(game, position, roll)
    return ring.permitted_moves(game, position, roll)


def _after(game: Game, position: Position, roll: Any, move: Move | None) -> Position:
    if game.rules == "mauer":
        return mauer.play(game, position, roll, move)
    return ring.play(game, position, roll, move)


def _moves(game: Game, position: Position, roll: Any) -> dict[str, object]:
    legal = []
    for move in sorted(_legal(game, position, roll), key=lambda m: m.text):
        entry: dict[str, object] = {"move": move.text, "captures": [c + f for c, f in move.captured]}
        if game.rules == "turnier":
            entry["duties"] = list(move.duties)
        legal.append(entry)
    told = _told(game, [position])
    return {
        "legal": legal,
        "permitted": sorted(m.text for m in _permitted(game, position, roll)),
        "over": told["over"],
        "throws_left": told["throws_left"],
    }


def _play(game: Game, position: Position, roll: Any, text: object) -> dict[str, object]:
    permitted = {m.text: m for m in _permitted(game, position, roll)}
    if not isinstance(text, str) or not (text in permitted or (text == "--" and not permitted)):
        raise Refused("not a permitted move")
    after = _after(game, position, roll, permitted.get(text))
    return {"position": write(after), **_told(game, [position, after])}


def perft(game: Game, position: Position, depth: int) -> int:
    over = mauer.is_over(game, position) if game.rules == "mauer" else ring.is_over(game, position)
    if depth == 0 or over:
        return 1
    dice = range(1, 7)
    throws: list[Any] = [(a, b) for a in dice for b in dice] if game.rules == "mauer" else list(dice)
    nodes = 0
    for throw in throws:
        moves: list[Any] = _permitted(game, position, throw) or [None]
        nodes += sum(perft(game, _after(game, position, throw, move), depth - 1) for move in moves)
    return nodes
