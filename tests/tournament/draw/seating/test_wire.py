import json
from dataclasses import replace
from typing import Any

import pytest

from tournament.draw.seating.model import Board, Request, SeatingError, Wish
from tournament.draw.seating.wire import order
from tournament.draw.seating.writing import request_data

FULL = Request(
    ids=(1, "zwei", 3, 4, 5, 6, 7),
    gone=("weg", 99),
    rounds=3,
    seed="s",
    seconds=1.5,
    history=(((0, 1, 7), (2, 8, 4)),),
    history_boards=((4, 2),),
    plan=(((7, 1, 2, 3), (4, 5, 6)),),
    wishes=(Wish("family", (0, 1), 9, "Yilmaz"), Wish("club", (2, 4, 8))),
    boards=(Board(3, "4"), Board(8, "6")),
    fixed={1: (3, 8)},
    scores=(1.0, 2.5, 0.0, -1.0, 0.0, 0.0, 3.0),
    first="repeats",
)


@pytest.mark.parametrize("mode", ["all", "next", "swiss", "knockout"])
def test_what_is_written_is_read_again(mode: Any) -> None:
    found = order(json.loads(json.dumps(request_data(FULL, mode))))
    assert (found.request, found.mode) == (FULL, mode)


def test_clubs_teams_and_families_are_wishes_of_their_weight() -> None:
    found = order(
        {"players": list("abcd"), "clubs": ["x", "x", None, "x"], "teams": [1, 2, 2, 1], "weights": {"team": 7}}
    )
    assert found.request.wishes == (
        Wish("club", (0, 1, 3), 1, "x"),
        Wish("team", (0, 3), 7, "1"),
        Wish("team", (1, 2), 7, "2"),
    )


def test_a_wish_without_weight_has_that_of_its_kind_and_none_is_no_wish() -> None:
    wishes = [{"kind": "family", "players": [0, 1]}, {"kind": "club", "players": [1, 2], "weight": 0}]
    assert order({"players": 4, "wishes": wishes}).request.wishes == (Wish("family", (0, 1), 4),)


def test_rounds_of_the_event_or_rounds_to_come() -> None:
    """`next` draws one round; `rounds` is the length of the event, or what is left if it is not longer."""
    history = [[[0, 1, 2, 3]]] * 3
    ahead = {n: order({"players": 4, "rounds": n, "history": history, "mode": "next"}) for n in (1, 2, 3, 5, 7)}
    assert {n: found.request.rounds for n, found in ahead.items()} == {1: 1, 2: 2, 3: 3, 5: 2, 7: 4}
    assert order({"players": 4, "rounds": 5, "history": history}).request.rounds == 5


def test_no_seed_means_a_fresh_one() -> None:
    assert order({"players": 4}).request.seed != order({"players": 4}).request.seed
    assert order({"players": 4, "seed": 7}).request == replace(order({"players": 4}).request, seed="7")


def test_as_many_seats_as_are_allowed_and_not_one_more() -> None:
    assert order({"players": 2000, "rounds": 50}).request.rounds == 50
    with pytest.raises(SeatingError):
        order({"players": 2000, "rounds": 51})


@pytest.mark.parametrize("sign", [1, -1])
def test_the_number_of_a_player_may_be_so_large_and_no_larger(sign: int) -> None:
    ids = [1, 2, 3, sign * 10**9]
    assert order({"players": ids}).request.ids == tuple(ids)
    with pytest.raises(SeatingError):
        order({"players": [1, 2, 3, sign * (10**9 + 1)]})
