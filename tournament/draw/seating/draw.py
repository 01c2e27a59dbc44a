"""A whole draw: drawn as asked, put on the boards of the hall, and reported on.

The only entry point for draws: for the desk, the command line, and the check of a published draw.
Left out: how it is drawn, and how a request is written as JSON (wire).
"""

from collections.abc import Callable, Mapping
from typing import Literal

from tournament.draw.seating import boards, catalogue, knockout, nextround, swiss, teams, whole
from tournament.draw.seating.better import best_of
from tournament.draw.seating.bounds import repeats, repeats_with_even_threes
from tournament.draw.seating.model import Draw, Priority, Report, Request, Round, SeatingError, Watch
from tournament.draw.seating.report import figures, report, stretched
from tournament.draw.seating.split import default_hall, require_boards

Mode = Literal["all", "next", "swiss", "knockout", "teams"]
DRAWERS: Mapping[Mode, Callable[[Request, Watch], tuple[Round, ...]]] = {
    "all": whole.draw,
    "next": nextround.draw,
    "swiss": swiss.draw,
    "knockout": knockout.draw,
    "teams": teams.draw,
}
SEARCHING = 0.85
"""The share of the given time for searching; boards and report need a little too."""
PRIORITIES: tuple[Priority, ...] = ("threes", "repeats")


def draw(request: Request, mode: Mode = "all", watch: Watch | None = None) -> Draw:
    """The new rounds: all of them, or with every other mode than `all` one."""
    watch = watch or Watch(request.seconds * SEARCHING)
    _require(request, mode)
    if request.attempts > 1:
        return best_of(request, watch, lambda each, own: _once(each, mode, own))
    return _once(request, mode, watch)


def _once(request: Request, mode: Mode, watch: Watch) -> Draw:
    watch.progress(0.0, "tables")
    drawn = DRAWERS[mode](request, watch)
    watch.progress(0.8, "boards")
    assign = teams.in_order if mode == "teams" and not request.fixed else boards.assign
    rounds, numbers = assign(drawn, request, watch)
    watch.progress(0.9, "report")
    result = report(rounds, numbers, request)
    if mode == "all":
        result["choices"] = choices(request)
    if mode == "swiss" and request.scores:
        result["scores"] = stretched(rounds[0], request.scores)
    if mode == "teams":
        teams.nothing_to_choose(result)
    result |= {"mode": mode, "seed": request.seed, "cut_short": watch.was_hit}
    result["seconds"] = round(watch.elapsed(), 3)
    watch.progress(1.0, "done")
    return Draw(request, rounds, numbers, result, watch.elapsed(), watch.was_hit)


def _require(request: Request, mode: Mode) -> None:
    """Refuse beforehand what no drawer could solve."""
    if (mode == "teams") != bool(request.table_size):
        raise SeatingError("bad_table_size", "A team final, and nothing else, needs the number of its teams.")
    hall = request.boards or default_hall(request.n, request.table_size)
    require_boards(request.n, hall, request.table_size)
    standing = {board.number for board in hall}
    unknown = sorted({number for own in request.fixed.values() for number in own} - standing)
    if unknown:
        raise SeatingError("unknown_boards", f"The hall has no board {unknown[0]}.", boards=unknown)


def choices(request: Request) -> Report:
    """What it costs to put threes or repeats first, where that makes a difference; else nothing."""
    n, count = request.n, request.rounds
    known = {first: catalogue.look_up(n, count, first) for first in PRIORITIES}
    if request.history or known["threes"] == known["repeats"]:
        return {}
    least = {"threes": repeats_with_even_threes(n, count), "repeats": repeats([range(n)] * count)}
    return {
        first: figures(rounds, n) | {"least_repeats": least[first].count}
        for first, rounds in known.items()
        if rounds is not None
    }
