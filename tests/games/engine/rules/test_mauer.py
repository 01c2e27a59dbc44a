"""`mauer` worked by hand, by the sentences of the book.

The book's own examples (1 to 6) are moved onto our layout where its lanes and walls allow it.
"""

import pytest

from games.engine.rules import layout as layouts
from games.engine.rules.contract import Rules
from games.engine.rules.errors import BadMove
from games.engine.rules.mauer import Mauer
from tests.games.engine.rules.perft_files import PerftFile

MAUER = Mauer()


def texts(position: str, roll: tuple[int, int], rules: Mauer = MAUER) -> list[str]:
    return [move.text for move in rules.permitted(rules.read(position), roll)]


def moves_of(origin: str, position: str, roll: tuple[int, int]) -> set[str]:
    """The moves of one piece, without where it stands."""
    found = MAUER.permitted(MAUER.read(position), roll)
    return {move.text.removeprefix(origin) for move in found if move.origin == origin}


# Played by hand: position, throw, move, what it captures, position after it.
PLAYED = [
    pytest.param(
        "M G:B,B,B,B R:3,5,B,B K:B,B,B,4 R 0",
        (2, 5),
        "3+2+5=10",
        (),
        "M G:B,B,B,B R:B,B,5,10 K:B,B,B,4 K 0",
        id="example 1: both dice for one piece, occupied fields counted, the own way-station passed",
    ),
    pytest.param(
        "M Y:B,B,B,B R:B,B,B,3 R 0",
        (1, 4),
        "3+1^4=19",
        (),
        "M Y:B,B,B,B R:B,B,B,19 Y 0",
        id="example 2: one field on, then over the wall",
    ),
    pytest.param(
        "M Y:B,B,B,B R:B,B,B,13 R 0",
        (2, 3),
        "13^2^3=35",
        (),
        "M Y:B,B,B,B R:B,B,B,35 Y 0",
        id="example 2, blue: two walls one after the other",
    ),
    pytest.param(
        "M Y:B,B,B,7 G:B,B,B,10 R:B,B,B,4 R 0",
        (3, 3),
        "4+3+3=10x10",
        ("G10",),
        "M Y:B,B,B,7 G:B,B,B,B R:B,B,B,10 Y 0",
        id="example 3: one direction captures at the end only",
    ),
    pytest.param(
        "M Y:B,B,B,6 R:B,B,B,4 K:B,B,B,17 R 0",
        (2, 5),
        "4+2^5=17x6x17",
        ("Y6", "K17"),
        "M Y:B,B,B,B R:B,B,B,17 K:B,B,B,B K 0",
        id="example 4: a wall jump makes the way-station real: two captures",
    ),
    pytest.param(
        "M Y:B,B,B,14 G:B,B,B,18 R:B,B,B,16 R 0",
        (4, 2),
        "16-2+4=18x14x18",
        ("Y14", "G18"),
        "M Y:B,B,B,B G:B,B,B,B R:B,B,B,18 Y 0",
        id="example 5: turning round makes it real too",
    ),
    pytest.param(
        "M Y:B,B,B,B R:B,B,B,64 R 0",
        (2, 3),
        "64-2+3=d",
        (),
        "M Y:B,B,B,B R:B,B,B,d Y 0",
        id="example 6: two back, three forward onto Z, and home",
    ),
    pytest.param(
        "M Y:B,B,B,1 G:B,B,B,B Y 0",
        (1, 1),
        "B+1+1=2",
        (),
        "M Y:B,B,1,2 G:B,B,B,B G 0",
        id="entering: the start field counts, and is passed",
    ),
    pytest.param(
        "M Y:B,B,B,B G:B,B,2,3 Y 0",
        (2, 3),
        "B+3-2=1x3",
        ("G3",),
        "M Y:B,B,B,1 G:B,B,B,2 G 0",
        id="entering and turning round captures where it turns",
    ),
    pytest.param(
        "M Y:B,B,B,B G:B,B,2,21 Y 0",
        (3, 2),
        "B+2^3=21x2x21",
        ("G2", "G21"),
        "M Y:B,B,B,21 G:B,B,B,B G 0",
        id="entering and jumping captures on both sides of the wall",
    ),
    pytest.param(
        "M Y:B,B,B,2 G:B,B,21,26 Y 0",
        (5, 3),
        "2^3+5=26x21x26",
        ("G21", "G26"),
        "M Y:B,B,B,26 G:B,B,B,B G 0",
        id="a jump first and a walk second captures on the way",
    ),
    pytest.param(
        "M Y:B,B,B,2 G:B,B,B,21 Y 0",
        (3, 3),
        "2^3^3=2x21",
        ("G21",),
        "M Y:B,B,B,2 G:B,B,B,B G 0",
        id="a double crosses a section there and back: the piece ends where it began",
    ),
    pytest.param(
        "M Y:B,B,B,20 G:B,B,B,26 Y 0",
        (6, 6),
        "20+6-6=20x26",
        ("G26",),
        "M Y:B,B,B,20 G:B,B,B,B G 0",
        id="there and back on foot",
    ),
    pytest.param(
        "M Y:B,B,60,c G:B,B,B,57 Y 0",
        (3, 3),
        "60+3+3=d",
        (),
        "M Y:B,B,c,d G:B,B,B,57 G 0",
        id="home is the last free goal field, a gap behind included",
    ),
    pytest.param(
        "M Y:B,46,c,d G:B,B,B,47 Y 0",
        (1, 1),
        "46+1-1=46x47",
        ("G47",),
        "M Y:B,46,c,d G:B,B,B,B G 0",
        id="not onto Z: any field",
    ),
    pytest.param(
        "M Y:B,45,c,d G:B,B,B,46 Y 0",
        (1, 1),
        "45+1^1=bx46",
        ("G46",),
        "M Y:B,b,c,d G:B,B,B,B G 0",
        id="over a wall onto Z, capturing on the way",
    ),
    pytest.param(
        "M Y:B,B,B,46 G:B,B,B,B Y 0",
        (1, 4),
        "46^1-4=61",
        (),
        "M Y:B,B,B,61 G:B,B,B,B G 0",
        id="a Z field reached with the first die is a field like any other",
    ),
]


@pytest.mark.parametrize(("position", "roll", "move", "captures", "after"), PLAYED)
def test_played_by_hand(position: str, roll: tuple[int, int], move: str, captures: tuple[str, ...], after: str) -> None:
    before = MAUER.read(position)
    assert {m.text: m.captures for m in MAUER.permitted(before, roll)}[move] == captures
    assert MAUER.write(MAUER.play(before, roll, move)) == after


# All moves of one piece (on its own but for what is said): where, others, throw, moves.
ALL_MOVES = [
    pytest.param("12", "B,B,B", (2, 2), {"+2+2=16", "+2-2=12", "-2+2=12", "-2-2=8"}, id="a double on foot"),
    pytest.param(
        "20",
        "B,B,B",
        (2, 5),
        {"+2+5=27", "-2-5=13", "+2-5=17", "-2+5=23", "+5-2=23", "-5+2=17"},
        id="one way once, the smaller die first; turns in either order",
    ),
    pytest.param("1", "B,B,B", (6, 5), {"+5+6=12", "+6-5=2"}, id="not off the lower end"),
    pytest.param(
        "64", "B,B,B", (1, 6), {"+1-6=59", "-1-6=57", "-6+1=59"}, id="not off the upper end, not even on the way"
    ),
    pytest.param(
        "13",
        "B,B,B",
        (2, 2),
        {"+2+2=17", "+2-2=13", "-2+2=13", "-2-2=9", "^2+2=34", "^2-2=30", "^2^2=13"},
        id="a double at its wall",
    ),
    pytest.param(
        "13",
        "B,B,B",
        (1, 2),
        {"+1+2=16", "+1-2=12", "-1+2=14", "-1-2=10", "+2-1=14", "-2+1=12"}
        | {"+2^1=30", "^1+2=12", "^1-2=8", "^2+1=33", "^2-1=31"},
        id="two walls beside one field, one beside the next: behind them 10 has no 2 and 32 no 1",
    ),
    pytest.param(
        "20",
        "22,B,B",
        (2, 5),
        {"+2+5=27", "-2-5=13", "-2+5=23", "+5-2=23", "-5+2=17"},
        id="own piece where it would turn",
    ),
    pytest.param(
        "20",
        "22,27,B",
        (2, 5),
        {"-2-5=13", "-2+5=23", "+5-2=23", "-5+2=17"},
        id="own piece at the end, and where it would turn",
    ),
    pytest.param("11", "13,B,B", (2, 2), {"+2+2=15", "-2+2=11", "-2-2=7"}, id="own piece before the wall"),
    pytest.param("B", "1,B,B", (1, 1), {"+1+1=2"}, id="entering past an own piece"),
    pytest.param("B", "2,B,B", (2, 3), {"+2+3=5", "+3-2=1"}, id="entering onto an own piece before a wall"),
    pytest.param("B", "B,B,B", (6, 6), {"+6+6=12"}, id="a waiting piece does not go back off the track"),
]


@pytest.mark.parametrize(("origin", "others", "roll", "moves"), ALL_MOVES)
def test_all_moves_of_a_piece(origin: str, others: str, roll: tuple[int, int], moves: set[str]) -> None:
    assert moves_of(origin, f"M Y:{origin},{others} G:B,B,B,B Y 0", roll) == moves


def test_waiting_pieces_make_one_move() -> None:
    assert texts("M Y:B,B,B,B G:B,B,B,B Y 0", (1, 4)) == ["B+1+4=5", "B+4-1=3"]


def test_moves_are_sorted_by_code_point() -> None:
    found = texts("M Y:2,11,20,B G:B,B,B,B Y 0", (3, 3))
    assert found == sorted(found)
    assert found.index("11+3+3=17") < found.index("2+3+3=8") < found.index("2^3^3=2") < found.index("B+3+3=6")


def test_piece_that_can_use_one_die_only_does_not_move() -> None:
    small = Mauer(boards={"M": layouts.from_data({"track": 4, "start": {"Y": 1, "G": 1}, "z": [4], "walls": []})})
    assert texts("M Y:B,B,B,2 G:B,B,B,B Y 0", (1, 6), small) == []
    assert small.write(small.play(small.read("M Y:B,B,B,2 G:B,B,B,B Y 0"), (1, 6), "--")).endswith("G 0")


def test_nobody_may_pass_who_can_move() -> None:
    with pytest.raises(BadMove):
        MAUER.play(MAUER.read("M Y:B,B,B,B G:B,B,B,B Y 0"), (1, 1), "--")


def test_move_is_taken_letter_for_letter() -> None:
    position = MAUER.read("M Y:B,B,B,4 G:B,B,B,10 Y 0")
    for written in ("4+3+3=10", "4+3+3=10x10 ", "04+3+3=10x10", "4+6=10x10", "4-10"):
        with pytest.raises(BadMove):
            MAUER.play(position, (3, 3), written)


def test_a_six_throws_no_second_time_and_finished_colours_are_passed_over() -> None:
    position = MAUER.read("M Y:B,B,B,1 G:a,b,c,d R:B,B,B,B Y 0")
    assert MAUER.write(MAUER.play(position, (6, 6), "1+6+6=13")).endswith("R 0")


def test_finished_colour_to_move_passes_on() -> None:
    position = MAUER.read("M Y:a,b,c,d G:B,B,B,B R:B,B,B,B Y 0")
    assert MAUER.permitted(position, (1, 2)) == ()
    assert MAUER.write(MAUER.play(position, (1, 2), "--")).endswith("G 0")


def test_last_piece_home_ends_the_game_of_two() -> None:
    won = MAUER.play(MAUER.read("M Y:64,b,c,d G:B,B,B,B Y 0"), (2, 3), "64-2+3=a")
    assert MAUER.write(won) == "M Y:a,b,c,d G:B,B,B,B Y 0"
    assert (MAUER.over(won), MAUER.finished(won)) == (True, ("Y",))
    assert [MAUER.perft(won, depth) for depth in (0, 1, 2)] == [1, 1, 1]


def test_finished_game_stays_as_it_is() -> None:
    position = MAUER.read("M Y:a,b,c,d G:B,B,B,4 G 2")
    assert MAUER.moves(position, (1, 2)) == ((), ())
    assert MAUER.write(MAUER.play(position, (1, 2), "--")) == "M Y:a,b,c,d G:B,B,B,4 G 0"


def test_lapsed_throw_counts_as_one_way() -> None:
    tiny = {"track": 4, "start": {"Y": 1, "G": 1, "R": 1}, "z": [4], "walls": []}
    rules = Mauer(boards={"M": layouts.from_data(tiny)})
    for lapsing in ("M Y:a,b,c,d G:B,B,B,B R:B,B,B,B Y 0", "M Y:2,b,c,d G:B,B,B,B Y 0"):
        position = rules.read(lapsing)
        for depth in (1, 2):
            assert rules.perft(position, depth) == Rules.perft(rules, position, depth) >= 36**depth


def test_two_throws_are_counted() -> None:
    for entry in PerftFile("mauer", "plain", {}).positions():
        assert [MAUER.perft(MAUER.read(entry["position"]), depth) for depth in (1, 2)] == entry["nodes"][:2]


@pytest.mark.parametrize("played", ["4+3+3=99", "4+3+3=10x99", "99+3+3=10"])
def test_a_move_to_a_field_that_is_not_there_cannot_have_been_played(played: str) -> None:
    position = MAUER.read("M Y:B,B,B,4 G:B,B,B,10 Y 0")
    with pytest.raises(BadMove) as refused:
        MAUER.why_not(position, (3, 3), played)
    assert refused.value.code == "no_such_field"
