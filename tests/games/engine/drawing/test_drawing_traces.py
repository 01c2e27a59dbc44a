"""Which way a move is drawn."""

import pytest

from games.engine.drawing.board import plan_of, shipped
from games.engine.drawing.traces import fallen, trace
from games.engine.rules.contract import Move

RING = [
    ("Y", "17-21", "17 18 19 20 21"),
    ("Y", "38-3", "38 39 40 1 2 3"),
    ("Y", "17<14", "17 16 15 14"),
    ("G", "2<39", "2 1 40 39"),
    ("Y", "38-b", "38 39 40 a b"),
    ("G", "9-c", "9 10 a b c"),
    ("R", "a-d", "a b c d"),
    ("K", "B-31", "B 31"),
]
LANES = [
    ("R", "11+2^2=32x13x32", "11 12 13 32"),
    ("R", "13^2^2=13", "13 32 13"),
    ("R", "32^2+1=14", "32 13 14"),
    ("Y", "B+3-1=2", "B 1 2 3 2"),
    ("Y", "B+2+2=4", "B 1 2 3 4"),
    ("K", "63+1+2=d", "63 64 65 66 d"),
    ("K", "24-2+1=23", "24 23 22 23"),
]


def squeezed(names: list[str]) -> str:
    return " ".join(name for i, name in enumerate(names) if i == 0 or names[i - 1] != name)


def names(board: str, colour: str, text: str) -> str:
    origin = text.split("+")[0].split("-")[0].split("x")[0].split("<")[0].split("^")[0]
    target = text.partition("=")[2].split("x")[0] or text[len(origin) + 1 :]
    plan = plan_of(shipped(board))
    places = trace(plan, Move(text, colour, origin, target, (), ()), {colour: 2})
    return squeezed([plan.spots[place].name for place in places])


@pytest.mark.parametrize(("colour", "text", "way"), RING, ids=[row[1] for row in RING])
def test_ring_moves_pass_every_field(colour: str, text: str, way: str) -> None:
    assert names("4", colour, text) == way


@pytest.mark.parametrize(("colour", "text", "way"), LANES, ids=[row[1] for row in LANES])
def test_lane_moves_walk_and_jump(colour: str, text: str, way: str) -> None:
    assert names("M", colour, text) == way


def test_a_piece_comes_from_the_first_free_waiting_field() -> None:
    plan = plan_of(shipped("4"))
    move = Move("B-1", "Y", "B", "1", (), ())
    waiting = plan.indices("Y", "B")
    assert [trace(plan, move, {"Y": left})[0] for left in range(4)] == list(waiting)


def test_captured_pieces_lie_on_the_last_taken_waiting_fields() -> None:
    plan = plan_of(shipped("M"))
    move = Move("11+2^2=32x13x32", "R", "11", "32", ("Y13", "Y32"), ())
    waiting = plan.indices("Y", "B")
    stood = [plan.indices("Y", name)[0] for name in ("13", "32")]
    assert fallen(plan, move, {"Y": 3}) == [("Y", stood[0], waiting[2]), ("Y", stood[1], waiting[1])]


def test_nonsense_is_a_straight_line_and_ends() -> None:
    assert names("4", "Y", "a-7") == "a 7"
    assert names("M", "Y", "12^6^6=50") == "12 50"
