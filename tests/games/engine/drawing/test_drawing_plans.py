"""Where things lie on every board, shipped or a club's own: measured on the finished picture."""

from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given, settings

from games.engine.drawing import draw
from games.engine.drawing.board import plan_of
from games.engine.drawing.lanes import lane_length
from games.engine.rules import layout
from games.engine.rules.boards import RingBoard
from games.engine.rules.layout import Layout
from tests.games.engine.drawn import FULL, SVG, Field, by_name, fields, lanes, place, ring_board, ring_boards, root
from tests.games.engine.drawn import layouts as any_layout


def start_of(board: RingBoard | Layout) -> str:
    colours = [board.colours[0], board.colours[-1]]
    return f"X {' '.join(f'{colour}:B,B,B,B' for colour in colours)} {colours[0]} 0"


def overlapping(drawn: list[Field]) -> list[tuple[str, str]]:
    return [(a.name, b.name) for a, b in combinations(drawn, 2) if dist((a.x, a.y), (b.x, b.y)) < a.radius + b.radius]


def outside(text: str) -> list[str]:
    left, top, width, height = map(int, root(text).get("viewBox", "").split())
    return [
        field.name
        for field in fields(text)
        if not left + 50 <= field.x <= left + width - 50 or not top + 50 <= field.y <= top + height - 50
    ]


@pytest.mark.parametrize("board", FULL)
def test_no_two_fields_overlap_and_none_is_cut_off(board: str) -> None:
    text = draw(FULL[board])
    assert overlapping(fields(text)) == []
    assert outside(text) == []


@given(ring_boards())
@settings(max_examples=60, deadline=None)
def test_no_two_fields_overlap_on_any_ring_board(board: RingBoard) -> None:
    text = draw(start_of(board), layout=board)
    assert overlapping(fields(text)) == []
    assert outside(text) == []


@given(any_layout())
@settings(max_examples=60, deadline=None)
def test_no_two_fields_overlap_on_any_layout(board: Layout) -> None:
    text = draw(start_of(board), layout=board)
    assert len(fields(text)) == board.track + 8 * len(board.colours)
    assert overlapping(fields(text)) == []
    assert outside(text) == []


@pytest.mark.parametrize("board", FULL)
def test_waiting_places_keep_clear_of_the_track(board: str) -> None:
    drawn = fields(draw(FULL[board]))
    waiting, track = [f for f in drawn if f.name == "B"], [f for f in drawn if not f.colour]
    assert min(dist((a.x, a.y), (b.x, b.y)) for a in waiting for b in track) > 108


@pytest.mark.parametrize("board", FULL)
def test_arrows_touch_no_field_and_point_at_a_start(board: str) -> None:
    text = draw(FULL[board])
    arrows = [e for e in root(text).iter(f"{SVG}path") if e.get("class", "").startswith(("ag-arrow", "ag-entry"))]
    assert len(arrows) == {"4": 4, "6": 6, "M": 1}[board]
    for arrow in arrows:
        distances = sorted(dist(place(arrow), (field.x, field.y)) for field in fields(text))
        assert 42 + 20 <= distances[0] < 80
        assert distances[1] > 90


@pytest.mark.parametrize(
    ("board", "starts"),
    [
        ("4", {"Y": "1", "G": "11", "R": "21", "K": "31"}),
        ("6", {"Y": "1", "G": "9", "R": "17", "K": "25", "B": "33", "W": "41"}),
    ],
)
def test_start_fields_wear_their_colour(board: str, starts: dict[str, str]) -> None:
    empty = draw(f"{board} Y:a,b,c,d R:a,b,c,d Y 0")
    worn = {
        name.removeprefix("ag-"): field.name
        for field in fields(empty)
        if "ag-start" in field.classes()
        for name in field.classes() & {f"ag-{colour}" for colour in "YGRKBW"}
    }
    assert worn == starts


@pytest.mark.parametrize("board", ["4", "6"])
def test_ring_boards_are_walked_clockwise_in_even_steps(board: str) -> None:
    named = by_name(draw(FULL[board]))
    track = [named["", str(number)][0] for number in range(1, len([key for key in named if not key[0]]) + 1)]
    assert {round(dist((a.x, a.y), (b.x, b.y)), -1) for a, b in pairwise([*track, track[0]])} <= {100, 110}
    area = sum(a.x * b.y - b.x * a.y for a, b in pairwise([*track, track[0]]))
    assert area > 0  # clockwise where y points down


def test_yellow_sits_below_and_its_goal_leads_to_the_middle() -> None:
    for board in ("4", "6"):
        named = by_name(draw(FULL[board]))
        ys = [named["Y", letter][0].y for letter in "abcd"]
        assert {named["Y", letter][0].x for letter in "abcd"} == {0}
        assert ys == sorted(ys, reverse=True)
        assert ys[-1] > 0
        lowest = max(field.y for group in named.values() for field in group if not field.colour)
        assert named["", "1"][0].y == lowest
        assert all(field.x < 0 < field.y for field in named["Y", "B"])


def test_board_four_is_a_cross_on_eleven_by_eleven() -> None:
    track = [field for field in fields(draw(FULL["4"])) if not field.colour]
    assert {field.x for field in track} == {field.y for field in track} == {100.0 * n for n in range(-5, 6)}
    assert all(min(abs(field.x), abs(field.y)) <= 100 for field in track)


def test_a_field_that_starts_elsewhere_moves_the_numbers_only() -> None:
    plain = ring_board({"Y": 1, "G": 11, "R": 21, "K": 31}, 40)
    turned = ring_board({"Y": 3, "G": 13, "R": 23, "K": 33}, 40)
    one, other = (by_name(draw(start_of(board), layout=board)) for board in (plain, turned))
    assert one["", "1"][0][2:4] == other["", "3"][0][2:4]
    assert one["", "40"][0][2:4] == other["", "2"][0][2:4]


def test_the_shipped_lanes_run_to_and_fro_in_six_lanes_of_eleven() -> None:
    named = by_name(draw(FULL["M"]))
    rows = [[named["", str(lane * 11 + step)][0] for step in range(1, 12)] for lane in range(6)]
    for lane, row in enumerate(rows):
        assert len({field.y for field in row}) == 1
        assert [f.x for f in row] == sorted((f.x for f in row), reverse=lane % 2 == 1)
    assert all(lower[-1].x == upper[0].x and lower[-1].y > upper[0].y for lower, upper in pairwise(rows))


def test_goals_beside_the_lanes_read_from_a_to_d() -> None:
    named = by_name(draw(FULL["M"]))
    for colour in "YGRK":
        places = [(named[colour, letter][0].y, named[colour, letter][0].x) for letter in "abcd"]
        assert places == sorted(places)
        assert places[-1][0] < named["", "66"][0].y


def test_every_wall_section_lies_between_its_two_fields_with_its_number() -> None:
    board, text = layout.shipped(), draw(FULL["M"])
    named = by_name(text)
    numbers = {
        (int(e.get("x", "")), int(e.get("y", ""))): e.text
        for e in root(text).iter(f"{SVG}text")
        if e.get("class") == "ag-digit"
    }
    assert len(numbers) == len(board.walls) == 25
    for one, other, number in board.walls:
        a, b = named["", str(one)][0], named["", str(other)][0]
        assert a.x == b.x
        near = [shown for (x, y), shown in numbers.items() if x == a.x and abs(y - (a.y + b.y) / 2) < 20]
        assert near == [str(number)]


def test_sections_between_fields_that_do_not_face_each_other_are_tied_to_both() -> None:
    board = lanes(20, [[2, 9, 1], [2, 9, 2], [3, 15, 4]])
    text = draw(start_of(board), layout=board)
    links = [e.get("d", "") for e in root(text).iter() if e.get("class") == "ag-link"]
    named = by_name(text)
    tied = {f"{named['', n][0].x:.0f} {named['', n][0].y:.0f}" for n in ("3", "15")}
    assert any(links[0].startswith(f"M{end}L") for end in tied)
    assert any(links[0].endswith(f" {end}") for end in tied)
    assert "1·2" in [e.text for e in root(text).iter(f"{SVG}text")]


def test_a_lane_is_as_long_as_the_walls_tell() -> None:
    assert lane_length(66, layout.shipped().walls) == 11
    assert lane_length(40, ((3, 14, 1), (2, 15, 3), (12, 21, 2))) == 8
    assert lane_length(2, ()) == 2


def test_plans_are_made_once() -> None:
    assert plan_of(layout.shipped()) is plan_of(layout.shipped())
