"""What it costs to seat two at one table."""

import pytest

from tournament.draw.seating.model import Request
from tournament.draw.seating.search import UNIT
from tournament.draw.seating.task import task_of

ORDERS = ((0, 1, 2, 3), (1, 0, 2, 3), (1, 2, 0, 3))  # the first player is never the fourth


@pytest.mark.parametrize(("times", "share"), [(1, 400), (2, 20), (20, 20)])
def test_who_waits_long_for_the_same_colour_sits_apart_and_no_more_than_so_far(times: int, share: int) -> None:
    one_round = [tuple(tuple(4 * at + player for player in order) for at in range(2)) for order in ORDERS]
    request = Request(tuple(range(8)), history=(*one_round * times,), scores=(0.0,) * 8)
    now = task_of(request, closeness=6000).now
    assert now is not None
    assert now[0][4] - now[0][7] == UNIT // share
