"""What whoever waits for a draw is told of how far it is."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from tournament.draw.seating import draw as drawing
from tournament.draw.seating.draw import Mode, draw
from tournament.draw.seating.model import Board, Draw, Request, SeatingError, Watch

Once = Callable[[Request, Watch], Draw]
STEPS = ["tables", "boards", "report", "done"]


@pytest.mark.parametrize("mode", ["all", "next", "swiss"])
def test_progress_goes_forward_from_nothing_to_all(mode: Mode) -> None:
    told: list[tuple[float, str]] = []
    draw(Request(tuple(range(12))), mode, Watch(60, progress=lambda share, step: told.append((share, step))))
    shares = [share for share, _step in told]
    assert list(dict.fromkeys(step for _share, step in told)) == STEPS
    assert shares[0] == 0
    assert shares[-1] == 1
    assert all(before <= after for before, after in pairwise(shares))


def test_two_attempts_are_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(request: Request, watch: Watch, once: Once) -> Draw:
        asked.append(request.attempts)
        return once(request, watch)

    monkeypatch.setattr(drawing, "best_of", noted)
    for attempts in (1, 2, 3):
        draw(Request(tuple(range(8)), attempts=attempts), "next")
    assert asked == [2, 3]


def test_a_team_final_without_its_number_of_teams_is_refused_with_a_sentence() -> None:
    with pytest.raises(SeatingError, match=r"needs the number of its teams\.$"):
        draw(Request(tuple(range(12))), "teams")


def test_a_board_that_the_hall_lacks_is_named_in_a_sentence() -> None:
    boards = (Board(1, "4"), Board(2, "4"))
    with pytest.raises(SeatingError, match=r"^The hall has no board 9\.$"):
        draw(Request(tuple(range(8)), boards=boards, fixed={0: (9,)}))
