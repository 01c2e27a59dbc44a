"""Requests and draws as JSON: what is read is checked to the last value, what is written can be read again.

    {"players": 24 or [ids], "rounds": 4, "mode": "all" | "next" | "swiss" | "knockout" | "teams", "seed": …,
     "seconds": 2, "first": "threes" | "repeats", "history": [[[id, id, id, id], …], …], "plan": [as history],
     "clubs": [name or null, …], "teams": […], "families": […], "weights": {"club": 1, …},
     "wishes": [{"kind": "club", "players": [id, …], "weight": 1, "name": …}, …],
     "scores": [number, …], "classes": [name, …],
     "boards": [{"number": 1, "kind": "4"}, …], "fixed": {id: [numbers]}, "history_boards": [[number, …], …],
     "table_size": 3 | 4, "attempts": 1}

Only `players` is needed. Ids are whole numbers or text; a number of players stands for the ids 0 to n-1.
Lists by player are in the order of the players; `clubs`, `teams` and `families` are short for wishes to be
kept apart. `rounds` are those to be drawn; the modes that draw one take it for the length of the event, the
history included, or, if it is not more than the history has, for the rounds still to come. `plan` is what
had been drawn for these before somebody went or came. Players named only in the history or the plan have gone.

With `attempts` the best of so many draws is taken, of as many as `seconds` are enough for.

In the mode `teams` the players stand table by table, each table with one of every team, and `table_size` says how many.

Left out: what is done with a request.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from tournament.draw.seating.draw import Mode
from tournament.draw.seating.model import WEIGHTS, Board, Id, Kind, Priority, Request, Round, Wish
from tournament.draw.seating.reading import MAX_NUMBER, Json, list_of, one_of, player_id, real, refuse, text, whole

MAX_PLAYERS = 2000
MAX_ROUNDS = 100
MAX_SEATS = 100_000
"""Players times rounds."""
MAX_SECONDS = 600.0
MAX_WEIGHT = 1000
MAX_ATTEMPTS = 1000
GROUPS = {"clubs": "club", "teams": "team", "families": "family"}


@dataclass(frozen=True)
class Order:
    """A request, and which draw it is for. `classes` is empty or names the class of every player."""

    request: Request
    mode: Mode
    classes: tuple[str, ...] = ()


def order(data: Any) -> Order:
    """The order written in `data`, or a SeatingError that says what is wrong with it."""
    if type(data) is not dict:
        refuse("request", "must be an object")
    ids = _players(data.get("players"))
    history, plan = (list_of(data.get(part, []), part, _tables, MAX_ROUNDS) for part in ("history", "plan"))
    number = _numbered(ids, [*history, *plan])
    mode = one_of(data, "mode", get_args(Mode))
    rounds = whole(data.get("rounds", 1), "rounds", 1, MAX_ROUNDS)
    if len(ids) * (rounds + len(history)) > MAX_SEATS:
        refuse("rounds", f"at most {MAX_SEATS} seats can be drawn")
    if mode != "all" and rounds > len(history):
        rounds -= len(history)
    request = Request(
        ids=ids,
        gone=tuple(number)[len(ids) :],
        rounds=rounds,
        seed=_seed(data.get("seed")),
        seconds=_seconds(data.get("seconds", 2.0)),
        history=_rounds(history, number),
        history_boards=_numbers(data.get("history_boards", []), "history_boards"),
        plan=_rounds(plan, number),
        wishes=_wishes(data, ids, number),
        boards=tuple(_boards(data.get("boards", []))),
        fixed=_fixed(data.get("fixed", {}), number),
        scores=_scores(data.get("scores", []), len(ids)),
        first=one_of(data, "first", get_args(Priority)),
        table_size=whole(data.get("table_size", 0), "table_size", 0, 4),
        attempts=whole(data.get("attempts", 1), "attempts", 1, MAX_ATTEMPTS),
    )
    return Order(request, mode, _classes(data.get("classes", []), len(ids)))


def schedule(data: Any) -> tuple[Request, tuple[Round, ...], tuple[tuple[int, ...], ...]]:
    """Rounds drawn elsewhere, in `rounds`, with what is needed to report on them.

    Not everybody need play every round. `round_boards` are the boards, else tables stood in their order.
    """
    if type(data) is not dict:
        refuse("request", "must be an object")
    given = list_of(data.get("rounds"), "rounds", _tables, MAX_ROUNDS)
    seated = [player for tables in given for table in tables for player in table]
    players = data.get("players", list(dict.fromkeys(seated)))
    request = order({**data, "players": players, "rounds": max(1, len(given))}).request
    number = {player: index for index, player in enumerate(request.ids)}
    if not given or not number.keys() >= set(seated):
        refuse("rounds", "must be given, and seat none but the players")
    rounds = _rounds(given, number)
    boards = _numbers(data.get("round_boards", []), "round_boards")
    standing = boards or tuple(tuple(range(1, len(tables) + 1)) for tables in rounds)
    if [len(numbers) for numbers in standing] != [len(tables) for tables in rounds]:
        refuse("round_boards", "must hold one number for each table")
    return request, rounds, standing


def _players(value: Any) -> tuple[Id, ...]:
    if type(value) is not list:
        return tuple(range(whole(value, "players", 0, MAX_PLAYERS)))
    ids = list_of(value, "players", player_id, MAX_PLAYERS)
    if len(set(map(str, ids))) < len(ids):
        refuse("players", "somebody is named twice")
    return tuple(ids)


def _numbered(ids: tuple[Id, ...], rounds: list[list[list[Id]]]) -> dict[Id, int]:
    """Players present first, then those who have gone."""
    number = {player: index for index, player in enumerate(ids)}
    for tables in rounds:
        for table in tables:
            for player in table:
                number.setdefault(player, len(number))
    if len(number) > MAX_PLAYERS:
        refuse("history", f"at most {MAX_PLAYERS} players can be known")
    return number


def _rounds(rounds: list[list[list[Id]]], number: Mapping[Id, int]) -> tuple[Round, ...]:
    return tuple(tuple(tuple(number[player] for player in table) for table in tables) for tables in rounds)


def _tables(value: Any) -> list[list[Id]]:
    """One round: tables of three or four, nobody twice."""
    tables = list_of(value, "rounds", lambda table: list_of(table, "rounds", player_id, 4), MAX_PLAYERS)
    seated = [player for table in tables for player in table]
    if any(len(table) not in (3, 4) for table in tables):
        refuse("rounds", "a table has three or four players")
    if not tables or len(set(seated)) < len(seated):
        refuse("rounds", "a round has tables, and nobody sits at two")
    return tables


def _seed(value: Any) -> str:
    return secrets.token_hex(16) if value is None else text(value, "seed")


def _seconds(value: Any) -> float:
    seconds = real(value, "seconds", MAX_SECONDS)
    if seconds <= 0:
        refuse("seconds", "must be more than 0")
    return seconds


def _scores(value: Any, n: int) -> tuple[float, ...]:
    scores = list_of(value, "scores", lambda score: real(score, "scores", MAX_NUMBER))
    if scores and len(scores) != n:
        refuse("scores", "must hold one number for each player")
    return tuple(scores)


def _name(value: Any) -> str | None:
    return None if value is None else text(value, "groups")


def _names(value: Any, where: str, n: int) -> list[str | None]:
    names = list_of(value, where, _name)
    if names and len(names) != n:
        refuse(where, "must hold one entry for each player")
    return names


def _classes(value: Any, n: int) -> tuple[str, ...]:
    return tuple(name or "" for name in _names(value, "classes", n))


def _wishes(data: Json, ids: tuple[Id, ...], number: Mapping[Id, int]) -> tuple[Wish, ...]:
    weights = {**WEIGHTS, **_weights(data.get("weights", {}))}
    wishes = list_of(data.get("wishes", []), "wishes", lambda wish: _wish(wish, number, weights))
    for where, kind in GROUPS.items():
        members: dict[str, list[int]] = {}
        for player, name in enumerate(_names(data.get(where, []), where, len(ids))):
            if name is not None:
                members.setdefault(name, []).append(player)
        wishes += [Wish(kind, tuple(group), weights[kind], name) for name, group in members.items()]
    return tuple(wish for wish in wishes if len(wish.players) > 1 and wish.weight)


def _weights(value: Any) -> dict[str, int]:
    if type(value) is not dict or not value.keys() <= WEIGHTS.keys():
        refuse("weights", f"must be an object with {', '.join(WEIGHTS)}")
    return {kind: _weight(weight) for kind, weight in value.items()}


def _weight(value: Any) -> int:
    return whole(value, "weights", 0, MAX_WEIGHT)


def _wish(value: Any, number: Mapping[Id, int], weights: Mapping[str, int]) -> Wish:
    if type(value) is not dict:
        refuse("wishes", "a wish is an object with kind and players")
    kind = one_of(value, "kind", tuple(WEIGHTS))
    players = list_of(value.get("players"), "wishes", player_id, MAX_PLAYERS)
    if len(set(players)) < len(players) or not set(players) <= number.keys():
        refuse("wishes", "must name players, none of them twice")
    return Wish(
        kind,
        tuple(number[player] for player in players),
        _weight(value.get("weight", weights[kind])),
        text(value.get("name", ""), "wishes"),
    )


def _boards(value: Any) -> list[Board]:
    boards = list_of(value, "boards", _board, MAX_PLAYERS)
    if len({board.number for board in boards}) < len(boards):
        refuse("boards", "a number is given twice")
    return boards


def _board(value: Any) -> Board:
    if type(value) is not dict:
        refuse("boards", "a board is an object with number and kind")
    number = whole(value.get("number"), "boards", 1, MAX_NUMBER)
    return Board(number, one_of(value, "kind", get_args(Kind)))


def _fixed(value: Any, number: Mapping[Id, int]) -> dict[int, tuple[int, ...]]:
    """The keys of a JSON object are text; the ids they stand for may be whole numbers."""
    if type(value) is not dict:
        refuse("fixed", "must be an object from players to the numbers of their boards")
    named = {str(player): index for player, index in number.items()}
    if not value.keys() <= named.keys():
        refuse("fixed", "names somebody who does not play")
    own = {named[player]: tuple(_row(numbers, "fixed")) for player, numbers in value.items()}
    return {player: numbers for player, numbers in own.items() if numbers}


def _row(value: Any, where: str) -> list[int]:
    return list_of(value, where, lambda number: whole(number, where, 1, MAX_NUMBER), MAX_PLAYERS)


def _numbers(value: Any, where: str) -> tuple[tuple[int, ...], ...]:
    return tuple(list_of(value, where, lambda row: tuple(_row(row, where)), MAX_ROUNDS))
