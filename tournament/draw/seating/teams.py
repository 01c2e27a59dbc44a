"""A team final: at every table one of each team.

Nothing is searched: the request names the players table by table, those of one table in the order of their teams
(`Request.table_size` of them). What is drawn is the colours. They go round from table to table, so that no team has any
colour more than once more often than another; only the start is random. Left out: who plays for a team.
"""

from tournament.draw.seating.model import Report, Request, Round, SeatingError, Watch
from tournament.draw.seating.split import default_hall, kind

SIZES = (3, 4)


def draw(request: Request, watch: Watch) -> tuple[Round, ...]:
    """One round."""
    size = request.table_size
    if size not in SIZES or request.n % size or not request.n:
        raise SeatingError("bad_table_size", "Three or four teams meet, each with one player a table.")
    first = request.dice("teams").below(size)
    return (tuple(_turned(start, size, first + start // size) for start in range(0, request.n, size)),)


def _turned(start: int, size: int, by: int) -> tuple[int, ...]:
    return tuple(start + (order + by) % size for order in range(size))


def in_order(
    rounds: tuple[Round, ...], request: Request, watch: Watch
) -> tuple[tuple[Round, ...], tuple[tuple[int, ...], ...]]:
    """The boards as they are numbered: the first of each team at the first one."""
    hall = request.boards or default_hall(request.n, request.table_size)
    fitting = sorted(board.number for board in hall if board.kind == kind(request.table_size))
    return rounds, tuple(tuple(fitting[: len(tables)]) for tables in rounds)


def nothing_to_choose(report: Report) -> None:
    """Who meets whom is given: no draw could have fewer repeats, and all tables are of one size."""
    report["repeats"]["least"] = report["repeats"]["count"]
    report["threes"]["least"] = report["threes"]["spread"]
    report["tables"]["three_least"] = report["tables"]["three"]
