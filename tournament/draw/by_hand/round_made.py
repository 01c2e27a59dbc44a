"""A round made by hand: start numbers at the boards of the hall, the objections to it, and the draft it becomes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.core.errors import Refused
from tournament.core.refusals import by_draw
from tournament.draw.colours import colours_for
from tournament.draw.proof import BY_HAND
from tournament.draw.reached import judged
from tournament.draw.request import Basis
from tournament.draw.seating import hand
from tournament.draw.seating.model import Board, Draw, Request, SeatingError
from tournament.draw.seating.split import kind, require_boards

Typed = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Sheet:
    """What is typed: by table the board, the colours in the order of turns, and a start number for each or nothing.

    `unknown` plays no part in this round or is no number, `twice` stands at two places, `unseated` have no seat yet.
    """

    tables: tuple[tuple[Board, tuple[tuple[str, str], ...]], ...]
    draft: hand.Draft
    figures: hand.Figures
    unknown: tuple[str, ...]
    twice: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        return not (self.unknown or self.twice or self.figures.unseated or self.figures.wrong_tables)


def sheet(now: Basis, kinds: Mapping[int, str], typed: Typed = (), neutral: str = "") -> Sheet:
    """With as many seats as there are players, each table at a board for so many; `kinds` are those of boards in the hall."""
    request = request_by_hand(now)
    empty = hand.empty(request).tables
    rows = [_row(typed[t] if t < len(typed) else (), len(seats)) for t, seats in enumerate(empty)]
    index = {str(entry.number): player for player, entry in enumerate(now.field.entries)}
    counts = Counter(number for row in rows for number in row if number)
    draft = hand.Draft(tuple(tuple(index.get(number) for number in row) for row in rows))
    boards = _boards(request.boards, map(len, empty))
    tables = tuple(
        (board, tuple(zip(colours_for(kinds.get(board.number, board.kind), len(row), neutral), row, strict=True)))
        for board, row in zip(boards, rows, strict=True)
    )
    unknown = tuple(number for number in counts if number not in index)
    twice = tuple(number for number, times in counts.items() if times > 1 and number in index)
    return Sheet(tables, draft, hand.figures(draft, request), unknown, twice)


def request_by_hand(now: Basis) -> Request:
    """The request for one round, even if the stage has more; refused where there are no seats to fill."""
    if now.mode == "teams":
        raise Refused("team_final", _("Who meets whom in a team final is given."))
    request = replace(now.request, rounds=1, plan=())
    try:
        require_boards(request.n, request.boards)
    except SeatingError as error:
        raise by_draw(error) from error
    return request


def drawn(now: Basis, made: Sheet) -> Draw:
    """The round in the form of a draw; its report says that it was made by hand."""
    request = request_by_hand(now)
    tables = hand.finished(made.draft, request)
    boards = tuple(board.number for board, seats in made.tables if any(number for _colour, number in seats))
    report = judged(request, now.mode, [tables], [boards])
    passing = {"mode": BY_HAND, "seed": request.seed, "cut_short": False, "seconds": 0.0}
    return Draw(request, (tables,), (boards,), report | passing, 0.0)


def _row(typed: Sequence[str], size: int) -> tuple[str, ...]:
    given = [number.strip()[:6] for number in typed[:size]]
    return (*given, *[""] * (size - len(given)))


def _boards(hall: Sequence[Board], sizes: Iterable[int]) -> list[Board]:
    """The boards in the order of their numbers, each of the kind for the size of its table."""
    left = sorted(hall, key=lambda board: board.number)
    return [left.pop(next(i for i, board in enumerate(left) if board.kind == kind(size))) for size in sizes]
