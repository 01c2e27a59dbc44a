"""The numbers of the tables of a new round: of their boards, so that one number stands in the hall; or, where the tournament
wants them apart, free ones in the order of the boards. In a knock-out those that the bracket has named."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from tournament.draw.request import Basis, tables_of_other_finals
from tournament.draw.seating import model
from tournament.finals.bracket.tree import numbers
from tournament.models import Board, Stage
from tournament.models.stages import StageKind
from tournament.standings.qualifying import next_size


def numbers_for(stage: Stage, now: Basis, tables: model.Round, boards: Sequence[int]) -> Iterable[int]:
    """Of the tables as the draw lists them; `boards` has the number of the board of each."""
    strengths = [min(table) for table in tables]  # players are counted from the first seed on
    if stage.kind != StageKind.KNOCKOUT or sorted(strengths) != list(range(len(tables))):
        # also of a knock-out made by hand, where first seeds may meet
        return _free(stage) if stage.tournament.numbers_apart else _of_boards(stage, boards)
    down_the_tree = numbers(now.request.n, stage.going_on or 2, next_size(stage))
    return [down_the_tree[strength] for strength in strengths]


def _free(stage: Stage) -> Iterator[int]:
    """No two finals share a number, so that there is only one table 1 in the hall."""
    taken = _taken(stage)
    return (number for number in count(1) if number not in taken)


def _of_boards(stage: Stage, boards: Sequence[int]) -> Iterator[int]:
    """Where two finals share a board, as the hall has no other, the second is called by a number of no board."""
    taken = _taken(stage)
    called = {
        *taken,
        *boards,
        *Board.objects.filter(tournament_id=stage.tournament_id).values_list("number", flat=True),
    }
    others = (number for number in count(1) if number not in called)
    return (next(others) if board in taken else board for board in boards)


def _taken(stage: Stage) -> set[int]:
    return set(tables_of_other_finals(stage).values_list("number", flat=True))
