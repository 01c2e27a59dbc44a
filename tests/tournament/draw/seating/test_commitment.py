import json
from typing import Any

import pytest

from tournament.draw.seating import commitment
from tournament.draw.seating.commitment import FORMAT, check, commit
from tournament.draw.seating.draw import draw
from tournament.draw.seating.model import Board, Draw, Request, Wish
from tournament.draw.seating.wire import order
from tournament.draw.seating.writing import draw_data, request_data

REQUEST = Request(
    ids=("Yara", "Gero", 3, 4, 5, 6, 7, 8, 9, 10),
    rounds=3,
    seed="never guessed",
    wishes=(Wish("club", (0, 2, 4), 2, "Mitte"),),
    boards=(Board(1, "4"), Board(5, "6"), Board(6, "6")),
    fixed={1: (1, 5)},
)


def as_published(done: Draw) -> Any:
    """As it comes back from a file."""
    data = commitment.published(request_data(done.request, done.report["mode"]), **draw_data(done))
    return json.loads(json.dumps(data))


def published(request: Request = REQUEST) -> Any:
    return as_published(draw(request))


def test_a_published_draw_can_be_drawn_again() -> None:
    assert check(published()) == []


def test_after_a_history_too() -> None:
    first = draw(REQUEST)
    request = Request(ids=("Yara", "Gero", 3, 4, 5, 6), gone=(7, 8, 9, 10), rounds=2, history=first.rounds[:1])
    assert check(published(request)) == []


def test_the_commitment_belongs_to_one_seed() -> None:
    assert commit("1") != commit("2")
    assert len(commit("1")) == 64
    changed = published()
    changed["commitment"] = commit("another")
    assert check(changed) == ["The commitment does not belong to the seed."]


def _swap_players(data: Any) -> None:
    table = data["rounds"][1][0]
    table[0], table[1] = table[1], table[0]


def _swap_boards(data: Any) -> None:
    data["boards"][2].reverse()


def _polish_report(data: Any) -> None:
    data["report"]["repeats"]["count"] = 0


def _drop_round(data: Any) -> None:
    data["rounds"].pop()


def _drop_report(data: Any) -> None:
    del data["report"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_swap_players, "New round 2: the rounds are published as"),
        (_swap_boards, "New round 3: the boards are published as"),
        (_polish_report, "Report, repeats: published"),
        (_drop_round, "The published rounds are not 3 lists."),
        (_drop_report, "There is no report."),
    ],
)
def test_every_change_is_found(change: Any, said: str) -> None:
    data = published()
    change(data)
    (difference,) = check(data)
    assert difference == said if said.endswith(".") else difference.startswith(said)


@pytest.mark.parametrize("data", [None, [], {}, {"format": FORMAT}, {"format": FORMAT, "request": {"players": 5}}])
def test_what_is_no_draw_is_said_to_be_none(data: Any) -> None:
    assert len(check(data)) == 1


def test_what_no_draw_is_published_as_is_named() -> None:
    assert check([]) == [f"This is not a draw published as «{FORMAT}»."]


def test_a_fresh_seed_cannot_be_guessed() -> None:
    seeds = {order({"players": 8}).request.seed for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 32 for seed in seeds)
