"""Classes that play at the same time and never against each other, such as children and adults.

Each class is a draw of its own with its own share of the hall. Left out: everything else about a draw.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournament.draw.seating.draw import SEARCHING, Mode, draw
from tournament.draw.seating.model import Board, Draw, Request, Round, Watch, Wish
from tournament.draw.seating.split import default_hall, share


def draw_classes(
    request: Request, names: Sequence[str], mode: Mode = "all", watch: Watch | None = None
) -> dict[str, Draw]:
    """A draw for each class; `names` holds the class of every player present."""
    watch = watch or Watch(request.seconds * SEARCHING)
    parts = {name: _part(request, names, name) for name in sorted(set(names))}
    return {
        name: draw(part, mode, watch) for name, part in zip(parts, _shared(request, list(parts.values())), strict=True)
    }


def _shared(request: Request, parts: Sequence[Request]) -> list[Request]:
    """Every part with its boards; without a hall they are numbered through."""
    hall = request.boards or _hall([part.n for part in parts])
    own = [{number for numbers in part.fixed.values() for number in numbers} for part in parts]
    shares = share([part.n for part in parts], hall, own)
    return [_on(part, boards) for part, boards in zip(parts, shares, strict=True)]


def _hall(fields: Sequence[int]) -> tuple[Board, ...]:
    """As many boards as the classes need together, numbered through."""
    boards = [board for n in fields for board in default_hall(n)]
    return tuple(replace(board, number=number) for number, board in enumerate(boards, start=1))


def _on(part: Request, boards: tuple[Board, ...]) -> Request:
    """The part with these boards; players lose own boards that went to another class."""
    there = {board.number for board in boards}
    fixed = {player: tuple(sorted(there.intersection(own))) for player, own in part.fixed.items()}
    return replace(part, boards=boards, fixed={player: own for player, own in fixed.items() if own})


def _part(request: Request, names: Sequence[str], name: str) -> Request:
    """The request of one class. Players who have gone are kept where they sat with somebody of it."""
    members = [player for player in range(request.n) if names[player] == name]
    history, plan = (
        tuple(_tables_of(tables, members) for tables in rounds) for rounds in (request.history, request.plan)
    )
    met = {player for tables in (*history, *plan) for table in tables for player in table}
    gone = sorted(met.difference(members))
    number = {player: index for index, player in enumerate([*members, *gone])}
    ids = (*request.ids, *request.gone)
    return replace(
        request,
        ids=tuple(ids[player] for player in members),
        gone=tuple(ids[player] for player in gone),
        seed=f"{request.seed}/{name}",
        history=_renumbered(history, number),
        plan=_renumbered(plan, number),
        history_boards=(),
        wishes=tuple(_wish(wish, members, number) for wish in request.wishes),
        fixed={number[p]: own for p, own in request.fixed.items() if p in number},
        scores=tuple(request.scores[player] for player in members) if request.scores else (),
    )


def _renumbered(rounds: Sequence[Round], number: dict[int, int]) -> tuple[Round, ...]:
    return tuple(tuple(tuple(number[p] for p in table) for table in tables) for tables in rounds)


def _tables_of(tables: Round, members: Sequence[int]) -> Round:
    return tuple(table for table in tables if not set(table).isdisjoint(members))


def _wish(wish: Wish, members: Sequence[int], number: dict[int, int]) -> Wish:
    return replace(wish, players=tuple(number[player] for player in wish.players if player in members))
