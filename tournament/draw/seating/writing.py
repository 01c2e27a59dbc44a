"""Requests and draws as JSON values that `wire` reads again. Left out: what may be shown to whom."""

from collections.abc import Sequence
from typing import Any

from tournament.draw.seating.draw import Mode
from tournament.draw.seating.model import Draw, Id, Request, Round, Wish


def request_data(request: Request, mode: Mode) -> dict[str, Any]:
    """The request in full, seed included."""
    ids = (*request.ids, *request.gone)
    return {
        "players": list(request.ids),
        "rounds": request.rounds + (len(request.history) if mode != "all" else 0),
        "mode": mode,
        "seed": request.seed,
        "seconds": request.seconds,
        "first": request.first,
        "history": rounds_data(request.history, ids),
        "history_boards": [list(numbers) for numbers in request.history_boards],
        "plan": rounds_data(request.plan, ids),
        "wishes": [_wish(wish, ids) for wish in request.wishes],
        "scores": list(request.scores),
        "boards": [{"number": board.number, "kind": board.kind} for board in request.boards],
        "fixed": {str(ids[player]): list(numbers) for player, numbers in request.fixed.items()},
        **({"table_size": request.table_size} if request.table_size else {}),
        **({"attempts": request.attempts} if request.attempts > 1 else {}),
    }


def draw_data(draw: Draw) -> dict[str, Any]:
    """What has been drawn, by ids."""
    return {
        "rounds": rounds_data(draw.rounds, draw.request.ids),
        "boards": [list(numbers) for numbers in draw.boards],
        "report": draw.report,
    }


def rounds_data(rounds: Sequence[Round], ids: Sequence[Id]) -> list[list[list[Id]]]:
    return [[[ids[player] for player in table] for table in tables] for tables in rounds]


def _wish(wish: Wish, ids: Sequence[Id]) -> dict[str, Any]:
    players = [ids[player] for player in wish.players]
    return {"kind": wish.kind, "players": players, "weight": wish.weight, "name": wish.name}
