"""`mauer`: why a move is refused."""

import pytest

from games.engine.rules import wording
from games.engine.rules.errors import BadMove
from games.engine.rules.mauer import Mauer

MAUER = Mauer()

REFUSED = [
    ("20+2+5=27", (), "permitted"),
    ("--", ("move",), "nothing played though a piece can move"),
    ("20+1+2=23", ("mauer_dice",), "other dice"),
    ("20+1^1=43", ("mauer_dice", "mauer_no_wall"), "other dice, and no wall"),
    ("20+5+2=27", (), "two walks in one direction, the dice the other way round"),
    ("20+5+2=28", ("mauer_written",), "and another end"),
    ("20+5=25", ("mauer_left_out",), "one die left out"),
    ("18+2=20x20", ("mauer_left_out",), "and a capture claimed"),
    ("20+2=22 18+5=23", ("mauer_shared_out",), "each die for a piece of its own"),
    ("20+2+5=28", ("mauer_written",), "another end"),
    ("20+2+5=27x27", ("mauer_written",), "nobody captured there"),
    ("20^2+5=25", ("mauer_no_wall",), "no wall"),
    ("20+2^5=30", ("mauer_no_wall",), "no wall after the walk"),
    ("20-2+5=23", ("mauer_own_piece",), "own piece where it turns"),
    ("18+2-5=15", ("mauer_own_piece",), "own piece where it turns, too"),
    ("18+2+5=26", ("mauer_written",), "an own piece that is only passed is no reason"),
    ("20+1-1=20", ("mauer_dice",), "nor is the piece itself where it ends where it began"),
    ("B-2+5=4", ("mauer_enter",), "entering backward"),
    ("B^2+5=4", ("mauer_enter",), "entering over a wall"),
    ("B+2-5=1", ("mauer_edge",), "off the lower end"),
    ("d+2+5=d", ("leaves_goal",), "a piece that is home"),
]


@pytest.mark.parametrize(("played", "codes", "_"), REFUSED, ids=[case[2] for case in REFUSED])
def test_refusal_says_why(played: str, codes: tuple[str, ...], _: str) -> None:
    position = MAUER.read("M Y:B,18,20,d G:B,B,B,B Y 0")
    reasons = MAUER.why_not(position, (2, 5), played)
    assert tuple(reason.code for reason in reasons) == codes
    for reason in reasons:
        assert len({wording.reason(reason, language) for language in ("de", "en")}) == 2


def test_reasons_name_field_die_and_writing() -> None:
    position = MAUER.read("M Y:B,18,20,d G:B,B,B,B Y 0")
    assert MAUER.why_not(position, (2, 5), "20^2+5=25")[0].data == {"field": "20", "die": 2}
    assert MAUER.why_not(position, (2, 5), "20-2+5=23")[0].data == {"field": "18"}
    assert MAUER.why_not(position, (2, 5), "20+5+2=28")[0].data == {"move": "20+2+5=27"}
    assert MAUER.why_not(position, (5, 2), "20+1+2=23")[0].data == {"thrown": "5, 2", "used": "1, 2"}


def test_refusal_in_a_finished_game() -> None:
    position = MAUER.read("M Y:a,b,c,d G:B,B,B,5 G 0")
    assert [reason.code for reason in MAUER.why_not(position, (2, 2), "5+2+2=9")] == ["game_over"]
    assert MAUER.why_not(position, (2, 2), "--") == ()


@pytest.mark.parametrize(
    "played",
    [
        "",
        "20",
        "20-27",
        "20+2+5",
        "20+2+5=27x",
        "20+2+7=29",
        "x" * 9_000,
        "20+2+5=27\n",
        "20+2",
        "20+2=22 18+5=23 B+2=2",
        "20+2=22  18+5=23",
        "20+2=22 20+5=25",
        "20+2=22 ",
        "20+2=99",
        "21+2=23",
        "20+2=22 22+5=27",
    ],
)
def test_what_is_no_move_is_a_bad_request(played: str) -> None:
    with pytest.raises(BadMove):
        MAUER.why_not(MAUER.read("M Y:B,18,20,d G:B,B,B,B Y 0"), (2, 5), played)


@pytest.mark.parametrize("played", ["21+2+5=28", "a+2+5=a", "67+2+5=74", "999-2-5=1"])
def test_move_of_no_own_piece_is_a_bad_request(played: str) -> None:
    with pytest.raises(BadMove):
        MAUER.why_not(MAUER.read("M Y:B,18,20,d G:B,B,B,21 Y 0"), (2, 5), played)


def test_demand_is_to_move() -> None:
    position = MAUER.read("M Y:B,B,64,d G:B,B,B,B Y 0")
    demand = MAUER.demand(position, (6, 6))
    assert demand is not None
    assert (demand.code, demand.rules) == ("move", ())
    assert demand.data["moves"] == ("64-6+6=64", "64-6-6=52", "B+6+6=12")
    assert demand.data["pieces"] == (("Y", "64"), ("Y", "B"))


def test_no_demand_where_nothing_can_be_played() -> None:
    assert MAUER.demand(MAUER.read("M Y:a,b,c,d G:B,B,B,5 G 0"), (2, 2)) is None
