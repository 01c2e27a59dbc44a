"""Boards that the clock ended: counted by hand, and places from the count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rules.boards import shipped
from tournament.standings.ranking.counter import HOME, METHODS, count, places, progress

FOUR, SIX = shipped("4"), shipped("6")


@pytest.mark.parametrize(
    ("board", "colour", "field", "way"),
    [
        (FOUR, "Y", "B", -1),
        (FOUR, "Y", "1", 0),
        (FOUR, "Y", "40", 39),
        (FOUR, "Y", "a", 40),
        (FOUR, "K", "31", 0),
        (FOUR, "K", "30", 39),
        (FOUR, "K", "d", 43),
        (SIX, "R", "17", 0),
        (SIX, "R", "16", 47),
        (SIX, "R", "b", 49),
    ],
)
def test_how_far_a_piece_has_come(board, colour, field, way):
    assert progress(board, colour, field) == way


@pytest.mark.parametrize(
    ("fields", "counted"),
    [
        ("B,B,B,B", 0),
        ("B,B,B,1", 10),
        ("B,B,B,2", 11),
        ("B,B,B,40", 49),
        ("B,B,B,a", HOME),
        ("a,b,c,d", 4 * HOME),
        ("B,1,5,d", 0 + 10 + 14 + 75),
    ],
)
def test_fields_are_counted_from_the_start_field_on(fields, counted):
    assert count("fields", FOUR, "Y", fields.split(",")) == counted


@pytest.mark.parametrize(
    ("fields", "left"),
    [("a,b,c,d", 0), ("40,b,c,d", 1), ("1,b,c,d", 40), ("B,b,c,d", 41), ("B,B,B,B", 40 + 41 + 42 + 43 + 4)],
)
def test_steps_still_needed(fields, left):
    assert count("steps", FOUR, "Y", fields.split(",")) == left


def test_pieces_home_go_before_steps():
    far, home = (count("home", FOUR, "Y", fields.split(",")) for fields in ("38,39,40,37", "B,B,B,a"))
    assert home > far


@pytest.mark.parametrize(
    ("method", "counted", "finished", "expected"),
    [
        ("fields", {"Y": 300, "G": 100, "R": 90, "K": 80}, [], {"Y": 1, "G": 2, "R": 3, "K": 4}),
        ("fields", {"Y": 120, "G": 100, "R": 100, "K": 80}, [], {"Y": 1, "G": 2, "R": 2, "K": 4}),
        ("steps", {"Y": 0, "G": 100, "R": 90, "K": 0}, ["K", "Y"], {"K": 1, "Y": 2, "R": 3, "G": 4}),
        ("steps", {"Y": 50, "G": 50, "R": 50}, [], {"Y": 1, "G": 1, "R": 1}),
    ],
)
def test_places_come_from_who_finished_and_then_from_the_count(method, counted, finished, expected):
    assert places(method, counted, finished) == expected


@pytest.mark.parametrize(
    ("method", "more", "is_sum"), [("fields", True, True), ("steps", False, False), ("home", True, False)]
)
def test_how_a_count_reads(method, more, is_sum):
    assert METHODS[method] == (more, is_sum)


def steps_of(text: str) -> tuple[int, int]:
    """Pieces home, and steps until all are, counted field by field for yellow, who starts on 1."""
    left = home = 0
    for field in text.split(","):
        way = -1 if field == "B" else 40 + "abcd".index(field) if field in "abcd" else int(field) - 1
        left, home = left - way, home + (way >= 40)
    return home, left + 40 + 41 + 42 + 43


FIELDS = st.lists(st.one_of(st.just("B"), st.integers(1, 40).map(str)), min_size=4, max_size=4)
GOALS = st.lists(st.sampled_from("abcd"), max_size=4, unique=True)
BOARDS = st.builds(lambda fields, goals: ",".join([*goals, *fields][:4]), FIELDS, GOALS)


@given(BOARDS, BOARDS)
def test_one_more_piece_home_outweighs_all_steps_and_then_fewer_steps_do(one, other):
    (home, left), (others_home, others_left) = steps_of(one), steps_of(other)
    mine, theirs = (count("home", FOUR, "Y", text.split(",")) for text in (one, other))
    assert count("steps", FOUR, "Y", one.split(",")) == left
    assert (mine > theirs) == ((home, -left) > (others_home, -others_left))


@pytest.mark.parametrize(("fields", "counted"), [("B,B,B,a", 332 - 129), ("a,b,c,d", 4 * 332), ("B,B,B,B", -170)])
def test_pieces_home_as_one_number(fields, counted):
    assert count("home", FOUR, "Y", fields.split(",")) == counted


def test_who_brought_home_more_or_needs_fewer_steps_is_in_front():
    assert places("home", {"Y": 203, "G": 1328, "R": -170}) == {"G": 1, "Y": 2, "R": 3}
    assert places("fields", {"Y": 1, "G": 2}, ["Y"]) == {"Y": 1, "G": 2}
